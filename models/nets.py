"""The four networks, small enough for a laptop without a GPU.

All take the picture as it comes from the camera (uint8, BGR, height x width x 3) and normalise inside, so
that the program that runs them cannot get that wrong.
"""

from typing import ClassVar

import torch
from torch import Tensor, nn

from vision.faces.crops import CROP, Shape
from vision.probabilities import CLASSES, FACES, KINDS

SEASONS = FACES - KINDS
"""How many Seasons there are; among the faces they stand behind the kinds."""

DETECTOR_CHANNELS = 8
"""Centre logit; centre offset x, y in cells; log half-diagonal in cells; s and p of the corner code, re and
im each (see `vision.corners.peaks.corners_from_code`)."""

MIDDLE = 128
SPREAD = 64
"""What is taken off a byte of a picture, and what that is then divided by."""


def _normalised(images: Tensor) -> Tensor:
    """(n, h, w, 3) uint8 -> (n, 3, h, w) float32, about zero mean and unit spread."""
    return (images.permute(0, 3, 1, 2).float() - MIDDLE) / SPREAD


class _Conv(nn.Sequential):
    """Convolution, batch norm, ReLU."""

    def __init__(self, inputs: int, outputs: int, kernel: int = 3, stride: int = 1) -> None:
        super().__init__(
            nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False),
            nn.BatchNorm2d(outputs),
            nn.ReLU(inplace=True),
        )


