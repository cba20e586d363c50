"""From a reading to a hand: which questions are asked, what corrections do, and what it says is wrong."""

import gc
import time
from typing import Any

import pytest

from scoring.errors import NotationError, OptionError
from scoring.problem import ImpossibleHand, IncompleteHand
from scoring.tiles import Tile, format_tiles
from tests.tilescore.readings import reading_of
from tilescore.confirm import Confirmation, Question
from tilescore.errors import EditError
from tilescore.settings import TableSettings
from vision.reading import KONG_IN_ROW, PARTS_UNCLEAR

FIG_27 = "EEEw SSSw NNNw / 345d WWw"
SETTLED = {"seat": "E", "win": "Ew", "how": "discard"}


def asked(confirmation: Confirmation) -> list[str]:
    return [question.id for question in confirmation.questions()]


def by_id(confirmation: Confirmation, question_id: str) -> Question:
    return next(question for question in confirmation.questions() if question.id == question_id)


def totals(question: Question) -> dict[str, int | None]:
    return {choice.value: choice.total for choice in question.choices}


def test_figure_27_is_scored_as_printed() -> None:
    confirmation = Confirmation(reading_of(FIG_27), given=SETTLED)
    assert asked(confirmation) == []
    assert (confirmation.score().points, confirmation.score().total) == (32, 128)


def test_questions_come_with_most_points_first() -> None:
    questions = Confirmation(reading_of(FIG_27)).questions()
    assert {question.id for question in questions} == {"seat", "how", "win"}
    stakes = [question.at_stake for question in questions]
    assert stakes == sorted(stakes, reverse=True)


def test_a_rare_win_is_asked_last_whatever_hangs_on_it() -> None:
    questions = Confirmation(reading_of(FIG_27), TableSettings("millington")).questions()
    assert [question.id for question in questions][-1] == "rare"
    assert questions[-1].at_stake == max(question.at_stake for question in questions)
    assert {"seat", "how"} <= {question.id for question in questions}


@pytest.mark.parametrize(
    ("hand", "doubts"),
    [
        pytest.param("222c 444d 666b / 345d 88c", {5: "7d 6b"}, id="a seat that matters with a tile"),
        pytest.param("EEEw SSSw 123c 1f / 123d NNw", {8: "2d 6b"}, id="the tile that came last is open"),
        pytest.param("RRRd 123c / 456d 789b EEw", {2: "Ew 5d", 8: "8c 4c", 4: "4c 2d"}, id="several tiles"),
    ],
)
def test_at_stake_is_what_lies_between_the_choices_shown(hand: str, doubts: dict[int, str]) -> None:
    questions = Confirmation(reading_of(hand, doubts), TableSettings("millington")).questions()
    assert questions
    for question in questions:
        worth = [total for total in totals(question).values() if total is not None]
        stuck = totals(question)[question.proposed] is None
        assert question.at_stake in (max(worth) - min(worth), max(worth) if stuck else None)


def test_each_choice_says_what_it_would_score() -> None:
    confirmation = Confirmation(reading_of(FIG_27), given={"win": "Ew", "how": "discard"})
    assert totals(by_id(confirmation, "seat")) == {"E": 128, "S": 128, "W": 68, "N": 128}


@pytest.mark.parametrize(
    ("before", "question"),
    [
        pytest.param({}, "how", id="which tile came last is open"),
        pytest.param({"how": "loose-season", "won": "no"}, "won", id="an answer that counts again"),
    ],
)
def test_each_choice_scores_what_it_says(before: dict[str, str], question: str) -> None:
    confirmation = Confirmation(reading_of("EEEw SSSw 123c 1f / 123d NNw"), TableSettings("millington"))
    for name, choice in before.items():
        confirmation.answer(name, choice)
    for choice, said in totals(confirmation.question(question)).items():
        confirmation.answer(question, choice)
        assert (choice, confirmation.score().total) == (choice, said)
        confirmation.undo()


def test_a_seat_that_changes_nothing_is_not_asked() -> None:
    assert "seat" not in asked(Confirmation(reading_of("222c 444d 666b / 345d 88c")))


def test_a_hand_that_did_not_win_is_not_asked_how_it_won() -> None:
    confirmation = Confirmation(reading_of("EEEw / 123c 456d 789b 2c"))
    assert asked(confirmation) == ["seat"]
    assert confirmation.hand().win is None


def test_a_hand_said_to_be_won_lacks_a_tile_and_does_not_lose() -> None:
    """A tile was missed: whoever says how it was won, or lays a tile apart, has not forgotten that it was."""
    reading = reading_of("EEEw SSSw NNNw / 45d WWw")
    with pytest.raises(IncompleteHand):
        Confirmation(reading, win_fields={"source": "wall", "last_tile": True}).score()
    with pytest.raises(IncompleteHand):
        Confirmation(reading_of("EEEw SSSw NNNw / 45d Ww", set_apart="Ww")).score()
    assert Confirmation(reading, win_fields={"visible": (Tile.parse("1c"),)}).hand().win is None


