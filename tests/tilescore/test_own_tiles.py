"""The player's own tiles on disk: kept when allowed, whole, bounded and clearable."""

import stat
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, PngImagePlugin

from scoring.tiles import Tile, parse_tiles
from tests.tilescore.conftest import Run
from tests.tilescore.readings import SIZE, reading_of
from tilescore import own_tiles
from tilescore.confirm import Confirmation
from tilescore.draft import Draft
from tilescore.errors import OutputError
from vision.faces.own_set import KeptHand

HAND = "EEEw NNNw / 365d WWw SSw"
PIXELS = np.random.default_rng(3).integers(0, 255, (SIZE[1], SIZE[0], 3)).astype(np.uint8)


def faces(*hands: str) -> list[frozenset[Tile]]:
    return [frozenset(parse_tiles(hand)) for hand in hands]


def test_what_was_kept_comes_back_as_it_was() -> None:
    draft = Draft.of(reading_of(HAND))
    assert own_tiles.keep(PIXELS, draft.tiles) == 13
    (hand,) = own_tiles.load().own_set.hands
    assert hand.tiles == tuple(placed.tile for placed in draft.tiles)
    assert hand.crops.shape == (13, 80, 64, 3)
    corners = draft.tiles[0].corners
    assert corners is not None
    first = KeptHand.cut(PIXELS, [(hand.tiles[0], corners)])
    np.testing.assert_array_equal(hand.crops[0], first.crops[0])


def test_tiles_without_a_picture_of_their_face_or_in_doubt_are_not_kept() -> None:
    confirmation = Confirmation(reading_of("[EEEEw] / 365d WWw", {6: "4d", 7: "8d"}))
    confirmation.insert(Tile.parse("2f"))
    confirmation.replace(6, Tile.parse("4d"))
    assert own_tiles.keep(PIXELS, confirmation.tiles) == 7
    (hand,) = own_tiles.load().own_set.hands
    assert " ".join(map(str, hand.tiles)) == "Ew Ew Ew 3d 4d Ww Ww"


def test_a_hand_with_nothing_to_keep_leaves_no_trace() -> None:
    assert own_tiles.keep(PIXELS, ()) == 0
    assert not own_tiles.folder().exists()


def test_only_its_owner_may_look_into_the_folder() -> None:
    own_tiles.keep(PIXELS, Draft.of(reading_of(HAND)).tiles)
    assert stat.S_IMODE(own_tiles.folder().stat().st_mode) == 0o700
    assert [file.suffix for file in own_tiles.folder().iterdir()] == [".png"]


@pytest.mark.parametrize(
    "damage", ["empty", "cut short", "no picture", "no names", "wrong names", "too large", "bad profile"]
)
def test_damaged_files_are_passed_over_with_a_sentence(damage: str, run: Run) -> None:
    own_tiles.keep(PIXELS, Draft.of(reading_of(HAND)).tiles)
    (good,) = own_tiles.folder().iterdir()
    bad = good.with_name("0.png")
    if damage == "empty":
        bad.touch()
    elif damage == "cut short":
        bad.write_bytes(good.read_bytes()[:5000])
    elif damage == "no picture":
        bad.write_text("mah-jongg")
    elif damage == "bad profile":
        whole = good.read_bytes()
        profile = b"iCCP" + b"no end"
        chunk = struct.pack(">I", len(profile) - 4) + profile + struct.pack(">I", zlib.crc32(profile))
        bad.write_bytes(whole[:33] + chunk + whole[33:])
    else:
        picture = Image.new("RGB", (64 * 2, 80) if damage != "too large" else (6400, 8000))
        names = PngImagePlugin.PngInfo()
        if damage != "no names":
            names.add_text("tiles", "1c 2x" if damage == "wrong names" else "1c 2c")
        picture.save(bad, pnginfo=names)
    kept = own_tiles.load()
    assert (len(kept.own_set.hands), kept.damaged) == (1, (bad,))
    ran = run("own")
    assert ran.status == 0
    assert "no picture of kept tiles" in ran.err
    assert "Hands kept: 1, with 13 tiles" in ran.out
    own_tiles.keep(PIXELS, Draft.of(reading_of(HAND)).tiles)
    assert bad.exists()


