"""What the table plays: agreed in the settings, remembered on the device, shared by its tabs."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import SCREENS, Visit
from tests.browser.looking import DESK, PHONE, Screen
from tests.browser.using import (
    CONCEALED,
    LIMIT,
    choose,
    expect_remembered,
    expect_setting,
    expect_tiles,
    expect_total,
    from_before,
    photograph,
    remembered,
    set_limit,
    settings,
    unanswered,
    unreachable,
)

Changes = dict[str, object]


def another_tab(page: Page) -> tuple[Page, Locator]:
    """With its settings opened."""
    other = page.context.new_page()
    other.goto("/")
    return other, settings(other)


def test_a_photo_that_could_not_be_read_is_once_a_setting_is_taken(visit: Visit, photo: Path) -> None:
    """What is tried again by then is the setting."""
    page = visit(PHONE)
    page.get_by_role("button", name="Choose a picture").wait_for()
    with unreachable(page):
        choose(page, photo)
        expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    set_limit(settings(page), 500)
    page.keyboard.press("Escape")
    expect_tiles(page, "Concealed", CONCEALED)


def set_any_limit(dialog: Locator, limit: int) -> None:
    """As on a page that does not know the bounds, so that the server is asked."""
    field = dialog.get_by_role("spinbutton", name=LIMIT)
    field.evaluate("field => field.removeAttribute('max')")
    set_limit(dialog, limit)


def test_the_seat_that_the_table_sent_for_is_nobodys_setting(visit: Visit, photo: Path) -> None:
    page = visit(DESK, path="/?seat=S")
    photograph(page, photo)
    expect_total(page, 100)
    dialog = settings(page)
    expect(dialog.get_by_role("combobox", name="Your seat")).to_have_value("")
    with page.expect_response("/api/confirm"):
        set_limit(dialog, 80)
    expect_total(page, 80)
    assert remembered(page) == {
        "rules": "babcock",
        "options": {"limit": 80},
        "others": {},
        "seat": "",
        "prevailing": "",
    }


@SCREENS
@pytest.mark.parametrize("begun", [True, False], ids=["hand", "first screen"])
def test_settings_that_the_server_refuses_are_not_remembered(
    visit: Visit, photo: Path, screen: Screen, begun: bool
) -> None:
    page = visit(screen)
    if begun:
        photograph(page, photo)
        expect_total(page, 50)
    dialog = settings(page)
    set_any_limit(dialog, 1_000_000_001)
    expect(dialog.get_by_role("alert")).to_contain_text("Limit is a whole number")
    expect(dialog.get_by_role("alert")).to_be_in_viewport()
    limit = dialog.get_by_role("spinbutton", name=LIMIT)
    expect(limit).to_have_value("300")
    assert remembered(page) is None
    set_limit(dialog, 40)
    expect(dialog.get_by_role("alert")).to_be_hidden()
    dialog.get_by_role("button", name="Close").click()
    page.reload()
    if begun:
        from_before(page).click()
    else:
        photograph(page, photo)
    expect_total(page, 40)


def edges(what: Locator) -> tuple[float, float]:
    """Where it begins and ends, from above."""
    box = what.bounding_box()
    assert box
    return box["y"], box["y"] + box["height"]


@SCREENS
def test_what_is_refused_in_the_settings_is_said_beside_it_and_covers_nothing(
    visit: Visit, screen: Screen
) -> None:
    page = visit(screen)
    dialog = settings(page)
    set_any_limit(dialog, 99_999_999_999)
    trouble = dialog.get_by_role("alert").filter(has_text="limit")
    expect(trouble).to_be_in_viewport(ratio=1)
    top, foot = edges(trouble)
    assert 0 <= top - edges(dialog.get_by_role("spinbutton", name=LIMIT))[1] < 20
    others = [edges(other) for other in dialog.get_by_role("checkbox").all()]
    assert all(low <= top or foot <= high for high, low in others)
    page.context.set_offline(True)
    dialog.get_by_role("radio", name="Millington").check()
    expect(dialog.get_by_role("alert").filter(has_text="cannot be reached")).to_be_in_viewport(ratio=1)
    expect(dialog.get_by_role("alert")).to_have_count(1)


@pytest.mark.parametrize("key", ["Tab", "Enter"])
@pytest.mark.parametrize("typed", ["0", "-4", "12.5", "", "1e", "1000000001"])
def test_a_limit_that_is_none_leaves_the_one_before_and_that_is_said(
    visit: Visit, typed: str, key: str
) -> None:
    page = visit(PHONE)
    dialog = settings(page)
    with page.expect_response("/api/confirm"):
        set_limit(dialog, 450)
    limit = dialog.get_by_role("spinbutton", name=LIMIT)
    limit.press("ControlOrMeta+a")
    page.keyboard.press("Delete")
    page.keyboard.type(typed)
    limit.press(key)
    trouble = dialog.get_by_role("alert")
    expect(trouble).to_have_text(
        "Only a whole number from 1 to 1,000,000,000 will do here; nothing was changed."
    )
    expect(limit).to_have_value("450")
    with page.expect_response("/api/confirm"):
        set_limit(dialog, 500)
    expect(trouble).to_be_hidden()
    expect_remembered(page, {"limit": 500})


@pytest.mark.parametrize("seen", [True, False], ids=["this version", "an earlier one"])
def test_every_score_sheet_keeps_its_options(visit: Visit, seen: bool) -> None:
    """And the prevailing wind, which only one of them asks. Earlier versions remembered but one sheet."""
    page = visit(DESK)
    if not seen:
        old = {
            "rules": "babcock",
            "options": {"limit": 450, "four_winds": True},
            "seat": "",
            "prevailing": "",
        }
        page.evaluate("old => localStorage.setItem('tilescore.settings', JSON.stringify(old))", old)
        page.reload()
    dialog = settings(page)
    four_winds = dialog.get_by_role("checkbox", name="The Four Winds")
    limit = dialog.get_by_role("spinbutton", name=LIMIT)
    if seen:
        set_limit(dialog, 450)
        four_winds.check()
    dialog.get_by_role("radio", name="Millington").check()
    expect(four_winds).to_have_count(0)
    expect(limit).to_have_value("1000")
    set_limit(dialog, 2000)
    dialog.get_by_role("combobox", name="Prevailing wind").select_option(label="South")
    dialog.get_by_role("radio", name="Babcock").check()
    expect(four_winds).to_be_checked()
    expect(limit).to_have_value("450")
    dialog.get_by_role("combobox", name="Your seat").select_option(label="West")
    # The answer to the newest of the questions under way counts, not the first that comes.
    expect_setting(page, "seat", "W")
    page.reload()
    dialog = settings(page)
    dialog.get_by_role("radio", name="Millington").check()
    expect(limit).to_have_value("2000")
    expect(dialog.get_by_role("combobox", name="Prevailing wind")).to_have_value("S")
    dialog.get_by_role("radio", name="Babcock").check()
    expect(limit).to_have_value("450")


def test_what_is_typed_before_a_change_of_rules_is_answered_stays(visit: Visit) -> None:
    """The other rules have other fields, which are there at once: nobody waits to type in them."""
    page = visit(DESK)
    dialog = settings(page)
    limit = dialog.get_by_role("spinbutton", name=LIMIT)
    with unanswered(page, "**/api/confirm"):
        dialog.get_by_role("radio", name="Millington").check()
        expect(limit).to_have_value("1000")
        limit.fill("20")
    expect_setting(page, "rules", "millington")
    limit.press_sequentially("00")
    limit.press("Tab")
    expect_remembered(page, {"limit": 2000})
    expect(limit).to_have_value("2000")


@pytest.mark.parametrize("backwards", [False, True], ids=["in order", "backwards"])
def test_settings_changed_one_upon_the_other_all_count(visit: Visit, backwards: bool) -> None:
    page = visit(DESK)
    dialog = settings(page)
    limit = dialog.get_by_role("spinbutton", name=LIMIT)
    with unanswered(page, "**/api/confirm", backwards=backwards):
        set_limit(dialog, 450)
        dialog.get_by_role("radio", name="Millington").check()
        set_limit(dialog, 2000)
        dialog.get_by_role("combobox", name="Prevailing wind").select_option(label="South")
    expect_remembered(page, {"limit": 2000})
    expect(limit).to_have_value("2000")
    found = remembered(page)
    assert found
    assert (found["rules"], found["prevailing"]) == ("millington", "S")
    assert found["others"] == {"babcock": {"limit": 450}}


def test_rules_that_the_server_refuses_are_not_shown_any_more(visit: Visit) -> None:
    page = visit(DESK)
    dialog = settings(page)
    refused = {"error": {"code": "bad-settings", "message": "These rules are not played here."}}
    page.route("**/api/confirm", lambda route: route.fulfill(status=422, json=refused))
    millington = dialog.get_by_role("radio", name="Millington")
    millington.click()
    expect(dialog.get_by_role("alert")).to_have_text("These rules are not played here.")
    expect(millington).not_to_be_checked()
    expect(dialog.get_by_role("combobox", name="Prevailing wind")).to_have_count(0)
    expect(dialog.get_by_role("spinbutton", name=LIMIT)).to_have_value("300")


def test_settings_changed_in_another_tab_are_shown_where_they_are_open(visit: Visit) -> None:
    page = visit(DESK)
    dialog = settings(page)
    _, elsewhere = another_tab(page)
    elsewhere.get_by_role("radio", name="Millington").check()
    set_limit(elsewhere, 2000)
    expect(dialog.get_by_role("radio", name="Millington")).to_be_checked()
    expect(dialog.get_by_role("spinbutton", name=LIMIT)).to_have_value("2000")
    dialog.get_by_role("combobox", name="Your seat").select_option(label="West")
    expect_setting(page, "seat", "W")
    expect_remembered(page, {"limit": 2000})
    expect(elsewhere.get_by_role("combobox", name="Your seat")).to_have_value("W")


def test_settings_changed_in_another_tab_count_in_this_one(visit: Visit, photo: Path) -> None:
    """And are not undone by what is changed here next."""
    page = visit(DESK)
    photograph(page, photo)
    sheet = page.get_by_role("region", name="Score sheet")
    _, dialog = another_tab(page)
    dialog.get_by_role("radio", name="Millington").check()
    set_limit(dialog, 2000)
    expect(sheet).to_contain_text(re.compile(r"Millington\s+East \(East prevailing\), won"))
    settings(page).get_by_role("combobox", name="Your seat").select_option(label="West")
    expect(sheet).to_contain_text(re.compile(r"Millington\s+West \(East prevailing\), won"))
    expect_remembered(page, {"limit": 2000})
    expect_setting(page, "seat", "W")


@pytest.mark.parametrize("slow", ["there", "here"])
def test_settings_changed_in_two_tabs_at_once_all_count(visit: Visit, slow: str) -> None:
    """Also where one tab remembers its own before it hears what the server says of the other's."""
    page = visit(DESK)
    dialog = settings(page)
    other, elsewhere = another_tab(page)
    seat = dialog.get_by_role("combobox", name="Your seat")
    if slow == "there":
        with unanswered(other, "**/api/confirm"):
            set_limit(elsewhere, 450)
            seat.select_option(label="West")
            expect_setting(page, "seat", "W")
    else:
        with unanswered(page, "**/api/confirm"):
            seat.select_option(label="West")
            set_limit(elsewhere, 450)
            expect_remembered(page, {"limit": 450})
    expect_remembered(page, {"limit": 450})
    expect_setting(page, "seat", "W")
    for form in (dialog, elsewhere):
        expect(form.get_by_role("combobox", name="Your seat")).to_have_value("W")
        expect(form.get_by_role("spinbutton", name=LIMIT)).to_have_value("450")


