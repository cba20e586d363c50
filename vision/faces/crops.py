"""Tiles cut out of a photo, as networks look at them: seen straight on, the right way up, all of the shape
that a network takes."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Array, Floats, Pixels
from vision.corners.quads import hand_side
from vision.pixels.photo import Photo, View, as_photo, negative_of
from vision.runtime import Model

Cut = Callable[[Array], Pixels]
"""Gives the crops (m, 80, 64, 3) of tiles at some of the quads (m, 4, 2)."""

Measure = Callable[[Pixels], Floats]
"""Measures something on each of some crops (n, h, w, 3) by itself: (n, …)."""

Key = TypeVar("Key")
Value = TypeVar("Value")
Number = TypeVar("Number", bound=np.generic)

Shape = tuple[int, int]
"""Height and width in pixels, as arrays have them; a `size` is width and height."""

CROP: Final[Shape] = 80, 64
"""Of the crops that are compared and kept, and that the classifier sees."""

MARGIN = 0.08
"""The crop shows this share of the face's width and height beyond each edge, so that a shifted corner cuts
nothing."""

_GRID = 6
"""So many points across and down say of what colour the middle of a quad is."""

ENOUGH = 40.0
"""Short side in pixels beyond which a tile is named no better: of 196 tiles of rendered 12-megapixel hands as
many were named rightly from half the photo's size (46 to 100 pixels) as from all of it, and the log loss was
0.197 to 0.195; from a quarter it was 0.210."""

LONGEST: Final = 32_766
"""Pixels of a picture's longer side up to which OpenCV, before its version 5, cuts anything out of it."""


class Crops:
    """The crops of one photo, and what networks said of them: no quad is cut out or shown to a network twice.
    A look into the gaps of rows asks again of most tiles; one that detects anew finds other corners."""

    def __init__(self, picture: Photo | Pixels) -> None:
        self._photo = as_photo(picture)
        self._view: View | None = None
        self.with_negatives = False
        """Whether networks are shown the negative of each crop as well, and say the mean of both: they learnt
        from few dark tiles. Of such, in 144 rendered hands, one is wrong and sure in place of eight."""
        self._cut: dict[tuple[Shape, bytes], Pixels] = {}
        self._said: dict[tuple[str, bytes], tuple[Array, ...]] = {}
        self._measured: dict[tuple[Measure, bytes], Floats] = {}

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the photo in pixels."""
        return self._photo.size

    def look(self, quads: Array) -> None:
        """Sees the photo as finely as it takes to name those of its tiles `quads` (n, 4, 2), n > 0, that may
        be the hand's; what is known of coarser crops is forgotten."""
        view = self._photo.view(ENOUGH / max(1.0, hand_side(quads)))
        if view is not self._view:
            self._view = view
            self._cut.clear()
            self._said.clear()
            self._measured.clear()

    def at(self, quads: Array, shape: Shape = CROP) -> Pixels:
        """The crops (n, *shape, 3) of tiles at `quads` (n, 4, 2), pixels of the photo, upright."""
        view = self._view
        assert view is not None, "nothing has been looked at"
        keys = [(shape, quad.tobytes()) for quad in quads]
        crops = _remembered(self._cut, keys, quads, lambda new: cut_out(view, new, shape))
        return np.array(crops, np.uint8).reshape(-1, *shape, 3)

    def measured(self, measure: Measure, quads: Array) -> Floats:
        """(n, …): what is measured on each of the crops of tiles at `quads` (n, 4, 2), n > 0."""
        keys = [(measure, quad.tobytes()) for quad in quads]
        return np.array(_remembered(self._measured, keys, quads, lambda new: measure(self.at(new))))

    def show_negatives(self) -> None:
        """From now on; what networks said before is forgotten."""
        self.with_negatives = True
        self._said.clear()

    def colours(self, quads: Array) -> Floats:
        """The colour (n, 3) of the middle of what lies at `quads` (n, 4, 2), pixels of the photo, be it a
        tile or none; beyond the photo's edge it goes on as it is there."""
        assert self._view is not None, "nothing has been looked at"
        return middle_colours(self._view, quads)

    def said_by(self, model: Model, quads: Array) -> list[Array]:
        """All outputs of a model, (n, …) each, for the crops of tiles at `quads` (n, 4, 2), n > 0, in the
        shape that it takes."""
        keys = [(model.name, quad.tobytes()) for quad in quads]
        answers = _remembered(self._said, keys, quads, lambda new: self._said_anew(model, new))
        return [np.stack(output) for output in zip(*answers, strict=True)]

    def _said_anew(self, model: Model, quads: Array) -> Iterator[tuple[Array, ...]]:
        return zip(*self._answers(model, self.at(quads, model.crop_shape)), strict=True)

    def _answers(self, model: Model, crops: Pixels) -> list[Array]:
        answers = model.run(crops)
        if not self.with_negatives:
            return answers
        negatives = negative_of(crops.reshape(-1, *crops.shape[2:])).reshape(crops.shape)
        both = zip(answers, model.run(negatives), strict=True)
        return [np.asarray((answer + other) / 2, np.float32) for answer, other in both]