@pytest.mark.parametrize(
    ("answers", "correct"),
    [
        ({"win": "Sw"}, lambda c: c.delete([9])),
        ({"how": "loose-kong"}, lambda c: c.split(3)),
        ({"how": "wall", "kept_apart": "no"}, lambda c: c.insert(Tile.parse("9c"))),
        ({"win": "Sw", "how": "discard"}, lambda c: c.replace(5, Tile.parse("8c"))),
    ],
    ids=["a tile too few", "a kong that is none", "a tile too many", "a Season that is none"],
)
def test_a_hand_whose_win_was_answered_for_stays_won(answers, correct) -> None:  # type: ignore[no-untyped-def]
    """Though its tiles are off; until that is taken back, or somebody says that it did not win."""
    confirmation = Confirmation(reading_of("9999b 2f / 345d EEEw WWw SSSw"))
    for question, choice in answers.items():
        confirmation.answer(question, choice)
    correct(confirmation)
    assert confirmation.question("won").proposed == "yes"
    assert "that has won" in confirmation.problems()[0].message
    for question in answers:
        confirmation.retract(question)
    assert confirmation.question("won").proposed == "no"
    confirmation.undo()
    confirmation.answer("won", "no")
    assert confirmation.hand().win is None


def test_an_answer_that_a_correction_makes_impossible_counts_for_nothing_while_it_is() -> None:
    confirmation = Confirmation(reading_of("[9999b] SSSw NNNw / 345d WWw"), given={"win": "3d"})
    confirmation.answer("how", "loose-kong")
    assert confirmation.hand().win is not None
    assert confirmation.score().items != Confirmation(reading_of("999b SSSw NNNw / 345d WWw")).score().items
    confirmation.delete([confirmation.tiles[0].key])
    question = confirmation.question("how")
    assert question.proposed in {choice.value for choice in question.choices}
    win = confirmation.hand().win
    assert win is not None
    assert win.source != "loose"
    confirmation.undo()
    assert confirmation.question("how").proposed == "loose-kong"


def test_a_tile_set_apart_is_the_drawn_winning_tile_and_not_asked_about() -> None:
    confirmation = Confirmation(reading_of("222c 444d / 345d 88c 67b", set_apart="5b"))
    hand = confirmation.hand()
    assert hand.win is not None
    assert (hand.win.tile.code, hand.win.source) == ("5b", "wall")
    assert asked(confirmation) == []


def test_a_drawn_tile_counts_for_its_only_place_where_it_was_kept_apart() -> None:
    confirmation = Confirmation(reading_of(FIG_27), given={"seat": "E", "win": "4d", "how": "wall"})
    question = by_id(confirmation, "kept_apart")
    assert (question.proposed, totals(question)) == ("yes", {"yes": 144, "no": 136})
    assert confirmation.score().total == 144
    confirmation.answer("kept_apart", "no")
    assert confirmation.score().total == 136
    lying_apart = Confirmation(reading_of("EEEw SSSw NNNw / 35d WWw", set_apart="4d"), given={"seat": "E"})
    assert (asked(lying_apart), lying_apart.score().total) == ([], 144)


def test_a_drawn_tile_may_have_been_loose_where_a_kong_or_a_season_lies() -> None:
    confirmation = Confirmation(reading_of("[2222c] 444d / 345d 88c 67b", set_apart="5b"))
    question = by_id(confirmation, "how")
    assert {"wall", "loose-kong", "last-wall", "last-loose"} < totals(question).keys()
    assert question.proposed == "wall"


def test_a_tile_set_apart_may_have_been_claimed_after_all() -> None:
    """Which is not asked where the table says otherwise, but can be said."""
    confirmation = Confirmation(reading_of("222c 444d / 345d 88c 67b", set_apart="5b"), given={"seat": "S"})
    drawn = confirmation.score().total
    claimed = totals(confirmation.question("how"))["discard"]
    assert claimed is not None
    assert claimed < drawn
    confirmation.answer("how", "discard")
    assert (confirmation.score().total, asked(confirmation)) == (claimed, [])
    hand = confirmation.hand()
    assert hand.win is not None
    assert (hand.win.tile.code, hand.win.source) == ("5b", "discard")
    confirmation.undo()
    assert confirmation.score().total == drawn


def test_a_doubtful_tile_is_asked_only_if_it_changes_the_score() -> None:
    """A run of 3–5 or 4–6 scores the same; a wind in place of the pair's would not."""
    given = {"seat": "E", "win": "2c", "how": "discard"}
    harmless = Confirmation(reading_of("222c 444d 666b / 345d 88c", {10: "6d"}), given=given)
    assert asked(harmless) == []
    assert len(harmless.doubtful) == 1

    own_wind = reading_of("222c 444d 666b / 345d SSw", {13: "Ew", 14: "Ew"})
    assert asked(Confirmation(own_wind, given=given)) == ["tile-13", "tile-14"]


@pytest.mark.parametrize(
    ("hand", "doubts", "questions"),
    [
        ("123d 456d 789d 1f 2s / ESWNw Wd", {10: "3f 2s ?"}, []),
        ("123d 456d 789d / ESWNw Wd", {1: "?", 9: "6d"}, []),
        ("123d 456d 789d / ESWNw Wd", {10: "Nw ?", 14: "?"}, ["tile-10"]),
        ("123d 456d / 789d EESWNw", {10: "Sw", 11: "Sw", 13: "Nw"}, ["tile-10", "tile-11", "tile-13"]),
    ],
    ids=["Season", "sound set", "one that may help", "several together"],
)
def test_of_a_hand_that_is_none_the_tiles_are_asked_that_may_mend_it(
    hand: str, doubts: dict[int, str], questions: list[str]
) -> None:
    assert asked(Confirmation(reading_of(hand, doubts), given={"seat": "E"})) == questions


