"""The shipped weights in a network of the trainings, to train on where no checkpoint is left, and in the mean
of before and after.

They are stored in 8-bit integers with the batch norms folded into the convolutions (`models.export`,
`models.quantise`). Widened again they are the network but for rounding; its batch norms are put back as they
would stand had they been trained: what they take off and divide by is measured on pictures of the training,
and what they multiply with and add undoes that.
"""

from collections.abc import Iterable, Iterator
from itertools import islice, pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from models.figures import WEIGHTS, Name, load_network
from models.training import Batch

BATCHES: Final = 24
"""On so many batches it is measured what batch norms take off and divide by."""

Array = npt.NDArray[Any]


@torch.no_grad()
def start_from_shipped(
    network: nn.Module, name: Name, batches: Iterable[Batch], folder: Path = WEIGHTS
) -> None:
    """Gives a fresh network the weights of `folder / name.onnx.gz`, as they were exported from one like it;
    what the network has beyond those stays as it is.

    `batches` are those of its training; only their pictures, "image", are looked at.
    """
    graph = onnx.load_from_string(load_network(name, folder)).graph
    state = network.state_dict()
    norms, folded = _norms(network), list[nn.BatchNorm2d]()
    for entry, array in _weights(graph):
        weight = torch.from_numpy(np.array(array, np.float32))
        if entry in state:
            state[entry].copy_(weight)
        else:  # the bias of a convolution that has none beside its batch norm
            norm = norms[entry.removesuffix(".bias")]
            norm.bias.copy_(weight)
            norm.weight.fill_(1)
            norm.running_mean.zero_()  # type: ignore[union-attr]
            norm.running_var.fill_(1 - norm.eps)  # type: ignore[union-attr]
            folded.append(norm)
    _measure(network, folded, islice(batches, BATCHES))


def drawn_back(model: onnx.ModelProto, name: Name, share: float, folder: Path = WEIGHTS) -> None:
    """Takes the weights of a fresh export, in floats, this share of the way back to `folder / name.onnx.gz`;
    layers that were added since, towards nothing, as they began.

    The mean of weights before and after a training on much that is seldom knows both (Wortsman et al. 2022).
    """
    before = dict(_weights(onnx.load_from_string(load_network(name, folder)).graph))
    stored = {array.name: array for array in model.graph.initializer}
    for entry, source in _layers(model.graph):
        after = numpy_helper.to_array(stored[source])
        mean = (1 - share) * after + share * before.get(entry, 0.0)
        stored[source].CopyFrom(numpy_helper.from_array(mean.astype(after.dtype), source))


def _weights(graph: onnx.GraphProto) -> Iterator[tuple[str, Array]]:
    """What the graph's layers are called in the network, and their numbers."""
    stored = {array.name: numpy_helper.to_array(array) for array in graph.initializer}
    widened = {
        node.output[0]: _widened(*(stored[source] for source in node.input))
        for node in graph.node
        if node.op_type == "DequantizeLinear" and node.input[0] in stored
    }
    for entry, source in _layers(graph):
        yield entry, widened[source] if source in widened else stored[source]


def _layers(graph: onnx.GraphProto) -> Iterator[tuple[str, str]]:
    """What the graph's layers are called in the network, and in the graph.

    The exporter names nodes by the modules they come from, and what is not folded by its entry in the state.
    """
    for node in graph.node:
        if node.op_type in ("Conv", "Gemm"):
            module = _module(node.name)
            for part, source in zip(("weight", "bias"), node.input[1:], strict=True):
                yield f"{module}.{part}", source


def _widened(integers: Array, scale: Array, zero: Array) -> Array:
    """Numbers of 8-bit integers, each output channel by its own scale."""
    each = (-1, *[1] * (integers.ndim - 1))
    return np.asarray((integers - zero.astype(np.float32).reshape(each)) * scale.reshape(each), np.float32)


def _module(node: str) -> str:
    """`/stem/stem.2/first/first.0/Conv` -> `stem.2.first.0`: a part that repeats the one before goes on from
    there."""
    parts = node.strip("/").split("/")[:-1]
    kept = [part for part, after in pairwise([*parts, ""]) if not after.startswith(f"{part}.")]
    return ".".join(kept)


def _norms(network: nn.Module) -> dict[str, nn.BatchNorm2d]:
    """Batch norms by the name of the convolution before each: they follow it in a sequence."""
    found = {}
    for name, module in network.named_modules():
        if isinstance(module, nn.BatchNorm2d):
            parent, _, place = name.rpartition(".")
            found[f"{parent}.{int(place) - 1}"] = module
    return found


def _measure(network: nn.Module, norms: list[nn.BatchNorm2d], batches: Iterable[Batch]) -> None:
    """Sets the batch norms to what passes through them, without changing what the network says."""
    sums: dict[nn.Module, list[Tensor]] = {norm: [] for norm in norms}

    def look(norm: nn.Module, inputs: tuple[Tensor, ...]) -> None:
        sums[norm].append(torch.stack([inputs[0].mean((0, 2, 3)), inputs[0].square().mean((0, 2, 3))]))

    hooks = [norm.register_forward_pre_hook(look) for norm in norms]
    training = network.training
    network.eval()
    for batch in batches:
        network(batch["image"])
    network.train(training)
    for hook in hooks:
        hook.remove()
    for norm in norms:
        mean, square = torch.stack(sums[norm]).mean(dim=0)
        spread = (square - mean.square()).clamp_min(0)
        norm.running_mean.copy_(mean)  # type: ignore[union-attr]
        norm.running_var.copy_(spread)  # type: ignore[union-attr]
        norm.weight.copy_((spread + norm.eps).sqrt())
        norm.bias.add_(mean)
