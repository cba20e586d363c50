"""Pictures that are none, too large or without tiles, servers that are busy or gone, cameras that fail: one
sentence each."""

import io
import re
import socketserver
import struct
import time
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest
from PIL import Image
from playwright.sync_api import Browser, FilePayload, Locator, Page, Route, expect

from tests.browser.conftest import SCREENS, Visit
from tests.browser.looking import DESK, PATIENCE, PHONE, Screen, chromium, looking
from tests.browser.using import (
    CONCEALED,
    choose,
    correct,
    expect_remembered,
    expect_tiles,
    expect_total,
    good_news,
    hand,
    misread,
    offer_another_row,
    photograph,
    questions,
    say,
    seat,
    set_limit,
    settings,
    tile,
    undo,
    unreachable,
)
from tilescore.web import uploads
from tilescore.web.pool import PoolSettings

PNG = b"\x89PNG\r\n\x1a\n"


def upload(name: str, content: bytes, kind: str = "image/png") -> FilePayload:
    return {"name": name, "mimeType": kind, "buffer": content}


def bomb() -> bytes:
    """A PNG that says it has 200 million pixels."""
    header = b"IHDR" + struct.pack(">IIBBBBB", 20_000, 10_000, 8, 2, 0, 0, 0)
    data = b"IDAT" + zlib.compress(bytes(1000))
    return PNG + b"".join(
        struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk))
        for chunk in (header, data, b"IEND")
    )


def plain() -> bytes:
    """A table with nothing on it."""
    out = io.BytesIO()
    Image.new("RGB", (800, 600), (30, 90, 60)).save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize(
    ("picture", "words"),
    [
        (
            upload("hand.jpg", b"Dear diary, today I won with seven twins.", "image/jpeg"),
            "not a picture that can be read",
        ),
        (upload("bomb.png", bomb()), "too large"),
        (upload("table.png", plain()), "No mah-jongg hand was found"),
        (upload("empty.jpg", b"", "image/jpeg"), "This picture is empty"),
        (upload("half.png", plain()[:400]), "This picture is damaged, or only a part of it arrived."),
    ],
    ids=["not an image", "200 megapixels", "no tiles", "empty", "broken off"],
)
def test_a_picture_that_will_not_do_gets_one_sentence_and_the_next_one_is_read(
    visit: Visit, photo: Path, picture: FilePayload, words: str
) -> None:
    page = visit(PHONE)
    choose(page, picture)
    expect(page.get_by_role("alert")).to_contain_text(words)
    expect(hand(page)).to_be_hidden()
    photograph(page, photo)
    expect(page.get_by_role("alert")).to_be_hidden()


def test_what_was_said_of_a_picture_is_not_said_of_a_hand_laid_out(visit: Visit) -> None:
    page = visit(PHONE)
    choose(page, upload("hand.jpg", b"no picture", "image/jpeg"))
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_role("button", name="Lay it out by hand").click()
    expect(hand(page)).to_be_visible()
    expect(page.get_by_role("alert")).to_be_hidden()


def test_a_picture_pasted_over_the_sheet_of_a_tile_closes_it(visit: Visit, photo: Path) -> None:
    """Else what is tapped there corrects a tile of the next hand, by a picture of the last one."""
    page = visit(DESK)
    photograph(page, photo)
    tile(page, "Red Dragon").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    page.evaluate(_PASTE, list(photo.read_bytes()))
    expect(dialog).to_be_hidden()
    expect(hand(page)).to_be_visible()


@pytest.mark.parametrize("way", ["drop", "paste"])
def test_of_several_pictures_one_is_read_and_that_is_said(visit: Visit, photo: Path, way: str) -> None:
    """What is no picture is not counted among them."""
    page = visit(DESK)
    said = good_news(page).filter(has_text="Of several pictures only the first is read.")
    page.evaluate(_GIVE, [list(photo.read_bytes()), way, ["text/plain", "image/jpeg"]])
    expect(hand(page)).to_be_visible()
    expect(said).to_be_hidden()
    with page.expect_request(re.compile("/api/read")) as asked:
        page.evaluate(_GIVE, [list(photo.read_bytes()), way, ["text/plain", "image/jpeg", "image/jpeg"]])
    assert "name=1." in asked.value.url
    expect(said).to_be_visible()
    expect(hand(page)).to_be_visible()
    expect(said).to_be_visible()


