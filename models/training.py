"""What the trainings share: the schedule, the running average of the weights, and stopping and going on."""

import copy
import pickle
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import cv2
import torch
import typer
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset

from models.commands import run
from scoring.errors import TilescoreError

Folder = Annotated[Path, typer.Argument(help="where checkpoints and the log are kept")]
Faces = Annotated[list[Path] | None, typer.Option(help="files of rendered faces")]
Scenes = Annotated[list[Path] | None, typer.Option(help="folders of rendered scenes")]
Steps = Annotated[int, typer.Option(min=1, help="steps in all")]
BatchSize = Annotated[int, typer.Option(min=1, help="pictures or crops a step")]
Rate = Annotated[float, typer.Option(min=0, help="learning rate")]
Workers = Annotated[int, typer.Option(min=0, help="processes that make examples")]
Shipped = Annotated[bool, typer.Option(help="begin with the weights that the program ships")]
Seed = Annotated[int, typer.Option(min=0, help="of the examples; change it when going on")]
"""What every training is told on its command line."""

Batch = dict[str, Tensor]
Loss = Callable[[nn.Module, Batch], dict[str, Tensor]]
"""From a network and a batch to the named parts of the loss, to be added up."""


class CheckpointError(TilescoreError):
    """A checkpoint that is damaged or of another network."""

    code = "bad-checkpoint"


@dataclass(frozen=True, slots=True)
class Plan:
    """How long and how fast to learn."""

    steps: int
    rate: float
    warmup: int = 200
    cooldown: float = 0.35
    """Share of the steps over which the rate falls to zero at the end."""
    decay: float = 0.02
    save_every: int = 250

    def rate_at(self, step: int) -> float:
        """Warm up, stay, fall: a run can be prolonged as long as it has not begun to fall."""
        falling = self.cooldown * self.steps
        return self.rate * min(1.0, (step + 1) / self.warmup, (self.steps - step) / max(falling, 1.0))


def _has_narrow_floats() -> bool:
    """Whether the processor has instructions for 16-bit floats; one that has not works them out piece by
    piece, four to nine times as slowly as those of 32 bits."""
    abilities = torch.cpu.get_capabilities()
    return bool(abilities.get("avx512_bf16") or abilities.get("amx_bf16"))


def device() -> torch.device:
    """A GPU when there is one."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def train(network: nn.Module, batches: Iterable[Batch], loss: Loss, plan: Plan, folder: Path) -> nn.Module:
    """Trains until `plan.steps` on endless `batches`, from the last checkpoint in `folder` if there is one.

    Returns the running average of the weights, which reads unseen pictures better than the last ones.
    """
    folder.mkdir(parents=True, exist_ok=True)
    where = device()
    narrow = where.type == "cuda" or _has_narrow_floats()
    network = network.to(where, memory_format=torch.channels_last)  # type: ignore[call-overload]
    average = copy.deepcopy(network).eval()
    optimizer = torch.optim.AdamW(network.parameters(), plan.rate, weight_decay=plan.decay)
    step = _resume(folder, network, average, optimizer)
    log = (folder / "log.txt").open("a", encoding="utf-8")
    began, sums, summed = time.monotonic(), dict[str, float](), 0
    network.train()
    upcoming = iter(batches)
    while step < plan.steps:
        batch = {name: tensor.to(where, non_blocking=True) for name, tensor in next(upcoming).items()}
        for group in optimizer.param_groups:
            group["lr"] = plan.rate_at(step)
        with torch.autocast(where.type, torch.bfloat16, enabled=narrow):
            parts = loss(network, batch)
        total = torch.stack(list(parts.values())).sum()
        optimizer.zero_grad(set_to_none=True)
        total.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimizer.step()
        step += 1
        _follow(average, network, min(0.999, (1 + step) / (10 + step)))
        for name, part in parts.items():
            sums[name] = sums.get(name, 0.0) + float(part.detach())
        summed += 1
        if step % 50 == 0:
            shown = "  ".join(f"{name} {value / summed:.4f}" for name, value in sums.items())
            print(f"{step:6d}  {time.monotonic() - began:7.0f} s  {shown}", file=log, flush=True)
            sums, summed = {}, 0
        if step % plan.save_every == 0 or step == plan.steps:
            _save(folder, step, network, average, optimizer)
    log.close()
    return average


def loader(examples: IterableDataset[Any], batch: int, workers: int) -> DataLoader[Any]:
    """Batches of endless examples, made by so many processes."""
    return DataLoader(examples, batch, num_workers=workers, persistent_workers=workers > 0)


def command(main: Callable[..., None]) -> None:
    """Runs a training from the command line."""
    torch.multiprocessing.set_sharing_strategy("file_system")  # type: ignore[no-untyped-call]
    cv2.setNumThreads(0)  # OpenCV's own threads do not survive the fork into workers
    run(main)


def has_begun(folder: Path) -> bool:
    """Whether there is a checkpoint to go on from."""
    return (folder / "checkpoint.pt").exists()


def averaged(network: nn.Module, folder: Path) -> nn.Module:
    """The running average of the weights in a training's folder, ready to be used. Raises CheckpointError."""
    with _checkpoint(folder, torch.device("cpu")) as state:
        network.load_state_dict(state["average"])
    return network.eval()


@contextmanager
def _checkpoint(folder: Path, where: torch.device) -> Iterator[dict[str, Any]]:
    """What a training has kept, to be put into a network. Raises CheckpointError where that fails."""
    file = folder / "checkpoint.pt"
    try:
        yield torch.load(file, map_location=where, weights_only=True)
    except (EOFError, KeyError, RuntimeError, ValueError, pickle.UnpicklingError) as error:
        raise CheckpointError(f"{file} is damaged or of another network") from error


@torch.no_grad()
def _follow(average: nn.Module, network: nn.Module, keep: float) -> None:
    for mine, theirs in zip(average.state_dict().values(), network.state_dict().values(), strict=True):
        if mine.dtype.is_floating_point:
            mine.lerp_(theirs, 1 - keep)
        else:
            mine.copy_(theirs)


def _save(
    folder: Path, step: int, network: nn.Module, average: nn.Module, optimizer: torch.optim.Optimizer
) -> None:
    state = {
        "step": step,
        "network": network.state_dict(),
        "average": average.state_dict(),
        "optimizer": optimizer.state_dict(),
    }
    unfinished = folder / "checkpoint.tmp"
    torch.save(state, unfinished)
    unfinished.replace(folder / "checkpoint.pt")


def _resume(folder: Path, network: nn.Module, average: nn.Module, optimizer: torch.optim.Optimizer) -> int:
    if not has_begun(folder):
        return 0
    with _checkpoint(folder, device()) as state:
        network.load_state_dict(state["network"])
        average.load_state_dict(state["average"])
        optimizer.load_state_dict(state["optimizer"])
    return int(state["step"])
