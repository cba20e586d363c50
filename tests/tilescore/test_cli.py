"""The commands of the contract: what they write, where, and the exit status."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any

import pytest

from tests.tilescore.conftest import Run
from tests.tilescore.readings import reading_of
from vision.errors import PhotoError
from vision.faces.own_set import OwnSet
from vision.reading import Reading

FIG_27 = "EEEw SSSw NNNw / 345d WWw"
ORPHANS = "/ 119c 19d 19b ESWNw RGWd"
FIG_27_JSON = {
    "id": "fig27",
    "rules": "babcock",
    "options": {"four_winds": True, "limit": 300},
    "seat": "E",
    "prevailing": "E",
    "exposed": ["EEEw", "SSSw", "NNNw"],
    "concealed": "345d WWw",
    "seasons": "",
    "win": {"tile": "Ew", "from": "discard"},
}


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


# Hands in notation


def test_a_typed_hand_is_shown_as_the_book_prints_it(run: Run) -> None:
    ran = run("score", "--hand", FIG_27, "--win", "Ew", "--from", "discard", "--seat", "E")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines()[:2] == [FIG_27, "East, won with the East Wind, claimed from a discard"]
    assert ran.out.splitlines()[-1].split() == ["Total", "128", "points"]


def test_the_uncapped_score_stands_beside_the_limit(run: Run) -> None:
    ran = run("score", "--hand", FIG_27, "--win", "Ew", "--option", "four_winds=true")
    assert ran.out.splitlines()[-1].split() == [
        "Total:",
        "The",
        "Four",
        "Winds",
        "(uncapped:",
        "128)",
        "300",
        "points",
    ]


def test_a_limit_hand_is_called_by_its_own_name(run: Run) -> None:
    flags = ("--win", "Rd", "--option", "thirteen_orphans=true")
    last = run("score", "--hand", ORPHANS, *flags).out.splitlines()[-1]
    assert last.startswith("Total: The Thirteen Orphans (")
    assert last.split()[-2:] == ["300", "points"]


def test_a_typed_hand_as_json(run: Run) -> None:
    ran = run("score", "--hand", FIG_27, "--win", "Ew", "--json", "--option", "four_winds=true")
    (result,) = lines(ran.out)
    assert result["id"] is None
    assert (result["points"], result["doubles"], result["total"]) == (32, 2, 300)
    assert result["limit_hand"] == "four_winds"


def test_every_flag_reaches_the_hand(run: Run) -> None:
    flags = (
        *("--rules", "millington", "--hand", "[1111c] / 234c 345d EEw 67b 8b", "--seat", "S"),
        *("--prevailing", "W", "--win", "8b", "--from", "loose", "--loose-after", "kong", "--last-tile"),
        *("--kongs-in-a-row", "1", "--visible", "5555b"),
    )
    ran = run("score", *flags, "--json")
    rules = {item["rule"] for item in lines(ran.out)[0]["items"]}
    assert ran.status == 0
    assert {"loose_tile", "last_tile_drawn", "only_place"} <= rules, rules
    assert run("score", *flags).out.splitlines()[1].startswith("South (West prevailing), won with the eight")


def test_a_win_that_the_hand_itself_rules_out_is_remarked_on(run: Run) -> None:
    flags = ("--rules", "millington", "--win", "7b", "--from", "wall", "--dealt", "--json")
    ran = run("score", "--hand", "123c / 222c 234d 567b 99d", *flags)
    assert ran.status == 0
    assert "total" in lines(ran.out)[0]
    assert "taken on your word: 123c lies on the table, so the hand was not complete as dealt." in ran.err
    assert "on your word" not in run("score", "--hand", "/ 123c 222c 234d 567b 99d", *flags).err


def test_a_tile_cannot_have_been_robbed_from_a_kong_that_had_fewer_than_three_others(run: Run) -> None:
    ran = run("score", "--hand", "NNNw / 123d WWw 456b 999c", "--win", "Nw", "--from", "robbed")
    assert ran.status == 0
    said = "taken on your word: Three North Winds lay in the kong that was robbed, but the hand holds 3."
    assert said in ran.err
    ran = run("score", "--hand", "/ 123d NNw 456b 999c 345c", "--win", "1d", "--from", "robbed")
    assert "on your word" not in ran.err


def test_explaining_shows_the_best_other_grouping(run: Run) -> None:
    ran = run("score", "--hand", "EEEw / 111222333c 55d", "--win", "Ew", "--explain")
    assert "The best other reading, EEEw / 123c 123c 123c 55d, would have scored 48" in ran.out


def test_a_claimed_limit_hand_that_fails_says_why(run: Run) -> None:
    ran = run(
        "score", "--hand", FIG_27, "--win", "Ew", "--option", "nine_gates=true", "--claim", "nine_gates"
    )
    assert "The Nine Gates" in ran.out


@pytest.mark.parametrize(
    ("hand", "flags", "asks"),
    [
        (FIG_27, (), True),
        (FIG_27, ("--json",), True),
        (FIG_27, ("--win", "Ew"), False),
        ("EEEw SSSw NNNw / 345d Ww", (), False),
        ("EEEw SSSw NNNw / 346d WWw", (), False),
        (ORPHANS, ("--option", "thirteen_orphans=true"), True),
        (ORPHANS, (), False),
    ],
)
def test_a_win_that_was_not_said_is_asked_for(
    run: Run, hand: str, flags: tuple[str, ...], asks: bool
) -> None:
    """Where the tiles are a winner's, and would be dead without it."""
    ran = run("score", "--hand", hand, *flags)
    assert ran.status == 0
    assert ("--win names the tile that won it" in ran.err) == asks


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["score"], 2, "give one of PHOTO, --hand or --hands"),
        (["score", "a.jpg", "--hand", "/"], 2, "give one of PHOTO, --hand or --hands"),
        (["score", "--hand", "zz"], 1, "'zz' has no '/'"),
        (["score", "--hand", "/ 1x"], 1, "does not fit"),
        (["score", "--hand", "/ 11111c"], 1, "there are four"),
        (["score", "--hand", FIG_27, "--win", "Rd"], 1, "Red Dragon"),
        (["score", "--hand", FIG_27, "--win", "zz"], 1, "'zz' is no tile"),
        (["score", "--hand", FIG_27, "--win", "", "--from", "wall"], 1, "'' is no tile"),
        (["score", "a.jpg", "--win", "", "--yes"], 1, "'' is no tile"),
        (["score", "a.jpg", "--visible", "zz", "--yes"], 1, "'zz': 'z' at place 1"),
        (["score", "--hand", FIG_27, "--from", "wall"], 1, "needs --win"),
        (["score", "--hand", FIG_27, "--seat", "X"], 2, "'--seat': 'X' is none of E, S, W, N."),
        (["score", "--hand", FIG_27, "--from", "moon"], 2, "'moon' is none of wall, discard, loose, robbed."),
        (["score", "--hand", FIG_27, "--rules", "riichi"], 2, "'riichi' is none of babcock, millington."),
        (["score", "--hand", FIG_27, "--kongs-in-a-row", "x"], 2, "'x' is no whole number of at least 0."),
        (["score", "--hand", FIG_27, "--annotate", "a.png"], 2, "--hand: cannot be combined with --annotate"),
        (["score", "--hand", FIG_27, "--choice", "1", "--keep"], 2, "combined with --choice and --keep."),
        (["score", "--hand", FIG_27, "--explain", "--json"], 2, "--json: cannot be combined with --explain"),
        (["score", "a.jpg", "--yes", "--keep"], 2, "--yes: cannot be combined with --keep"),
        (["score", "a.jpg", "--json", "--keep"], 2, "--json: cannot be combined with --keep"),
        (["webcam", "--headless", "--score", "--yes", "--keep"], 2, "--yes: cannot be combined with --keep"),
        (
            ["webcam", "--headless", "--option", "limit=9"],
            2,
            "without --score: cannot be combined with --option",
        ),
        (["score", "--hand", FIG_27, "--win", "Ww", "--loose-after", "kong"], 2, "only a tile --from loose"),
        (["score", "a.jpg", "--from", "wall", "--loose-after", "kong"], 2, "only a tile --from loose"),
        (
            ["score", "a.jpg", "--from", "discard", "--mixed"],
            2,
            "only a drawn tile is kept apart or mixed in.",
        ),
        (["score", "--hands", "-", "--seat", "E"], 2, "--hands: cannot be combined with --seat"),
        (["score", "--hands", "-", "--kongs-in-a-row", "0"], 2, "combined with --kongs-in-a-row"),
        (
            ["score", "--hands", "-", "--claim", "moon", "--choice", "2"],
            2,
            "combined with --claim and --choice.",
        ),
        (["score", "--hand", FIG_27, "--option", "bogus=1"], 2, "'bogus' is no setting"),
        (["score", "--hand", FIG_27, "--option", "limit=many"], 2, "limit is a whole number"),
        (["score", "--hand", FIG_27, "--option", "=1"], 2, "NAME=VALUE"),
        (
            ["score", "--hand", FIG_27, "--option", "limit=1", "--option", "limit=2"],
            2,
            "'limit' is said to be",
        ),
        (["score", "--hand", FIG_27, "--win", "Ew", "--claim", "bogus"], 2, "'bogus' is no limit hand"),
        (["score", "a.jpg", "--json", "--claim", "bogus"], 2, "'bogus' is no limit hand"),
        (["score", "--hand", FIG_27, "--table", "missing.toml"], 2, "missing.toml: No such file"),
        (["score", "--hands", "missing.jsonl"], 1, "missing.jsonl: No such file"),
        (["score", "--hands", "./missing.jsonl"], 1, "./missing.jsonl: No such file"),
        (["score", "--hands", "."], 1, ".: Is a directory"),
        (["settle"], 2, "give one of FILE or --tables"),
        (["settle", "missing.json"], 1, "missing.json: No such file"),
        (["settle", "nowhere//missing.json"], 1, "nowhere//missing.json: No such file"),
        (["rules", "riichi"], 2, "'riichi' is none of babcock, millington."),
        (["read", ""], 2, "'PHOTO...': no photo is named."),
        (["score", "", "--yes"], 2, "'PHOTO': no photo is named."),
        (["read", "a.jpg", "--annotate", ""], 2, "'--annotate': no file is named."),
        (["score", "--hands", ""], 2, "'--hands': no file is named."),
        (["score", "--hand", FIG_27, "--table", ""], 2, "'--table': no file is named."),
        (["rules", "--table", "http://h//t.toml"], 2, "'--table': http://h//t.toml is an address, not a"),
        (["settle", "-", "--table", "ftp://h/t"], 2, "'--table': ftp://h/t is an address, not a file."),
        (["read", "a.jpg", "--annotate", "s3://h/a.png"], 2, "'--annotate': s3://h/a.png is an address"),
        (["settle", ""], 2, "'FILE': no file is named."),
        (["settle", "--tables", ""], 2, "'--tables': no file is named."),
        (["webcam", "", "--headless"], 2, "'SOURCE': no camera or film is named."),
        (["read", "a.jpg", "-"], 2, "'PHOTO...': a photo is not read from standard input; name its file."),
        (["score", "-", "--json"], 2, "'PHOTO': a photo is not read from standard input; name its file."),
        (["read", "./-"], 1, "./- does not exist."),
        (["read", "https://host//a.jpg"], 1, "https://host//a.jpg is an address, not a file"),
        (["score", f"http://host/{300 * 'a'}", "--yes"], 1, "is an address, not a file; download"),
        (["read"], 2, "Usage: tilescore read [OPTIONS] PHOTO... "),
        (["read", "a.jpg", "--choice", "0"], 2, "'0' is no whole number of at least 1."),
        (["read", "a.jpg", "--all", "--choice", "2"], 2, "--all: cannot be combined with --choice"),
        (["serve", "--port", "99999"], 2, "'99999' is no whole number from 0 to 65535."),
        (["webcam", "--headless", "--every", "0.05"], 2, "'0.05' is no number of seconds of at least 0.1."),
        (["webcam", "--headless", "--every", "inf"], 2, "'inf' is no number of seconds of at least 0.1."),
        (["webcam", "--headless", "--every", "soon"], 2, "'soon' is no number of seconds of at least 0.1."),
        (["read", "a.jpg", "b.jpg", "--annotate", "out.png"], 2, "one photo at a time"),
        (["read", "a.jpg", "--annotate", "out.txt"], 2, "out.txt"),
        (["read", "a.jpg", "--annotate", "nowhere/a.png"], 2, "nowhere/a.png: No such file or directory."),
        (["read", "a.jpg", "--annotate", "out.PNG"], 1, "a.jpg does not exist."),
        (["fly"], 2, "fly"),
        (["score", "--no-such-flag"], 2, "--no-such-flag"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_is_refused_says_so_in_one_sentence(
    run: Run, arguments: list[str], status: int, said: str
) -> None:
    ran = run(*arguments)
    assert ran.status == status
    assert said in " ".join(ran.err.split())
    assert "Traceback" not in ran.err
    assert ran.out == ""
    if status == 1:
        assert len(ran.err.splitlines()) == 1


def test_what_flags_say_of_one_hand_or_a_photo_is_refused_beside_many_hands(run: Run) -> None:
    """Each of them, for hands from a file say it themselves."""
    valued = {
        **{"--annotate": "a.png", "--choice": "1", "--seat": "E", "--prevailing": "E", "--win": "1c"},
        **{"--from": "loose", "--loose-after": "kong", "--kongs-in-a-row": "1", "--east-wins-in-a-row": "1"},
        **{"--visible": "1c", "--claim": "moon"},
    }
    plain = ("--keep", "--last-tile", "--mixed", "--dealt", "--first-discard", "--original-call", "--explain")
    given = [word for flag in valued.items() for word in flag]
    ran = run("score", "--hands", "-", *given, *plain)
    assert (ran.status, ran.out) == (2, "")
    assert {*valued, *plain} <= set(ran.err.replace(".", " ").split())


def test_a_refused_hand_is_an_error_object_for_programs(run: Run) -> None:
    ran = run("score", "--hand", "/ 11111c 345d", "--json")
    assert ran.status == 1
    assert lines(ran.out)[0]["error"]["code"] == "fifth-tile"


@pytest.mark.parametrize("given", [("--hand", FIG_27), ("hand.jpg",)], ids=["typed", "photo"])
def test_a_flag_that_names_no_tile_is_an_error_object_for_programs(run: Run, given: tuple[str, ...]) -> None:
    ran = run("score", *given, "--win", "zz", "--json")
    (result,) = lines(ran.out)
    assert (ran.status, result["error"]["code"]) == (1, "bad-notation")
    assert ran.err == f"tilescore: {result['error']['message']}\n"


# Many hands


def test_many_hands_answer_in_order_and_go_on_after_a_bad_one(run: Run) -> None:
    bad = {"id": "bad", "concealed": "1x"}
    stdin = "\n".join([json.dumps(FIG_27_JSON), json.dumps(bad), "", "{oops", json.dumps(FIG_27_JSON)])
    ran = run("score", "--hands", "-", stdin=stdin)
    results = lines(ran.out)
    assert ran.status == 1
    assert [result.get("error", {}).get("code") for result in results] == [
        None,
        "bad-notation",
        "bad-json",
        None,
    ]
    assert results[0]["id"] == "fig27"
    assert results[0]["total"] == 300
    assert [line.partition(":")[0] for line in ran.err.splitlines()] == ["line 2", "line 4"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{oops", "line 1: not JSON at character 2: expecting property name enclosed in double quotes."),
        ('{"id":', "line 1: not JSON at character 7: expecting value."),
        ('{"id": "x', "line 1: not JSON at character 8: unterminated string."),
        ('{"id": "\\x"}', "line 1: not JSON at character 9: invalid \\escape."),
        ('{"id": NaN}', "line 1: not JSON: NaN is no number there."),
        ('{"id": ' + "9" * 5000 + "}", "line 1: a number in it is too long."),
        ('{"note": -1e999}', "line 1: a number in it is too large."),
        ('{"seat": "E", "id": 1, "seat": "S"}', "line 1: 'seat' stands in it twice."),
        ('{"win": {"tile": "5c", "tile": "6c"}}', "line 1: 'tile' stands in it twice."),
        ("null", "line 1: a JSON object is expected, not null."),
        ('["E"]', "line 1: a JSON object is expected, not a list."),
        ('"E"', "line 1: a JSON object is expected, not 'E'."),
        ("5", "line 1: a JSON object is expected, not 5."),
    ],
    ids=[
        "name",
        "cut off",
        "string",
        "escape",
        "NaN",
        "huge number",
        "huge figure",
        "twice",
        "twice inside",
        "null",
        "list",
        "text",
        "5",
    ],
)
def test_a_line_that_is_no_json_is_named_once(run: Run, line: str, said: str) -> None:
    assert run("score", "--hands", "-", stdin=line + "\n").err == said + "\n"


def test_of_a_document_of_many_lines_the_line_is_named(run: Run) -> None:
    ran = run("settle", "-", stdin='{\n  "winner": S\n}\n')
    assert ran.err == "tilescore: not JSON at line 2, character 13: expecting value.\n"


@pytest.mark.parametrize(
    ("document", "said"),
    [
        pytest.param(b"\xff\xd8\xff", "not UTF-8 at byte 0.", id="a photo"),
        pytest.param(b"{}", "a settlement needs either hands or scores.", id="no settlement"),
    ],
)
def test_a_file_that_is_no_settlement_is_named(run: Run, tmp_path: Path, document: bytes, said: str) -> None:
    file = tmp_path / "table.json"
    file.write_bytes(document)
    assert run("settle", file).err == f"tilescore: {file}: {said}\n"


@pytest.mark.parametrize("command", [("score", "--hands"), ("settle", "--tables"), ("settle",)], ids=" ".join)
@pytest.mark.parametrize("name", ["photo.jpg", "-"])
def test_what_is_no_text_is_refused_once(
    run: Run, tmp_path: Path, command: tuple[str, ...], name: str
) -> None:
    photo = b"\xff\xd8\xff\xe0\x00\x10JFIF\x00" + 40 * b"\n\xffa line\n"
    file = tmp_path / name
    file.write_bytes(photo)
    ran = run(*command, "-" if name == "-" else file, stdin=photo)
    named = "standard input" if name == "-" else file
    assert (ran.status, ran.out) == (1, "")
    assert ran.err == f"tilescore: {named} is no text, which JSON is.\n"


def test_a_number_with_a_point_is_read(run: Run) -> None:
    (result,) = lines(run("score", "--hands", "-", stdin=json.dumps({**FIG_27_JSON, "id": 2.5})).out)
    assert (result["id"], result["total"]) == (2.5, 300)


def test_hands_from_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "hands.jsonl"
    file.write_text(json.dumps(FIG_27_JSON) + "\n")
    assert run("score", "--hands", file).status == 0


def test_flags_fill_in_what_a_document_leaves_out(run: Run) -> None:
    without = {name: value for name, value in FIG_27_JSON.items() if name not in ("rules", "options")}
    ran = run("score", "--hands", "-", "--option", "limit=50", stdin=json.dumps(without))
    assert lines(ran.out)[0]["total"] == 50
    ran = run("score", "--hands", "-", "--option", "limit=50", stdin=json.dumps(FIG_27_JSON))
    assert lines(ran.out)[0]["total"] == 300


def test_own_settings_do_not_touch_documents_of_programs(run: Run, tmp_path: Path) -> None:
    own = tmp_path / "config" / "tilescore"
    own.mkdir(parents=True)
    (own / "table.toml").write_text("[table]\nlimit = 40\n")
    assert json.loads(run("score", "--hand", FIG_27, "--win", "Ew", "--json").out)["total"] == 40
    assert "limit = 40" in run("rules").out
    without = {name: value for name, value in FIG_27_JSON.items() if name != "options"}
    assert lines(run("score", "--hands", "-", stdin=json.dumps(without)).out)[0]["total"] == 128
    settled = run("settle", "-", "--json", stdin=json.dumps(SETTLEMENT))
    assert lines(settled.out)[0]["scores"]["S"] == 64


@pytest.mark.parametrize(
    "line",
    [
        b"\xff\xfe",
        b"NaN",
        b'{"seat": NaN}',
        b"[" * 100_000,
        b'{"concealed": ' + b"9" * 10_000 + b"}",
        b'"' + b"x" * (1 << 20) + b'"',
        b" " * (1 << 20) + json.dumps(FIG_27_JSON).encode(),
        json.dumps(FIG_27_JSON).encode() + b" " * (1 << 20) + b"oops",
        b"x" * ((1 << 20) - 1),
        b"null",
        b'{"id": "\\ud800", "concealed": "\\ud800"}',
        json.dumps({**FIG_27_JSON, "id": "\ud800"}).encode(),
        b"\x00",
    ],
    ids=[
        *("not utf-8", "NaN", "NaN inside", "deep", "huge number"),
        *("huge line", "hand far along a line", "more far behind a hand", "longest line"),
        *("null", "surrogates", "surrogate of a hand", "NUL"),
    ],
)
def test_any_line_gives_a_clean_error_and_the_next_is_scored(run: Run, line: bytes) -> None:
    ran = run("score", "--hands", "-", stdin=line + b"\n" + json.dumps(FIG_27_JSON).encode())
    first, second = lines(ran.out)
    assert (sorted(first), first["id"]) == (["error", "id"], None)
    assert second["total"] == 300
    assert ran.status == 1


def test_hands_are_answered_one_by_one_and_not_gathered() -> None:
    """The first answer can be read while the second hand is not written yet: nothing waits for the end."""
    command = [sys.executable, "-m", "tilescore", "score", "--hands", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(FIG_27_JSON).encode() + b"\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["id"] == "fig27"
        process.stdin.close()
        assert process.wait() == 0


@pytest.mark.parametrize(
    ("closed", "status"),
    [("score --hands - <&-", 0), ("settle - <&-", 1), ("rules >&-", 1), ("score --hand x 2>&-", 1)],
)
def test_streams_that_are_closed_are_no_crash(closed: str, status: int) -> None:
    command = f'"{sys.executable}" -m tilescore {closed}'
    done = subprocess.run(command, shell=True, capture_output=True, check=False)
    assert (done.returncode, b"Traceback" in done.stderr) == (status, False)


def test_a_result_that_a_closed_output_loses_is_no_success() -> None:
    command = f'"{sys.executable}" -m tilescore score --hand "{FIG_27}" --win Ew >&-'
    done = subprocess.run(command, shell=True, stderr=subprocess.PIPE, check=False)
    said = b"tilescore: the output is closed, and nothing could be written to it.\n"
    assert (done.returncode, done.stderr) == (1, said)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_signs_that_the_encoding_lacks_give_way_to_letters(encoding: str) -> None:
    """In place of each a `?` would be written, which is a tile face down."""
    command = [sys.executable, "-m", "tilescore", "score", "--hand", FIG_27, "--win", "Ew", "--unicode"]
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    done = subprocess.run(command, env=environment, capture_output=True, check=True)
    assert done.stdout.startswith(FIG_27.encode())
    assert done.stderr.startswith(b"tilescore: --unicode: the encoding ")
    assert done.stderr.endswith(b" has no signs for tiles; letters stand for them.\n")


@pytest.mark.parametrize(("encoding", "doubled"), [("ascii", "x2 = 128"), ("latin-1", "×2 = 128")])
def test_a_sheet_has_plainer_signs_where_the_encoding_lacks_its_own(encoding: str, doubled: str) -> None:
    def printed(*words: str) -> str:
        command = [sys.executable, "-m", "tilescore", *words]
        environment = {**os.environ, "PYTHONIOENCODING": encoding}
        done = subprocess.run(command, env=environment, capture_output=True, check=True)
        return done.stdout.decode(encoding)

    assert doubled in printed("score", "--hand", FIG_27, "--win", "Ew")
    assert "Pung of 2-8" in printed("rules", "millington")


def test_a_reader_that_leaves_early_is_no_crash() -> None:
    hands = (json.dumps(FIG_27_JSON) + "\n") * 500
    command = f'"{sys.executable}" -m tilescore score --hands - | head -n 1'
    done = subprocess.run(command, shell=True, input=hands.encode(), capture_output=True, check=True)
    assert json.loads(done.stdout)["id"] == "fig27"
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    "words", [("rules", "babcock"), ("score", "--hand", FIG_27, "--win", "Ew", "--json")]
)
def test_a_full_disk_is_said_in_one_line(words: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "tilescore", *words]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (1, b"tilescore: the output: No space left on device.\n")


@pytest.mark.parametrize(
    ("words", "called"),
    [
        (("score", "hand.jpg", "--yes"), []),
        (("score", "hand.jpg", "--json"), ["hand.jpg"]),
        (("read", "hand.jpg", "other.jpg", "--json"), ["hand.jpg", "other.jpg"]),
        (("webcam",), []),
        (("webcam", "7", "--headless"), ["camera 7"]),
        (("webcam", "film.mp4", "--json"), ["film.mp4"]),
    ],
)
def test_a_library_that_cannot_be_loaded_is_said_in_one_line(
    tmp_path: Path, words: tuple[str, ...], called: list[str]
) -> None:
    """OpenCV on a machine without libGL, as servers and containers are; here its file is no library."""
    (tmp_path / f"cv2{EXTENSION_SUFFIXES[-1]}").touch()
    command = [sys.executable, "-m", "tilescore", *words]
    paths = os.pathsep.join([str(tmp_path), *sys.path])
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith("tilescore: cv2 cannot be loaded: ")
    assert line.endswith("OpenCV needs libGL and GLib; on Debian or Ubuntu: apt install libgl1 libglib2.0-0.")
    error = {"code": "no-library", "message": line.removeprefix("tilescore: ")}
    assert lines(done.stdout) == [{"photo": name, "error": error} for name in called]


# Settling


SETTLEMENT = {"scores": {"E": 24, "S": 64, "W": 8, "N": 16}, "winner": "S"}


def test_settling_prints_who_pays_whom(run: Run) -> None:
    ran = run("settle", "-", stdin=json.dumps(SETTLEMENT))
    assert ran.status == 0
    assert "East pays South 128" in ran.out.splitlines()
    assert "South         64     +256" in ran.out.splitlines()


def test_settling_for_programs(run: Run) -> None:
    (result,) = lines(run("settle", "-", "--json", stdin=json.dumps(SETTLEMENT)).out)
    assert sum(result["net"].values()) == 0
    assert {"from": "E", "to": "S", "points": 128} in result["payments"]


def test_a_draw_game_pays_nothing(run: Run) -> None:
    ran = run("settle", "-", stdin=json.dumps({**SETTLEMENT, "winner": None}))
    assert ran.out.splitlines()[-1] == "Nobody pays."


@pytest.mark.parametrize("document", ['{"winner": null}', '{"scores": {}, "winner": null}'])
def test_a_draw_game_is_written_down_without_scores(run: Run, document: str) -> None:
    ran = run("settle", "-", stdin=document)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines()[-1] == "Nobody pays."


def test_a_file_that_cannot_be_opened_is_refused_as_json_too(run: Run) -> None:
    ran = run("settle", "missing.json", "--json")
    (result,) = lines(ran.out)
    assert ran.status == 1
    assert result["error"]["code"] == "no-file"
    assert result["error"]["message"] in ran.err


def test_options_fill_in_documents_of_either_book(run: Run) -> None:
    """Unless `--rules` says of which book they are."""
    hands = [
        {"rules": rules, "seat": "E", "concealed": "123456789c123d99d", "win": {"tile": "9d"}}
        for rules in ("babcock", "millington")
    ]
    typed = "".join(json.dumps(hand) + "\n" for hand in hands)
    limits = [result["limit"] for result in lines(run("score", "--hands", "-", stdin=typed).out)]
    assert limits == [300, 1000]
    flags = ("--option", "limit=50", "--option", "four_winds=true")
    results = lines(run("score", "--hands", "-", *flags, stdin=typed).out)
    assert [result["limit"] for result in results] == [50, 50]
    results = lines(run("score", "--hands", "-", *flags, "--rules", "babcock", stdin=typed).out)
    assert [result["limit"] for result in results] == [50, 1000]


def test_many_tables_settle_one_a_line(run: Run) -> None:
    ran = run("settle", "--tables", "-", stdin=json.dumps(SETTLEMENT) + "\n{}\n")
    good, bad = lines(ran.out)
    assert "net" in good
    assert "error" in bad
    assert ran.status == 1


def test_a_settlement_that_cannot_be_is_refused(run: Run) -> None:
    ran = run("settle", "-", stdin='{"scores": {"E": 1}, "winner": "S"}')
    assert (ran.status, ran.out) == (1, "")
    assert len(ran.err.splitlines()) == 1


def test_hands_that_no_one_table_holds_are_remarked_on(run: Run) -> None:
    hands = {seat: {"exposed": "EEEw", "concealed": "123c 147d 147b Rd"} for seat in "ESWN"}
    ran = run("settle", "-", stdin=json.dumps({"hands": hands, "winner": None}))
    assert ran.status == 0
    said = "The hands of the table hold 12 East Winds (Ew); there are four."
    assert f"tilescore: settled all the same: {said}\n" in ran.err


# Sheets


@pytest.mark.parametrize(("book", "rule"), [("babcock", "The Nine Gates"), ("millington", "Fourfold Plenty")])
def test_a_sheet_is_printed_whole_with_its_settings(run: Run, book: str, rule: str) -> None:
    ran = run("rules", book)
    assert ran.status == 0
    assert rule in ran.out
    assert "limit = " in ran.out
    assert all(len(line) <= 80 for line in ran.out.splitlines()[:-1]), "the last line is a path"


@pytest.mark.parametrize(("book", "said"), [("babcock", 1), ("millington", 0)])
def test_a_sheet_says_what_a_plus_means(run: Run, book: str, said: int) -> None:
    out = run("rules", book).out
    assert out.count("+ counts only where its setting, below, is on.") == said
    assert ("\n+ The Nine Gates" in out) == bool(said)


def test_a_sheet_shows_the_table_s_agreements(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    table.write_text('[table]\nname = "Thursdays"\nlimit = 500\n[table.names]\nno_runs = "All pungs"\n')
    out = run("rules", "--table", table).out
    assert "limit = 500" in out
    assert "All pungs" in out
    assert "Thursdays" in out


# Photos, read by a stand-in for the models


@pytest.fixture
def photos(monkeypatch: pytest.MonkeyPatch) -> dict[str, Reading | PhotoError]:
    """What the reader will find, by file name."""
    found: dict[str, Reading | PhotoError] = {}

    class StandIn:
        def read(self, photo: str, rules: str, *, everything: bool, choice: int, own_set: OwnSet) -> Reading:
            assert rules in ("babcock", "millington")
            assert own_set.hands == ()
            name = Path(photo).name
            what = found[f"{name} all" if everything else f"{name} {choice}" if choice else name]
            if isinstance(what, PhotoError):
                raise what
            return what

    monkeypatch.setattr("tilescore.photos.reader", StandIn)
    return found


def test_a_photo_with_nothing_open_is_scored_at_once(run: Run, photos: dict[str, Any]) -> None:
    photos["hand.jpg"] = reading_of("222c 444d / 345d 88c 67b", set_apart="5b")
    ran = run("score", "hand.jpg")
    assert ran.status == 0
    assert ran.out.splitlines()[0] == "hand.jpg"
    assert "drawn from the wall" in ran.out


@pytest.mark.parametrize("name", ["./hand.jpg", "photos//hand.jpg"])
def test_a_photo_is_called_as_it_was_typed(run: Run, photos: dict[str, Any], name: str) -> None:
    photos["hand.jpg"] = reading_of("222c 444d / 345d 88c 67b", set_apart="5b")
    assert run("score", name).out.splitlines()[0] == name
    assert lines(run("score", name, "--json").out)[0]["photo"] == name


def test_the_name_of_a_photo_is_printed_as_it_is(run: Run, photos: dict[str, Any]) -> None:
    name = "[b]won :smile: 7.jpg"
    reading = reading_of("222c 444d / 345d 88c 67b", set_apart="5b")
    photos[name] = replace(reading, photo=name)
    assert run("score", name).out.splitlines()[0] == name


@pytest.mark.parametrize("command", [("read",), ("score", "--seat", "E")], ids=" ".join)
def test_the_name_of_a_photo_keeps_to_its_line(
    run: Run, photos: dict[str, Any], command: tuple[str, ...]
) -> None:
    """However long it is, and though it holds what would colour a terminal."""
    name = f"{'a long way ' * 9}\x1b[31m\n7.jpg"
    photos[name] = replace(reading_of("222c 444d / 345d 88c 67b", set_apart="5b"), photo=name)
    assert run(*command, name).out.splitlines()[0] == f"{'a long way ' * 9}\\x1b[31m\\n7.jpg"


def test_every_flag_reaches_the_hand_of_a_photo(run: Run, photos: dict[str, Any]) -> None:
    photos["hand.jpg"] = reading_of("123c / 222c 234d 567b 99d")
    ran = run(
        *("score", "hand.jpg", "--json", "--rules", "millington", "--seat", "S", "--prevailing", "W"),
        *("--win", "7b", "--from", "loose", "--loose-after", "season", "--last-tile", "--mixed", "--dealt"),
        *("--first-discard", "--original-call", "--kongs-in-a-row", "1", "--east-wins-in-a-row", "2"),
        *("--visible", "8b 9b", "--claim", "moon"),
    )
    (result,) = lines(ran.out)
    assert (result["hand"]["seat"], result["hand"]["prevailing"], result["assumed"]) == ("S", "W", {})
    assert result["hand"]["win"] == {
        **{"tile": "7b", "from": "loose", "loose_after": "season", "last_tile": True, "kept_apart": False},
        **{"dealt": True, "first_discard": True, "original_call": True},
        **{"kongs_in_a_row": 1, "east_wins_in_a_row": 2, "visible": "89b"},
    }
    assert any("Moon" in problem for problem in result["problems"])
    assert "taken on your word: 123c lies on the table, so the hand was not complete as dealt." in ran.err


def test_without_a_terminal_nothing_is_asked(run: Run, photos: dict[str, Any]) -> None:
    photos["hand.jpg"] = reading_of(FIG_27)
    ran = run("score", "hand.jpg")
    assert (ran.status, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1
    assert "--yes" in ran.err


def test_yes_says_what_it_took_for_granted(run: Run, photos: dict[str, Any]) -> None:
    photos["hand.jpg"] = reading_of(FIG_27, {10: "3c"})
    ran = run("score", "hand.jpg", "--yes", "--seat", "S", "--win", "5d")
    assert ran.status == 0
    assert "South, won with the five of dots, claimed from a discard" in ran.out
    assert "taken for granted: How did the last tile come? claimed from a discard (" in ran.err
    assert "Which seat" not in ran.err


def test_what_matters_only_together_with_another_answer_says_so(run: Run, photos: dict[str, Any]) -> None:
    photos["hand.jpg"] = reading_of("222c 444d 666b / 345d 88c", {5: "7d 6b"})
    ran = run("score", "hand.jpg", "--yes", "--rules", "millington")
    (seat,) = (line for line in ran.err.splitlines() if "seat" in line)
    assert seat.endswith("(it matters together with another answer)")


def test_a_photo_as_json(run: Run, photos: dict[str, Any]) -> None:
    photos["hand.jpg"] = reading_of(FIG_27, {10: "3c"})
    (result,) = lines(run("score", "hand.jpg", "--json", "--win", "3d", "--seat", "E").out)
    assert (result["photo"], result["total"], result["doubtful"]) == ("hand.jpg", 128, ["3d"])
    assert result["hand"]["exposed"] == ["EEEw", "SSSw", "NNNw"]
    assert result["assumed"] == {"how": "discard"}


def test_the_hand_of_a_photo_scores_the_same_from_its_json(run: Run, photos: dict[str, Any]) -> None:
    photos["hand.jpg"] = reading_of(FIG_27)
    ran = run("score", "hand.jpg", "--json", "--rules", "millington", "--option", "limit=70")
    (result,) = lines(ran.out)
    (again,) = lines(run("score", "--hands", "-", stdin=json.dumps(result["hand"])).out)
    assert result["hand"]["rules"] == "millington"
    assert result["hand"]["options"] == {"limit": 70}
    assert (again["total"], again["items"]) == (result["total"], result["items"])


def test_a_photo_that_makes_no_hand_is_refused_with_what_was_read(run: Run, photos: dict[str, Any]) -> None:
    photos["hand.jpg"] = reading_of("EEEw SSSw NNNw / 345d WEw")
    ran = run("score", "hand.jpg", "--yes")
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith("tilescore: hand.jpg: read as EEEw SSSw NNNw / 345d WEw: ")
    (result,) = lines(run("score", "hand.jpg", "--json").out)
    assert (result["photo"], result["hand"]) == ("hand.jpg", "EEEw SSSw NNNw / 345d WEw")
    assert result["error"]["message"] in ran.err


def test_reading_goes_on_after_a_photo_that_cannot_be_read(run: Run, photos: dict[str, Any]) -> None:
    photos["good.jpg"] = reading_of(FIG_27)
    photos["bad.jpg"] = PhotoError("not-an-image", "this is no picture.")
    ran = run("read", "bad.jpg", "good.jpg", "--json")
    bad, good = lines(ran.out)
    assert ran.status == 1
    assert bad == {"photo": "bad.jpg", "error": {"code": "not-an-image", "message": "this is no picture."}}
    assert good["hand"] == FIG_27
    assert ran.err == "tilescore: bad.jpg: this is no picture.\n"


def test_reading_for_people_marks_what_is_doubtful(run: Run, photos: dict[str, Any]) -> None:
    photos["hand.jpg"] = reading_of(FIG_27, {10: "3c"}, problems=("two rows look like a hand.",))
    out = run("read", "hand.jpg").out.splitlines()
    assert out[0] == "hand.jpg"
    assert "concealed  3d* 4d 5d" in out[2]
    assert "* doubtful: 3d 50%; or 3c 20%" in out[3]
    assert "two rows look like a hand." in out[4]


def test_another_hand_on_the_photo_can_be_chosen(run: Run, photos: dict[str, Any]) -> None:
    photos["hand.jpg 1"] = reading_of(FIG_27)
    assert lines(run("read", "hand.jpg", "--choice", "2", "--json").out)[0]["hand"] == FIG_27


def test_all_that_is_in_view_can_be_read(run: Run, photos: dict[str, Any]) -> None:
    photos["hand.jpg all"] = reading_of(FIG_27)
    assert lines(run("read", "hand.jpg", "--all", "--json").out)[0]["hand"] == FIG_27


@pytest.mark.parametrize("command", [("read",), ("score", "--win", "Ew", "--yes")], ids=["read", "score"])
def test_the_tiles_of_a_photo_are_drawn_where_that_is_asked_for(
    run: Run, photos: dict[str, Any], command: tuple[str, ...]
) -> None:
    photos["hand.jpg"] = reading_of(FIG_27)
    sign = "\N{MAHJONG TILE EAST WIND}"
    assert sign in run(*command, "hand.jpg", "--unicode").out
    assert sign not in run(*command, "hand.jpg").out


def test_a_refusal_names_the_photo_once(run: Run, photos: dict[str, Any]) -> None:
    photos["hand.jpg 1"] = PhotoError("fewer-hands", "hand.jpg shows only one hand.")
    ran = run("score", "hand.jpg", "--choice", "2", "--yes")
    assert (ran.status, ran.out, ran.err) == (1, "", "tilescore: hand.jpg shows only one hand.\n")


@pytest.mark.parametrize(
    "command",
    [("read",), ("read", "--json"), ("score",), ("score", "--yes"), ("webcam", "--headless", "--score")],
    ids=" ".join,
)
@pytest.mark.parametrize("name", ["hand.jpg", "./hand.jpg", "in/../hand.jpg", "soft.jpg", "hard.png"])
def test_a_photo_is_never_drawn_over(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: tuple[str, ...], name: str
) -> None:
    """By whatever name it is called, and before anything is read: these bytes are no photo."""
    monkeypatch.chdir(tmp_path)
    photo = Path("hand.jpg")
    photo.write_bytes(b"the only one there is")
    Path("in").mkdir()
    Path("soft.jpg").symlink_to(photo)
    Path("hard.png").hardlink_to(photo)
    ran = run(*command, photo, "--annotate", f"{tmp_path}/{name}")
    said = "the picture would be written over the photo itself; give it another name."
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.endswith(f": {said}\n")
    assert len(ran.err.splitlines()) == 1
    assert photo.read_bytes() == b"the only one there is"


def test_the_version_is_printed(run: Run) -> None:
    assert run("--version").out.startswith("tilescore 0.")
