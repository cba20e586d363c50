"""Everything by keyboard, and always to be seen where one is."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.conftest import Visit
from tests.browser.looking import DESK, Screen
from tests.browser.using import (
    CONCEALED,
    expect_tiles,
    expect_total,
    good_news,
    hand,
    lay,
    misread,
    part,
    photograph,
    questions,
    tile,
    unanswered,
    unreachable,
)

_MOST_TABS = 60


def focused(page: Page) -> str:
    """The name of what has the focus, empty where nothing on the page has it."""
    name: str = page.evaluate(
        "() => { const at = document.activeElement, named = at.labels?.[0] ?? at;"
        " return at === document.body ? '' : (named.ariaLabel ?? named.innerText); }"
    )
    return name.strip()


def tab_to(page: Page, name: str) -> None:
    """Tabs on until that has the focus."""
    for _ in range(_MOST_TABS):
        if focused(page) == name:
            return
        page.keyboard.press("Tab")
    pytest.fail(f"{name!r} is not reached with the Tab key")


def test_a_hand_is_photographed_corrected_and_scored(visit: Visit, photo: Path) -> None:
    page = visit(DESK)
    misread(page, {"6b": "9b"})
    with page.expect_file_chooser() as chooser:
        tab_to(page, "Choose a picture")
        page.keyboard.press("Enter")
    chooser.value.set_files(photo)
    expect(hand(page)).to_be_visible()
    page.keyboard.press("n")
    dialog = page.get_by_role("dialog", name="Which tile is this?")
    expect(dialog).to_be_visible()
    page.keyboard.press("ArrowRight")
    assert focused(page) == "6 of bamboo"
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    page.get_by_role("combobox", name="Seat", exact=True).focus()
    page.keyboard.type("South")
    expect_total(page, 100)


def test_arrows_walk_the_tiles_and_letters_move_them(visit: Visit, photo: Path) -> None:
    page = visit(DESK)
    photograph(page, photo)
    tile(page, "5 of bamboo").focus()
    page.keyboard.press("ArrowRight")
    assert focused(page) == "6 of bamboo, concealed"
    page.keyboard.press("ArrowLeft")
    for key in ("x", "X", "x"):  # with Caps Lock, too
        page.keyboard.press(key)
        page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("e")
    expect(part(page, "Exposed").get_by_role("group", name="Set 2")).to_be_visible()
    expect_tiles(page, "Exposed", ["7 of dots"] * 4 + ["5 of bamboo", "6 of bamboo", "7 of bamboo"])
    page.keyboard.press("Control+z")
    expect(part(page, "Exposed").get_by_role("group", name="Set 2")).to_have_count(0)


def test_arrows_walk_the_parts_as_they_are_seen(visit: Visit, photo: Path) -> None:
    page = visit(DESK)
    photograph(page, photo)
    tile(page, "7 of dots").focus()
    walked = []
    for _ in range(16):
        walked.append(focused(page).split(", ")[-1])
        page.keyboard.press("ArrowRight")
    assert walked == ["exposed"] * 4 + ["concealed"] * 10 + ["seasons", "set apart"]


def test_delete_goes_on_with_the_next_tile_of_the_part_and_at_its_end_with_the_one_before(
    visit: Visit, photo: Path
) -> None:
    page = visit(DESK)
    photograph(page, photo)
    tile(page, "3 of dots").focus()
    for left in (9, 8, 7):
        page.keyboard.press("Delete")
        expect_tiles(page, "Concealed", CONCEALED[-left:])
    assert focused(page) == "5 of bamboo, concealed"
    tile(page, "Red Dragon").focus()
    page.keyboard.press("Delete")
    expect_tiles(page, "Concealed", CONCEALED[-7:-1])
    assert focused(page) == "South Wind, concealed"


def test_undo_brings_the_focus_back_to_the_tile_that_comes_back(visit: Visit, photo: Path) -> None:
    page = visit(DESK)
    photograph(page, photo)
    tile(page, "6 of bamboo").focus()
    page.keyboard.press("Delete")
    expect(tile(page, "6 of bamboo")).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(tile(page, "6 of bamboo")).to_be_focused()


def test_who_lays_a_hand_out_goes_on_where_its_tiles_come(visit: Visit) -> None:
    page = visit(DESK)
    page.get_by_role("button", name="Lay it out by hand").press("Enter")
    expect(page.get_by_role("button", name="Add a tile: Exposed")).to_be_focused()


def test_who_goes_on_with_a_hand_from_before_goes_on_with_the_page(visit: Visit, photo: Path) -> None:
    page = visit(DESK)
    photograph(page, photo)
    expect(page.get_by_role("main")).to_be_focused()
    page.get_by_role("button", name="New photo").press("Enter")
    page.get_by_role("button", name="Go on with the previous hand").press("Enter")
    expect(hand(page)).to_be_visible()
    expect(page.get_by_role("main")).to_be_focused()


def test_a_button_with_nothing_left_to_do_keeps_the_focus(visit: Visit, photo: Path) -> None:
    page = visit(DESK)
    misread(page, {"6b": "9b"})
    photograph(page, photo)
    next_doubtful, undo, redo = (
        page.get_by_role("button", name=name) for name in ("Next doubtful tile", "Undo", "Redo")
    )
    next_doubtful.press("Enter")
    page.keyboard.type("6b")
    for pressed in (undo, redo):
        pressed.press("Enter")
        expect(pressed).to_be_disabled()
        expect(pressed).to_be_focused()
    undo.press("Enter")
    expect(next_doubtful).to_be_enabled()
    next_doubtful.press("Enter")
    page.keyboard.type("6b")
    expect(next_doubtful).to_be_disabled()
    expect(next_doubtful).to_be_focused()


def test_who_copies_the_result_goes_on_from_there(visit: Visit, photo: Path) -> None:
    page = visit(DESK)
    photograph(page, photo)
    copy = page.get_by_role("button", name="Copy as text")
    copy.press("Enter")
    expect(good_news(page)).to_contain_text("Copied.")
    expect(copy).to_be_focused()


def test_who_settles_the_next_hand_goes_on_at_its_head(visit: Visit) -> None:
    page = visit(DESK, path="/settle")
    lay(page, {"East": 24, "South": 64, "West": 8, "North": 16}, "South")
    page.get_by_role("button", name="Next hand").press("Enter")
    expect(good_news(page)).to_contain_text("Hand 1 is written down.")
    expect(page.get_by_role("main")).to_be_focused()


def test_where_no_tile_is_left_the_focus_stays_with_the_hand(visit: Visit) -> None:
    page = visit(DESK)
    page.get_by_role("button", name="Lay it out by hand").click()
    page.get_by_role("button", name="Add a tile: Concealed").click()
    page.keyboard.type("5b")
    expect(tile(page, "5 of bamboo")).to_be_attached()
    page.keyboard.press("Escape")
    tile(page, "5 of bamboo").focus()
    page.keyboard.press("Delete")
    expect(hand(page).get_by_role("button", name="Select several")).to_be_focused()
    expect(tile(page, "5 of bamboo")).to_have_count(0)


def select(page: Page, *names: str) -> None:
    """Selects tiles, each the first of its name."""
    for name in names:
        tile(page, name).focus()
        page.keyboard.press("x")


def test_all_of_a_part_are_selected_and_the_focus_stays_on_the_button(visit: Visit, photo: Path) -> None:
    page = visit(DESK)
    photograph(page, photo)
    tab_to(page, "Select several")
    page.keyboard.press("Enter")
    tab_to(page, "All of this part: Concealed")
    page.keyboard.press("Enter")
    expect(part(page, "Concealed").get_by_role("button", pressed=True)).to_have_count(10)
    expect(hand(page).get_by_role("button", name="All of this part: Concealed")).to_be_focused()


def test_after_selected_tiles_are_moved_the_first_of_them_has_the_focus(visit: Visit, photo: Path) -> None:
    page = visit(DESK)
    photograph(page, photo)
    select(page, "6 of bamboo", "5 of bamboo", "7 of bamboo")
    tab_to(page, "Exposed")
    page.keyboard.press("Enter")
    expect(part(page, "Exposed").get_by_role("group", name="Set 2")).to_be_visible()
    assert focused(page) == "5 of bamboo, exposed"


def test_after_selected_tiles_are_deleted_the_next_one_has_the_focus(visit: Visit, photo: Path) -> None:
    page = visit(DESK)
    photograph(page, photo)
    select(page, "6 of bamboo", "7 of bamboo")
    tab_to(page, "Not a tile of this hand")
    page.keyboard.press("Enter")
    expect(tile(page, "7 of bamboo")).to_have_count(0)
    assert focused(page) == "South Wind, concealed"


def test_keys_delete_all_selected_tiles_wherever_among_the_tiles_the_focus_is(
    visit: Visit, photo: Path
) -> None:
    page = visit(DESK)
    photograph(page, photo)
    select(page, "5 of bamboo", "6 of bamboo")
    tile(page, "South Wind").focus()
    page.keyboard.press("Delete")
    expect_tiles(page, "Concealed", CONCEALED[:3] + CONCEALED[5:])
    expect(page.get_by_role("group", name="Select several")).to_be_hidden()
    assert focused(page) == "South Wind, concealed"
    page.keyboard.press("Delete")
    expect_tiles(page, "Concealed", CONCEALED[:3] + CONCEALED[5:6] + CONCEALED[7:])


def test_keys_move_all_selected_tiles_wherever_among_the_tiles_the_focus_is(
    visit: Visit, photo: Path
) -> None:
    page = visit(DESK)
    photograph(page, photo)
    select(page, "7 of bamboo", "5 of bamboo", "6 of bamboo")
    tile(page, "South Wind").focus()
    page.keyboard.press("e")
    expect_tiles(page, "Exposed", ["7 of dots"] * 4 + ["5 of bamboo", "6 of bamboo", "7 of bamboo"])
    expect_tiles(page, "Concealed", CONCEALED[:3] + CONCEALED[6:])
    assert focused(page) == "South Wind, concealed"


def test_a_key_that_cannot_move_all_selected_tiles_moves_none(visit: Visit, photo: Path) -> None:
    page = visit(DESK)
    photograph(page, photo)
    select(page, "5 of bamboo", "6 of bamboo")
    tile(page, "Season 4, bamboo flower").focus()
    page.keyboard.press("f")
    expect(page.get_by_role("alert")).to_contain_text("Only Seasons lie among the Seasons.")
    expect(page.get_by_text("2 selected")).to_be_visible()
    expect_tiles(page, "Concealed", CONCEALED)


def test_while_tiles_are_selected_enter_selects_and_escape_ends_it(visit: Visit, photo: Path) -> None:
    page = visit(DESK)
    photograph(page, photo)
    select(page, "5 of bamboo")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.get_by_text("2 selected")).to_be_visible()
    page.keyboard.press("Escape")
    expect(hand(page).get_by_role("button", pressed=True)).to_have_count(0)
    assert focused(page) == "6 of bamboo, concealed"
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Which tile is this?")).to_be_visible()


def test_undo_and_redo_are_at_hand_where_something_was_said(visit: Visit, photo: Path) -> None:
    """In a list of choices as well, in which letters choose."""
    page = visit(DESK)
    misread(page, {"6b": "9b"})
    photograph(page, photo)
    seat = page.get_by_role("combobox", name="Seat", exact=True)
    seat.focus()
    page.keyboard.type("South")
    expect(seat).to_have_value("S")
    page.keyboard.press("Control+z")
    expect(seat).to_have_value("E")
    expect(seat).to_be_focused()
    page.keyboard.press("Control+y")
    expect(seat).to_have_value("S")
    page.wait_for_timeout(1500)  # what is typed sooner goes on with the word
    page.keyboard.press("n")
    expect(seat).to_have_value("N")
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_what_is_chosen_by_keyboard_stands_however_slow_the_server_is(visit: Visit, photo: Path) -> None:
    """Each key chooses, and the next one goes on from there."""
    page = visit(DESK)
    photograph(page, photo)
    seat = page.get_by_role("combobox", name="Seat", exact=True)
    seat.focus()
    with unanswered(page, "/api/confirm"):
        for value in "SWN":
            page.keyboard.press("ArrowDown")
            expect(seat).to_have_value(value)
    expect(page.get_by_role("button", name="Add to the table as North")).to_be_visible()
    expect(seat).to_have_value("N")
    page.keyboard.type("West", delay=100)
    expect(page.get_by_role("button", name="Add to the table as West")).to_be_visible()
    expect(seat).to_have_value("W")


def test_an_open_list_of_choices_stays_while_an_answer_arrives(visit: Visit, photo: Path) -> None:
    """It would close if it were drawn anew."""
    page = visit(DESK)
    photograph(page, photo)
    how = page.get_by_role("combobox", name="How it came", exact=True)
    opened = how.element_handle()
    with unanswered(page, "/api/confirm"):
        questions(page).get_by_role("button", name="South").click()
        how.focus()
    expect_total(page, 100)
    assert opened.evaluate("list => list.isConnected")
    expect(how).to_be_focused()


def test_after_an_answer_the_next_question_has_the_focus_and_after_the_last_the_score_sheet(
    visit: Visit, photo: Path
) -> None:
    page = visit(DESK)
    photograph(page, photo)
    asked = questions(page).get_by_role("group")
    expect(asked).to_have_count(2)
    questions(page).get_by_role("button", name="South").focus()
    page.keyboard.press("Enter")
    expect(asked).to_have_count(1)
    expect(asked).to_be_focused()
    page.keyboard.press("Tab")
    expect(asked.get_by_role("button").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(questions(page)).to_be_hidden()
    expect(page.get_by_role("heading", name="Score sheet")).to_be_focused()


def test_a_key_pressed_twice_answers_one_question(visit: Visit, photo: Path) -> None:
    """However long the server takes, and however soon it answers."""
    page = visit(DESK)
    photograph(page, photo)
    asked = questions(page).get_by_role("group")
    expect(asked).to_have_count(2)
    west = questions(page).get_by_role("button", name="West")
    west.focus()
    with unanswered(page, "/api/confirm"):
        page.keyboard.press("Enter")
        expect(west).to_be_focused()
        page.keyboard.press("Enter")
    expect(asked).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.get_by_role("combobox", name="Seat", exact=True)).to_have_value("W")
    expect(asked).to_have_count(1)
    page.get_by_role("button", name="Undo").press("Enter")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def test_a_key_held_down_answers_once(visit: Visit, photo: Path) -> None:
    """Where that was in vain, it is not tried again for as long as the key is down."""
    page = visit(DESK)
    photograph(page, photo)
    questions(page).get_by_role("button", name="West").focus()
    tried: list[Request] = []
    page.on("requestfailed", lambda request: tried.append(request))
    with unreachable(page):
        for _ in range(3):
            page.keyboard.down("Enter")
            expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
        page.keyboard.up("Enter")
    assert len(tried) == 1
    expect(questions(page).get_by_role("button", name="West")).to_be_focused()


def test_what_is_changed_elsewhere_leaves_the_focus_at_its_question(visit: Visit, photo: Path) -> None:
    page = visit(DESK)
    photograph(page, photo)
    choice = questions(page).get_by_role("group").nth(1).get_by_role("button").nth(1)
    choice.focus()
    with page.expect_response("**/api/confirm"):
        page.evaluate("dispatchEvent(new StorageEvent('storage', {key: 'tilescore.settings'}))")
    expect(choice).to_be_focused()


def test_escape_closes_the_sheet_of_a_tile_and_gives_the_focus_back(visit: Visit, photo: Path) -> None:
    page = visit(DESK)
    photograph(page, photo)
    tile(page, "5 of bamboo").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    assert focused(page) == "5 of bamboo, concealed"


def test_notation_typed_in_the_sheet_of_a_tile_names_it(visit: Visit, photo: Path) -> None:
    page = visit(DESK)
    photograph(page, photo)
    tile(page, "5 of bamboo").focus()
    page.keyboard.press("Enter")
    page.keyboard.type("8b")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(tile(page, "8 of bamboo")).to_be_visible()


def test_the_focus_can_always_be_seen(visit: Visit, photo: Path) -> None:
    page = visit(DESK)
    photograph(page, photo)
    unseen = []
    seen: set[str] = set()
    for _ in range(_MOST_TABS):
        page.keyboard.press("Tab")
        name = focused(page)
        if name in seen | {""}:
            break
        seen.add(name)
        marked = page.evaluate(
            "() => { const style = getComputedStyle(document.activeElement);"
            " return style.outlineStyle !== 'none' || style.boxShadow !== 'none'; }"
        )
        if not marked:
            unseen.append(name)
    assert len(seen) > 10
    assert unseen == []


SMALL_AND_LARGE = [DESK, Screen(390, 844), Screen(640, 400), Screen(320, 256)]


def is_clear(page: Page) -> bool:
    """Whether nothing lies over what has the focus, at its upper edge or at its lower one."""
    clear: bool = page.evaluate(
        "() => { const at = document.activeElement, box = at.getBoundingClientRect();"
        " const top = (y) => document.elementFromPoint((box.left + box.right) / 2, y);"
        " return [box.top + 4, box.bottom - 4].every((y) => at.contains(top(y)) || top(y)?.contains(at)); }"
    )
    return clear


@pytest.mark.parametrize("screen", SMALL_AND_LARGE, ids=lambda screen: f"{screen.width}x{screen.height}")
def test_the_focus_never_lies_beneath_the_bar(visit: Visit, photo: Path, screen: Screen) -> None:
    page = visit(screen)
    photograph(page, photo)
    covered = []
    for key in ["Tab"] * _MOST_TABS + ["Shift+Tab"] * _MOST_TABS:
        page.keyboard.press(key)
        if focused(page) and not is_clear(page):
            covered.append(focused(page))
    assert covered == []


def test_the_focus_never_lies_beneath_what_is_done_with_selected_tiles(visit: Visit, photo: Path) -> None:
    page = visit(Screen(640, 400))
    photograph(page, photo)
    select(page, "7 of dots")
    expect(page.get_by_text("1 selected")).to_be_visible()
    covered = []
    for key in ["ArrowRight"] * 15 + ["ArrowLeft"] * 15:
        page.keyboard.press(key)
        if not is_clear(page):
            covered.append(focused(page))
    assert covered == []


def test_the_focus_never_lies_beneath_the_tiles_laid_out(visit: Visit) -> None:
    page = visit(Screen(390, 500))
    page.get_by_role("button", name="Lay it out by hand").click()
    page.get_by_role("button", name="Add a tile: Concealed").click()
    page.keyboard.type("1c2c3c4c5c6c7c8c9c1d2d3d4d5d")
    covered = []
    for key in ["ArrowDown"] * 9 + ["ArrowUp"] * 9:
        page.keyboard.press(key)
        if not is_clear(page):
            covered.append(focused(page))
    assert covered == []
