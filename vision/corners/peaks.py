"""From what the detector's network answers to faces, each once.

The network looks at one cell every four pixels and says whether a face is centred there (a heat map, as in
CenterNet, Zhou et al. 2019) and, if so, where its corners are. A face seen from afar is close to a
parallelogram with half-diagonals ±a and ±b about its centre (complex numbers, x + iy). Which corner comes
first is not something pixels can tell, and any rule for it ("the topmost") jumps as the tile turns, which a
network cannot learn at the jump. So the network gives the coefficients of the polynomial that has the four
corners as roots, (z² - a²)(z² - b²) = z⁴ - s z² + p, which do not depend on the order of the corners and
change smoothly through every rotation: s = a² + b², p = a² b², divided by r² and r⁴ with
r² = (|a|² + |b|²) / 2.
"""

import cv2
import numpy as np

from vision.arrays import Array, Flags

STRIDE = 4
"""Pixels a cell of the network's answer."""

_MIN_SCORE = 0.3
"""Score from which a face is believed by itself."""

_FAINT = 0.2
"""Score from which a face is believed that adjoins a sure one and is as large: a tile face down in a kong."""

_SURE = 0.5
"""Score from which a face is sure: it says how large those around it are."""

_FAINTEST = 0.05
"""Score from which faces are believed that lie in a row of three or four, all faint and as large as the sure
ones, where such rows are asked for: an exposed set of white dragons with a thin line along their edge. Of 201
rendered hands of a set with such dragons three more are read exactly and one nearly, of 541 others one
nearly; of all in `models.evaluate` one more is read exactly and, at over 45 degrees, one fewer."""

_ROW = (3, 4)
"""Faces of such a row: those of a set."""

_SURE_FACES = 4
"""Sure faces that say how large those of such a row are, at least."""

_ALIKE = 0.25
"""Natural logarithm of the ratio of the areas of two faces that are as large as each other, at most; twice as
much from a face of such a row to the sure ones."""

_MIDDLE = 0.9
"""Share of a face from its centre outwards in which no other face has its centre."""

_NEIGHBOURS = 6
"""Sure faces, the nearest, that are asked how large one should be."""

_MOST = 400
"""Faces of one look; a whole set is 144, the rest is a keyboard or a page of print."""


def code_from_corners(corners: Array) -> Array:
    """Corners (n, 4, 2) in order around each tile -> (n, 5): log r, then s and p as re, im each."""
    z = corners[..., 0] + 1j * corners[..., 1]
    a, b = (z[:, 0] - z[:, 2]) / 2, (z[:, 1] - z[:, 3]) / 2
    r2 = (np.abs(a) ** 2 + np.abs(b) ** 2) / 2
    s, p = (a**2 + b**2) / r2, a**2 * b**2 / r2**2
    return np.stack([np.log(r2) / 2, s.real, s.imag, p.real, p.imag], axis=1).astype(np.float32)


def corners_from_code(code: Array) -> Array:
    """Inverse of `code_from_corners` for parallelograms: (n, 5) -> corners (n, 4, 2) about (0, 0),
    clockwise."""
    s, p = code[:, 1] + 1j * code[:, 2], code[:, 3] + 1j * code[:, 4]
    root = np.sqrt(s**2 / 4 - p)
    a, b = np.sqrt(s / 2 + root), np.sqrt(s / 2 - root)
    # y points down, so the screen's clockwise is a growing angle; b must follow a by less than half a turn.
    b = np.where((np.conj(a) * b).imag < 0, -b, b)
    z = np.stack([a, b, -a, -b], axis=1) * np.exp(code[:, :1])
    return np.stack([z.real, z.imag], axis=2).astype(np.float32)


def decode(answer: Array, *, faint_rows: bool = False) -> tuple[Array, Array]:
    """The network's answer for one picture (8, h / 4, w / 4) -> corners (n, 4, 2) in pixels, scores (n,),
    surest first. Of each cell it says the logit of a face, x and y of its centre from the cell's middle, and
    its code (5), in cells.

    A face is centred where the heat map has a local maximum; of such that are the same face or parts of it,
    one is kept. `faint_rows`: rows of three or four of which the network hardly says anything are believed,
    too, where they are as large as the sure faces.
    """
    heat = 1 / (1 + np.exp(-answer[0]))
    least = _FAINTEST if faint_rows else _FAINT
    peaks = (heat >= least) & (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8)))
    rows, columns = np.nonzero(peaks)
    order = np.argsort(-heat[rows, columns], kind="stable")[:_MOST]
    rows, columns = rows[order], columns[order]
    given = answer[:, rows, columns].T
    centres = np.stack([columns, rows], axis=1) + 0.5 + given[:, 1:3]
    corners = ((centres[:, None] + corners_from_code(given[:, 3:8])) * STRIDE).astype(np.float32)
    scores = heat[rows, columns].astype(np.float32)
    kept = distinct(corners, scores)
    corners, scores = corners[kept], scores[kept]
    believed = (scores >= _MIN_SCORE) | _adjoining(corners, scores)
    if faint_rows:
        believed |= _in_faint_rows(corners, scores)
    return corners[believed], scores[believed]


def turned_over(answer: Array) -> Array:
    """The network's answer for a picture that is upside down (8, h, w), as it would be for the picture: cells
    and ways to the centres are turned, and the polynomial is the same for a tile either way up."""
    turned = answer[:, ::-1, ::-1].copy()
    turned[1:3] *= -1
    return turned