_GIVE = """([bytes, way, kinds]) => {
    const data = new DataTransfer();
    for (const [place, type] of kinds.entries()) {
        data.items.add(new File([new Uint8Array(bytes)], `${place}.${type.split("/")[1]}`, { type }));
    }
    const event = way === "drop"
        ? new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true })
        : new ClipboardEvent("paste", { clipboardData: data, bubbles: true });
    document.body.dispatchEvent(event);
}"""


_PASTE = """bytes => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(bytes)], "pasted.jpg", { type: "image/jpeg" }));
    document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
}"""


def test_a_file_of_too_many_bytes_is_refused(visit: Visit, tmp_path: Path) -> None:
    huge = tmp_path / "huge.jpg"
    huge.write_bytes(b"\xff\xd8\xff" + bytes(41_000_000))
    page = visit(PHONE)
    choose(page, huge)
    expect(page.get_by_role("alert")).to_contain_text("too large")


def test_a_busy_server_is_asked_again_with_the_same_photo(visit: Visit, photo: Path) -> None:
    page = visit(PHONE)
    refusals = [{"error": {"code": "busy", "message": "Four photos are waiting."}}]

    def refuse_once(route: Route) -> None:
        if refusals:
            route.fulfill(status=503, json=refusals.pop(), headers={"Retry-After": "1"})
        else:
            route.continue_()

    page.route(re.compile("/api/read"), refuse_once)
    choose(page, photo)
    expect(page.get_by_role("alert")).to_contain_text("being read just now")
    page.get_by_role("button", name="Try again").click()
    expect(hand(page)).to_be_visible()


def test_a_server_with_too_many_connections_is_not_said_to_have_read_the_photo(
    visit: Visit, photo: Path
) -> None:
    """It answers before the application is asked, without JSON."""
    page = visit(PHONE)
    crowded = {"status": 503, "content_type": "text/plain", "body": "Service Unavailable"}
    page.route("**/api/**", lambda route: route.fulfill(**crowded))
    choose(page, photo)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("too much at once")
    page.unroute("**/api/**")
    alert.get_by_role("button", name="Try again").click()
    expect(hand(page)).to_be_visible()


def test_a_lost_connection_loses_nothing(visit: Visit, photo: Path) -> None:
    page = visit(PHONE)
    with unreachable(page):
        choose(page, photo)
        expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    page.get_by_role("button", name="Try again").click()
    expect(hand(page)).to_be_visible()


class CutShort(socketserver.StreamRequestHandler):
    """Begins to answer, and breaks off."""

    def handle(self) -> None:
        self.request.recv(1_000_000)
        self.wfile.write(
            b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{"hand":'
        )


@pytest.fixture
def broken() -> Iterator[str]:
    """The address of a server whose every answer breaks off."""
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), CutShort) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def test_an_answer_that_breaks_off_is_asked_for_again(visit: Visit, photo: Path, broken: str) -> None:
    page = visit(PHONE)
    photograph(page, photo)
    page.route("/api/confirm", lambda route: route.continue_(url=f"{broken}/api/confirm"))
    say(page, "Seat", "South")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("cannot be reached")
    page.unroute("/api/confirm")
    page.get_by_role("button", name="Add to the table", exact=True).click()
    good_news(page).get_by_role("link", name="Settle the table").click()
    expect(seat(page, "South").get_by_label("Score")).to_have_value("100")


def test_that_the_server_cannot_be_reached_is_said_until_it_answers(visit: Visit, photo: Path) -> None:
    page = visit(PHONE)
    photograph(page, photo)
    with unreachable(page):
        say(page, "Seat", "South")
        expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    correct(page, "6 of bamboo", "9 of bamboo")
    expect(page.get_by_role("alert")).to_be_hidden()
    expect(page.get_by_role("combobox", name="Seat", exact=True)).to_have_value("S")


def test_what_could_not_be_said_is_said_whatever_is_tried_again(visit: Visit, photo: Path) -> None:
    """By then the notice is about what failed after it."""
    page = visit(PHONE)
    photograph(page, photo)
    alert = page.get_by_role("alert")
    with unreachable(page):
        say(page, "Seat", "South")
        expect(alert).to_contain_text("cannot be reached")
        with page.expect_event("requestfailed"):
            page.get_by_role("button", name="Game book", exact=True).click()
    alert.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("dialog", name="Game book")).to_be_visible()
    page.keyboard.press("Escape")
    expect_total(page, 100)


