"""The conversation: scripted, so that every line can be looked at, and once at a real pseudo-terminal."""

import os
import signal
import sys
import termios
from collections.abc import Iterator
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Final

import pexpect
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from rich.console import Console

from scoring.tiles import FACE_DOWN, TILES
from tests.tilescore.readings import SIZE, reading_of
from tilescore.confirm import Confirmation
from tilescore.corrections import CORRECTIONS, help_lines, obey
from tilescore.errors import AbandonedError, EditError
from tilescore.settings import TableSettings
from tilescore.terminal import converse
from vision.reading import KONG_IN_ROW, PARTS_UNCLEAR, ROLES

FIG_27 = "EEEw SSSw NNNw / 345d WWw"


def talk(confirmation: Confirmation, *typed: str, width: int = 80) -> str:
    """Types the lines, then Enter until the hand is agreed; gives everything that was shown."""
    console = Console(file=StringIO(), width=width, color_system=None)
    lines: Iterator[str] = iter(typed)

    def ask(prompt: str) -> str:
        console.print(prompt, markup=False, highlight=False)
        return next(lines, "")

    converse(confirmation, console, ask)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def test_enter_takes_what_is_proposed_until_nothing_is_open() -> None:
    confirmation = Confirmation(reading_of(FIG_27))
    proposed = confirmation.score().total
    talk(confirmation)
    assert confirmation.questions() == ()
    assert confirmation.score().total == proposed


@pytest.mark.parametrize("typed", ["3", "w", "West", "seat=w", "Seat = west"])
def test_choices_are_named_by_number_or_by_word(typed: str) -> None:
    confirmation = Confirmation(reading_of(FIG_27), given={"win": "Ew", "how": "discard"})
    talk(confirmation, typed)
    assert confirmation.answers == {"seat": "W"}


@pytest.mark.parametrize("typed", ["3s", "3S", "season 3 (autumn)"])
def test_a_doubtful_tile_may_be_one_that_is_not_offered(typed: str) -> None:
    given = {"seat": "E", "win": "Ew", "how": "discard"}
    confirmation = Confirmation(reading_of("EEEw SSSw NNNw 1f / 345d WWw", {10: "2f"}), given=given)
    assert [choice.value for choice in confirmation.questions()[0].choices] == ["1f", "2f"]
    shown = talk(confirmation, "?", typed)
    assert "If it is none of these, type the tile that it is: 8c." in shown
    assert confirmation.tiles[9].tile.code == "3s"


def worths_in(shown: str) -> list[str]:
    """What the hand was said to be worth, each time."""
    return [line.strip() for line in shown.splitlines() if "as it stands" in line]


def test_the_total_follows_each_correction() -> None:
    shown = talk(Confirmation(reading_of(FIG_27), given={"win": "Ew", "how": "discard"}), "W", "undo", "E")
    assert worths_in(shown) == [
        "worth 128 as it stands",
        "worth 68 as it stands",
        "worth 128 as it stands",
        "worth 128 as it stands",
    ]


def test_a_hand_that_is_taken_for_no_winners_is_said_to_be_that() -> None:
    """A tile that was missed makes it so, and asks nothing about the win."""
    confirmation = Confirmation(reading_of("EEEw SSSw NNNw / 345d Ww"), given={"seat": "E"})
    shown = talk(confirmation, "win=Ww", "add Ww", "del 1", "undo", "ok")
    assert "There is nothing to choose for win in a hand that did not win." in shown
    assert worths_in(shown) == [
        "worth 48 as it stands: it did not win",
        "worth 128 as it stands",
        "worth 0 as it stands: a dead hand",
        "worth 128 as it stands",
    ]


def test_a_mistake_is_answered_and_changes_nothing() -> None:
    confirmation = Confirmation(reading_of(FIG_27))
    shown = talk(confirmation, "99", "dance", "5=zz", "del 77", "ok")
    assert "There is no choice 99" in shown
    assert "'dance' is no correction" in shown
    assert "'zz' is no tile" in shown
    assert "There is no tile 77" in shown
    assert confirmation.answers == {}


