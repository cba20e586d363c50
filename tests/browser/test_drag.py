"""Tiles dragged from part to part, with a mouse and with a finger."""

from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visit
from tests.browser.looking import DESK, PHONE
from tests.browser.using import expect_tiles, part, photograph, tile

_REST = 400
"""Milliseconds that a finger rests on a tile to lift it, more than the page asks for."""


def both_in_sight(held: Locator, target: Locator) -> tuple[tuple[float, float], tuple[float, float]]:
    """The middles of two things in the window, well above the bar at its foot."""
    target.evaluate("target => target.scrollIntoView({ block: 'center' })")
    return middle(held), middle(target)


def middle(what: Locator) -> tuple[float, float]:
    box = what.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag_with_mouse(page: Page, held: Locator, target: Locator) -> None:
    start, end = both_in_sight(held, target)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=5)
    page.mouse.up()


def drag_with_finger(page: Page, held: Locator, target: Locator) -> None:
    """Rests on the tile until it is lifted, then moves and lets go."""
    (x, y), (to_x, to_y) = both_in_sight(held, target)
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *places: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in places]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", (x, y))
    page.wait_for_timeout(_REST)
    for step in range(1, 6):
        touch("touchMove", (x + (to_x - x) * step / 5, y + (to_y - y) * step / 5))
    touch("touchEnd")


def test_a_mouse_moves_a_concealed_tile_to_the_exposed_part_and_back(visit: Visit, photo: Path) -> None:
    page = visit(DESK)
    photograph(page, photo)
    drag_with_mouse(page, tile(page, "5 of bamboo"), part(page, "Exposed").get_by_role("heading"))
    expect(part(page, "Exposed").get_by_role("button", name="5 of bamboo")).to_be_visible()
    expect_tiles(page, "Exposed", ["7 of dots"] * 4 + ["5 of bamboo"])
    drag_with_mouse(page, tile(page, "5 of bamboo"), part(page, "Concealed").get_by_role("heading"))
    expect(part(page, "Concealed").get_by_role("button", name="5 of bamboo")).to_be_visible()
    expect_tiles(page, "Exposed", ["7 of dots"] * 4)


def test_a_tile_dropped_on_a_set_joins_it(visit: Visit, photo: Path) -> None:
    page = visit(DESK)
    photograph(page, photo)
    exposed = part(page, "Exposed")
    drag_with_mouse(page, tile(page, "5 of bamboo"), exposed.get_by_role("heading"))
    expect(exposed.get_by_role("group", name="Set 2")).to_be_visible()
    drag_with_mouse(page, tile(page, "6 of bamboo"), exposed.get_by_role("group", name="Set 2"))
    expect(exposed.get_by_role("group", name="Set 2").get_by_role("button")).to_have_count(2)


def test_a_finger_moves_a_tile_between_the_parts(visit: Visit, photo: Path) -> None:
    page = visit(PHONE)
    photograph(page, photo)
    drag_with_finger(page, tile(page, "5 of bamboo"), part(page, "Exposed").get_by_role("heading"))
    expect(part(page, "Exposed").get_by_role("button", name="5 of bamboo")).to_be_visible()
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_a_tile_that_is_not_selected_is_dragged_alone(visit: Visit, photo: Path) -> None:
    page = visit(DESK)
    photograph(page, photo)
    page.get_by_role("button", name="Select several").click()
    tile(page, "South Wind").click()
    drag_with_mouse(page, tile(page, "5 of bamboo"), part(page, "Exposed").get_by_role("heading"))
    expect_tiles(page, "Exposed", ["7 of dots"] * 4 + ["5 of bamboo"])
    expect(part(page, "Concealed").get_by_role("button", name="South Wind")).to_have_count(3)


def test_what_was_wrong_with_a_move_is_over_with_the_next_one(visit: Visit, photo: Path) -> None:
    page = visit(DESK)
    photograph(page, photo)
    drag_with_mouse(page, tile(page, "5 of bamboo"), part(page, "Seasons").get_by_role("heading"))
    expect(page.get_by_role("alert")).to_contain_text("Only Seasons lie among the Seasons.")
    drag_with_mouse(page, tile(page, "5 of bamboo"), part(page, "Exposed").get_by_role("heading"))
    expect_tiles(page, "Exposed", ["7 of dots"] * 4 + ["5 of bamboo"])
    expect(page.get_by_role("alert")).to_be_hidden()


def test_a_drag_that_ends_nowhere_changes_nothing(visit: Visit, photo: Path) -> None:
    page = visit(DESK)
    photograph(page, photo)
    drag_with_mouse(page, tile(page, "5 of bamboo"), page.get_by_role("heading", name="Score sheet"))
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
