"""The endpoints, and the page that documents them held against what they really give."""

import copy
import dataclasses
import json
import re
import shlex
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image
from starlette.testclient import TestClient

from scoring.hand import SOURCES, Win
from tests.tilescore.web.conftest import ADDRESS, AT_WILL
from tilescore import own_tiles
from tilescore.settings import TableSettings
from tilescore.web.api import ENDPOINTS, VERSION, Endpoint
from tilescore.web.app import WebSettings, create_app
from tilescore.web.pool import Pool, PoolSettings
from tilescore.web.steps import STEPS
from vision.pixels.decode import load_photo
from vision.reading import ROLES


def is_part(part: Any, whole: Any, *, exact: bool) -> bool:
    """Whether `part` shows what `whole` holds: some names of objects, the first entries of lists; where not
    `exact`, figures and words may be others of their kind, and lists may be shorter."""
    if isinstance(part, dict):
        return isinstance(whole, dict) and all(
            name in whole and is_part(value, whole[name], exact=exact) for name, value in part.items()
        )
    if isinstance(part, list):
        shown = zip(part, whole, strict=False)
        enough = isinstance(whole, list) and (len(part) <= len(whole) or not exact)
        return enough and all(is_part(one, other, exact=exact) for one, other in shown)
    return bool(part == whole) if exact else type(part) is type(whole)


def ask(client: TestClient, endpoint: Endpoint, photo: bytes, number: int) -> Any:
    """The endpoint's own example, sent."""
    url = f"/api{endpoint.path}".replace("{number}", str(number))
    if endpoint.command.startswith("curl --data-binary"):
        return client.post(url, params={"name": "hand.jpg"}, content=photo)
    if endpoint.command:
        reading = client.post("/api/read", content=photo).json()
        files = {"reading.json": reading, "document.json": {"reading": reading}}
        words = [
            word for word in shlex.split(endpoint.command) if "=" in word and not word.startswith("photo=")
        ]
        fields = dict(word.split("=", 1) for word in words)
        data = {
            name: json.dumps(files[value[1:]]) if value[0] == "<" else value for name, value in fields.items()
        }
        return client.post(url, files={"photo": photo}, data=data)
    return client.request(endpoint.method, url, json=endpoint.request)


@pytest.fixture
def fresh(tmp_path: Path) -> Any:
    """A server with an empty game book and no tiles kept."""
    settings = WebSettings(pool=PoolSettings(workers=1), rates=AT_WILL, book_file=tmp_path / "book.sqlite3")
    with TestClient(create_app(settings), base_url=ADDRESS) as browser:
        yield browser


def test_the_documentation_s_answers_are_what_is_answered(fresh: TestClient, photo: bytes) -> None:
    """In the order of the table, for the later ones speak of what the earlier ones kept."""
    for endpoint in ENDPOINTS:
        if endpoint.method == "DELETE" and endpoint.path == "/book/{number}":
            continue  # the book is emptied in the end
        if endpoint.path == "/book/{number}/photo":
            continue  # no photo was kept
        response = ask(fresh, endpoint, photo, number=1)
        assert response.is_success, f"{endpoint.method} {endpoint.path}: {response.text}"
        kind = {"JSON": "application/json", "PNG": "image/png", "JPEG": "image/jpeg"}[endpoint.gives]
        assert response.headers["content-type"] == kind
        if endpoint.answer is None:
            continue
        # What is read, and how surely, may change with every training of the models.
        exact = endpoint.path not in ("/read", "/own")
        assert is_part(endpoint.answer, response.json(), exact=exact), f"{endpoint.path}: {response.text}"


def test_a_part_of_something_else_would_be_noticed() -> None:
    assert is_part({"a": [1]}, {"a": [1, 2], "b": 3}, exact=True)
    assert not is_part({"a": [2]}, {"a": [1, 2]}, exact=True)
    assert not is_part({"c": 1}, {"a": 1}, exact=False)
    assert not is_part({"a": "x"}, {"a": 1}, exact=False)


def test_every_step_is_documented() -> None:
    (confirm,) = [endpoint for endpoint in ENDPOINTS if endpoint.path == "/confirm"]
    assert [step for step in STEPS if f"{step} {{" not in " ".join(confirm.words.split())] == []