def expect_behind(page: Page, *, behind: bool) -> None:
    """Whether the page says that its figures are of the hand before its last change."""
    for where in (
        page.get_by_role("contentinfo").get_by_text("not up to date"),
        page.get_by_role("region", name="Score sheet").get_by_text("not up to date"),
        page.get_by_text("The latest change is not counted yet."),
    ):
        expect(where).to_be_visible(visible=behind)
    expect(page.get_by_role("button", name="Add to the table", exact=True)).to_be_visible(visible=behind)


@SCREENS
def test_what_the_server_has_not_heard_is_seen_and_is_said_when_the_browser_is_online_again(
    visit: Visit, photo: Path, screen: Screen
) -> None:
    """Once, however much it is; the notice may long have been sent away."""
    page = visit(screen)
    photograph(page, photo)
    expect_behind(page, behind=False)
    page.context.set_offline(True)
    say(page, "Seat", "South")
    expect_behind(page, behind=True)
    tile(page, "Season 4, bamboo flower").focus()
    page.keyboard.press("Delete")
    page.get_by_role("alert").get_by_role("button", name="Dismiss").click()
    expect_behind(page, behind=True)
    expect_total(page, 50)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.context.set_offline(False)
    expect_total(page, 92)
    expect_behind(page, behind=False)
    expect(page.get_by_role("button", name="Add to the table as South")).to_be_visible()
    expect(page.get_by_role("alert")).to_be_hidden()
    assert [url.rpartition("/")[2] for url in asked] == ["confirm"]
    undo(page).click()
    expect_total(page, 100)


def test_what_was_said_while_the_server_is_away_is_seen_at_once(visit: Visit, photo: Path) -> None:
    """And no longer once it is refused or taken back."""
    page = visit(PHONE)
    misread(page, {"6b": "9b"})
    photograph(page, photo)
    asked = questions(page).get_by_role("group", name=re.compile("seat"))
    chosen = page.get_by_role("combobox", name="Seat", exact=True)
    with unreachable(page):
        correct(page, "9 of bamboo", "6 of bamboo")
        expect_tiles(page, "Concealed", CONCEALED)
        expect(tile(page, "6 of bamboo")).to_have_accessible_name(re.compile("corrected"))
        expect(page.get_by_role("button", name="Next doubtful tile")).to_be_disabled()
        asked.get_by_role("button", name="South").click()
        expect(asked.get_by_role("button", name="South")).to_have_attribute("aria-pressed", "true")
        expect(chosen).to_have_value("S")
        undo(page).click()
        expect(chosen).to_have_value("E")
        undo(page).click()
        expect(tile(page, "9 of bamboo")).to_have_accessible_name(re.compile("doubtful"))


def test_a_browser_that_is_online_without_the_server_asks_once_each_time(visit: Visit, photo: Path) -> None:
    page = visit(PHONE)
    photograph(page, photo)
    asked: list[str] = []
    with unreachable(page):
        say(page, "Seat", "South")
        expect_behind(page, behind=True)
        page.on("request", lambda request: asked.append(request.url))
        for times in (1, 2):
            with page.expect_event("requestfailed"):
                page.evaluate("dispatchEvent(new Event('online'))")
            page.wait_for_timeout(200)  # for the page to do nothing else about it
            assert len(asked) == times
            expect_behind(page, behind=True)
    again = page.get_by_role("contentinfo").get_by_role("button", name="Try again")
    again.press("Enter")
    expect_total(page, 100)
    expect_behind(page, behind=False)
    expect(page.get_by_role("main")).to_be_focused()


def test_what_is_undone_before_the_server_heard_of_it_need_not_be_said(visit: Visit, photo: Path) -> None:
    page = visit(PHONE)
    photograph(page, photo)
    page.context.set_offline(True)
    say(page, "Seat", "South")
    expect_behind(page, behind=True)
    undo(page).click()
    expect_behind(page, behind=False)
    expect(page.get_by_role("button", name="Add to the table as East")).to_be_visible()


def test_a_photo_that_could_not_be_read_is_when_the_browser_is_online_again(
    visit: Visit, photo: Path
) -> None:
    page = visit(PHONE)
    page.context.set_offline(True)
    choose(page, photo)
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    page.context.set_offline(False)
    expect(hand(page)).to_be_visible()
    expect(page.get_by_role("alert")).to_be_hidden()