def test_answers_close_questions_and_can_be_taken_back() -> None:
    confirmation = Confirmation(reading_of(FIG_27))
    before = asked(confirmation)
    confirmation.answer("how", "wall")
    confirmation.answer("seat", "W")
    assert not {"how", "seat"} & set(asked(confirmation))
    confirmation.retract("how")
    assert "how" in asked(confirmation)
    confirmation.undo()
    confirmation.undo()
    confirmation.undo()
    assert asked(confirmation) == before
    confirmation.redo()
    confirmation.redo()
    assert confirmation.answers == {"how": "wall", "seat": "W"}
    confirmation.undo()
    assert confirmation.answers == {"how": "wall"}


def test_an_answered_tile_is_sure_and_open_again_when_taken_back() -> None:
    reading = reading_of("222c 444d 666b / 345d SSw", {13: "Ew", 14: "Ew"})
    confirmation = Confirmation(reading, given={"seat": "E", "win": "2c", "how": "discard"})
    confirmation.answer("tile-13", "Ew")
    assert [problem.code for problem in confirmation.problems()] == ["not-complete"]
    assert asked(confirmation) == ["tile-14"]
    confirmation.answer("tile-14", "Ew")
    assert confirmation.problems() == ()
    assert not confirmation.doubtful
    confirmation.retract("tile-13")
    assert [placed.tile.code for placed in confirmation.doubtful] == ["Sw"]


def test_a_tile_that_was_named_can_be_taken_away_and_comes_back_as_it_was_named() -> None:
    confirmation = Confirmation(reading_of("222c 444d 666b / 345d SSw", {13: "Ew"}))
    confirmation.answer("tile-13", "Ew")
    confirmation.delete([13])
    assert laid(confirmation)[1] == "345d Sw"
    confirmation.undo()
    assert laid(confirmation)[1] == "345d ESw"


def test_an_answer_that_is_no_longer_possible_is_asked_again() -> None:
    confirmation = Confirmation(reading_of("222c 444d 666b / 345d 88c"))
    confirmation.answer("win", "8c")
    assert "win" not in asked(confirmation)
    confirmation.replace(13, Tile.parse("9c"))
    confirmation.replace(14, Tile.parse("9c"))
    assert [problem.code for problem in confirmation.problems()] == ["winning-tile-absent"]
    assert "win" in asked(confirmation)


def test_without_an_answer_the_winning_tile_claims_no_points() -> None:
    """With 88c waited for, the only place would count two more."""
    confirmation = Confirmation(reading_of("222c 444d 666b / 345d 88c"), given={"how": "discard"})
    worth = {total for total in totals(confirmation.question("win")).values() if total is not None}
    assert len(worth) > 1
    assert confirmation.score().total == min(worth)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("set-1", "Where did the Red Dragons lie?"),
        ("set-4", "Where did the one of characters, the two of characters and the three of characters lie?"),
        ("set-15", "Where did the nine of dots lie?"),
    ],
)
def test_a_set_is_asked_about_by_the_names_of_its_tiles(question: str, text: str) -> None:
    confirmation = Confirmation(reading_of("RRRd 123c / 456d 789b EEw", problems=(PARTS_UNCLEAR,)))
    confirmation.insert(Tile.parse("9d"), "exposed")
    assert confirmation.question(question).text == text


def test_where_a_set_lay_is_asked_only_where_the_photo_does_not_tell() -> None:
    hand = "RRRd 123c / 456d 789b EEw"
    clear = Confirmation(reading_of(hand))
    assert not [question for question in clear.questions() if question.id.startswith("set-")]

    unclear = Confirmation(reading_of(hand, problems=(PARTS_UNCLEAR,)), given={"win": "Ew", "how": "wall"})
    question = unclear.question("set-1")
    assert question.id in {asked.id for asked in unclear.questions()}
    assert (question.proposed, question.keys) == ("exposed", (1, 2, 3))
    assert question.at_stake > 0
    unclear.answer("set-1", "concealed")
    assert [str(meld) for meld in unclear.hand().exposed] == ["123c"]
    assert unclear.hand().concealed.count(Tile.parse("Rd")) == 3
    assert "set-1" not in {asked.id for asked in unclear.questions()}
    assert unclear.score().total == next(c.total for c in question.choices if c.value == "concealed")
    unclear.retract("set-1")
    assert len(unclear.hand().exposed) == 2
    with pytest.raises(EditError):
        unclear.answer("set-2", "concealed")


def laid(confirmation: Confirmation) -> tuple[str, str]:
    """The exposed sets and the concealed tiles, in notation."""
    draft = confirmation.draft
    sets = [format_tiles(sorted(placed.tile for placed in group)) for group in draft.exposed]
    return " ".join(sets), format_tiles(sorted(placed.tile for placed in draft.concealed + draft.set_apart))