_OF_ALL = {"rules", "options", "prevailing"}


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("/confirm", {*_OF_ALL, "names", "seat", "visible", *ROLES}),
        ("/score", {*_OF_ALL, "id", "seat", "exposed", "concealed", "seasons", "claim", "win"}),
        ("/score", {"from", *SOURCES, *(each.name for each in dataclasses.fields(Win))} - {"source"}),
        ("/settle", {*_OF_ALL, "hands", "scores", "dead", "winner", "cannon"}),
    ],
    ids=["a discussion", "a hand", "a win", "a settlement"],
)
def test_all_that_can_be_said_of_a_hand_is_documented(path: str, names: set[str]) -> None:
    (endpoint,) = [each for each in ENDPOINTS if each.path == path]
    assert names - set(re.findall(r"\w+", endpoint.words)) == set()


def test_every_endpoint_is_documented_under_both_addresses(client: TestClient) -> None:
    page = client.get("/api").text
    for endpoint in ENDPOINTS:
        assert f"{endpoint.method} /api{endpoint.path}" in page
        assert endpoint.title in page
    assert f"/api/{VERSION}" in page
    hand = {"exposed": ["EEEw"], "concealed": "123c"}
    assert (
        client.post(f"/api/{VERSION}/score", json=hand).json() == client.post("/api/score", json=hand).json()
    )


@pytest.mark.parametrize("name", ["/", "/settle", "/api"])
def test_the_pages_are_there_and_ask_for_nothing_from_elsewhere(client: TestClient, name: str) -> None:
    page = client.get(name)
    assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    asked = re.findall(r"""(?:src|href)=["']([^"'#]+)""", page.text)
    assert asked
    assert all(address.startswith("/") and not address.startswith("//") for address in asked)
    for address in asked:
        assert client.get(address).status_code == 200, address
    assert "<style" not in page.text
    assert not re.search(r"""<script(?! type=["']application/json)[^>]*>[^<]""", page.text)


def test_static_files_are_answered_by_their_etag(client: TestClient) -> None:
    first = client.get("/static/css/base.css")
    again = client.get("/static/css/base.css", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert first.headers["cache-control"] == "no-cache"


def test_a_reading_is_that_of_the_command_line(reading: dict[str, Any]) -> None:
    from tests.tilescore.web.conftest import EXAMPLE
    from vision.read import Reader

    expected = Reader(1).read(load_photo(EXAMPLE)).to_json()
    assert reading["photo"] == "hand.jpg"
    assert {**reading, "photo": "", "milliseconds": {}} == {**expected, "photo": "", "milliseconds": {}}
    spent = dict(reading["milliseconds"])
    assert sum(spent.values()) - spent["total"] == pytest.approx(spent["total"], abs=1.0)


def test_a_photo_may_come_in_a_form(client: TestClient, photo: bytes, reading: dict[str, Any]) -> None:
    sent = client.post(
        "/api/read", params={"name": "hand.jpg"}, files={"photo": ("x.jpg", photo, "image/jpeg")}
    )
    assert sent.json()["rows"] == reading["rows"]


def test_all_faces_in_view(client: TestClient, photo: bytes) -> None:
    rows = client.post("/api/read", params={"all": "1"}, content=photo).json()["rows"]
    assert rows
    assert all("role" not in row for row in rows)
    for no in ("", "0", "false"):
        rows = client.post("/api/read", params={"all": no}, content=photo).json()["rows"]
        assert all("role" in row for row in rows), no


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ({"rules": "riichi"}, "unknown-rules"),
        ({"choice": "-1"}, "bad-json"),
        ({"choice": "x"}, "bad-json"),
        ({"choice": "9" * 30}, "bad-json"),
        ({"choice": "9"}, "fewer-hands"),
    ],
)
def test_a_question_that_cannot_be_answered(
    client: TestClient, photo: bytes, query: dict[str, str], code: str
) -> None:
    answer = client.post("/api/read", params=query, content=photo)
    assert 400 <= answer.status_code < 500
    assert answer.json()["error"]["code"] == code


@pytest.mark.parametrize(
    ("content", "status", "code"),
    [
        (b"", 400, "no-photo"),
        (b"mah-jongg", 415, "not-an-image"),
        (b"\xff\xd8\xff\xe0 and no more", 422, "truncated"),
    ],
)
def test_what_is_no_photo_is_refused_in_one_sentence(
    client: TestClient, content: bytes, status: int, code: str
) -> None:
    for path in ("/api/read", "/api/preview"):
        answer = client.post(path, content=content)
        assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
        assert answer.json()["error"]["message"].endswith(".")


