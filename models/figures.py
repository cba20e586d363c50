"""What was measured, as JSON that remembers which models it was measured with."""

import gzip
import json
from pathlib import Path
from typing import Any, Literal, get_args

WEIGHTS = Path(__file__).parent / "weights"

FIGURES = Path(__file__).parent / "figures"
"""Where the figures that the model card prints are kept; they are not part of the wheel."""

Name = Literal["detector", "classifier", "referee", "seasons"]
MODELS: tuple[Name, ...] = get_args(Name)


class StaleFiguresError(ValueError):
    """Figures that were measured with other models than those here."""


def load_card(name: str, folder: Path = WEIGHTS) -> dict[str, Any]:
    """The card (JSON) beside a model's weights."""
    card: dict[str, Any] = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    return card


def save_card(card: dict[str, Any], folder: Path = WEIGHTS) -> None:
    """Writes a card beside the weights of the model that it names."""
    _write(folder / f"{card['name']}.json", card)


def load_network(name: str, folder: Path = WEIGHTS) -> bytes:
    """A shipped network, as ONNX: its integers of seven bits are stored packed."""
    return gzip.decompress((folder / f"{name}.onnx.gz").read_bytes())


def save_network(network: bytes, name: str, folder: Path = WEIGHTS) -> int:
    """Stores a network, and returns how many bytes that takes."""
    folder.mkdir(parents=True, exist_ok=True)
    packed = gzip.compress(network, mtime=0)  # the same file for the same network
    (folder / f"{name}.onnx.gz").write_bytes(packed)
    return len(packed)


def save_figures(path: Path, figures: dict[str, Any], weights: Path = WEIGHTS) -> None:
    """Writes figures, and with them which models they are about."""
    path.parent.mkdir(parents=True, exist_ok=True)
    _write(path, {"models": _identities(weights), **figures})


def load_figures(path: Path, weights: Path = WEIGHTS) -> dict[str, Any]:
    """What `save_figures` wrote. Raises StaleFiguresError when a model has changed since."""
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    changed = [name for name, model in _identities(weights).items() if document["models"].get(name) != model]
    if changed:
        raise StaleFiguresError(f"{path.name} is about another {' and '.join(changed)}: measure again")
    return document


def _write(path: Path, document: dict[str, Any]) -> None:
    path.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def _identities(weights: Path) -> dict[str, dict[str, Any]]:
    """What makes a model this model: its weights, and the temperature of its probabilities."""
    cards = {name: load_card(name, weights) for name in MODELS}
    return {
        name: {key: card[key] for key in ("sha256", "temperature") if key in card}
        for name, card in cards.items()
    }