def test_help_names_every_correction() -> None:
    shown = talk(Confirmation(reading_of(FIG_27)), "?", "ok")
    assert all(usage in shown for usage, _ in help_lines())


def test_a_hand_that_cannot_be_scored_is_not_agreed() -> None:
    confirmation = Confirmation(reading_of("EEEw SSSw NNNw / 345d WEw"), given={"win": "3d", "seat": "E"})
    shown = talk(confirmation, "ok", "14=Ww", "ok")
    assert shown.count("is no four sets and a pair") >= 2
    assert str(confirmation.hand()) == FIG_27


@pytest.mark.parametrize("width", [52, 80, 120])
def test_help_keeps_its_columns(width: int) -> None:
    shown = talk(Confirmation(reading_of(FIG_27)), "?", "ok", width=width)
    lines = shown.partition("Corrections:\n")[2].partition("Which seat")[0].splitlines()
    usages = [line[:28].strip() for line in lines if line[:28].strip()]
    assert usages == [usage for usage, _ in help_lines()]
    assert " ".join(" ".join(line[28:] for line in lines).split()) == " ".join(
        meaning for _, meaning in help_lines()
    )


@pytest.mark.parametrize("width", [24, 40])
def test_help_stands_below_what_is_typed_where_it_has_no_room_beside_it(width: int) -> None:
    """There it was broken letter by letter."""
    shown = talk(Confirmation(reading_of(FIG_27)), "?", "ok", width=width)
    lines = [line.rstrip() for line in shown.splitlines()]
    assert max(map(len, lines)) <= width
    at = lines.index("  split 4")
    assert lines[at + 1].startswith("    a new exposed")


@pytest.mark.parametrize("typed", ["", "ok", "OK"])
def test_nobody_is_asked_to_agree_to_what_cannot_be_scored(typed: str) -> None:
    confirmation = Confirmation(reading_of("EEEw SSSw NNNw / 345d WWw 8c"), given={"win": "3d", "won": "yes"})
    shown = talk(confirmation, typed, typed, "del 15", "ok")
    before, _, after = shown.partition("worth")
    assert before.count("The hand must first be put right (? helps): ") == 3
    assert before.count("The hand holds 15 tiles; one that has won holds 14.") == 3
    assert "Enter" not in before
    assert "put right" not in after


def test_a_question_offers_to_take_only_what_can_be_taken() -> None:
    """The hand as read is none, and the tile said to have come last is not in it."""
    reading = reading_of("EEEw SSSw NNNw / 345d WEw", {14: "Ww"})
    assert "\nEnter takes Ew, ? helps: " in talk(Confirmation(reading), "14=Ww", "ok")
    shown = talk(Confirmation(reading_of(FIG_27), given={"win": "1c"}), "seat=E", "", "win=Ew", "ok")
    assert "Choose one, ? helps: " in shown
    assert "  Enter takes nothing here; choose one of them.\n" in shown


def test_a_missed_kong_is_hinted_at() -> None:
    reading = reading_of("444d 3333b 1f / RRRd 888d 11b")
    confirmation = Confirmation(reading)
    hint = "If the four Red Dragons are a kong, type: "
    shown = talk(confirmation, "add Rd after 9", "move 9 10 11 12 exposed", "ok")
    assert shown.count(hint) == 1
    assert f"{hint}move 9 10 11 12 exposed\n" in shown
    assert confirmation.problems() == ()


@pytest.mark.parametrize("words", ["q", "quit", "Q"])
def test_leaving_scores_nothing(words: str) -> None:
    with pytest.raises(AbandonedError):
        talk(Confirmation(reading_of(FIG_27)), words)


def test_the_end_of_the_input_scores_nothing() -> None:
    def ask(_prompt: str) -> str:
        raise EOFError

    console = Console(file=StringIO())
    with pytest.raises(AbandonedError):
        converse(Confirmation(reading_of(FIG_27)), console, ask)