@pytest.mark.parametrize(
    ("correct", "exposed", "concealed"),
    [
        (lambda c: c.move([4, 5, 6], "exposed"), "EEEw 555c", "123d WWNNNw"),
        (lambda c: c.move([4], "set_apart"), "EEEw", "555c 123d WWNNNw"),
        (lambda c: c.insert(Tile.parse("6c"), after=5), "EEEw", "5556c 123d WWNNNw"),
        (lambda c: c.delete([4]), "EEEw", "55c 123d WWNNNw"),
        (lambda c: c.delete([7]), "EEEw", "555c 23d WWNNNw"),
        (lambda c: c.move([4, 5], "exposed"), "EEEw 55c", "5c 123d WWNNNw"),
        (lambda c: c.join(1, 5), "555c EEEw", "123d WWNNNw"),
    ],
)
def test_a_set_stays_where_it_was_said_to_lie_but_for_tiles_laid_out_since(  # type: ignore[no-untyped-def]
    correct, exposed: str, concealed: str
) -> None:
    """Nobody knew where 5c 5c 5c, tiles 4 to 6, lay; it was said to be still in the hand."""
    confirmation = Confirmation(reading_of("EEEw 555c / 123d NNNw WWw", problems=(PARTS_UNCLEAR,)))
    confirmation.answer("set-4", "concealed")
    assert laid(confirmation) == ("EEEw", "555c 123d WWNNNw")
    correct(confirmation)
    assert laid(confirmation) == (exposed, concealed)
    assert not [name for name in asked(confirmation) if name.startswith("set-") and name != "set-1"]
    confirmation.undo()
    assert laid(confirmation) == ("EEEw", "555c 123d WWNNNw")


def test_where_a_set_lay_is_taken_back_after_a_correction_elsewhere() -> None:
    confirmation = Confirmation(reading_of("EEEw 555c / 123d NNNw WWw", problems=(PARTS_UNCLEAR,)))
    confirmation.answer("set-4", "concealed")
    confirmation.delete([7])
    confirmation.retract("set-4")
    assert laid(confirmation) == ("EEEw 555c", "23d WWNNNw")


def test_how_a_kong_was_made_holds_though_its_first_tile_was_none() -> None:
    confirmation = Confirmation(reading_of("EEEw 5555c / 123d NNNw WWw"))
    confirmation.answer("kong-4", "declared")
    confirmation.delete([4])
    confirmation.insert(Tile.parse("5c"), after=7)
    assert laid(confirmation)[0] == "EEEw 5555c"
    assert confirmation.hand().exposed[1].how == "declared"


def test_a_kong_of_which_it_was_said_how_it_was_made_can_be_taken_away() -> None:
    confirmation = Confirmation(reading_of("EEEw 5555c / 123d NNNw WWw"))
    confirmation.answer("kong-4", "declared")
    confirmation.delete([4, 5, 6, 7])
    assert laid(confirmation)[0] == "EEEw"
    confirmation.undo()
    assert confirmation.hand().exposed[1].how == "declared"


def test_a_correction_of_a_set_is_no_answer_to_where_it_lay() -> None:
    unclear = reading_of("RRRd 123c / 456d 789b EEw", problems=(PARTS_UNCLEAR,))
    confirmation = Confirmation(unclear, given={"win": "Ew", "how": "wall"})
    assert "set-1" in asked(confirmation)
    confirmation.split(2)
    confirmation.join(1, 2)
    assert laid(confirmation)[0] == "RRRd 123c"
    assert confirmation.answers == {}
    assert "set-1" in asked(confirmation)


@pytest.mark.parametrize(
    ("correct", "exposed", "seasons"),
    [
        (lambda c: c.move([2, 3, 4], "exposed"), "Ew EEw", "3s 2f 4f"),
        (lambda c: c.move([4], "exposed"), "EEEw", "3s 2f 4f"),
        (lambda c: c.move([14, 6, 7], "exposed"), "EEEw 12d", "2f 3s 4f"),
        (lambda c: c.insert(Tile.parse("4s"), "exposed"), "EEEw", "2f 3s 4s 4f"),
        (lambda c: c.insert(Tile.parse("4s"), "concealed"), "EEEw", "2f 3s 4s 4f"),
        (lambda c: c.insert(Tile.parse("4s"), after=3), "EEEw", "2f 3s 4s 4f"),
        (lambda c: c.insert(Tile.parse("4s"), after=14), "EEEw", "2f 3s 4s 4f"),
        (lambda c: c.insert(Tile.parse("4s"), after=4), "EEEw", "2f 4s 3s 4f"),
    ],
)
def test_seasons_lie_with_the_seasons(correct, exposed: str, seasons: str) -> None:  # type: ignore[no-untyped-def]
    """Tile 14 was read as a two of bamboo and is the fourth Season."""
    confirmation = Confirmation(reading_of("EEEw 2f 3s / 123d NNNw WWw 2b"))
    confirmation.replace(14, Tile.parse("4f"))
    correct(confirmation)
    assert laid(confirmation)[0] == exposed
    assert " ".join(placed.tile.code for placed in confirmation.draft.seasons) == seasons


def test_a_season_stays_one_when_its_answer_is_taken_back_and_given_again() -> None:
    confirmation = Confirmation(reading_of("EEEw 2f / 123d NNNw WWw"))
    confirmation.replace(4, Tile.parse("1d"))
    confirmation.move([4], "exposed")
    assert laid(confirmation)[0] == "EEEw 1d"
    confirmation.retract("tile-4")
    assert laid(confirmation) == ("EEEw", "123d WWNNNw")
    assert [placed.tile.code for placed in confirmation.draft.seasons] == ["2f"]


def test_a_kong_face_up_may_be_called_declared() -> None:
    """Which is not asked where the table says otherwise, but can be said."""
    confirmation = Confirmation(reading_of("EEEw 5555c / 123d NNNw WWw"), given={"seat": "S"})
    assert totals(confirmation.question("kong-4")).keys() == {"claimed", "added", "declared"}
    claimed, declared = (totals(confirmation.question("kong-4"))[how] for how in ("claimed", "declared"))
    assert claimed is not None
    assert declared is not None
    assert declared > claimed
    confirmation.answer("kong-4", "declared")
    assert confirmation.question("kong-4").proposed == "declared"
    assert confirmation.score().total == declared


