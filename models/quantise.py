"""A trained network in 8-bit integers: less than half the time and a fifth of the bytes of 32-bit floats.

Weights are rounded for each output channel by itself, and to 7 bits: processors without instructions of their
own for this (AVX2) add two products in 16 bits, which weights of 8 bits can overflow. How far activations
range is measured on real pictures, of the `train` parts alone, behind the rectifiers: what those cut off
needs no numbers, and nothing is rounded twice. What a number stands for is written into the graph
(QuantizeLinear, DequantizeLinear), and every runtime makes of it what its processor does best.
"""

import random
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import onnx
import onnxruntime
from onnx import numpy_helper
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static

from datasets.crops import load_crops
from datasets.photos import load_photos
from models.figures import Name
from models.matching import edges_of
from models.nets import MIDDLE, SPREAD, Classifier, Referee
from vision.arrays import Pixels
from vision.corners.detect import MULTIPLE
from vision.faces.crops import rectified

PHOTOS: Final = 40
"""Real photos on which activations are measured: the detector's on all of a photo, the other networks' on its
tiles."""

TILES: Final = 12
"""Tiles of each photo."""

CROPS: Final = 200
"""Crops of single tiles, for all but the detector."""


def quantised(model: onnx.ModelProto, pictures: Iterable[Pixels], *, float_answer: bool = False) -> bytes:
    """The model with its convolutions in 8-bit integers.

    Args:
        model: in 32-bit floats, batch norms folded, with one input `images`, (n, h, w, 3) uint8.
        pictures: batches of what it will see, to measure activations on.
        float_answer: leave the last convolution in floats. A detector's answer is a logit, offsets and
            logarithms of sizes, too different to share one scale of 255 steps.
    """
    with tempfile.TemporaryDirectory() as folder:
        floats, integers = Path(folder) / "floats.onnx", Path(folder) / "integers.onnx"
        _fold(model, floats)
        convolutions = [node.name for node in onnx.load(floats).graph.node if node.op_type == "Conv"]
        quantize_static(
            floats,
            integers,
            _Batches(pictures),
            quant_format=QuantFormat.QDQ,
            op_types_to_quantize=["Conv", "Relu", "Add", "Resize"],
            nodes_to_exclude=convolutions[-1:] if float_answer else [],
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            per_channel=True,
            reduce_range=True,
        )
        whole = _taking_bytes(onnx.load(integers))
    onnx.checker.check_model(whole)
    data: bytes = whole.SerializeToString()
    return data


def _fold(model: onnx.ModelProto, path: Path) -> None:
    """Writes the model with its constants worked out: only weights and biases that are numbers, not the
    result of a node, become integers."""
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    options.optimized_model_filepath = str(path)
    onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])


def _taking_bytes(model: onnx.ModelProto) -> onnx.ModelProto:
    """The model less what it does to a picture before its first convolution, where that only comes back to
    the picture's own bytes: each is the integer that stands for it once it is normalised.

    Raises ValueError where it does not: the pictures that were measured held no black or no white.
    """
    graph = model.graph
    numbers = {array.name: numpy_helper.to_array(array) for array in graph.initializer}
    readers = {source: node for node in graph.node for source in node.input}
    cast = next(node for node in graph.node if node.op_type == "Cast")
    taken = [cast]
    while taken[-1].op_type != "QuantizeLinear":
        taken.append(readers[taken[-1].output[0]])
    scale, zero = (numbers[name].item() for name in taken[-1].input[1:])
    if (scale, zero) != (1 / SPREAD, MIDDLE):
        raise ValueError(f"a picture's bytes came out {scale} apart and {zero} in the middle")
    readers[taken[-1].output[0]].input[0] = cast.input[0]
    for node in taken:
        graph.node.remove(node)
    used = {source for node in graph.node for source in node.input}
    for array in [array for array in graph.initializer if array.name not in used]:
        graph.initializer.remove(array)
    return model


def examples(name: Name, seed: int = 1) -> Iterator[Pixels]:
    """Batches (n, h, w, 3) of real train pictures as the network will see them.

    Raises DatasetMissingError.
    """
    shape = Classifier.SHAPE if name == "classifier" else Referee.SHAPE
    chance = random.Random(seed)
    photos = load_photos("train", originals_only=True)
    chosen = chance.sample(photos, min(PHOTOS, len(photos)))
    for number, photo in enumerate(chosen):
        pixels = photo.pixels()
        if name == "detector":
            yield _magnified(pixels)[None] if number % 2 else _trimmed(pixels)[None]
            continue
        whole = [tile for tile in photo.tiles if not tile.cut_off]
        if whole:
            yield np.stack([rectified(pixels, tile.outline, shape) for tile in whole[:TILES]])
    if name != "detector":
        crops = load_crops("train")
        for crop in chance.sample(crops, min(CROPS, len(crops))):
            pixels = crop.upright()
            yield rectified(pixels, edges_of(pixels), shape)[None]


class _Batches(CalibrationDataReader):  # type: ignore[misc]  # onnxruntime has no types
    """What onnxruntime asks for its pictures."""

    def __init__(self, pictures: Iterable[Pixels]) -> None:
        self._pictures = iter(pictures)

    def get_next(self) -> dict[str, Pixels] | None:
        """The next batch, None after the last."""
        picture = next(self._pictures, None)
        return None if picture is None else {"images": picture}


def _magnified(pixels: Pixels) -> Pixels:
    """The middle half of a photo at twice its size, as a second look has it."""
    height, width = pixels.shape[:2]
    middle = pixels[height // 4 : 3 * height // 4, width // 4 : 3 * width // 4]
    return _trimmed(np.asarray(cv2.resize(middle, (width, height)), np.uint8))


def _trimmed(pixels: Pixels) -> Pixels:
    height, width = (side // MULTIPLE * MULTIPLE for side in pixels.shape[:2])
    return pixels[:height, :width]