def test_everything_fits_into_80_columns_without_colour() -> None:
    reading = reading_of(
        "EEEw [9999b] SSSw 123c 1234f 1234s / 99d", {1: "Nw Sw Ww", 18: "3s 4s", 22: "8d"}, problems=()
    )
    shown = talk(Confirmation(reading), "?", "ok", width=80)
    assert max(map(len, shown.splitlines())) <= 80
    assert "tile 1 is doubtful: Ew or Nw, Sw, Ww" in shown


@pytest.mark.parametrize(
    ("typed", "hand"),
    [
        ("5=8c", "EEEw S8Sw"),
        ("del 1 2 3", "SSSw NNNw / 345d WWw"),
        ("add 2f", "EEEw SSSw NNNw 2f / 345d WWw"),
        ("add 2F", "EEEw SSSw NNNw 2f / 345d WWw"),
        ("9=nW", "EEEw SSSw NNNw / 345d WWw"),
        ("10=Six of Dots", "EEEw SSSw NNNw / 456d WWw"),
        ("add 6d concealed", "EEEw SSSw NNNw / 3456d WWw"),
        ("add 6d after 12", "EEEw SSSw NNNw / 3456d WWw"),
        ("add 6d After 12", "EEEw SSSw NNNw / 3456d WWw"),
        ("move 10 11 12 exposed", "EEEw SSSw NNNw 345d / WWw"),
        ("move 13 apart", ""),
        ("move 13 set_apart", "EEEw SSSw NNNw / 345d WWw"),
        ("move 13 set apart", "EEEw SSSw NNNw / 345d WWw"),
        ("Move 13 Set  Apart", "EEEw SSSw NNNw / 345d WWw"),
        ("move 4 5 6 Concealed", "EEEw NNNw / 345d SSSWWw"),
        ("seat=S", "EEEw SSSw NNNw / 345d WWw"),
        ("join 1 4", "EEESSSw NNNw / 345d WWw"),
        ("split 2", "Ew EEw SSSw NNNw / 345d WWw"),
    ],
)
def test_corrections_by_typing(typed: str, hand: str) -> None:
    confirmation = Confirmation(reading_of(FIG_27))
    if not hand:
        with pytest.raises(EditError):
            obey(confirmation, typed)
        return
    obey(confirmation, typed)
    if typed == "5=8c":
        assert [placed.tile.code for placed in confirmation.tiles[3:6]] == ["Sw", "8c", "Sw"]
    else:
        assert str(confirmation.hand()) == hand


def test_corrections_are_undone_and_answers_taken_back() -> None:
    confirmation = Confirmation(reading_of("[2222c] / 444d 666b 345d 88c"))
    obey(confirmation, "kong 3=added")
    assert str(confirmation.hand()).startswith("222+2c")
    obey(confirmation, "undo")
    obey(confirmation, "redo")
    obey(confirmation, "back kong 3")
    obey(confirmation, "5=3b")
    obey(confirmation, "back 5")
    assert str(confirmation.hand()) == "[2222c] / 88c 344445d 666b"


@pytest.mark.parametrize(
    "typed",
    [
        *("", "add", "add 2f 3 4 5", "add 2f nowhere", "move 3", "move 3 nowhere", "join 3", "split", "back"),
        *("back kong", "back kong 5", "back 1 2 3", "add 6d concealed 12", "split x", "del ²"),
        *("del", "kong 13=added", "0=1c", "²=1c", "seat=", "="),
    ],
)
def test_what_cannot_be_carried_out_says_why(typed: str) -> None:
    with pytest.raises(EditError):
        obey(Confirmation(reading_of(FIG_27)), typed)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("back 3", "tile 3 has not been answered."),
        ("back 5", "tile 5 has not been answered."),
        ("back kong 4", "kong 4 has not been answered."),
        ("back Kong 4", "kong 4 has not been answered."),
        ("back seat", "seat has not been answered."),
        ("back SEAT", "seat has not been answered."),
        ("back dance", "there is no question 'dance'."),
        ("kong 4=bought", "'bought' is no answer to kong 4; possible: claimed, added, declared."),
        ("kong 8=added", "there is nothing to choose for kong 8 in this hand."),
        ("kong=added", "name the tile by its number."),
        ("rare=last", "there is nothing to choose for rare in this hand."),
        ("seat=X", "'X' is no answer to seat; possible: E, S, W, N."),
        ("undo 3", "undo and redo are written alone, once for each step."),
        ("redo 3", "undo and redo are written alone, once for each step."),
        ("del 1 1", "tile 1 is named twice."),
        ("move 4 5 04 exposed", "tile 4 is named twice."),
        ("join 8 8", "tile 8 is named twice."),
    ],
)
def test_tiles_are_called_by_their_numbers(typed: str, said: str) -> None:
    """Tile 1 was none, so that every other one has moved up."""
    confirmation = Confirmation(reading_of("NEEEw 9999b SSSw / 345d WWw"))
    obey(confirmation, "del 1")
    with pytest.raises(EditError) as refused:
        obey(confirmation, typed)
    assert str(refused.value) == said