@pytest.mark.parametrize(
    ("hand", "missed"),
    [
        ("444d 3333b / RRRRd 888d 11b", "Rd"),
        ("444d 333b / RRRRd 88d 11b", "Rd"),
        ("444d 333b / 5555c 67c 88d", ""),
        ("444d 3333b / RRRRd 88d 1b", ""),
        ("444d 3333b / RRRRd 888d 12b", ""),
        ("444d / RRRRd 8888d 123c 11b", ""),
        ("444d 333b / ? ? ? ? 888d 11b", ""),
    ],
    ids=["won", "did not win", "right without", "a tile missing", "no pair", "two of them", "face down"],
)
def test_four_alike_are_a_kong_where_that_puts_the_hand_right(hand: str, missed: str) -> None:
    confirmation = Confirmation(reading_of(hand), given={"win": "8d"} if "888d" in hand else {})
    assert {placed.tile.code for placed in confirmation.missed_kong()} == ({missed} if missed else set())


@pytest.mark.parametrize(
    ("hand", "keys", "ways"),
    [
        ("/ 444d 333b RRRRd 888d 11b", [7, 8, 9, 10], {"claimed", "added", "declared"}),
        ("RRRd / Rd 444d 333b 888d 11b", [1, 2, 3, 4], {"claimed", "added"}),
    ],
)
def test_a_kong_laid_out_from_the_hand_may_have_been_declared(
    hand: str, keys: list[int], ways: set[str]
) -> None:
    table = TableSettings(options={"three_concealed": True})
    confirmation = Confirmation(reading_of(hand), table, given={"win": "4d", "how": "discard", "seat": "E"})
    confirmation.move(keys, "exposed")
    assert {choice.value for choice in by_id(confirmation, f"kong-{keys[0]}").choices} == ways


def test_a_kong_of_which_the_photo_shows_three_in_the_hand_may_have_been_declared() -> None:
    table = TableSettings(options={"three_concealed": True})
    given = {"win": "4d", "how": "discard", "seat": "E"}
    confirmation = Confirmation(reading_of("/ 444d 333b RRRd 888d 11b"), table, given)
    confirmation.insert(Tile.parse("Rd"), after=9)
    confirmation.move([7, 8, 9, 15], "exposed")
    assert totals(by_id(confirmation, "kong-7")).keys() == {"claimed", "added", "declared"}


@pytest.mark.parametrize("rules", ["babcock", "millington"])
def test_a_kong_that_is_in_no_photo_may_have_been_made_in_any_way(rules: str) -> None:
    given = {"win": "4d", "how": "discard", "seat": "S", "prevailing": "W"}
    confirmation = Confirmation(reading_of("/ 444d 333b 888d 11b"), TableSettings(rules), given)
    for _ in range(4):
        confirmation.lay(Tile.parse("Rd"))
    question = by_id(confirmation, f"kong-{confirmation.tiles[0].key}")
    assert totals(question).keys() == {"claimed", "added", "declared"}


def test_kongs_face_up_are_asked_about_where_an_option_tells_them_apart() -> None:
    reading = reading_of("2222c / 444d 666b 345d 88c")
    given = {"seat": "E", "win": "3d", "how": "discard"}
    assert asked(Confirmation(reading, given=given)) == []
    table = TableSettings(options={"three_concealed": True})
    confirmation = Confirmation(reading, table, given)
    assert asked(confirmation) == ["kong-1"]
    doubled = confirmation.score().total
    confirmation.answer("kong-1", "added")
    assert asked(confirmation) == []
    assert confirmation.score().total == doubled // 2
    confirmation.answer("kong-1", "declared")
    assert str(confirmation.hand()).startswith("[2222c]")


@pytest.mark.parametrize(
    ("rules", "kong", "made"),
    [
        ("babcock", "[2222c]", "declared"),
        ("millington", "2222c", "claimed"),
        ("millington", "222+2c", "added"),
        ("millington", "[2222c]", "declared"),
    ],
)
def test_a_kong_that_lies_as_the_book_asks_is_not_asked_about(rules: str, kong: str, made: str) -> None:
    table = TableSettings(rules, {"three_concealed": True} if rules == "babcock" else {})
    reading = reading_of(f"{kong} / 444d 666b 345d 88c", rules=rules)
    confirmation = Confirmation(reading, table, {"seat": "E", "win": "3d", "how": "discard"})
    question = confirmation.question("kong-1")
    assert question.proposed == made
    assert len({choice.total for choice in question.choices}) == 3
    assert "kong-1" not in asked(confirmation)


@pytest.mark.parametrize(
    ("rules", "kong", "proposed"), [("babcock", "2222c", "claimed"), ("millington", "222+2c", "added")]
)
def test_a_kong_laid_down_in_the_row_may_have_been_made_in_any_way(
    rules: str, kong: str, proposed: str
) -> None:
    reading = reading_of(f"{kong} / 444d 666b 345d 88c", rules=rules, problems=(KONG_IN_ROW,))
    given = {"seat": "E", "win": "3d", "how": "discard"}
    confirmation = Confirmation(reading, TableSettings(rules), given=given)
    question = by_id(confirmation, "kong-1")
    assert question.proposed == proposed
    assert {choice.value for choice in question.choices} == {"claimed", "added", "declared"}
    assert question.at_stake > 0


