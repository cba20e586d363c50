"""The shipped weights as onnxruntime sessions, with explicit threads."""

import gzip
import hashlib
import json
import os
import zlib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

# From 1.29 on onnxruntime reports to its makers, and keeps a number for the machine in the user's home. It
# heeds this when it is loaded, and on Windows only what is called afterwards.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
import onnxruntime

from vision.arrays import Array, Pixels
from vision.errors import ModelError

onnxruntime.disable_telemetry_events()


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """A network ready to run, and what its card says about it."""

    session: onnxruntime.InferenceSession
    card: dict[str, Any]

    @property
    def name(self) -> str:
        """What the card calls it: "detector", "classifier", "referee" or "seasons"."""
        return str(self.card["name"])

    @property
    def crop_shape(self) -> tuple[int, int]:
        """Height and width of the pictures it takes. Raises ValueError for the detector, which takes any."""
        height, width = self.session.get_inputs()[0].shape[1:3]
        return int(height), int(width)

    def run(self, images: Pixels) -> list[Array]:
        """All outputs of the network for a batch of BGR pictures (n, h, w, 3)."""
        return list(self.session.run(None, {"images": images}))


@cache
def load_model(name: str, threads: int) -> Model:
    """The model `name` ("detector", "classifier", "referee", "seasons") from the package's weights, checked
    against its card's SHA-256.

    Raises ModelError when the weights are missing, hidden, damaged, or not those the card describes.
    """
    try:
        folder = resources.files("models.weights")
        packed = (folder / f"{name}.onnx.gz").read_bytes()
        card = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    except ModuleNotFoundError as error:  # the folder in which Python was started comes before all others
        raise ModelError(
            f"the {name}'s weights are missing, or hidden by another module called models (a models.py?)."
        ) from error
    except OSError as error:
        raise ModelError(
            f"the {name}'s weights are missing from this installation; install tilescore again."
        ) from error
    except ValueError:
        card = None
    try:
        weights = gzip.decompress(packed)
    except (OSError, EOFError, zlib.error):
        weights = b""
    if not isinstance(card, dict) or hashlib.sha256(weights).hexdigest() != card.get("sha256"):
        raise ModelError(f"the {name}'s weights are damaged; install tilescore again.")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Threads may spin while a network runs, which saves a tenth of the time, but not between two photos: that
    # would take the processor from everything else on a laptop.
    options.add_session_config_entry("session.force_spinning_stop", "1")
    try:
        session = onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # its own classes share no other base
        version = onnxruntime.__version__
        raise ModelError(f"the {name}'s weights cannot be run by onnxruntime {version}.") from error
    return Model(session, card)
