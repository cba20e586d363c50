"""What the tile detector is taught: centres as bells, corners as codes, rectangles as touched sides."""

import torch
from torch import Tensor, nn

from models.training import Batch

_RECTANGLE_TRUST = 0.15
"""Weight of a rectangle's own corners against a face's: enough to rule out a diamond that touches the same
sides."""


def detector_loss(network: nn.Module, batch: Batch) -> dict[str, Tensor]:
    """The parts of the loss for a batch of `models.detector_data` examples."""
    answer = network(batch["image"]).float()
    heat = focal_loss(answer[:, 0], batch["heat"], batch["care"])
    tiles = batch["tiles"]
    picture, slot = torch.nonzero(tiles[..., 0] > 0, as_tuple=True)
    if len(picture) == 0:
        return {"heat": heat}
    known, frames = tiles[picture, slot], batch["frames"][picture, slot]
    row, column = known[:, 1].long(), known[:, 2].long()
    # The neighbours learn the same corners, so that a peak that is one cell off still knows them.
    parts = [_corner_losses(answer, picture, row, column, known, frames, 0, 0)]
    for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        near = (
            (row + down >= 0)
            & (row + down < answer.shape[2])
            & (column + right >= 0)
            & (column + right < answer.shape[3])
        )
        some = _corner_losses(
            answer, picture[near], row[near], column[near], known[near], frames[near], down, right
        )
        parts.append({name: 0.25 * part for name, part in some.items()})
    sums = {name: torch.stack([part[name] for part in parts]).sum() for name in parts[0]}
    return {"heat": heat, **sums}


def focal_loss(logits: Tensor, target: Tensor, care: Tensor) -> Tensor:
    """Penalty-reduced focal loss of centre points (Law & Deng 2018; Zhou et al. 2019), a mean over
    centres."""
    probability = torch.sigmoid(logits).clamp(1e-5, 1 - 1e-5)
    centre = (target > 0.9999).float()
    positive = centre * (1 - probability) ** 2 * -torch.log(probability)
    negative = (1 - centre) * (1 - target) ** 4 * probability**2 * -torch.log(1 - probability)
    return ((positive + negative) * care).sum() / (centre * care).sum().clamp(min=4)


def _corner_losses(
    answer: Tensor,
    picture: Tensor,
    row: Tensor,
    column: Tensor,
    known: Tensor,
    frames: Tensor,
    down: int,
    right: int,
) -> dict[str, Tensor]:
    """What is wrong in the cells that lie so far `down` and to the `right` of those of the tiles."""
    given = answer[picture, :, row + down, column + right]
    offset = known[:, 3:5] - given.new_tensor([right, down])
    exact, code = known[:, 5], known[:, 6:11]
    near = nn.functional.smooth_l1_loss(given[:, 1:3], offset, beta=0.1, reduction="none").sum(dim=1)
    coded = nn.functional.smooth_l1_loss(given[:, 3:8], code, beta=0.1, reduction="none").sum(dim=1)
    touching = _touch_loss(given[:, 3:8], frames)
    count = exact.numel() + 1e-6
    return {
        "centre": near.sum() / count,
        "corners": ((exact + _RECTANGLE_TRUST * (1 - exact)) * coded).sum() / count,
        "touch": ((1 - exact) * touching).sum() / count,
    }


def _touch_loss(code: Tensor, frames: Tensor) -> Tensor:
    """How far the coded corners are from touching the sides of the known rectangle, in its half-widths."""
    s = torch.complex(code[:, 1], code[:, 2])
    p = torch.complex(code[:, 3], code[:, 4])
    root = torch.sqrt(s * s / 4 - p + 1e-4)
    size = torch.exp(code[:, 0].clamp(-3, 6))
    reaches = []
    for square in (s / 2 + root, s / 2 - root):
        half = torch.sqrt(square + 1e-4)
        offset = torch.stack([half.real, half.imag], dim=1) * size[:, None]
        reaches.append(torch.einsum("nij,nj->ni", frames, offset).abs())
    reach = torch.maximum(reaches[0], reaches[1])
    return nn.functional.smooth_l1_loss(reach, torch.ones_like(reach), beta=0.1, reduction="none").sum(dim=1)