def test_settings_changed_while_another_tabs_are_asked_about_do_not_undo_them(
    visit: Visit, photo: Path
) -> None:
    page = visit(DESK)
    photograph(page, photo)
    dialog = settings(page)
    with unanswered(page, "**/api/confirm"):
        set_limit(another_tab(page)[1], 450)
        expect_remembered(page, {"limit": 450})
        dialog.get_by_role("combobox", name="Your seat").select_option(label="West")
    expect_setting(page, "seat", "W")
    expect_remembered(page, {"limit": 450})


def test_what_another_tab_has_remembered_is_not_written_again(visit: Visit, photo: Path) -> None:
    """By then that tab may have changed more, which would be undone."""
    page = visit(DESK)
    photograph(page, photo)
    page.evaluate("""() => {
        window.written = [];
        const write = Storage.prototype.setItem;
        Storage.prototype.setItem = function (key, value) {
            window.written.push(key);
            write.call(this, key, value);
        };
    }""")
    _, elsewhere = another_tab(page)
    elsewhere.get_by_role("radio", name="Millington").check()
    set_limit(elsewhere, 10)
    expect_total(page, 10)
    expect(page.get_by_role("region", name="Score sheet")).to_contain_text("Millington")
    written = page.evaluate("window.written")
    assert "tilescore.hand" in written
    assert "tilescore.settings" not in written


