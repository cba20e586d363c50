"""The fonts of this machine, found through fontconfig, and their glyphs as coverage masks."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image as PillowImage
from PIL import ImageDraw, ImageFont

from datasets.faces.canvas import Image
from scoring.errors import TilescoreError

PACKAGES = (
    "fontconfig fonts-noto-cjk fonts-noto-cjk-extra fonts-arphic-ukai fonts-arphic-uming "
    "fonts-arphic-bkai00mp fonts-arphic-bsmi00lp fonts-arphic-gbsn00lp fonts-arphic-gkai00mp "
    "fonts-cns11643-kai fonts-cns11643-sung fonts-cwtex-kai fonts-cwtex-ming fonts-cwtex-fs "
    "fonts-cwtex-heib fonts-cwtex-yen fonts-lxgw-wenkai fonts-aoyagi-kouzan-t fonts-aoyagi-soseki "
    "fonts-kouzan-mouhitsu fonts-oradano-mincho-gsrr fonts-hanazono fonts-wqy-microhei fonts-wqy-zenhei "
    "fonts-seto fonts-yozvox-yozfont fonts-smiley-sans fonts-dejavu fonts-liberation "
    "fonts-adf-baskervald fonts-adf-oldania fonts-bebas-neue fonts-breip fonts-cabin fonts-comfortaa "
    "fonts-crosextra-caladea fonts-dkg-handwriting fonts-ecolier-court fonts-freefont-ttf "
    "fonts-gfs-bodoni-classic fonts-gfs-didot fonts-goudybookletter fonts-humor-sans fonts-isabella "
    "fonts-jura fonts-lato fonts-league-spartan fonts-leckerli-one fonts-levien-museum "
    "fonts-linuxlibertine fonts-ocr-a fonts-ocr-b fonts-okolaks fonts-play fonts-quattrocento "
    "fonts-roboto-slab fonts-rufscript fonts-tomsontalks fonts-urw-base35"
)
"""Debian's packages of the fonts that faces are drawn with: Chinese ones, then Latin ones. Any others work
too."""

EM = 120
"""Pixels per em at which glyphs are kept."""
_DIGITS = "一二三四五六七八九"
_HANDS = (
    ("pen", re.compile(r"YOz|Seto")),
    ("brush", re.compile(r"Kouzan|Aoyagi|Reggae")),
    ("kai", re.compile(r"Kai|楷")),
    ("song", re.compile(r"Ming|Mincho|Sung|Song|Serif|HanaMin|Fang|Oradano")),
)
_UNFIT = re.compile(r"Color|Sousyo|Symbols|D050000L|Keyboard|Initials")
"""Grass script (sousho), which is never seen on tiles and hardly legible, and fonts of symbols."""
_SHARES = {"kai": 0.42, "brush": 0.20, "song": 0.16, "sans": 0.14, "pen": 0.08}


class FontError(TilescoreError):
    """No usable font is installed."""

    code = "no-fonts"


@dataclass(frozen=True)
class Face:
    """One face of a font file."""

    file: str
    index: int
    family: str
    hand: str  # kai, brush, song, sans or pen
    letters: frozenset[int] = field(repr=False, compare=False, hash=False)

    def covers(self, text: str) -> bool:
        """Whether every character of `text` is listed and leaves ink; some fonts hold empty glyphs."""
        return all(ord(letter) in self.letters and _inked(self, letter) for letter in text)


def first_covered(face: Face, *choices: str) -> str | None:
    """The first of the spellings that the face can write."""
    return next((choice for choice in choices if face.covers(choice)), None)


@lru_cache(maxsize=1)
def chinese_faces() -> tuple[Face, ...]:
    """Every installed face that can write the honours and the character suit.

    Raises:
        FontError: when there is none; the message names the packages to install.
    """
    wanted = (_DIGITS + "南西北中", "萬万", "東东", "發発发")
    faces = tuple(
        face
        for face in _installed()
        if face.covers(wanted[0])
        and all(any(face.covers(letter) for letter in group) for group in wanted[1:])
    )
    if not faces:
        raise FontError(
            f"no installed font has the characters of a mah-jongg set; try: apt-get install {PACKAGES}"
        )
    return faces


@lru_cache(maxsize=1)
def latin_faces() -> tuple[Face, ...]:
    """Every installed face with the digits and capitals that indices need."""
    return tuple(face for face in _installed() if face.covers("0123456789ABCDEFGINOPRSTUWR"))


def pick_chinese(rng: np.random.Generator, needs: str = "") -> Face:
    """A face in a random hand; brushes and regular script are commonest, as on real tiles.

    Raises:
        FontError: when no installed face has all the characters of `needs`.
    """
    fitting = [face for face in chinese_faces() if face.covers(needs)]
    if not fitting:
        raise FontError(f"no installed font can write {needs!r}; try: apt-get install {PACKAGES}")
    return _pick(fitting, rng)


def pick_latin(rng: np.random.Generator) -> Face:
    """A face for indices: half of the time a plain Western one."""
    faces = latin_faces()
    western = [face for face in faces if not face.covers("一")]
    if western and rng.random() < 0.5:
        return _pick_of_family(western, rng)
    return _pick(list(faces), rng)


def _pick(faces: list[Face], rng: np.random.Generator) -> Face:
    """By hand, then as `_pick_of_family`."""
    hands = sorted({face.hand for face in faces})
    shares = np.array([_SHARES[hand] for hand in hands])
    hand = hands[rng.choice(len(hands), p=shares / shares.sum())]
    return _pick_of_family([face for face in faces if face.hand == hand], rng)


def _pick_of_family(faces: list[Face], rng: np.random.Generator) -> Face:
    """By family, then by weight, so that families of many weights do not crowd the rest out."""
    families = sorted({face.family for face in faces})
    family = families[rng.integers(len(families))]
    weights = [face for face in faces if face.family == family]
    return weights[rng.integers(len(weights))]


@lru_cache(maxsize=1)
def _installed() -> tuple[Face, ...]:
    if shutil.which("fc-list") is None:
        raise FontError(f"fontconfig's fc-list is not installed; try: apt-get install {PACKAGES}")
    listing = subprocess.run(
        ["fc-list", "--format", "%{file}\t%{index}\t%{family}\t%{charset}\n"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    faces: dict[tuple[str, int], Face] = {}
    for line in listing.splitlines():
        file, index, family, letters = line.split("\t")
        if (
            Path(file).suffix.lower() not in {".ttf", ".ttc", ".otf"}
            or int(index) > 0xFFFF
            or _UNFIT.search(family)
        ):
            continue  # named instances of variable fonts and bitmap fonts
        name = family.split(",")[0]
        hand = next((hand for hand, pattern in _HANDS if pattern.search(name)), "sans")
        key = (
            "YOz" if name.startswith("YOz") else re.sub(r" (SC|TC|HK|JP|KR|CN|TW|Mono|MBE|Sharp)\b", "", name)
        )
        faces[file, int(index)] = Face(file, int(index), key, hand, _letters(letters))
    return tuple(faces[key] for key in sorted(faces))


@cache  # the faces of a family mostly have the same
def _letters(charset: str) -> frozenset[int]:
    """Fontconfig's "4e00-4e03 4e5d" as a set of the code points tiles can need (Latin, CJK ideographs)."""
    letters: set[int] = set()
    for span in charset.split():
        first, _, last = span.partition("-")
        low, high = int(first, 16), int(last or first, 16)
        letters.update(range(low, min(high, 0x2FF) + 1))
        letters.update(range(max(low, 0x4E00), min(high, 0x9FFF) + 1))
    return frozenset(letters)