def test_a_pasted_novel_is_no_number() -> None:
    with pytest.raises(EditError):
        obey(Confirmation(reading_of(FIG_27)), "del " + "9" * 5000)


NUMBERS = st.integers(1, 18).map(str)
CODES = st.sampled_from([tile.code for tile in (*TILES, FACE_DOWN)])
PARTS = st.sampled_from(ROLES)
FACTS = st.sampled_from(["seat", "win", "how", "kept_apart", "rare", "won", "prevailing"])
SAID = st.sampled_from(["E", "S", "wall", "loose-season", "yes", "no", "none", "dealt", "declared", "added"])
LINES = st.one_of(
    st.builds("{}={}".format, NUMBERS, CODES),
    st.builds("{}={}".format, FACTS, st.one_of(SAID, CODES)),
    st.builds("kong {}={}".format, NUMBERS, SAID),
    st.builds("add {} {}".format, CODES, PARTS),
    st.builds("add {} after {}".format, CODES, NUMBERS),
    st.builds("move {} {} {} {}".format, NUMBERS, NUMBERS, NUMBERS, PARTS),
    st.builds("move {} {}".format, NUMBERS, PARTS),
    st.builds("del {}".format, NUMBERS),
    st.builds("join {} {}".format, NUMBERS, NUMBERS),
    st.builds("split {}".format, NUMBERS),
    st.builds("back {}".format, st.one_of(NUMBERS, FACTS, NUMBERS.map("kong {}".format))),
    st.sampled_from(["", "1", "2", "concealed", "undo", "redo", "?"]),
    st.text(max_size=8).filter(lambda line: line.strip() not in ("q", "quit")),
)


@pytest.mark.parametrize("rules", ["babcock", "millington"])
@settings(max_examples=40, deadline=None)
@given(typed=st.lists(LINES, max_size=12))
def test_nothing_that_is_typed_ends_the_conversation(rules: str, typed: list[str]) -> None:
    """Whatever was typed, it goes on until the hand is agreed or the person leaves."""
    reading = reading_of(
        "7777d EEEw 4f / 333d 56b Rd Rd 3s",
        {1: "8d 4f", 8: "Wd 1s", 12: "4b"},
        rules=rules,
        problems=(PARTS_UNCLEAR, KONG_IN_ROW),
    )
    confirmation = Confirmation(reading, TableSettings(rules))
    console = Console(file=StringIO(), width=80)
    lines = iter([*typed, "q"])
    try:
        converse(confirmation, console, lambda _: next(lines), glyphs=True)
    except AbandonedError:
        assert next(lines, None) is None
    draft = confirmation.draft
    assert [placed for placed in draft.tiles if placed.tile.is_season] == list(draft.seasons)