def distinct(corners: Array, scores: Array) -> list[int]:
    """Indices, ascending, of those faces (n, 4, 2) that are kept so that none has its centre in the middle of
    another: greedy non-maximum suppression, by their centres in place of their overlap.

    Of two such the surer is kept, and of those about as sure the one of its neighbours' size: half a tile
    looks like a tile (four circles are two above two), and so may a square of the cloth with a tile on it.
    """
    clash = _clashes(corners)
    merit = scores * _fit_in_size(corners, scores, clash)
    kept: list[int] = []
    taken = np.zeros(len(corners), np.bool_)
    for index in np.argsort(-merit, kind="stable").tolist():
        if not taken[index]:
            kept.append(index)
            taken |= clash[index]
    return sorted(kept)


def middle_lines(corners: Array) -> tuple[Array, Array]:
    """(…, 2) each: the lines through the middle of faces (…, 4, 2), from left to right and from top to
    bottom."""
    first, second, third, fourth = np.moveaxis(corners, -2, 0)
    return (second - first + third - fourth) / 2, (fourth - first + third - second) / 2


def _clashes(corners: Array) -> Flags:
    """(n, n): whether the centre of one of two faces lies in the middle of the other."""
    inside = np.maximum(*np.abs(_placed(corners))) < _MIDDLE
    return np.asarray(inside | inside.T)


def _adjoining(corners: Array, scores: Array) -> Flags:
    """(n,): whether a face that is no fainter than `_FAINT` lies right beside a sure one and is as large."""
    beside = _side_by_side(_placed(corners), _log_areas(corners))
    return np.asarray((scores >= _FAINT) & beside[scores >= _SURE].any(axis=0))


def _in_faint_rows(corners: Array, scores: Array) -> Flags:
    """(n,): whether a face lies in a straight row of three or four, none of them sure, that are as large as
    the sure ones."""
    sizes, sure = _log_areas(corners), scores >= _SURE
    believed = np.zeros(len(scores), np.bool_)
    if sure.sum() < _SURE_FACES:
        return believed
    faint = np.flatnonzero(~sure & (np.abs(sizes - np.median(sizes[sure])) < 2 * _ALIKE))
    placed = _placed(corners[faint])
    beside = _side_by_side(placed, sizes[faint])
    # Only a face that has others on two opposite sides leads on to these: so rows are straight. As many steps
    # as a row has faces reach all of it, and in a longer one a face too many.
    steps = np.eye(len(faint), dtype=np.float32)
    for away, aside in (placed, placed[::-1]):
        before, behind = (beside & (np.abs(away) > np.abs(aside)) & (sign * away > 0) for sign in (1, -1))
        between = before.any(axis=1) & behind.any(axis=1)
        steps[between] += (before | behind)[between]
    row = (np.linalg.matrix_power(steps + steps.T, max(_ROW)) > 0).sum(axis=1)
    believed[faint] = (row >= min(_ROW)) & (row <= max(_ROW))
    return believed


def _side_by_side(placed: Array, sizes: Array) -> Flags:
    """(n, n): whether a face sees another right beside it that is as large, by where it sees the others, as
    `_placed`, and the sizes of all, as `_log_areas`. The centre of one that touches it is 2 away."""
    across, down = np.abs(placed)
    near, far = np.minimum(across, down), np.maximum(across, down)
    alike = np.abs(sizes[:, None] - sizes) < _ALIKE
    return np.asarray((near < 0.7) & (far > 1.6) & (far < 2.6) & alike)


def _placed(corners: Array) -> Array:
    """(2, n, n): how far to its right and how far below each face, a row each, sees the centres of the
    others, in halves of its sides."""
    centres = corners.mean(axis=1)
    away = centres - centres[:, None]
    own = np.linalg.pinv(np.stack(middle_lines(corners), axis=2) / 2)
    return np.moveaxis(np.asarray(away @ own.transpose(0, 2, 1), np.float32), 2, 0)


def _fit_in_size(corners: Array, scores: Array, clash: Flags) -> Array:
    """(n,) up to 1: the ratio of each face's area to that of the sure ones around it that it does not clash
    with, the smaller by the larger; 1 where there are fewer than two."""
    centres, sizes = corners.mean(axis=1), _log_areas(corners)
    distance = np.hypot(*np.moveaxis(centres[:, None] - centres, 2, 0))
    distance[clash | (scores < _SURE)] = np.inf
    nearest = np.argsort(distance, axis=1)[:, :_NEIGHBOURS]
    around = np.where(np.isfinite(np.take_along_axis(distance, nearest, axis=1)), sizes[nearest], np.nan)
    lonely = np.isfinite(around).sum(axis=1) < 2
    around[lonely] = sizes[lonely, None]
    return np.asarray(np.exp(-np.abs(sizes - np.nanmedian(around, axis=1))), np.float32)


def _log_areas(corners: Array) -> Array:
    """(n,): natural logarithms of the areas of faces (n, 4, 2)."""
    diagonals = corners[:, 2:] - corners[:, :2]
    areas = np.abs(diagonals[:, 0, 0] * diagonals[:, 1, 1] - diagonals[:, 0, 1] * diagonals[:, 1, 0])
    return np.asarray(np.log(np.maximum(areas, 1e-6)), np.float32)