def test_millington_asks_for_the_prevailing_wind_and_rare_wins() -> None:
    table = TableSettings("millington")
    reading = reading_of("/ 111222c 345d EEEw SSw", rules="millington")
    confirmation = Confirmation(reading, table, given={"win": "3d", "how": "wall", "seat": "E"})
    assert set(asked(confirmation)) == {"prevailing", "rare"}
    assert set(totals(by_id(confirmation, "rare"))) == {"none", "original-call", "dealt", "thirteenth-win"}


RARE_WINS = [
    # hand, tile apart, given, the rare wins that are offered
    (
        "/ 111222c 345d EEEw SSw",
        "",
        {"win": "3d", "how": "wall"},
        {"dealt", "original-call", "thirteenth-win"},
    ),
    ("111+1c / 222c 345d EEEw SSw", "", {"win": "3d", "how": "wall"}, {"thirteenth-win"}),
    ("[1111c] / 222c 345d EEEw SSw", "", {"win": "3d", "how": "wall"}, {"original-call", "thirteenth-win"}),
    ("123c / 222c 345d EEEw SSw", "", {"win": "3d", "how": "wall"}, {"thirteenth-win"}),
    ("/ 111222c 345d EEEw SSw", "", {"win": "3d", "seat": "S"}, {"first-discard", "original-call"}),
    ("123c / 222c 345d EEEw SSw", "", {"win": "3c", "seat": "S"}, {"first-discard", "original-call"}),
    ("123c / 222c 345d EEEw SSw", "", {"win": "3d", "seat": "S"}, set()),
    (
        "[1111c] 222+2c / 345d EEEw SSw",
        "",
        {"win": "3d", "how": "loose-kong", "seat": "S"},
        {"kong-upon-kong"},
    ),
    ("[1111c] / 222c 345d EEEw SSw", "", {"win": "3d", "how": "loose-kong", "seat": "S"}, {"original-call"}),
    (
        "2f / 111222c 345d EEEw SSw",
        "",
        {"win": "3d", "how": "loose-season"},
        {"dealt", "original-call", "thirteenth-win"},
    ),
    ("2f 123c / 222c 345d EEEw SSw", "", {"win": "3d", "how": "last-loose-season"}, {"thirteenth-win"}),
]


@pytest.mark.parametrize(("hand", "set_apart", "given", "offered"), RARE_WINS)
def test_only_rare_wins_that_the_table_allows_are_offered(
    hand: str, set_apart: str, given: dict[str, str], offered: set[str]
) -> None:
    reading = reading_of(hand, set_apart=set_apart, rules="millington")
    known = {"how": "discard", "seat": "E", "prevailing": "E", **given}
    confirmation = Confirmation(reading, TableSettings("millington"), given=known)
    choices = confirmation.question("rare").choices
    assert {choice.value for choice in choices} == {"none", *offered}
    assert all(choice.total is not None for choice in choices)


@pytest.mark.parametrize(
    ("hand", "ways"),
    [
        ("222c 444d / 345d 88c 67b", ["discard", "wall", "robbed", "last-wall"]),
        ("2f 222c 444d / 345d 88c 67b", ["discard", "wall", "loose-season", "robbed", "last-wall"]),
        (
            "222+2c 444d / 345d 88c 67b",
            ["discard", "wall", "loose-kong", "robbed", "last-wall", "last-loose"],
        ),
    ],
)
def test_a_loose_tile_is_offered_where_a_kong_or_a_season_lies(hand: str, ways: list[str]) -> None:
    confirmation = Confirmation(reading_of(hand, set_apart="5b"))
    assert [choice.value for choice in confirmation.question("how").choices] == ways


@pytest.mark.parametrize(("win", "offered"), [("Ew", False), ("3d", True), ("", True)])
def test_a_tile_of_which_there_are_more_was_not_robbed(win: str, offered: bool) -> None:
    confirmation = Confirmation(reading_of(FIG_27), given={"win": win} if win else {})
    assert ("robbed" in {choice.value for choice in confirmation.question("how").choices}) is offered


@pytest.mark.parametrize(
    ("hand", "apart"),
    [
        ("2f EEEw SSSw NNNw / 888b WWw", ""),
        ("222c 444d 666b 1f / 345d 8c", "8c"),
        ("[2222c] 3s / 444d 888b WWWw 99c", ""),
    ],
    ids=["beside a Season", "set apart", "beside a Season and a kong"],
)
def test_what_did_not_come_last_was_not_robbed(hand: str, apart: str) -> None:
    confirmation = Confirmation(reading_of(hand, set_apart=apart))
    assert "robbed" not in {choice.value for choice in confirmation.question("how").choices}


@pytest.mark.parametrize(
    ("rules", "hand", "question", "choice"),
    [
        ("babcock", "234b 888b 999b / 66678b", "how", "robbed"),
        ("babcock", "234b 888b / 55b 234c 777d", "how", "robbed"),
        ("millington", "234b / 678b 678b 99c 111d", "rare", "first-discard"),
        ("millington", "234b / 678b 678b 99c 111d", "rare", "original-call"),
    ],
    ids=["robbed, two pungs laid out", "robbed, a pung in the hand", "first discard", "original call"],
)
def test_a_win_that_one_of_the_tiles_allows_is_offered_and_then_taken_for_that_tiles(
    rules: str, hand: str, question: str, choice: str
) -> None:
    """The tile that scores least, which is taken for the winning one before that, does not allow it."""
    confirmation = Confirmation(reading_of(hand, rules=rules), TableSettings(rules), given={"seat": "S"})
    confirmation.answer(question, choice)
    assert confirmation.score().remarks == ()


