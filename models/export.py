"""Turns a training's result into the weights the program ships: `python -m models.export detector
runs/detector`.

The network is stored in 8-bit integers (`models.quantise`) or, to compare with, as 16-bit floats that are
widened when the program starts, which changes no reading. Beside it goes a card (JSON) that the program
checks the weights against and reads the temperature from.
"""

import hashlib
import io
import warnings
from pathlib import Path
from typing import Annotated

import numpy as np
import onnx
import torch
import typer
from onnx import numpy_helper
from torch import nn

from models.commands import run
from models.figures import MODELS, WEIGHTS, Name, load_card, save_card, save_network
from models.nets import Classifier, Detector, Referee, Referees
from models.quantise import examples, quantised
from models.shipped import drawn_back
from models.training import averaged

_SMALL = 4096
"""Arrays with fewer numbers stay as they are: they cost nothing."""

_KEPT = ", exported with --kept "
"""In cards: between the command of a training and the share of the weights before it."""

_DATA: dict[str, str] = {
    "Chinese Mahjong Detection, version 4, train split (CC BY 4.0)": "training",
    "Mahjong Dataset (Esmond Wong), Mahjong_Tile_Classifier (justinchan114), train split (MIT)": "training",
    "riichi-mahjong-tiles by FluffyStuff (CC0 1.0), on rendered tiles": "training",
    "rendered faces and tables (datasets/CARD.md)": "training, with other seeds than the evaluation",
    "the dev splits of both collections": "evaluation, model selection and temperature scaling; no training",
}
"""What every network was trained on, and what it was not."""

_FACE_DATA: dict[str, str] = {
    "clip art of the Open Clip Art Library (public domain), on rendered tiles": "training",
    "tile sets of other programs (datasets/CARD.md)": "evaluation, model selection and error analysis (what "
    "the renderer should vary more); no training",
}
"""The same of those that name faces, besides."""


def main(
    name: Annotated[str, typer.Argument(help="detector, classifier, referee or seasons")],
    folder: Annotated[Path, typer.Argument(help="the training's folder")],
    command: Annotated[str, typer.Option(help="the command that trained it, for its card")] = "",
    out: Annotated[Path, typer.Option(help="where the weights go")] = WEIGHTS,
    kept: Annotated[float, typer.Option(min=0, max=1, help="share of the shipped weights in the mean")] = 0.0,
    floats: Annotated[bool, typer.Option("--floats", help="16-bit floats, no 8-bit integers")] = False,
) -> None:
    """Export a trained network as ONNX with its card."""
    if name not in MODELS:
        raise typer.BadParameter(f"one of {', '.join(MODELS)}", param_hint="name")
    if kept and _is_shipped(name, command):
        raise typer.BadParameter(
            "what is shipped is of this very training; put back what was shipped before it, for the mean",
            param_hint="--kept",
        )
    if name in ("referee", "seasons") and not _is_taught(name, folder):
        raise typer.BadParameter(
            "this training, of the other one alone, has left it as it was drawn by chance", param_hint="name"
        )
    model = exported(name, folder)
    if kept:
        drawn_back(model, name, kept)
    weights = compressed(model) if floats else in_integers(model, name)
    identity = hashlib.sha256(weights).hexdigest()
    card = load_card(name, out) if (out / f"{name}.json").exists() else {}
    if card.get("sha256") != identity:
        if not command:
            raise typer.BadParameter("say what trained these weights", param_hint="--command")
        card = {"trained_by": runs(name, command, kept)}  # what was said of others is not true of these
    size = save_network(weights, name, out)
    card |= {
        "name": name,
        "sha256": identity,
        "bytes": size,
        "numbers": "16-bit floats" if floats else "8-bit integers",
        "data": data_of(name),
    }
    if name == "classifier":
        card.setdefault("temperature", 1.0)
    save_card(card, out)
    typer.echo(f"{name}: {size / 1e6:.2f} MB", err=True)


def data_of(name: Name) -> dict[str, str]:
    """How each data set was used for a network."""
    return _DATA if name == "detector" else _DATA | _FACE_DATA


def runs(name: Name, command: str, kept: float = 0.0) -> list[str]:
    """The trainings that lead to weights, the newest first: that by `command`, and where it began with what
    is shipped, or is in the mean with it, those that led there. One that is exported once more, in other
    numbers, is there once."""
    before = load_card(name)["trained_by"] if kept or "--shipped" in command else []
    newest = f"{command}{_KEPT}{kept:g}" if kept else command
    return [newest, *before[_is_shipped(name, command) :]]


def _is_shipped(name: Name, command: str) -> bool:
    """Whether the weights that are shipped are of the training by this command."""
    newest: str = load_card(name)["trained_by"][0]
    return newest.partition(_KEPT)[0] == command


def _is_taught(name: Name, folder: Path) -> bool:
    """Whether a training with `--only` was of this one, or began with what is shipped: in a fresh network a
    batch norm multiplies all that it is given by the same."""
    network = averaged(Referees(), folder).get_submodule(name)
    norms = [part for part in network.modules() if isinstance(part, nn.BatchNorm2d)]
    return any(bool((norm.weight != norm.weight[0]).any()) for norm in norms)


def exported(name: Name, folder: Path) -> onnx.ModelProto:
    """The averaged weights of a training as an ONNX graph; batch size is free, and for the detector the
    size."""
    buffer = io.BytesIO()
    network: nn.Module
    match name:
        case "detector":
            network, shape, outputs = averaged(Detector(), folder), (64, 96), ["cells"]
        case "classifier":
            network, shape, outputs = averaged(Classifier(), folder), Classifier.SHAPE, ["faces", "turns"]
        case "referee" | "seasons":
            both = averaged(Referees(), folder)
            network, shape = both.get_submodule(name), Referee.SHAPE
            outputs = ["faces"] if name == "referee" else ["seasons"]
    free = {end: {0: "n"} for end in ("images", *outputs)}
    if name == "detector":
        free["images"] |= {1: "height", 2: "width"}
    with warnings.catch_warnings():
        # The older exporter folds batch norms into convolutions and needs no further package.
        warnings.simplefilter("ignore", DeprecationWarning)
        torch.onnx.export(
            network,
            (torch.zeros(2, *shape, 3, dtype=torch.uint8),),
            buffer,  # type: ignore[arg-type]  # it takes files, its stub does not say so
            dynamo=False,
            input_names=["images"],
            output_names=outputs,
            dynamic_axes=free,
            opset_version=17,
        )
    return onnx.load_from_string(buffer.getvalue())


def in_integers(model: onnx.ModelProto, name: Name) -> bytes:
    """The model in 8-bit integers. Raises DatasetMissingError: real train pictures are needed for it."""
    return quantised(model, examples(name), float_answer=name == "detector")


def compressed(model: onnx.ModelProto) -> bytes:
    """The model with its large weights as 16-bit floats, each widened by a Cast that runtimes fold away."""
    graph = model.graph
    casts = []
    for array in list(graph.initializer):
        values = numpy_helper.to_array(array)
        if values.dtype != np.float32 or values.size < _SMALL:
            continue
        narrow = f"{array.name}_16"
        casts.append(onnx.helper.make_node("Cast", [narrow], [array.name], to=onnx.TensorProto.FLOAT))
        graph.initializer.remove(array)
        graph.initializer.append(numpy_helper.from_array(values.astype(np.float16), narrow))
    for cast_node in reversed(casts):
        graph.node.insert(0, cast_node)
    onnx.checker.check_model(model)
    data: bytes = model.SerializeToString()
    return data


if __name__ == "__main__":
    run(main)