@pytest.mark.parametrize(
    ("typed", "seasons"),
    [
        ("move 3 4 5 exposed", "4f"),
        ("add 2f exposed", "4f 2f"),
        ("add 2f after 3", "4f 2f"),
        ("add 2f concealed", "4f 2f"),
    ],
)
def test_a_season_laid_out_lies_with_the_seasons(typed: str, seasons: str) -> None:
    confirmation = Confirmation(reading_of("7777d 4f / 333d 567b SSSw Rd", set_apart="Rd"))
    with pytest.raises(AbandonedError):
        talk(confirmation, typed, "q")
    assert " ".join(placed.tile.code for placed in confirmation.draft.seasons) == seasons


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("move 6 seasons", "3d is no Season"),
        ("move 5 6 seasons", "3d is no Season"),
        ("add 5c seasons", "5c is no Season"),
        ("add 5c after 5", "5c is no Season"),
        ("move 5 concealed", "4f is a Season"),
        ("move 5 apart", "there is no part 'apart'"),
        ("move 5 set_apart", "4f is a Season"),
        ("move 5 exposed", "4f is a Season and lies with the Seasons already"),
    ],
)
def test_a_tile_where_it_cannot_lie_is_refused(typed: str, said: str) -> None:
    confirmation = Confirmation(reading_of("7777d 4f / 333d 567b SSSw Rd", set_apart="Rd"))
    before = confirmation.draft
    with pytest.raises(EditError, match=said):
        obey(confirmation, typed)
    assert confirmation.draft == before


def test_every_correction_has_help() -> None:
    assert all(correction.usage and correction.help for correction in CORRECTIONS.values())


_LOCAL: Final = 3
"""Where the local modes are among a terminal's attributes."""

# At a pseudo-terminal. From Python 3.12 on, forking beside the threads of other tests' models draws a
# warning; the child here runs another program at once.
FORKS = pytest.mark.filterwarnings("ignore:.*forkpty.*:DeprecationWarning")


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return {
        **os.environ,
        "XDG_CONFIG_HOME": str(tmp_path),
        "XDG_DATA_HOME": str(tmp_path),
        "COLUMNS": "80",
        "TERM": "xterm-256color",
    }


def spawn(environment: dict[str, str], *arguments: str) -> "pexpect.spawn[str]":
    """The program at a terminal of its own; where the tests run in the background, interrupts are ignored."""
    return pexpect.spawn(
        sys.executable,
        ["-m", "tests.tilescore.stand_in", *arguments],
        env=environment,
        encoding="utf-8",
        codec_errors="replace",
        timeout=20,
        dimensions=(50, 80),
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )


def with_output_kept(child: "pexpect.spawn[str]") -> None:
    """An interrupt throws away what the terminal has not shown yet, which may be what the program answers to
    it; from now on not. The terminal's own `^C` may come after that."""
    attributes = termios.tcgetattr(child.child_fd)
    attributes[_LOCAL] |= termios.NOFLSH
    termios.tcsetattr(child.child_fd, termios.TCSANOW, attributes)


@FORKS
def test_a_person_corrects_a_photo_and_sees_the_sheet(environment: dict[str, str]) -> None:
    child = spawn(environment, "score", "hand.jpg", "--seat", "S")
    child.expect("tile 8 is doubtful")
    child.expect(r"Enter[^:]*\? helps[^:]*: ")
    child.sendline("?")
    child.expect("takes back the last thing typed")
    child.sendline("8=4d")
    child.expect("as it stands")
    child.sendline("ok")
    child.expect("South, won with the South Wind, drawn from the wall")
    child.expect(r"Total\s+\S+\s+152\S*  points")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


@FORKS
def test_a_sheet_fits_a_narrow_terminal(environment: dict[str, str]) -> None:
    narrow = {**environment, "COLUMNS": "60", "NO_COLOR": "1"}
    child = spawn(
        narrow, "score", "--rules", "millington", "--hand", "EEEw SSSw NNNw / 345d WWw", "--win", "Ew"
    )
    child.expect(r"\r\nLittle Four Joys +\S+ +×2 = \d+\S*\r\n\S*  Millington, doubles for all hands\S*\r\n")
    child.expect(pexpect.EOF)


