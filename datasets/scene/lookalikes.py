"""Pictures without a single mah-jongg tile, of flat things that look a little like rows of them.

They are painted without any of the renderer's props, so that a model that learnt those from rendered tables
meets something new here. To add one, write a function `(rng) -> (h, w, 3) uint8 BGR` and name it in
`LOOKALIKES`.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Iterator

import cv2
import numpy as np

from datasets.faces.fonts import Face, glyph, pick_chinese, pick_latin
from datasets.scene.lens import through_lens
from datasets.scene.light import light_up
from datasets.scene.paints import any_colour, cloud, colour
from datasets.scene.tables import paint_table
from datasets.scene.values import Floats, Image

Painter = Callable[[np.random.Generator], Image]

WIDTH, HEIGHT = 1120, 840
"""Pixels of what is painted, before a camera sees it."""

_RED, _BLACK = np.array([30.0, 30.0, 200.0]), np.full(3, 25.0)
_CHINESE = "天地玄黄宇宙洪荒日月盈昃辰宿列張寒來暑往秋收冬藏一二三五七八九十百千萬東西南北中"


def lookalike(rng: np.random.Generator, name: str, size: tuple[int, int] = (1280, 960)) -> Image:
    """One of `LOOKALIKES` as a camera of `size` (width, height) pixels sees it, slanted, lit and blurred."""
    picture = LOOKALIKES[name](rng)
    width, height = size
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    margin = rng.uniform(-0.12, 0.22)
    middle = np.array([width, height], np.float32) / 2
    seen = middle + (corners - middle) * (1 - margin)
    seen += rng.normal(0, 0.05, (4, 2)) * size  # a slanted view moves every corner
    turn = np.vstack([cv2.getRotationMatrix2D(middle.tolist(), rng.normal(0, 12), 1.0), [0, 0, 1]])
    high, wide = picture.shape[:2]
    flat = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    view = turn @ cv2.getPerspectiveTransform(flat, seen.astype(np.float32))
    image = np.asarray(cv2.resize(paint_table(rng), size, interpolation=cv2.INTER_CUBIC), np.uint8)
    cv2.warpPerspective(picture, view, size, image, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
    return through_lens(rng, light_up(rng, image, np.full((height, width), rng.uniform(0, 0.5))))


def _sheet(tone: Floats) -> Image:
    return np.full((HEIGHT, WIDTH, 3), tone, np.uint8)


def _paper(rng: np.random.Generator) -> Floats:
    return colour(rng, (20, 60), rng.uniform(0, 0.12), rng.uniform(0.8, 1.0))


def _ink_on(tone: Floats) -> Floats:
    return np.full(3, 25.0 if tone.mean() > 110 else 235.0)


def _write(image: Image, face: Face, text: str, x: float, y: float, high: float, ink: Floats) -> float:
    """Writes a word `high` pixels high, or a letter that is no larger, with its middle at (x, y).

    Returns its width in pixels.
    """
    mask = glyph(face, text)
    scale = high / (max(mask.shape) if len(text) == 1 else mask.shape[0])
    wide, tall = (max(1, round(side * scale)) for side in mask.shape[::-1])
    mask = np.asarray(cv2.resize(mask, (wide, tall), interpolation=cv2.INTER_AREA), np.uint8)
    top, left = round(y - mask.shape[0] / 2), round(x - wide / 2)
    part = image[max(0, top) : top + mask.shape[0], max(0, left) : left + wide]
    mask = mask[max(0, -top) :, max(0, -left) :][: part.shape[0], : part.shape[1]]
    share = mask[..., None] / 255.0
    part[:] = (part * (1 - share) + ink * share).astype(np.uint8)
    return float(wide)


def _block(image: Image, x: float, y: float, wide: float, high: float, tone: Floats, round_by: float) -> None:
    """A rectangle with rounded corners; (x, y) is its top left."""
    r = min(round_by, wide / 2, high / 2)
    paint = tone.tolist()
    for inset_x, inset_y in ((r, 0.0), (0.0, r)):
        first = round(x + inset_x), round(y + inset_y)
        cv2.rectangle(image, first, (round(x + wide - inset_x), round(y + high - inset_y)), paint, -1)
    for cx in (x + r, x + wide - r):
        for cy in (y + r, y + high - r):
            cv2.circle(image, (round(cx), round(cy)), round(r), paint, -1, cv2.LINE_AA)


def _cells(
    rng: np.random.Generator, wide: tuple[float, float], tall: tuple[float, float]
) -> Iterator[tuple[float, float, float, float]]:
    """(x, y, width, height) of the cells of a regular grid that fills the picture."""
    across = rng.uniform(*wide)
    down = across * rng.uniform(*tall)
    for row in range(int(HEIGHT / down)):
        for column in range(int(WIDTH / across)):
            yield column * across, row * down, across, down


def playing_cards(rng: np.random.Generator) -> Image:
    """Rows of playing cards, their pips where they belong."""
    image, face = np.asarray(cv2.resize(paint_table(rng), (WIDTH, HEIGHT)), np.uint8), pick_latin(rng)
    for x, y, wide, high in _cells(rng, (90, 190), (1.35, 1.5)):
        _block(image, x + 3, y + 3, wide - 6, high - 6, np.full(3, 248.0), 8)
        ink = _RED if rng.random() < 0.5 else _BLACK
        pips = int(rng.integers(1, 11))
        _write(image, face, str(pips) if pips > 1 else "A", x + 15, y + 22, high * 0.11, ink)
        for pip in range(pips):
            column, row = pip % 2 if pips > 3 else 0.5, pip // 2 if pips > 3 else pip
            rows = max(1, (pips + 1) // 2 if pips > 3 else pips)
            at = round(x + wide * (0.33 + 0.34 * column)), round(y + high * (0.2 + 0.6 * (row + 0.5) / rows))
            r = round(wide * 0.07)
            diamond = np.array([[0, -1.4], [1, 0], [0, 1.4], [-1, 0]]) * r + at
            if ink is _RED:
                cv2.fillPoly(image, [diamond.astype(np.int32)], ink.tolist(), cv2.LINE_AA)
            else:
                for dx, dy in ((-0.8, 0.3), (0.8, 0.3), (0, -0.8)):
                    centre = round(at[0] + dx * r), round(at[1] + dy * r)
                    cv2.circle(image, centre, round(r * 0.8), ink.tolist(), -1, cv2.LINE_AA)
    return image


def keyboard(rng: np.random.Generator) -> Image:
    """A keyboard or a calculator seen from above."""
    case, cap, face = any_colour(rng), any_colour(rng), pick_latin(rng)
    image = _sheet(case)
    pitch, stagger = rng.uniform(60, 130), rng.uniform(0, 0.5)
    letters = list(string.ascii_uppercase + string.digits)
    for row in range(int(HEIGHT / pitch)):
        for column in range(int(WIDTH / pitch)):
            x, y = pitch * (column + stagger * (row % 3)), pitch * row
            _block(image, x + 4, y + 4, pitch - 8, pitch - 8, cap, pitch * 0.15)
            place = x + pitch * 0.4, y + pitch * 0.4
            _write(image, face, str(rng.choice(letters)), *place, pitch * 0.3, _ink_on(cap))
    return image


def letter_tiles(rng: np.random.Generator) -> Image:
    """Letter tiles of a word game in rows, each with its small number."""
    image, face = np.asarray(cv2.resize(paint_table(rng), (WIDTH, HEIGHT)), np.uint8), pick_latin(rng)
    wood = colour(rng, (25, 45), 0.3, 0.85)
    for x, y, wide, high in _cells(rng, (60, 140), (1.0, 1.3)):
        if rng.random() < 0.75:
            _block(image, x + 2, y + 2, wide - 4, wide - 4, wood, wide * 0.08)
            letter = str(rng.choice(list(string.ascii_uppercase)))
            _write(image, face, letter, x + wide * 0.45, y + wide * 0.45, wide * 0.5, _BLACK)
            number = str(int(rng.integers(1, 10)))
            _write(image, face, number, x + wide * 0.82, y + min(wide, high) * 0.8, wide * 0.16, _BLACK)
    return image


def book_page(rng: np.random.Generator) -> Image:
    """A page or two of a book in Latin letters."""
    image, face = _sheet(_paper(rng)), pick_latin(rng)
    high = rng.uniform(14, 34)
    for row in range(int((HEIGHT - 80) / (high * 1.7))):
        x = 40.0
        while x < WIDTH - 120:
            word = "".join(rng.choice(list("ABCDEGINOPRSTU"), size=int(rng.integers(2, 9))))
            x += high * 0.5
            x += _write(image, face, word, x + high * len(word) * 0.4, 50 + row * high * 1.7, high, _BLACK)
    return image


def chinese_page(rng: np.random.Generator) -> Image:
    """Chinese writing in columns, with or without ruled boxes: a menu, a poem, a couplet in red."""
    ground = _paper(rng) if rng.random() < 0.7 else colour(rng, (350, 370), 0.8, 0.75)
    image, face = _sheet(ground), pick_chinese(rng)
    ink = _RED if rng.random() < 0.3 and ground.mean() > 150 else _BLACK
    ruled = rng.random() < 0.5
    letters = [letter for letter in _CHINESE if face.covers(letter)]
    for x, y, wide, high in _cells(rng, (40, 150), (1.0, 1.35)):
        if ruled:
            first, last = (round(x), round(y)), (round(x + wide), round(y + high))
            cv2.rectangle(image, first, last, ink.tolist(), 1, cv2.LINE_AA)
        if rng.random() < 0.9:
            letter = str(rng.choice(letters))
            _write(image, face, letter, x + wide / 2, y + high / 2, wide * 0.7, ink)
    return image


def puzzle(rng: np.random.Generator) -> Image:
    """A sudoku, a crossword or a page of a calendar."""
    image, face = _sheet(_paper(rng)), pick_latin(rng)
    filled, dark = rng.uniform(0.3, 1.0), rng.uniform(0, 0.2)
    signs = list(string.digits[1:]) if rng.random() < 0.6 else list(string.ascii_uppercase)
    for x, y, wide, high in _cells(rng, (55, 160), (0.8, 1.2)):
        first, last = (round(x), round(y)), (round(x + wide), round(y + high))
        fill = -1 if rng.random() < dark else 2
        cv2.rectangle(image, first, last, _BLACK.tolist(), fill)
        if fill > 0 and rng.random() < filled:
            tone = _RED if rng.random() < 0.15 else _BLACK
            _write(image, face, str(rng.choice(signs)), x + wide / 2, y + high / 2, high * 0.5, tone)
    return image


def clock(rng: np.random.Generator) -> Image:
    """The face of a clock."""
    image, dial = np.asarray(cv2.resize(paint_table(rng), (WIDTH, HEIGHT)), np.uint8), _paper(rng)
    face, centre = pick_latin(rng), np.array([WIDTH / 2, HEIGHT / 2])
    cv2.circle(image, (WIDTH // 2, HEIGHT // 2), 400, any_colour(rng).tolist(), -1, cv2.LINE_AA)
    cv2.circle(image, (WIDTH // 2, HEIGHT // 2), 375, dial.tolist(), -1, cv2.LINE_AA)
    for hour in range(1, 13):
        at = centre + 310 * np.array([np.sin(hour * np.pi / 6), -np.cos(hour * np.pi / 6)])
        _write(image, face, str(hour), float(at[0]), float(at[1]), 60, _BLACK)
    for length, thick in ((180, 14), (280, 8)):
        angle = rng.uniform(0, 2 * np.pi)
        end = centre + length * np.array([np.sin(angle), -np.cos(angle)])
        cv2.line(image, (WIDTH // 2, HEIGHT // 2), end.astype(int).tolist(), _BLACK.tolist(), thick)
    return image


def board(rng: np.random.Generator) -> Image:
    """A board with round pieces: go, draughts, reversi."""
    wood, other = colour(rng, (20, 50), 0.45, 0.75), any_colour(rng)
    image = _sheet(wood)
    checked, filled = rng.random() < 0.5, rng.uniform(0.1, 0.7)
    for number, (x, y, wide, _) in enumerate(_cells(rng, (50, 110), (1.0, 1.0))):
        first, last = (round(x), round(y)), (round(x + wide), round(y + wide))
        if not checked:
            cv2.rectangle(image, first, last, _BLACK.tolist(), 1)
        elif (number + round(y / wide)) % 2:
            cv2.rectangle(image, first, last, other.tolist(), -1)
        if rng.random() < filled:
            piece = _BLACK if rng.random() < 0.5 else np.full(3, 240.0)
            centre = round(x + wide / 2), round(y + wide / 2)
            cv2.circle(image, centre, round(wide * 0.44), piece.tolist(), -1, cv2.LINE_AA)
    return image


def dominoes(rng: np.random.Generator) -> Image:
    """Dominoes in rows, white on black, black on ivory, or with coloured pips."""
    image = np.asarray(cv2.resize(paint_table(rng), (WIDTH, HEIGHT)), np.uint8)
    tone = np.full(3, 30.0) if rng.random() < 0.4 else _paper(rng)
    coloured, gap = rng.random() < 0.4, rng.uniform(2, 14)
    for x, y, wide, high in _cells(rng, (60, 130), (1.9, 2.2)):
        _block(image, x + gap, y + gap, wide - 2 * gap, high - 2 * gap, tone, wide * 0.08)
        for half in (0, 1):
            pips = int(rng.integers(0, 7))
            ink = any_colour(rng) if coloured else _ink_on(tone)
            spots = [((0.5, 0.5),) * (pips % 2), *(((a, b), (1 - a, 1 - b)) for a, b in _PAIRS[: pips // 2])]
            for u, v in (spot for pair in spots for spot in pair):
                centre = round(x + wide * (0.12 + 0.76 * u)), round(y + high * (half + 0.1 + 0.8 * v) / 2)
                cv2.circle(image, centre, round(wide * 0.08), ink.tolist(), -1, cv2.LINE_AA)
        middle = round(y + high / 2)
        ends = (round(x + wide * 0.2), middle), (round(x + wide * 0.8), middle)
        cv2.line(image, *ends, _ink_on(tone).tolist(), 2)
    return image


_PAIRS = ((0.2, 0.2), (0.8, 0.2), (0.2, 0.5))
"""Where the pips of a die stand, each with its opposite; an odd one is in the middle."""


def dice(rng: np.random.Generator) -> Image:
    """Dice scattered on a table."""
    image = np.asarray(cv2.resize(paint_table(rng), (WIDTH, HEIGHT)), np.uint8)
    for _ in range(int(rng.integers(2, 25))):
        side = rng.uniform(50, 110)
        x, y = rng.uniform(0, WIDTH - side), rng.uniform(0, HEIGHT - side)
        tone = _paper(rng) if rng.random() < 0.7 else any_colour(rng)
        _block(image, x, y, side, side, tone, side * 0.18)
        pips = int(rng.integers(1, 7))
        ink = _RED if pips in (1, 4) and tone.mean() > 150 else _ink_on(tone)
        spots = [(0.5, 0.5)] * (pips % 2) + [
            spot for a, b in _PAIRS[: pips // 2] for spot in ((a, b), (1 - a, 1 - b))
        ]
        for u, v in spots:
            cv2.circle(
                image,
                (round(x + side * (0.1 + 0.8 * u)), round(y + side * (0.1 + 0.8 * v))),
                round(side * 0.1),
                ink.tolist(),
                -1,
                cv2.LINE_AA,
            )
    return image


def wall(rng: np.random.Generator) -> Image:
    """Bathroom tiles or bricks, plain."""
    grout, glaze = _paper(rng), any_colour(rng)
    image = _sheet(grout)
    shift, gap, spread = float(rng.random() < 0.5), rng.uniform(2, 8), rng.uniform(0.01, 0.1)
    for x, y, wide, high in _cells(rng, (60, 170), (0.35, 1.4)):
        left = x + shift * wide / 2 * (round(y / high) % 2)
        tone = np.clip(glaze * (1 + spread * rng.standard_normal()), 0, 255)
        _block(image, left + gap, y + gap, wide - 2 * gap, high - 2 * gap, tone, rng.uniform(0, 5))
    return image


def icons(rng: np.random.Generator) -> Image:
    """The screen of a phone: rounded squares with a sign in each."""
    image, face = np.asarray(cv2.resize(paint_table(rng), (WIDTH, HEIGHT)), np.uint8), pick_latin(rng)
    for x, y, wide, _ in _cells(rng, (100, 180), (1.1, 1.4)):
        tone = any_colour(rng)
        _block(image, x + wide * 0.12, y + wide * 0.12, wide * 0.76, wide * 0.76, tone, wide * 0.17)
        centre = x + wide / 2, y + wide / 2
        if rng.random() < 0.6:
            letter = str(rng.choice(list("ABCDEGINOPRSTU0123456789")))
            _write(image, face, letter, *centre, wide * 0.4, _ink_on(tone))
        else:
            at = round(centre[0]), round(centre[1])
            cv2.circle(
                image, at, round(wide * rng.uniform(0.1, 0.3)), any_colour(rng).tolist(), -1, cv2.LINE_AA
            )
    return image


def fabric(rng: np.random.Generator) -> Image:
    """Flowered or dotted cloth: one motif again and again."""
    image, ink = np.asarray(cv2.resize(paint_table(rng), (WIDTH, HEIGHT)), np.uint8), any_colour(rng)
    petals, size = int(rng.integers(1, 8)), rng.uniform(0.1, 0.3)
    for x, y, wide, high in _cells(rng, (50, 160), (0.7, 1.3)):
        centre = np.array([x + wide / 2, y + high / 2])
        for petal in range(petals):
            angle = 2 * np.pi * petal / petals
            at = centre + wide * size * np.array([np.cos(angle), np.sin(angle)]) * (petals > 1)
            cv2.circle(
                image, at.astype(int).tolist(), round(wide * size * 0.6), ink.tolist(), -1, cv2.LINE_AA
            )
    return image


def facade(rng: np.random.Generator) -> Image:
    """The front of a house: framed windows in rows, some lit, some with a cross."""
    image, frame, glass = _sheet(any_colour(rng)), _paper(rng), any_colour(rng)
    crossed = rng.random() < 0.6
    for x, y, wide, high in _cells(rng, (70, 180), (1.1, 1.7)):
        _block(image, x + wide * 0.15, y + high * 0.12, wide * 0.7, high * 0.76, frame, 2)
        tone = np.clip(glass * rng.uniform(0.5, 1.4), 0, 255)
        _block(image, x + wide * 0.22, y + high * 0.17, wide * 0.56, high * 0.66, tone, 2)
        if crossed:
            _block(image, x + wide * 0.47, y + high * 0.17, wide * 0.06, high * 0.66, frame, 0)
            _block(image, x + wide * 0.22, y + high * 0.42, wide * 0.56, high * 0.05, frame, 0)
    return image


def stamps(rng: np.random.Generator) -> Image:
    """Sheets of postage stamps: perforated, a picture or a head and a value on each."""
    image, face = np.asarray(cv2.resize(paint_table(rng), (WIDTH, HEIGHT)), np.uint8), pick_latin(rng)
    tones = [any_colour(rng) for _ in range(3)]
    for x, y, wide, high in _cells(rng, (70, 150), (0.8, 1.4)):
        _block(image, x + 2, y + 2, wide - 4, high - 4, np.full(3, 245.0), 0)
        tone = tones[rng.integers(3)]
        _block(image, x + wide * 0.1, y + high * 0.1, wide * 0.8, high * 0.8, tone, 0)
        middle = round(x + wide * 0.5), round(y + high * 0.5)
        axes = round(wide * 0.2), round(high * 0.25)
        cv2.ellipse(image, middle, axes, 0, 0, 360, _ink_on(tone).tolist(), -1, cv2.LINE_AA)
        value = str(int(rng.integers(1, 100)))
        _write(image, face, value, x + wide * 0.25, y + high * 0.2, high * 0.12, _ink_on(tone))
        for k in range(int(wide / 8)):
            cv2.circle(image, (round(x + 8 * k), round(y)), 2, (60, 60, 60), -1, cv2.LINE_AA)
    return image


def piano(rng: np.random.Generator) -> Image:
    """The keys of a piano: ivory strips with black ones between them."""
    image = _sheet(np.full(3, 30.0))
    wide, top = rng.uniform(50, 110), rng.uniform(0, 250)
    high = rng.uniform(350, HEIGHT - 260)
    ivory = _paper(rng)
    for k in range(int(WIDTH / wide) + 1):
        _block(image, k * wide + 2, top, wide - 4, high, ivory, 6)
    for k in range(int(WIDTH / wide) + 1):
        if k % 7 in (0, 1, 3, 4, 5):
            _block(image, (k + 0.7) * wide, top, wide * 0.6, high * 0.62, np.full(3, 22.0), 4)
    return image


def code(rng: np.random.Generator) -> Image:
    """Square codes as on tickets and parcels: modules at random, three targets in the corners."""
    image = _sheet(_paper(rng))
    across = int(rng.integers(21, 46))
    side = rng.uniform(200, HEIGHT - 60)
    for _ in range(int(rng.integers(1, 5))):
        left, top = rng.uniform(0, WIDTH - side), rng.uniform(0, HEIGHT - side)
        modules = ((rng.random((across, across)) < 0.5) * 225 + 15).astype(np.uint8)
        for row, column in ((0, 0), (0, across - 7), (across - 7, 0)):
            modules[row : row + 7, column : column + 7] = 15
            modules[row + 1 : row + 6, column + 1 : column + 6] = 240
            modules[row + 2 : row + 5, column + 2 : column + 5] = 15
        printed = cv2.resize(modules, (round(side), round(side)), interpolation=cv2.INTER_NEAREST)
        image[round(top) : round(top) + round(side), round(left) : round(left) + round(side)] = printed[
            ..., None
        ]
    return image


def confectionery(rng: np.random.Generator) -> Image:
    """A bar of chocolate, a waffle, a box of sweets or pills: bevelled pieces in rows."""
    ground, piece = any_colour(rng), colour(rng, (15, 40), rng.uniform(0.1, 0.7), rng.uniform(0.2, 0.95))
    image = _sheet(ground)
    rounding, gap = rng.uniform(0.02, 0.5), rng.uniform(1, 12)
    for x, y, wide, high in _cells(rng, (55, 150), (0.6, 1.5)):
        if rng.random() < 0.06:
            continue
        for inset, gain in ((0.0, 0.7), (0.04, 1.25), (0.09, 1.0)):
            edge = gap + inset * wide
            tone = np.clip(piece * gain, 0, 255)
            _block(image, x + edge, y + edge, wide - 2 * edge, high - 2 * edge, tone, rounding * wide)
    return image


def texture(rng: np.random.Generator) -> Image:
    """A bare table, a wall, cloth: nothing at all, near by."""
    image = np.asarray(cv2.resize(paint_table(rng), (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC), np.uint8)
    shade = np.asarray(cv2.resize(cloud(rng, 4), (WIDTH, HEIGHT)))[..., None]
    return np.asarray(np.clip(image * (1 + 0.1 * shade), 0, 255), np.uint8)


LOOKALIKES: dict[str, Painter] = {
    "playing cards": playing_cards,
    "keyboard": keyboard,
    "letter tiles": letter_tiles,
    "book page": book_page,
    "Chinese page": chinese_page,
    "puzzle": puzzle,
    "clock": clock,
    "board": board,
    "dominoes": dominoes,
    "dice": dice,
    "wall": wall,
    "icons": icons,
    "fabric": fabric,
    "facade": facade,
    "stamps": stamps,
    "piano": piano,
    "code": code,
    "confectionery": confectionery,
    "texture": texture,
}
