"""The conversation in a terminal: the hand drawn, questions one by one, corrections by typing, the total
on the way.

Everything is said on the console it is given (standard error, so that results can be piped away); what
was agreed is the `Confirmation` itself.
"""

import sys
from collections.abc import Callable

from rich.console import Console

from scoring.errors import TilescoreError
from tilescore.commands import help_lines, obey
from tilescore.confirm import Confirmation, Question
from tilescore.errors import AbandonedError, EditError
from tilescore.show import draft_text

Ask = Callable[[str], str]
"""Shows a prompt and gives the line that was typed; raises EOFError when there will be no more."""


def can_ask() -> bool:
    """Whether a person sits at both ends: typing, and reading what is asked."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def ask_on(console: Console) -> Ask:
    """Prompts on the console and reads from standard input, whatever bytes a terminal sends."""
    sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]

    def ask(prompt: str) -> str:
        console.print(prompt, end="", highlight=False, markup=False)
        return input()

    return ask


def converse(confirmation: Confirmation, console: Console, ask: Ask, glyphs: bool = False) -> None:
    """Asks what matters, takes corrections, and returns when the hand is agreed and can be scored.

    Raises `AbandonedError` when the person quits or the input ends.
    """
    talk = _Talk(confirmation, console, glyphs)
    talk.draw()
    while True:
        questions = confirmation.questions()
        question = questions[0] if questions else None
        try:
            line = ask(talk.prompt(question, len(questions))).strip()
        except EOFError:
            raise AbandonedError(
                "the conversation ended before the hand was agreed; nothing was scored"
            ) from None
        if line in ("q", "quit"):
            raise AbandonedError("the hand was not agreed; nothing was scored")
        try:
            if talk.hear(line, question):
                return
        except TilescoreError as error:
            console.print(f"  {error}", style="bold red", markup=False, highlight=False)


class _Talk:
    def __init__(self, confirmation: Confirmation, console: Console, glyphs: bool) -> None:
        self._confirmation = confirmation
        self._console = console
        self._glyphs = glyphs

    def hear(self, line: str, question: Question | None) -> bool:
        """Acts on one line; True when the hand is agreed. Raises what a bad answer or correction raises."""
        if line == "?":
            self._help(question)
            return False
        if line == "ok" or (not line and question is None):
            self._confirmation.score()
            return True
        if question is not None and (answer := _answer(line, question)) is not None:
            self._confirmation.answer(question.id, answer)
        else:
            obey(self._confirmation, line)
        self.draw()
        return False

    def draw(self) -> None:
        """The hand, what is wrong with it, and what it is worth as it stands."""
        self._console.print()
        self._console.print(draft_text(self._confirmation.draft, self._glyphs, self._console.width), end="")
        problems = self._confirmation.problems()
        for problem in problems:
            self._say(f"  {problem.message}", "bold red")
        try:
            result = self._confirmation.score()
        except TilescoreError:
            return
        beside = f" (uncapped {result.uncapped})" if result.total != result.uncapped else ""
        self._say(f"  worth {result.total} as it stands{beside}", "bold")

    def prompt(self, question: Question | None, count: int) -> str:
        """The question with its choices, or the invitation to agree."""
        if question is None:
            return "Enter agrees, ? helps, or correct it: "
        left = f" ({count - 1} more to ask)" if count > 1 else ""
        self._say(f"{question.text}{left}", "bold")
        for number, choice in enumerate(question.choices, start=1):
            worth = "no hand" if choice.total is None else str(choice.total)
            mark = "*" if choice.value == question.proposed else " "
            named = choice.value if choice.value == choice.text else f"{choice.value}: {choice.text}"
            self._say(f" {mark}{number:2}  {named}  → {worth}")
        return f"Enter takes {question.proposed}, ok takes all as proposed, ? helps: "

    def _help(self, question: Question | None) -> None:
        if question is not None:
            self._say("Type the number or the name of a choice, or Enter for the one marked with *.")
        self._say("ok agrees to everything as it stands, q leaves without a score. Corrections:")
        for usage, meaning in help_lines():
            self._say(f"  {usage:26}{meaning}")

    def _say(self, words: str, style: str | None = None) -> None:
        self._console.print(words, style=style, markup=False, highlight=False)


def _answer(line: str, question: Question) -> str | None:
    """The choice that a line names by number or by value; None when the line is something else."""
    if not line:
        return question.proposed
    if line.isdecimal() and len(line) < 4:
        if not 1 <= int(line) <= len(question.choices):
            raise EditError(f"there is no choice {line}; they are numbered 1 to {len(question.choices)}")
        return question.choices[int(line) - 1].value
    values = {choice.value.lower(): choice.value for choice in question.choices}
    return values.get(line.lower())