@cache
def _inked(face: Face, letter: str) -> bool:
    """Whether a letter leaves ink. `covers` asks it of some 18,000 before the first set is drawn, so that it
    must neither draw more than it takes nor forget."""
    return _font(face.file, face.index).getmask(letter).getbbox() is not None


@lru_cache(maxsize=256)
def _font(file: str, index: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(file, EM, index=index)


@lru_cache(maxsize=8192)
def glyph(face: Face, text: str) -> Image:
    """The text's ink as a tight coverage mask, (h, w) uint8, some 120 pixels high; (1, 1) without ink."""
    font = _font(face.file, face.index)
    left, top, right, bottom = (int(edge) for edge in font.getbbox(text))
    sheet = PillowImage.new("L", (max(1, right - left + 8), max(1, bottom - top + 8)))
    ImageDraw.Draw(sheet).text((4 - left, 4 - top), text, fill=255, font=font)
    mask = np.asarray(sheet)
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not len(rows):
        return np.zeros((1, 1), np.uint8)
    tight: Image = mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    tight.setflags(write=False)
    return tight


@lru_cache(maxsize=4096)
def lettering(
    face: Face, text: str, weight: int = 0, wobble: float = 0.0, slant: float = 0.0, seed: int = 0
) -> Image:
    """A glyph as a set's engraver cut it: emboldened by `weight` pixels of 120, leaning by `slant`, and bent.

    `wobble` is the size, in pixels of 120, of a smooth displacement that is fixed by `seed` and the text.
    """
    mask = glyph(face, text)
    pad = 4 + abs(weight) + int(2 * wobble) + int(abs(slant) * mask.shape[0])
    mask = np.pad(mask, pad)
    if weight:
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (abs(weight) + 1, abs(weight) + 1))
        mask = np.asarray(cv2.dilate(mask, kernel) if weight > 0 else cv2.erode(mask, kernel), np.uint8)
    if wobble or slant:
        rng = np.random.default_rng([seed, *map(ord, text)])
        rows, columns = mask.shape
        field_ = rng.normal(0.0, wobble, (4, 4, 2)).astype(np.float32)
        shift = cv2.resize(field_, (columns, rows), interpolation=cv2.INTER_CUBIC)
        ys, xs = np.mgrid[0:rows, 0:columns].astype(np.float32)
        lean = (ys - rows / 2) * np.float32(slant)
        bent = cv2.remap(mask, xs + shift[..., 0] + lean, ys + shift[..., 1], cv2.INTER_LINEAR)
        mask = np.asarray(bent, np.uint8)
    ys_, xs_ = np.flatnonzero(mask.max(axis=1) > 40), np.flatnonzero(mask.max(axis=0) > 40)
    if not len(ys_):
        return glyph(face, text)
    return np.ascontiguousarray(mask[ys_[0] : ys_[-1] + 1, xs_[0] : xs_[-1] + 1], np.uint8)