class _Residual(nn.Module):
    """Two 3x3 convolutions beside an identity (He et al. 2016), which begin by changing nothing (Goyal et al.
    2017), so that a block can be added to what is trained."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = _Conv(width, width)
        norm = nn.BatchNorm2d(width)
        nn.init.zeros_(norm.weight)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), norm)

    def forward(self, x: Tensor) -> Tensor:
        result: Tensor = torch.relu(x + self.second(self.first(x)))
        return result


class Detector(nn.Module):
    """Photo -> one cell every 4 pixels saying whether a tile face is centred there and where its corners are.

    A feature pyramid (Lin et al. 2017) read by a centre-point head (Zhou et al. 2019).
    """

    def __init__(self, widths: tuple[int, int, int, int] = (32, 64, 128, 160), neck: int = 48) -> None:
        super().__init__()
        w4, w8, w16, w32 = widths
        self.stem = nn.Sequential(_Conv(3, 24, stride=2), _Conv(24, w4, stride=2), _Residual(w4))
        self.down8 = nn.Sequential(_Conv(w4, w8, stride=2), _Residual(w8), _Residual(w8))
        self.down16 = nn.Sequential(_Conv(w8, w16, stride=2), *(_Residual(w16) for _ in range(5)))
        self.down32 = nn.Sequential(_Conv(w16, w32, stride=2), *(_Residual(w32) for _ in range(4)))
        self.lateral4 = _Conv(w4, neck, 1)
        self.lateral8 = _Conv(w8, neck, 1)
        self.lateral16 = _Conv(w16, neck, 1)
        self.lateral32 = _Conv(w32, neck, 1)
        self.smooth8 = _Conv(neck, neck)
        self.smooth4 = _Conv(neck, neck)
        self.head = nn.Sequential(_Conv(neck, neck), nn.Conv2d(neck, DETECTOR_CHANNELS, 1))
        bias = self.head[-1].bias
        assert isinstance(bias, Tensor)
        with torch.no_grad():
            bias[0] = -4.0  # a tile's centre is rare: start from about 2 %

    def forward(self, images: Tensor) -> Tensor:
        """(n, h, w, 3) uint8, sides multiples of 32 -> (n, 8, h / 4, w / 4) float32."""
        x4 = self.stem(_normalised(images))
        x8 = self.down8(x4)
        x16 = self.down16(x8)
        x32 = self.down32(x16)
        up = nn.functional.interpolate
        y16 = self.lateral16(x16) + up(self.lateral32(x32), scale_factor=2.0, mode="nearest")
        y8 = self.smooth8(self.lateral8(x8) + up(y16, scale_factor=2.0, mode="nearest"))
        y4 = self.smooth4(self.lateral4(x4) + up(y8, scale_factor=2.0, mode="nearest"))
        result: Tensor = self.head(y4).float()
        return result


class _Glances(nn.Module):
    """Means over a picture, each weighted by where it looks: at the whole, at a numeral in a corner…

    Attention with learnt queries and several heads (Vaswani et al. 2017); no numeral is lost in the mean of
    all places.
    """

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.where = nn.Conv2d(width, heads, 1)

    def forward(self, x: Tensor) -> Tensor:
        """(n, width, h, w) -> (n, heads * width)."""
        weights = self.where(x).flatten(2).softmax(dim=2)
        means: Tensor = weights @ x.flatten(2).transpose(1, 2)
        return means.flatten(1)


def _stages(widths: tuple[int, int, int, int]) -> tuple[nn.Sequential, nn.Sequential]:
    """What looks at a crop, up to a cell every 4 pixels and from there to one every 8."""
    first, w2, w4, w8 = widths
    near = nn.Sequential(
        _Conv(3, first, stride=2),
        _Conv(first, w2),
        _Residual(w2),
        _Conv(w2, w4, stride=2),
        _Residual(w4),
    )
    return near, nn.Sequential(_Conv(w4, w8, stride=2), _Residual(w8), _Residual(w8))


class Classifier(nn.Module):
    """Rectified crop -> which face it is, and by how many quarter turns the crop must be turned to stand
    upright."""

    SHAPE: ClassVar[Shape] = CROP

    def __init__(self, widths: tuple[int, int, int, int] = (24, 48, 96, 160), heads: int = 6) -> None:
        super().__init__()
        w8 = widths[-1]
        near, far = _stages(widths)
        self.features = nn.Sequential(*near, *far)
        self.pool = _Glances(w8, heads)
        self.drop = nn.Dropout(0.2)
        self.face = nn.Linear(heads * w8, len(CLASSES))
        self.turn = nn.Linear(heads * w8, 4)

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor]:
        """(n, *SHAPE, 3) uint8 -> face logits (n, 44) and turn logits (n, 4), float32."""
        pooled = self.drop(self.pool(self.features(_normalised(crops)).float()))
        return self.face(pooled), self.turn(pooled)


class Referee(nn.Module):
    """Rectified, upright crop -> which face it is, for those that the classifier is in doubt of.

    The classifier's layers with more of them behind each stage, and glances at the finer map as well, where
    the strokes of a small numeral or name are still apart. It looks at a few tiles a photo, sees them finer,
    and may take its time.
    """

    SHAPE: ClassVar[Shape] = (120, 96)

    def __init__(
        self, widths: tuple[int, int, int, int] = (24, 48, 96, 160), heads: int = 6, kinds: int = len(CLASSES)
    ) -> None:
        super().__init__()
        w4, w8 = widths[-2:]
        self.near, self.far = _stages(widths)
        self.nearer = nn.Sequential(*(_Residual(w4) for _ in range(4)))
        self.farther = nn.Sequential(*(_Residual(w8) for _ in range(5)))
        self.pool_near = _Glances(w4, heads)
        self.pool_far = _Glances(w8, heads)
        self.drop = nn.Dropout(0.2)
        self.face = nn.Linear(heads * (w4 + w8), kinds)

    def forward(self, crops: Tensor) -> Tensor:
        """(n, *SHAPE, 3) uint8 -> logits (n, kinds), float32."""
        near = self.nearer(self.near(_normalised(crops)))
        far = self.farther(self.far(near))
        pooled = torch.cat([self.pool_near(near.float()), self.pool_far(far.float())], dim=1)
        result: Tensor = self.face(self.drop(pooled))
        return result


class SeasonReader(Referee):
    """Rectified, upright crop -> which of the eight Seasons it is, or none of them.

    The referee's layers, for Seasons alone: every set draws these its own way, and telling them apart is to
    read a numeral, a character or a word that may stand anywhere in a picture of anything.
    """

    def __init__(self) -> None:
        super().__init__(kinds=SEASONS + 1)


class Referees(nn.Module):
    """Both that look again, to be trained side by side on the same crops."""

    def __init__(self) -> None:
        super().__init__()
        self.referee = Referee()
        self.seasons = SeasonReader()

    def forward(self, crops: Tensor, only: str | None = None) -> dict[str, Tensor]:
        """(n, *SHAPE, 3) uint8 -> logits of each by its name, or of one alone."""
        return {name: one(crops) for name, one in self.named_children() if only in (None, name)}