def test_a_tile_that_lies_face_down_is_not_offered_as_the_one_that_came_last() -> None:
    confirmation = Confirmation(reading_of("222c 444d / 666b ? 45d 88c"), given={"how": "wall"})
    assert set(totals(confirmation.question("win"))) == {"6b", "4d", "5d", "8c"}


def test_fields_settled_beforehand_are_not_asked() -> None:
    fields = {"source": "wall", "last_tile": True, "kept_apart": False}
    confirmation = Confirmation(reading_of(FIG_27), given={"seat": "E", "win": "3d"}, win_fields=fields)
    win = confirmation.hand().win
    assert win is not None
    assert (win.source, win.last_tile, win.kept_apart) == ("wall", True, False)
    assert asked(confirmation) == []


LOOSE = {"seat": "S", "win": "5d", "prevailing": "E"}


@pytest.mark.parametrize(
    ("hand", "fields", "ways", "open_points"),
    [
        ("EEEw 2f / 345d WWw 123c 456c", {"source": "loose"}, ["loose-season"], []),
        ("EEEEw / 345d WWw 123c 456c", {"source": "loose"}, ["loose-kong", "last-loose"], []),
        ("EEEw / 345d WWw 123c 456c", {"source": "loose"}, [], []),
        (
            "EEEEw 2f / 345d WWw 123c 456c",
            {"source": "loose"},
            ["loose-kong", "loose-season", "last-loose"],
            ["how"],
        ),
        ("[EEEEw] 2f / 345d WWw 123c 456c", {"loose_after": "season"}, ["loose-season"], []),
        ("EEEw / 345d WWw 123c 456c", {"source": "wall"}, ["wall", "last-wall"], []),
        ("EEEw / 345d WWw 123c 456c", {"kept_apart": False}, ["wall", "last-wall"], ["how"]),
        ("EEEw / 345d WWw 123c 456c", {"source": "discard", "kept_apart": False}, [], []),
    ],
)
def test_only_ways_that_agree_with_what_is_settled_are_offered(
    hand: str, fields: dict[str, Any], ways: list[str], open_points: list[str]
) -> None:
    confirmation = Confirmation(reading_of(hand), given=LOOSE, win_fields=fields)
    assert list(confirmation.choices("how")) == ways
    assert [point for point in asked(confirmation) if not point.startswith("kong-")] == open_points
    win = confirmation.hand().win
    assert win is not None
    assert {name: getattr(win, name) for name in fields} == fields
    if "loose_after" in fields:
        assert win.source == "loose"
    with pytest.raises(EditError):
        confirmation.answer("how", "robbed")


@pytest.mark.parametrize(
    ("hand", "after", "limit_hand"), [("EEEw 2f", "season", None), ("EEEEw", "kong", "plum_blossom")]
)
def test_a_loose_tile_replaced_the_only_thing_that_it_can_have(
    hand: str, after: str, limit_hand: str | None
) -> None:
    reading = reading_of(f"{hand} / 345d WWw 123c 456c", rules="millington")
    table = TableSettings("millington")
    confirmation = Confirmation(reading, table, given=LOOSE, win_fields={"source": "loose"})
    win = confirmation.hand().win
    assert win is not None
    assert win.loose_after == after
    assert confirmation.score().limit_hand == limit_hand


def test_the_last_tile_of_all_may_replace_a_season_by_millington() -> None:
    reading = reading_of("EEEw 2f / 345d WWw 123c 456c", rules="millington")
    confirmation = Confirmation(reading, TableSettings("millington"), given={**LOOSE, "win": "6c"})
    worth = totals(confirmation.question("how"))
    assert (worth["loose-season"], worth["last-wall"], worth["last-loose-season"]) == (64, 64, 128)
    confirmation.answer("how", "last-loose-season")
    assert {"loose_tile", "last_tile_drawn"} <= {item.rule for item in confirmation.score().items}


@pytest.mark.parametrize(
    ("hand", "set_apart", "codes"),
    [
        ("EEEw SSSw NNNw / 345d WEw", "", ["not-complete"]),
        ("EEEw ESw / 345d 345c 77c", "", ["irregular-set"]),
        ("EEEw / 345d 345c 77c", "", ["wrong-count"]),
        ("EEEw / 345d 345c 77c 9c 1234b", "", ["wrong-count"]),
        ("EEEw 2f 2f / 345d 345c 678c 77c", "", ["duplicate-season"]),
        ("/ 11111c 345d 345c 99c", "9c", ["fifth-tile"]),
        ("/ 123c ? 345d 345c 678b", "", ["bad-notation"]),
    ],
    ids=["not complete", "no set", "too few", "too many", "two of a Season", "fifth tile", "face down"],
)
def test_what_is_wrong_is_named(hand: str, set_apart: str, codes: list[str]) -> None:
    problems = Confirmation(reading_of(hand, set_apart=set_apart)).problems()
    assert [problem.code for problem in problems][: len(codes)] == codes