@pytest.mark.parametrize("path", [f"/api{each.path}" for each in ENDPOINTS if each.takes_photo])
def test_no_body_is_held_while_all_places_are_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    async def run(*_job: Any) -> Any:
        raise AssertionError

    monkeypatch.setattr(Pool, "run", run)
    full = PoolSettings(workers=1, waiting=-1)
    browser = TestClient(create_app(WebSettings(pool=full, book_file=tmp_path / "book")), base_url=ADDRESS)
    answer = browser.post(path, files={"photo": b"no photo"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "busy")
    assert int(answer.headers["Retry-After"]) > 0


@pytest.mark.parametrize("path", ["/api/annotate", "/api/own"])
@pytest.mark.parametrize("headers", [{}, {"Content-Type": "application/json"}])
def test_where_a_form_is_needed_another_body_is_refused(
    client: TestClient, path: str, headers: dict[str, str]
) -> None:
    answer = client.post(path, content=b"{}", headers=headers)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad-json")
    assert "multipart/form-data" in answer.json()["error"]["message"]


def test_a_photo_of_other_things_is_refused(client: TestClient) -> None:
    _, grey = cv2.imencode(".png", np.full((300, 400, 3), 127, np.uint8))
    answer = client.post("/api/read", content=grey.tobytes())
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "no-tiles")


def test_the_annotated_photo(client: TestClient, photo: bytes, reading: dict[str, Any]) -> None:
    answer = client.post("/api/annotate", files={"photo": photo}, data={"reading": json.dumps(reading)})
    assert answer.headers["content-type"] == "image/png"
    picture = cv2.imdecode(np.frombuffer(answer.content, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape[0] >= 1200
    missing = client.post("/api/annotate", files={"photo": photo})
    assert (missing.status_code, missing.json()["error"]["code"]) == (400, "bad-json")
    wrong = client.post("/api/annotate", files={"photo": photo}, data={"reading": '{"rows": 3}'})
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (422, "bad-reading")
    reading["rows"][0]["groups"][0][0]["corners"] = [[-1e9, 0], [1e9, 0], [1e9, 9], [-1e9, 9]]
    other = client.post("/api/annotate", files={"photo": photo}, data={"reading": json.dumps(reading)})
    assert (other.status_code, other.json()["error"]["code"]) == (422, "bad-reading")


def test_a_preview_is_upright_small_and_says_nothing_of_the_camera(
    client: TestClient, tmp_path: Path
) -> None:
    file = tmp_path / "turned.tiff"
    exif = Image.Exif()
    exif[0x0112] = 6  # turn by 90 degrees
    exif[0x010F] = "Camera"
    Image.new("RGB", (3200, 1000), "teal").save(file, exif=exif)
    answer = client.post("/api/preview", content=file.read_bytes())
    assert answer.headers["content-type"] == "image/jpeg"
    shown = tmp_path / "shown.jpg"
    shown.write_bytes(answer.content)
    with Image.open(shown) as picture:
        assert picture.size == (500, 1600)
        assert not picture.getexif()


def test_scores_and_settlements_are_the_contract_s(client: TestClient) -> None:
    impossible = client.post("/api/score", json={"id": 7, "exposed": ["EEEw", "EEEw"], "concealed": ""})
    assert (impossible.status_code, impossible.json()["id"]) == (422, 7)
    assert impossible.json()["error"]["code"] == "fifth-tile"
    unsettled = client.post("/api/settle", json={"scores": {"E": 1}, "winner": "E"})
    assert (unsettled.status_code, unsettled.json()["error"]["code"]) == (422, "bad-settlement")


@pytest.mark.parametrize("path", ["/api/score", "/api/settle", "/api/confirm", "/api/book"])
@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b'{"a": NaN}', b"\xff", b"[" * 5000, b'{"names": {"mahjongg": "\\ud800"}}']
)
def test_what_is_no_document_is_refused(client: TestClient, path: str, body: bytes) -> None:
    answer = client.post(path, content=body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad-json")


def test_the_table_that_the_server_was_started_for(tmp_path: Path) -> None:
    own = TableSettings("millington", {"limit": 500}, {"mahjongg": "Out"}, "Thursdays")
    app = create_app(WebSettings(own, pool=PoolSettings(workers=1), book_file=tmp_path / "book"))
    browser = TestClient(app, base_url=ADDRESS)  # not entered: nothing here needs a worker
    assert browser.get("/api/table").json()["table"] == {
        "name": "Thursdays",
        "rules": "millington",
        "options": {"limit": 500},
        "names": {"mahjongg": "Out"},
    }
    assert browser.post("/api/confirm", json={"typed": "/ 123c"}).json()["hand"]["rules"] == "millington"


@pytest.mark.parametrize(("query", "rules"), [({}, "millington"), ({"rules": "babcock"}, "babcock")])
def test_a_photo_is_read_by_the_table_s_rules_unless_others_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, photo: bytes, query: dict[str, str], rules: str
) -> None:
    async def told(_pool: Pool, _task: str, *given: Any) -> Any:
        return {"rules": given[2]}

    monkeypatch.setattr(Pool, "run", told)
    own = WebSettings(TableSettings("millington"), pool=PoolSettings(workers=1), book_file=tmp_path / "book")
    browser = TestClient(create_app(own), base_url=ADDRESS)  # not entered: nothing here needs a worker
    assert browser.post("/api/read", params=query, content=photo).json() == {"rules": rules}