@FORKS
def test_how_a_hand_was_won_is_broken_between_words(environment: dict[str, str]) -> None:
    child = spawn({**environment, "COLUMNS": "40"}, "score", "--hand", FIG_27, "--win", "Ew")
    child.expect(r"East, won with the East Wind, claimed\r\n  from a discard\r\n")
    child.expect(pexpect.EOF)


@FORKS
def test_titles_alone_are_bold(environment: dict[str, str]) -> None:
    child = spawn(environment, "rules", "babcock")
    child.expect_exact(
        "\x1b[1mBabcock's standard score sheet\x1b[0m\r\n\r\n\x1b[1mAny hand\x1b[0m\r\nPung of 2–8 "
    )
    child.expect(pexpect.EOF)


@FORKS
@pytest.mark.parametrize(
    ("key", "after", "status"),
    [("d", r"\r\ntilescore: the conversation ended[^\r]*\r\n", 1), ("c", r"\^C\r\n|\r\n\^C", 130)],
)
def test_whoever_leaves_by_a_key_leaves_the_line_of_the_prompt(
    environment: dict[str, str], key: str, after: str, status: int
) -> None:
    child = spawn(environment, "score", "hand.jpg")
    with_output_kept(child)
    child.expect(r"\? helps[^:]*: ")
    child.delaybeforesend = 0.5  # seconds; an interrupt before the terminal is read waits for the next key
    child.sendcontrol(key)
    child.expect(after)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == status


@FORKS
@pytest.mark.parametrize(("flags", "kept"), [((), 0), (("--keep",), 1)])
def test_what_was_agreed_is_kept_only_when_allowed(
    environment: dict[str, str], tmp_path: Path, flags: tuple[str, ...], kept: int
) -> None:
    photo = tmp_path / "hand.jpg"
    Image.new("RGB", SIZE, "beige").save(photo)
    child = spawn(environment, "score", str(photo), *flags)
    child.expect("tile 8 is doubtful")
    child.sendline("8=4d")
    child.sendline("ok")
    child.expect("points")
    child.expect(pexpect.EOF)
    assert ("14 tiles were kept" in child.before) == bool(kept)
    assert len(list((tmp_path / "tilescore").glob("own-tiles/*.png"))) == kept


@FORKS
def test_of_a_dead_hand_nothing_is_kept(environment: dict[str, str], tmp_path: Path) -> None:
    """One of its tiles may be wrong, and what is kept is heard on other photos."""
    photo = tmp_path / "hand.jpg"
    Image.new("RGB", SIZE, "beige").save(photo)
    child = spawn(environment, "score", str(photo), "--keep")
    child.expect("tile 8 is doubtful")
    for line in ("8=4d", "won=no", "ok"):
        child.sendline(line)
    child.expect("the tiles of a dead hand are not kept")
    child.expect(pexpect.EOF)
    assert not (tmp_path / "tilescore" / "own-tiles").exists()


@FORKS
def test_a_sign_that_is_none_is_answered(environment: dict[str, str]) -> None:
    child = spawn(environment, "score", "hand.jpg")
    child.expect(r"\? helps[^:]*: ")
    os.write(child.child_fd, b"\xff=8c\n")
    child.expect("There is no question")
    child.expect(r"\? helps[^:]*: ")
    child.sendline("q")
    child.expect("nothing was scored")
    child.expect(pexpect.EOF)


@FORKS
def test_a_person_leaves(environment: dict[str, str]) -> None:
    child = spawn(environment, "score", "hand.jpg")
    child.expect(r"\? helps[^:]*: ")
    child.sendline("q")
    child.expect("nothing was scored")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 1


@FORKS
def test_colour_is_left_out_where_it_is_not_wanted(environment: dict[str, str]) -> None:
    child = spawn({**environment, "NO_COLOR": "1", "TERM": "dumb"}, "score", "hand.jpg")
    child.expect("tile 8 is doubtful")
    assert "\x1b[" not in child.before
    child.sendline("8=4d")
    child.sendline("ok")
    child.expect(pexpect.EOF)
    assert "\x1b[" not in child.before
    child.close()
    assert child.exitstatus == 0
