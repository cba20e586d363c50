"""Who comes in with `--lan`: one device a code, and nobody without."""

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.tilescore.web.conftest import ADDRESS
from tilescore.web.access import SECONDS, Door
from tilescore.web.app import WebSettings, create_app
from tilescore.web.errors import AccessError
from tilescore.web.pool import PoolSettings


class House:
    """An application behind a door, its clock, and the codes that were shown."""

    def __init__(self, book_file: Path) -> None:
        self.now = 0.0
        self.shown: list[str] = []
        self.door = Door(self.shown.append, lambda: self.now)
        self._app = create_app(WebSettings(door=self.door, pool=PoolSettings(workers=1), book_file=book_file))

    def device(self, port: int = 8420) -> TestClient:
        """One more browser, which knows nothing yet, and at which port it comes."""
        return TestClient(self._app, base_url=f"{ADDRESS}:{port}")


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path / "book")


def enter(device: TestClient, code: str) -> int:
    return device.get("/enter", params={"code": code}).status_code


def test_nobody_comes_in_without_a_code(house: House) -> None:
    stranger = house.device()
    for path in ("/", "/settle", "/api", "/enter", "/nothing"):
        answer = stranger.get(path)
        assert (answer.status_code, answer.headers["content-type"]) == (401, "text/html; charset=utf-8")
        assert "Scan the one that is shown" in answer.text
        assert "set-cookie" not in answer.headers
    for answer in (
        stranger.get("/api/book"),
        stranger.post("/api/read", content=b"x"),
        stranger.get("/api/v1/table"),
    ):
        assert (answer.status_code, answer.json()["error"]["code"]) == (401, "not-let-in")


def test_what_the_page_that_says_so_needs_is_public(house: House) -> None:
    stranger = house.device()
    page = stranger.get("/").text
    for address in re.findall(r"""(?:src|href)=["'](/static/[^"'#]+)""", page):
        assert stranger.get(address).status_code == 200
    assert stranger.get("/health").status_code == 200


def test_a_code_lets_in_one_device(house: House) -> None:
    code, phone, thief = house.door.code, house.device(), house.device()
    answer = phone.get("/enter", params={"code": code})
    assert answer.status_code == 200
    assert 'http-equiv="refresh" content="0; url=/"' in answer.text
    flags = answer.headers["set-cookie"].lower()
    assert all(flag in flags for flag in ("httponly", "samesite=strict", "path=/", f"max-age={SECONDS}"))
    assert phone.get("/").status_code == 200
    assert phone.get("/api/table").status_code == 200
    assert enter(thief, code) == 401
    assert thief.get("/").status_code == 401


def test_the_next_device_gets_a_fresh_code(house: House) -> None:
    first = house.door.code
    assert enter(house.device(), first) == 200
    assert house.shown == [house.door.code]
    assert house.door.code != first
    tablet = house.device()
    assert enter(tablet, house.door.code) == 200
    assert tablet.get("/").status_code == 200
    assert len(house.shown) == 2


def test_scanning_again_with_the_cookie_uses_no_code_up(house: House) -> None:
    code, phone = house.door.code, house.device()
    enter(phone, code)
    assert enter(phone, code) == 200
    assert enter(phone, house.door.code) == 200
    assert len(house.shown) == 1


@pytest.mark.parametrize("code", ["", "x", "ä", "null", "A" * 5000])
def test_a_wrong_code(house: House, code: str) -> None:
    before = house.door.code
    assert enter(house.device(), code) == 401
    assert house.door.code == before
    assert house.shown == []


def test_a_path_with_a_question_mark_in_it_is_not_the_entrance(house: House) -> None:
    code = house.door.code
    assert house.device().get(f"/enter%3Fcode={code}").status_code == 401
    assert house.door.code == code


def test_looking_ahead_uses_no_code_up(house: House) -> None:
    device, code = house.device(), house.door.code
    device.get("/enter", params={"code": code}, headers={"Sec-Purpose": "prefetch;prerender"})
    device.head("/enter", params={"code": code})
    assert not device.cookies
    assert enter(device, code) == 200


def test_two_servers_of_one_host_let_in_the_same_device(house: House, tmp_path: Path) -> None:
    """A browser sends the cookies of one of them to the other as well."""
    other = House(tmp_path / "other book")
    here, there = house.device(8420), other.device(8421)
    assert enter(here, house.door.code) == 200
    there.cookies.update(here.cookies)
    assert enter(there, other.door.code) == 200
    here.cookies.update(there.cookies)
    assert (here.get("/").status_code, there.get("/").status_code) == (200, 200)


def test_a_cookie_lasts_an_evening(house: House) -> None:
    phone = house.device()
    enter(phone, house.door.code)
    house.now = SECONDS - 1
    assert phone.get("/").status_code == 200
    house.now = SECONDS + 1
    assert phone.get("/").status_code == 401


def test_a_made_up_cookie(house: House) -> None:
    stranger = house.device()
    stranger.cookies.set("tilescore-8420", "x" * 43)
    assert stranger.get("/").status_code == 401


def test_the_oldest_of_very_many_devices_has_to_come_in_again() -> None:
    door = Door(lambda _code: None)
    cookies = [door.enter(door.code) for _ in range(65)]
    assert not door.knows(cookies[0])
    assert all(door.knows(cookie) for cookie in cookies[1:])
    with pytest.raises(AccessError, match="used or is too old"):
        door.enter("x")


def test_who_has_the_code_comes_in_where_the_next_one_cannot_be_shown() -> None:
    def gone(_code: str) -> None:
        raise BrokenPipeError

    door = Door(gone)
    assert door.knows(door.enter(door.code))


def test_codes_are_long_and_never_the_same() -> None:
    codes = {Door(lambda _code: None).code for _ in range(50)}
    assert len(codes) == 50
    assert all(len(code) >= 22 for code in codes)  # 128 bits