def test_a_kept_photo_is_the_preview(client: TestClient, photo: bytes, reading: dict[str, Any]) -> None:
    document = {"reading": reading, "settings": {"seat": "E"}, "steps": []}
    kept = client.post("/api/book", files={"photo": photo}, data={"document": json.dumps(document)})
    assert kept.status_code == 201
    number = kept.json()["id"]
    assert kept.headers["location"] == f"/api/book/{number}"
    shown = client.get(f"/api/book/{number}/photo")
    assert shown.headers["content-type"] == "image/jpeg"
    assert shown.content == client.post("/api/preview", content=photo).content
    entry = client.get(f"/api/book/{number}").json()
    assert (entry["photo"], entry["reading"], entry["settings"]) == (True, reading, {"seat": "E"})
    assert client.get("/api/book").json()["hands"][0]["id"] == number
    assert number not in [
        hand["id"] for hand in client.get("/api/book", params={"before": number}).json()["hands"]
    ]
    assert client.delete(f"/api/book/{number}").status_code == 204
    assert client.get(f"/api/book/{number}").json()["error"]["code"] == "no-such-hand"
    assert client.delete(f"/api/book/{number}").status_code == 404
    assert client.get(f"/api/book/{'9' * 40}/photo").status_code == 404


@pytest.mark.parametrize("kind", ["multipart/form-data", "Multipart/Form-Data"])
def test_a_form_without_a_photo_keeps_the_hand_alone(client: TestClient, kind: str) -> None:
    """Whatever the case of the letters that say that it is one."""
    form = {"document": (None, json.dumps({"typed": "EEEw / 5c"}))}
    request = client.build_request("POST", "/api/book", files=form)
    request.headers["content-type"] = request.headers["content-type"].replace("multipart/form-data", kind)
    kept = client.send(request)
    assert kept.status_code == 201
    assert client.get(kept.headers["location"]).json()["photo"] is False


def test_the_book_says_in_short_whether_a_hand_won_and_what_counts(client: TestClient) -> None:
    (won,) = [each.request for each in ENDPOINTS if (each.method, each.path) == ("POST", "/book")]
    assert won is not None
    capped = {**won, "settings": {**won["settings"], "options": {"limit": 100}}}
    for document in (capped, {"typed": "EEEw SSSw NNNw / 345d Ww"}):
        assert client.post("/api/book", json=document).status_code == 201
    hands = client.get("/api/book").json()["hands"][:2]
    assert [(hand["won"], hand["total"]) for hand in hands] == [(False, 48), (True, 100)]


def test_what_could_not_be_given_back_is_not_kept(client: TestClient) -> None:
    """JSON has no word for what Python makes of 1e999."""
    answer = client.post("/api/book", content=b'{"typed": "EEEw / 5c", "settings": {"note": 1e999}}')
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad-json")


@pytest.mark.parametrize(
    ("document", "code"),
    [
        ({}, "bad-edit"),
        ({"typed": "EEEEw / EEw"}, "fifth-tile"),
        ({"typed": "EEEw / ", "steps": [{"do": "dance"}]}, "bad-edit"),
    ],
)
def test_what_is_no_hand_to_keep(client: TestClient, document: dict[str, Any], code: str) -> None:
    answer = client.post("/api/book", json=document)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, code)