def test_the_least_missed_hand_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_tiles, "MOST_HANDS", 2)
    for number, hand in enumerate(("/ 1f 123c", "/ 456d", "/ 456d 7b")):
        own_tiles.keep(np.roll(PIXELS, number, axis=0), Draft.of(reading_of(hand)).tiles)
    kept = [set(map(str, hand.tiles)) for hand in own_tiles.load().own_set.hands]
    assert kept == [{"1f", "1c", "2c", "3c"}, {"4d", "5d", "6d", "7b"}]


def test_what_is_kept_of_a_photo_once_more_takes_the_place_of_what_was_kept_before() -> None:
    """One of its names may have been wrong."""
    before = Draft.of(reading_of(HAND)).tiles
    own_tiles.keep(PIXELS, before)
    own_tiles.keep(np.roll(PIXELS, 1, axis=0), before)
    confirmation = Confirmation(reading_of(HAND))
    key = next(placed.key for placed in confirmation.tiles if placed.tile == Tile.parse("6d"))
    confirmation.replace(key, Tile.parse("4d"))
    assert own_tiles.keep(PIXELS, confirmation.tiles) == 13
    kept = [" ".join(map(str, hand.tiles)) for hand in own_tiles.load().own_set.hands]
    assert kept == ["Ew Ew Ew Nw Nw Nw 3d 6d 5d Ww Ww Sw Sw", "Ew Ew Ew Nw Nw Nw 3d 4d 5d Ww Ww Sw Sw"]


def test_a_hand_is_the_newest_although_the_clock_was_put_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_tiles, "MOST_HANDS", 1)
    own_tiles.keep(PIXELS, Draft.of(reading_of("/ 123c")).tiles)
    (before,) = own_tiles.folder().iterdir()
    before.rename(before.with_name("29990101T000000999999.png"))
    own_tiles.keep(np.roll(PIXELS, 1, axis=0), Draft.of(reading_of("/ 12c")).tiles)
    (left,) = own_tiles.folder().iterdir()
    assert left.name == "29990101T000001000000.png"
    (hand,) = own_tiles.load().own_set.hands
    assert len(hand.tiles) == 2


def test_a_full_disk_leaves_no_litter(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Image.Image, "save", full)
    with pytest.raises(OutputError, match="No space left on device; the tiles were not kept"):
        own_tiles.keep(PIXELS, Draft.of(reading_of(HAND)).tiles)
    assert list(own_tiles.folder().iterdir()) == []


@pytest.mark.parametrize(
    ("hands", "goes"),
    [
        (("123c", "456c"), 0),
        (("123c 1f", "456d", "456d 7b"), 1),
        (("123c", "12c", "3c"), 0),
        (("1f", "123c", "123c"), 1),
    ],
)
def test_which_hand_is_missed_the_least(hands: tuple[str, ...], goes: int) -> None:
    assert own_tiles.superfluous(faces(*hands)) == goes


def test_clearing_removes_every_trace(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also what was being written when the program was stopped, which until then is passed over."""
    own_tiles.keep(PIXELS, Draft.of(reading_of(HAND)).tiles)

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", stopped)
        with pytest.raises(KeyboardInterrupt):
            own_tiles.keep(np.roll(PIXELS, 1, axis=0), Draft.of(reading_of(HAND)).tiles)
    assert len(list(own_tiles.folder().iterdir())) == 2
    assert own_tiles.load().damaged == ()
    ran = run("own", "--clear")
    assert (ran.status, ran.out) == (0, "Hands removed: 1\n")
    assert not own_tiles.folder().exists()
    assert run("own", "--clear").out == "Hands removed: 0\n"


def test_a_file_in_the_folder_s_place(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("not a folder")
    with pytest.raises(OutputError, match="not kept"):
        own_tiles.keep(PIXELS, Draft.of(reading_of(HAND)).tiles)
    assert own_tiles.load().own_set.hands == ()