def test_settings_that_did_not_arrive_are_sent_when_the_browser_is_online_again(
    visit: Visit, photo: Path
) -> None:
    """What was said of them goes where they are open still."""
    page = visit(DESK)
    photograph(page, photo)
    dialog = settings(page)
    page.context.set_offline(True)
    set_limit(dialog, 40)
    expect(dialog.get_by_role("alert")).to_contain_text("cannot be reached")
    page.context.set_offline(False)
    expect(dialog.get_by_role("alert")).to_have_count(0)
    expect_remembered(page, {"limit": 40})
    page.keyboard.press("Escape")
    expect_total(page, 40)


def test_that_the_server_was_busy_is_over_once_it_has_answered(visit: Visit, photo: Path) -> None:
    page = visit(PHONE)
    photograph(page, photo)
    refusal = {"error": {"code": "busy", "message": "Four photos are waiting."}}
    page.route("/api/confirm", lambda route: route.fulfill(status=503, json=refusal))
    say(page, "Seat", "South")
    expect(page.get_by_role("alert")).to_be_visible()
    page.unroute("/api/confirm")
    correct(page, "6 of bamboo", "9 of bamboo")
    expect(page.get_by_role("alert")).to_be_hidden()
    expect(page.get_by_role("combobox", name="Seat", exact=True)).to_have_value("S")


def test_trouble_while_tiles_are_laid_out_is_seen_and_can_be_mended(visit: Visit) -> None:
    """A notice of the page would lie behind the dialog, out of reach."""
    page = visit(PHONE)
    page.get_by_role("button", name="Lay it out by hand").click()
    page.get_by_role("button", name="Add a tile: Concealed").click()
    dialog = page.get_by_role("dialog", name="Lay out the tiles")
    page.route("/api/confirm", lambda route: route.abort())
    dialog.get_by_role("button", name="5 of bamboo", exact=True).click()
    notice = dialog.get_by_role("alert")
    expect(notice).to_contain_text("cannot be reached")
    page.unroute("/api/confirm")
    notice.get_by_role("button", name="Try again").click()
    expect(notice).to_be_hidden()
    expect(dialog).to_contain_text("Concealed: 1")
    page.route("/api/confirm", lambda route: route.abort())
    dialog.get_by_role("button", name="6 of bamboo", exact=True).click()
    expect(notice).to_be_visible()
    dialog.get_by_role("button", name="Close").click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.unroute("/api/confirm")
    page.get_by_role("alert").get_by_role("button", name="Try again").click()
    expect_tiles(page, "Concealed", ["5 of bamboo", "6 of bamboo"])


def test_an_answer_to_what_was_asked_before_does_not_hide_that_the_server_is_gone(
    visit: Visit, photo: Path
) -> None:
    page = visit(PHONE)
    photograph(page, photo)
    held: list[Route] = []

    def first_waits(route: Route) -> None:
        if held:
            route.abort()
        else:
            held.append(route)

    page.route("/api/confirm", first_waits)
    say(page, "Seat", "South")
    until = time.monotonic() + PATIENCE / 1000
    while not held:
        assert time.monotonic() < until
        page.wait_for_timeout(20)
    say(page, "Outcome", "it did not")
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    with page.expect_response("/api/confirm") as answered:
        held[0].continue_()
    answered.value.finished()
    page.wait_for_timeout(200)  # for the page to do nothing about it
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")


def test_what_is_said_of_other_things_stays_when_the_server_answers(visit: Visit, photo: Path) -> None:
    page = visit(PHONE)
    offer_another_row(page)
    photograph(page, photo)
    page.get_by_role("button", name="Another row").click()
    said = good_news(page)
    expect(said).to_contain_text("no other row")
    correct(page, "6 of bamboo", "9 of bamboo")
    expect(tile(page, "9 of bamboo")).to_be_visible()
    expect(said).to_contain_text("no other row")


