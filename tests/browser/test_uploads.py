"""Pictures that are none, too large or without tiles, servers that are busy or gone: one sentence each."""

import io
import re
import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import FilePayload, Route, expect

from tests.browser.conftest import Visit
from tests.browser.looking import PHONE
from tests.browser.using import choose, hand, photograph

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
            "no picture that can be read",
        ),
        (upload("bomb.png", bomb()), "too large"),
        (upload("table.png", plain()), "No mah-jongg hand was found"),
    ],
    ids=["not an image", "200 megapixels", "no tiles"],
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


def test_a_lost_connection_loses_nothing(visit: Visit, photo: Path) -> None:
    page = visit(PHONE)
    page.context.set_offline(True)
    choose(page, photo)
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    page.context.set_offline(False)
    page.get_by_role("button", name="Try again").click()
    expect(hand(page)).to_be_visible()