def worn(mask: Image, share: float, seed: int) -> Image:
    """A glyph as wear or a hasty cut has left it: up to `share` of its width and height is gone in places,
    and filled with paint in others; where is fixed by `seed` and its shape."""
    rng = np.random.default_rng([seed, int(mask.sum())])
    rows, columns = mask.shape
    filled = np.asarray(cv2.dilate(mask, np.ones((7, 7), np.uint8)), np.uint8)
    left = mask.copy()
    for _ in range(int(rng.integers(2, 6))):
        centre = int(rng.integers(columns)), int(rng.integers(rows))
        axes = tuple(int(side * rng.uniform(0.02, share / 2)) for side in (columns, rows))
        is_gone = rng.random() < 0.6
        spot = np.zeros_like(mask)
        cv2.ellipse(spot, centre, axes, float(rng.uniform(0, 180)), 0, 360, 255, -1)
        left = left & ~spot if is_gone else left | (filled & spot)
    return left if int(left.max()) > 128 else mask


def outlined(mask: Image, line: int) -> Image:
    """Only the contour of a mask's shapes, `line` pixels thick."""
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (line, line))
    return np.asarray(cv2.subtract(cv2.dilate(mask, kernel), cv2.erode(mask, kernel)), np.uint8)


def parted(mask: Image, gap: int) -> Image:
    """A character with its top stroke lifted `gap` pixels off the rest, as engravers write the West wind."""
    rows = (mask > 128).sum(axis=1)
    top = max(1, len(rows) // 4)
    stroke = int(np.argmax(rows[:top]))
    thin = np.flatnonzero(rows[stroke:] < 0.6 * rows[stroke])
    if not len(thin):
        return mask
    cut = stroke + int(thin[0])
    return np.concatenate((mask[:cut], np.zeros((gap, mask.shape[1]), np.uint8), mask[cut + 2 :]))