def test_a_photo_may_take_as_long_as_the_server_lets_it(visit: Visit, photo: Path) -> None:
    """To be read, and to be kept with its hand, which is not kept here."""
    page = visit(PHONE)
    page.evaluate(
        "() => { window.waited = []; const { signal } = new AbortController();"
        " AbortSignal.timeout = (most) => (window.waited.push(most), signal); }"
    )
    photograph(page, photo)
    reading = page.evaluate("window.waited[0]")
    page.route("/api/book", lambda route: route.fulfill(status=201, json={"id": 1}))
    page.get_by_role("button", name="Keep in the game book").click()
    expect(good_news(page)).to_be_visible()
    assert page.evaluate("window.waited.at(-1)") == reading
    assert reading > 1000 * (uploads.SECONDS + PoolSettings(workers=1).seconds)


@pytest.fixture
def desk(browser: Browser, address: str) -> Iterator[Page]:
    """The page at a desk with a camera, which the browser draws itself; `streams` are those it has given."""
    filming = browser.browser_type.launch(
        executable_path=chromium(),
        args=[
            "--no-sandbox",
            "--use-fake-device-for-media-stream",
            "--auto-accept-camera-and-microphone-capture",
        ],
    )
    with closing(filming), looking(filming, address, DESK) as (page, record):
        page.context.grant_permissions(["camera"])
        page.goto("/")
        page.evaluate(
            "() => { window.streams = []; const { mediaDevices } = navigator;"
            " const open = mediaDevices.getUserMedia.bind(mediaDevices);"
            " mediaDevices.getUserMedia = async (wanted) => {"
            " const stream = await open(wanted); window.streams.push(stream); return stream; }; }"
        )
        yield page
        assert record.complaints == []


def expect_stopped(page: Page) -> None:
    """The one stream that the camera gave no longer runs."""
    until = time.monotonic() + PATIENCE / 1000
    while not page.evaluate("window.streams.every(({ active }) => !active)"):
        assert time.monotonic() < until
        page.wait_for_timeout(50)
    assert page.evaluate("window.streams.length") == 1


def camera(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Live picture")


def test_a_picture_of_the_camera_is_read(desk: Page) -> None:
    desk.get_by_role("button", name="Photograph the hand").click()
    with desk.expect_request(re.compile("/api/read")) as asked:
        camera(desk).get_by_role("button", name="Take the picture").click()
    assert asked.value.headers["content-type"] == "image/jpeg"
    expect(camera(desk)).to_be_hidden()
    expect_stopped(desk)


def test_whoever_asks_for_the_camera_twice_opens_it_once(desk: Page) -> None:
    desk.get_by_role("button", name="Photograph the hand").evaluate("(ask) => { ask.click(); ask.click(); }")
    expect(camera(desk).get_by_role("button", name="Take the picture")).to_be_focused()
    desk.keyboard.press("Escape")
    expect(camera(desk)).to_be_hidden()
    expect_stopped(desk)
    expect(desk.get_by_role("alert")).to_be_hidden()
    desk.get_by_role("button", name="Photograph the hand").click()
    expect(camera(desk)).to_be_visible()


def test_a_camera_that_shows_nothing_can_be_closed(desk: Page) -> None:
    desk.evaluate("() => { HTMLMediaElement.prototype.play = () => new Promise(() => {}); }")
    desk.get_by_role("button", name="Photograph the hand").click()
    expect(camera(desk).get_by_role("button", name="Take the picture")).to_be_disabled()
    desk.keyboard.press("Escape")
    expect(camera(desk)).to_be_hidden()
    expect_stopped(desk)
    expect(desk.get_by_role("alert")).to_be_hidden()


def test_a_camera_that_ends_leaves_no_frozen_picture(desk: Page) -> None:
    """That it may no longer be used ends it as surely as that it was unplugged."""
    desk.get_by_role("button", name="Photograph the hand").click()
    expect(camera(desk).get_by_role("button", name="Take the picture")).to_be_enabled()
    desk.context.clear_permissions()
    expect(camera(desk)).to_be_hidden()
    expect(desk.get_by_role("alert")).to_contain_text("The camera is gone")
    expect_stopped(desk)


def test_a_camera_that_may_not_be_used_is_told_of_each_time(desk: Page) -> None:
    desk.evaluate(
        "() => { navigator.mediaDevices.getUserMedia ="
        " () => Promise.reject(new DOMException('', 'NotAllowedError')); }"
    )
    alert = desk.get_by_role("alert")
    for _ in range(2):
        desk.get_by_role("button", name="Photograph the hand").click()
        expect(alert).to_contain_text("The camera could not be opened")
        alert.get_by_role("button", name="Dismiss").click()