def test_own_tiles_are_kept_with_consent_alone(fresh: TestClient, photo: bytes) -> None:
    document = json.dumps({"reading": fresh.post("/api/read", content=photo).json()})
    for said in ({}, {"consent": "no"}):
        refused = fresh.post("/api/own", files={"photo": photo}, data={"document": document, **said})
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "no-consent")
    assert not own_tiles.folder().exists()
    kept = fresh.post("/api/own", files={"photo": photo}, data={"document": document, "consent": "yes"})
    assert kept.status_code == 201
    assert fresh.get("/api/own").json() == {"hands": 1, "tiles": kept.json()["tiles"]}
    assert fresh.delete("/api/own").json() == {"removed": 1}
    assert not own_tiles.folder().exists()


@pytest.mark.parametrize(
    ("steps", "code"),
    [
        pytest.param([{"do": "replace", "key": 6, "tile": "9b"}], "not-complete", id="no complete hand"),
        pytest.param([{"do": "delete", "keys": [6, 7]}], "bad-edit", id="a dead one"),
    ],
)
def test_tiles_of_a_hand_that_is_not_right_are_not_kept(
    client: TestClient, photo: bytes, reading: dict[str, Any], steps: list[dict[str, Any]], code: str
) -> None:
    won = {"do": "answer", "question": "won", "value": "no" if code == "bad-edit" else "yes"}
    form = {"document": json.dumps({"reading": reading, "steps": [*steps, won]}), "consent": "yes"}
    answer = client.post("/api/own", files={"photo": photo}, data=form)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, code)
    assert not own_tiles.folder().exists()


def test_a_worker_s_refusal_says_all_that_the_server_s_own_would(client: TestClient, photo: bytes) -> None:
    document = {"typed": "11111c / 22222c 333c"}
    from_server = client.post("/api/book", json=document)
    form = {"document": json.dumps(document), "consent": "yes"}
    from_worker = client.post("/api/own", files={"photo": photo}, data=form)
    assert (from_worker.status_code, from_worker.json()) == (from_server.status_code, from_server.json())
    assert [problem["code"] for problem in from_worker.json()["error"]["problems"]][:2] == ["fifth-tile"] * 2


@pytest.mark.parametrize("far", [[1e30, 0], [-1e30, 0], [0, 1e30], [0, -1e30]])
def test_tiles_far_outside_of_a_photo_are_none_of_its_own(
    client: TestClient, photo: bytes, reading: dict[str, Any], far: list[float]
) -> None:
    reading = copy.deepcopy(reading)
    reading["rows"][0]["groups"][0][0] |= {"sure": True, "corners": [[0, 0], [9, 0], far, [0, 9]]}
    form = {"document": json.dumps({"reading": reading}), "consent": "yes"}
    answer = client.post("/api/own", files={"photo": photo}, data=form)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad-reading")
    assert not own_tiles.folder().exists()


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/nothing", 404, "not-found"),
        ("GET", "/api/read", 405, "method-not-allowed"),
        ("PUT", "/api/book", 405, "method-not-allowed"),
        ("GET", "/api/book/x", 404, "not-found"),
        pytest.param(
            "GET", f"/api/book/{'1' * 5000}", 404, "no-such-hand", id="a number that no int() reads"
        ),
    ],
)
def test_what_is_not_there(client: TestClient, method: str, path: str, status: int, code: str) -> None:
    answer = client.request(method, path)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    assert ("allow" in answer.headers) == (status == 405)


@pytest.mark.parametrize("root", ["/api", "/api/v1"])
def test_what_is_possible_at_a_path_is_told_where_something_else_is_not(
    client: TestClient, root: str
) -> None:
    for path in {each.path for each in ENDPOINTS}:
        methods = {each.method for each in ENDPOINTS if each.path == path}
        answer = client.put(f"{root}{path.replace('{number}', '1')}")
        assert set(answer.headers["allow"].split(", ")) - {"HEAD"} == methods, path


def test_a_page_that_is_not_there_says_so_as_a_page(client: TestClient) -> None:
    answer = client.get("/nothing")
    assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert "There is nothing here." in answer.text
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static/"):
        assert client.get(path).status_code == 404


def test_health(client: TestClient) -> None:
    assert client.get("/health").json() == {"status": "ok"}