def _remembered(
    known: dict[Key, Value], keys: list[Key], quads: Array, asked: Callable[[Array], Iterable[Value]]
) -> list[Value]:
    """What is known by each of the keys (n,), once what is `asked` of those of the quads (n, 4, 2) of which
    nothing was known is known as well."""
    new = [place for place, key in enumerate(keys) if key not in known]
    if new:
        known.update(zip([keys[place] for place in new], asked(quads[new]), strict=True))
    return [known[key] for key in keys]


def as_crops(picture: Crops | Photo | Pixels) -> Crops:
    """Crops as they are, a photo or BGR pixels (h, w, 3) as crops of them. Raises as `as_photo`."""
    return picture if isinstance(picture, Crops) else Crops(picture)


def cut_out(view: View, quads: Array, shape: Shape = CROP) -> Pixels:
    """Crops (n, *shape, 3) of tiles at `quads` (n, 4, 2), pixels of the photo, as `rectified` cuts them."""
    crops = [rectified(view.pixels, quad * np.float32(view.scale), shape) for quad in quads]
    return np.array(crops, np.uint8).reshape(-1, *shape, 3)


def inner(crops: Pixels) -> Pixels:
    """Crops (n, h, w, 3) without a sixth of them at each edge: faces without what surrounds them."""
    height, width = crops.shape[1:3]
    return crops[:, height // 6 : -(height // 6), width // 6 : -(width // 6)]


def channels(colours: npt.NDArray[Number]) -> list[npt.NDArray[Number]]:
    """Blue, green and red of colours (…, 3), (…) each: along an axis as short as the last one numpy adds or
    compares six times as slowly."""
    return [colours[..., channel] for channel in range(3)]


def middle_colours(view: View, quads: Array) -> Floats:
    """The median colour (n, 3) of the inner half of each of `quads` (n, 4, 2), pixels of the photo."""
    steps = np.linspace(0.25, 0.75, _GRID)
    across, down = (grid.ravel() for grid in np.meshgrid(steps, steps))
    shares = np.stack([(1 - across) * (1 - down), across * (1 - down), across * down, (1 - across) * down], 1)
    height, width = view.pixels.shape[:2]
    x, y = np.moveaxis(np.rint(shares @ quads * view.scale).astype(np.int64), 2, 0)
    points = view.pixels[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)]
    return np.asarray(np.median(points, axis=1), np.float64)


def rectified(image: Pixels, quad: Array, shape: Shape = CROP) -> Pixels:
    """The face in a quadrilateral (4, 2), first corner top-left, seen straight on: (*shape, 3).

    Warped by the homography of its corners; where the photo has more detail than the crop, to a multiple of
    its size, of which whole blocks of pixels are averaged, lest fine engraving be aliased.
    """
    if max(image.shape[:2]) > LONGEST:
        image, quad = _around(image, quad)
    longest = max(float(np.linalg.norm(quad[1] - quad[0])), float(np.linalg.norm(quad[3] - quad[0])) * 0.8)
    finer = int(np.clip(round(longest / shape[1]), 1, 6))
    height, width = shape[0] * finer, shape[1] * finer
    x, y = width * MARGIN / (1 + 2 * MARGIN), height * MARGIN / (1 + 2 * MARGIN)
    target = np.array([[x, y], [width - x, y], [width - x, height - y], [x, height - y]], np.float32)
    homography = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    crop = cv2.warpPerspective(
        image, homography, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    if finer > 1:
        crop = cv2.resize(crop, shape[::-1], interpolation=cv2.INTER_AREA)
    return np.asarray(crop, np.uint8)


def _around(image: Pixels, quad: Array) -> tuple[Pixels, Array]:
    """The part of a picture that holds a quadrilateral (4, 2) and as much on either side of it, at most
    `LONGEST` pixels long, and where in it that lies."""
    size, low, high = image.shape[1::-1], quad.min(axis=0), quad.max(axis=0)
    left, top = np.clip(2 * low - high, 0, np.subtract(size, 1)).astype(int)
    right, bottom = np.minimum(np.ceil(2 * high - low).astype(int) + 1, (left + LONGEST, top + LONGEST))
    piece = image[top : max(bottom, top + 1), left : max(right, left + 1)]
    return piece, quad - np.array([left, top], np.float32)
