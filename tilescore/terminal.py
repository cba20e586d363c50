"""The conversation in a terminal: the hand drawn, questions one by one, corrections by typing, the total
on the way.

Everything is said on the console it is given (standard error, so that results can be piped away); what
was agreed is the `Confirmation` itself.
"""

import sys
from collections.abc import Callable

from rich.console import Console

from scoring.errors import TilescoreError
from scoring.score import Score
from tilescore.confirm import Confirmation, Question
from tilescore.corrections import TILE_NAMES, help_lines, named, obey
from tilescore.errors import AbandonedError, EditError
from tilescore.show import LEAST_WORDS, draft_text, hanging, standing_words

_NOT_YET = "The hand must first be put right (? helps): "
_HELP_MARGIN = 28
"""Columns for what is typed in the help; what it does stands beside it, or below it for want of room."""

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
        try:
            return input()
        except (EOFError, KeyboardInterrupt):
            console.print()  # nobody has ended the line of the prompt
            raise

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
                "the conversation ended before the hand was agreed; nothing was scored."
            ) from None
        if line.lower() in ("q", "quit"):
            raise AbandonedError("the hand was not agreed; nothing was scored.")
        try:
            if talk.hear(line, question):
                return
        except TilescoreError as error:
            talk.complain(error.message)


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
        if line.lower() == "ok" or (not line and question is None):
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
        for problem in self._confirmation.problems():
            self.complain(problem.message)
        if kong := self._confirmation.missed_kong():
            tiles = self._confirmation.tiles
            numbers = " ".join(str(tiles.index(placed) + 1) for placed in kong)
            self._say(f"  If the four {kong[0].tile.plural} are a kong, type: move {numbers} exposed", hang=2)
        if result := self._result():
            self._say(f"  {standing_words(result, self._confirmation.hand())}", "bold")

    def prompt(self, question: Question | None, count: int) -> str:
        """The question with its choices, or the invitation to agree, or to put the hand right before that."""
        whole = self._result() is not None
        if question is None:
            return "Enter agrees, ? helps, or correct it: " if whole else _NOT_YET
        left = f" ({count - 1} more to ask)" if count > 1 else ""
        self._say(f"{question.text}{left}", "bold")
        for number, choice in enumerate(question.choices, start=1):
            worth = "no hand" if choice.total is None else str(choice.total)
            mark = "*" if choice.value == question.proposed else " "
            label = choice.value if choice.value == choice.text else f"{choice.value}: {choice.text}"
            self._say(f" {mark}{number:2}  {label}  → {worth}", hang=5)
        takes = f"Enter takes {question.proposed}" if _offers(question) else "Choose one"
        return f"{takes}, {'ok takes all as proposed, ' if whole else ''}? helps: "

    def complain(self, message: str) -> None:
        """Says what is wrong, as a sentence of its own."""
        self._say(f"  {message[:1].upper()}{message[1:]}", "bold red", hang=2)

    def _result(self) -> Score | None:
        """What the hand is worth as it stands, if it can be scored."""
        try:
            return self._confirmation.score()
        except TilescoreError:
            return None

    def _help(self, question: Question | None) -> None:
        if question is not None:
            self._say("Type the number or the name of a choice, or Enter for the one marked with *.")
            if _asks_for_face(question):
                self._say("If it is none of these, type the tile that it is: 8c.")
        self._say("ok agrees to all as it stands (once it can be scored), q leaves. Corrections:")
        for usage, meaning in help_lines():
            if self._console.width >= _HELP_MARGIN + LEAST_WORDS:
                self._say(f"  {usage}".ljust(_HELP_MARGIN) + meaning, hang=_HELP_MARGIN)
            else:
                self._say(f"  {usage}", hang=4)
                self._say(f"    {meaning}", hang=4)

    def _say(self, words: str, style: str | None = None, hang: int = 0) -> None:
        """Prints a line; where the console is too narrow for it, it goes on below, `hang` columns in."""
        lines = hanging(words, self._console.width, hang)
        self._console.print(lines, style=style, markup=False, highlight=False)


def _offers(question: Question) -> bool:
    """Whether what stands is one of the choices: a tile named as the last one may not be in the hand."""
    return any(choice.value == question.proposed for choice in question.choices)


def _asks_for_face(question: Question) -> bool:
    """Whether it is about a doubtful tile, which may be any."""
    return question.id.startswith("tile-")


def _answer(line: str, question: Question) -> str | None:
    """The choice that a line names by number, value or words, or any face for a doubtful tile; None when the
    line is something else."""
    if not line:
        if not _offers(question):
            raise EditError("Enter takes nothing here; choose one of them.")
        return question.proposed
    if line.isdecimal() and len(line) < 4:
        if not 1 <= int(line) <= len(question.choices):
            raise EditError(f"there is no choice {line}; they are numbered 1 to {len(question.choices)}.")
        return question.choices[int(line) - 1].value
    faces = TILE_NAMES if _asks_for_face(question) else {}
    return named(line, {**faces, **{choice.value: choice.text for choice in question.choices}})