def test_edits_change_the_hand_at_once() -> None:
    confirmation = Confirmation(reading_of("/ 222c 44d 666b 345d 88c"))
    confirmation.insert(Tile.parse("4d"), after=5)
    confirmation.move((1, 2, 3), "exposed")
    confirmation.insert(Tile.parse("2f"))
    assert str(confirmation.hand()) == "222c 2f / 88c 344445d 666b"
    confirmation.delete((1, 2))
    assert "irregular-set" in [problem.code for problem in confirmation.problems()]
    confirmation.undo()
    assert confirmation.problems() == ()


@pytest.mark.parametrize(
    "mistake",
    [
        lambda c: c.answer("seat", "X"),
        lambda c: c.answer("weather", "fine"),
        lambda c: c.answer("tile-99", "1c"),
        lambda c: c.answer("kong-1", "claimed"),
        lambda c: c.answer("tile-x", "1c"),
        lambda c: c.answer("tile-01", "1c"),
        lambda c: c.answer("tile-\N{ARABIC-INDIC DIGIT ONE}", "1c"),
        lambda c: c.answer(f"tile-{'9' * 5000}", "1c"),
        lambda c: c.choices("pung-1"),
        lambda c: c.retract("seat"),
        lambda c: c.undo(),
        lambda c: c.redo(),
        lambda c: c.question("tile-99"),
        lambda c: c.delete((1, 99)),
        lambda c: c.move((10,), "seasons"),
        lambda c: c.insert(Tile.parse("5c"), "seasons"),
        lambda c: c.insert(Tile.parse("2f"), after=99),
    ],
)
def test_a_mistake_changes_nothing(mistake) -> None:  # type: ignore[no-untyped-def]
    confirmation = Confirmation(reading_of(FIG_27))
    before = str(confirmation.hand())
    with pytest.raises(EditError):
        mistake(confirmation)
    assert str(confirmation.hand()) == before
    with pytest.raises(EditError):
        confirmation.undo()


def test_what_only_the_other_book_asks_is_no_question_of_this_hand() -> None:
    confirmation = Confirmation(reading_of(FIG_27))
    with pytest.raises(EditError, match=r"^there is nothing to choose for prevailing in this hand\.$"):
        confirmation.answer("prevailing", "S")
    assert confirmation.answers == {}
    drawn = Confirmation(reading_of(FIG_27), TableSettings("millington"), given={"how": "wall"})
    with pytest.raises(EditError, match=r"^there is nothing to choose for kept_apart in this hand\.$"):
        drawn.answer("kept_apart", "no")


def test_only_a_drawn_tile_was_kept_apart() -> None:
    assert not Confirmation(reading_of(FIG_27), given={"how": "discard"}).choices("kept_apart")


@pytest.mark.parametrize(
    ("hand", "given"),
    [("EEEEw SSSSw NNNNw WWWWw / ??", {}), (FIG_27, {"win": "2f"})],
    ids=["no tile that came last", "a tile that wins nothing"],
)
def test_where_nothing_can_be_said_of_the_last_tile_no_way_to_come_is_ruled_out(
    hand: str, given: dict[str, str]
) -> None:
    assert {"discard", "wall"} <= Confirmation(reading_of(hand), given=given).choices("how").keys()


def test_a_point_without_a_choice_is_not_asked_though_it_was_not_tried() -> None:
    """Of so many doubtful tiles not every two are tried: what is untried counts as mattering."""
    doubts = dict.fromkeys(range(4, 13), "1c 2d 3b 4c 5d 6b 7c")
    questions = Confirmation(reading_of("EEEw 123d / 456b 789b 99c", doubts)).questions()
    assert 0 in [question.at_stake for question in questions]
    assert all(len(question.choices) > 1 for question in questions)


def test_a_kong_is_named_by_the_number_of_its_first_tile() -> None:
    confirmation = Confirmation(reading_of("5555c RRRRd / 123d NNNw WWw"))
    confirmation.delete([1])
    with pytest.raises(EditError, match=r"^'stolen' is no answer to kong 4; possible: claimed, added, "):
        confirmation.answer("kong-5", "stolen")


def test_no_tile_has_no_answer() -> None:
    with pytest.raises(NotationError):
        Confirmation(reading_of(FIG_27)).answer("tile-1", "zz")


def test_settings_are_checked_before_anything_is_asked() -> None:
    with pytest.raises(OptionError):
        Confirmation(reading_of(FIG_27), TableSettings(options={"no_such": True}))


def test_a_hand_that_cannot_be_scored_raises_what_scoring_raises() -> None:
    with pytest.raises(ImpossibleHand):
        Confirmation(reading_of("/ 11111c 345d 345c 99c")).score()
    with pytest.raises(IncompleteHand):
        Confirmation(reading_of("/ 1111c 345d 345c 999c 2b")).score()


@pytest.mark.alone
def test_a_full_hand_with_many_doubts_is_questioned_in_time() -> None:
    """The bound is 150 ms; processor time is what this process can answer for on a busy machine, and what
    other tests have left in it is cleared away beforehand: that alone takes as long."""
    reading = reading_of(
        "EEEw [9999b] 2f / 123d NNNw WWw",
        {1: "Sw Nw", 5: "8b", 8: "3f 2s", 9: "1c 1b", 12: "Ew", 15: "Sw Nw"},
        rules="millington",
    )
    confirmation = Confirmation(reading, TableSettings("millington"))
    gc.collect()
    started = time.process_time()
    questions = confirmation.questions()
    assert time.process_time() - started < 0.15
    assert questions