PLAIN = {"rules": "babcock", "options": {}, "others": {}, "seat": "", "prevailing": ""}


@pytest.mark.parametrize(
    ("here", "elsewhere", "joined"),
    [
        ({"seat": "S"}, {"options": {"limit": 450}}, {"seat": "S", "options": {"limit": 450}}),
        (
            {"options": {"four_winds": True}},
            {"options": {"limit": 450}},
            {"options": {"four_winds": True, "limit": 450}},
        ),
        ({"options": {"limit": 500}}, {"options": {"limit": 450}}, {"options": {"limit": 500}}),
        (
            {"options": {"limit": 500}},
            {"rules": "millington", "options": {"limit": 2000}, "others": {"babcock": {}}},
            {"rules": "millington", "options": {"limit": 2000}, "others": {"babcock": {"limit": 500}}},
        ),
        ({}, {"seat": "W"}, {"seat": "W"}),
        ({"seat": "S"}, {}, {"seat": "S"}),
    ],
    ids=["two settings", "two options", "one option", "rules", "nothing here", "nothing elsewhere"],
)
def test_what_two_tabs_have_changed_is_joined_setting_by_setting(
    visit: Visit, here: Changes, elsewhere: Changes, joined: Changes
) -> None:
    """Where both changed the same, what this one has stands; options go with their score sheet."""
    join = """async all => {
        const { joinedSettings } = await import("/static/js/settings.js");
        return joinedSettings(...all);
    }"""
    found = visit(PHONE).evaluate(join, [PLAIN, PLAIN | here, PLAIN | elsewhere])
    assert found == PLAIN | joined


def test_settings_said_while_a_photo_is_read_count_for_it(visit: Visit, photo: Path) -> None:
    page = visit(DESK)
    with unanswered(page, "**/api/read*"):
        with page.expect_file_chooser() as chooser:
            page.get_by_role("button", name="Choose a picture").click()
        chooser.value.set_files(photo)
        dialog = settings(page)
        set_limit(dialog, 40)
        dialog.get_by_role("button", name="Close").click()
    expect_total(page, 40)


def test_settings_that_did_not_reach_the_server_are_tried_again(visit: Visit, photo: Path) -> None:
    page = visit(DESK)
    photograph(page, photo)
    dialog = settings(page)
    with unreachable(page):
        set_limit(dialog, 40)
        expect(dialog.get_by_role("alert")).to_contain_text("cannot be reached")
        assert remembered(page) is None
        dialog.get_by_role("button", name="Close").click()
    page.get_by_role("alert").get_by_role("button", name="Try again").click()
    expect_total(page, 40)
    expect_remembered(page, {"limit": 40})
