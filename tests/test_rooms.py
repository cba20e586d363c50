"""Arrows point one way: which rooms of the house use which others."""

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

_VISION = ["vision", "vision.pixels", "vision.corners", "vision.faces", "vision.hand", "vision.film"]

USES = {
    "scoring": [],
    "vision.pixels": [],
    "vision.corners": ["vision.pixels"],
    "vision.faces": ["scoring", "vision.pixels", "vision.corners"],
    "vision.hand": ["scoring"],
    "vision": ["scoring", "vision.pixels", "vision.corners", "vision.faces", "vision.hand"],
    "vision.film": ["scoring", "vision", "vision.corners", "vision.faces"],
    "tilescore": ["scoring", "vision", "vision.pixels", "vision.faces", "vision.film"],
    "datasets": ["scoring"],
    "models": ["scoring", *_VISION, "datasets"],
}
"""What each room uses besides itself; what lies in `vision` but in no room of it is the way through them."""

GROUND = {
    "vision",
    "vision.arrays",
    "vision.errors",
    "vision.names",
    "vision.probabilities",
    "vision.runtime",
}
"""What all rooms of `vision` stand on."""


@pytest.mark.parametrize("room", USES)
def test_a_room_uses_only_those_before_it(room: str) -> None:
    used = {(path.name, module) for path in files_of(room) for module in imported(path)}
    allowed = {room, *USES[room]}
    strange = [(name, module) for name, module in sorted(used) if room_of(module) not in allowed]
    assert used
    assert [(name, module) for name, module in strange if module not in GROUND] == []


def test_no_module_uses_itself_by_way_of_others() -> None:
    """Be it for type checking alone."""
    files = [path for room in USES for path in files_of(room)]
    TopologicalSorter({name_of(path): {*imported(path)} - {name_of(path)} for path in files}).prepare()


def files_of(room: str) -> list[Path]:
    """The Python files of a room that lie in no room within it."""
    found = ROOT.joinpath(*room.split(".")).rglob("*.py")
    return [path for path in found if room_of(name_of(path)) == room]


def name_of(path: Path) -> str:
    """As the file is imported."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def room_of(module: str) -> str:
    """The innermost room in which a module lies; the top folder of one that is in none."""
    rooms = [room for room in USES if f"{module}.".startswith(f"{room}.")]
    return max(rooms, key=len, default=module.split(".")[0])


def imported(path: Path) -> Iterator[str]:
    """The modules of the project that a file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{name.name}" for name in node.names]
            modules = [name if is_module(name) else node.module for name in names]
        else:
            modules = [name.name for name in node.names] if isinstance(node, ast.Import) else []
        yield from filter(is_module, modules)


def is_module(name: str) -> bool:
    """Whether the project has a module or package of that name."""
    place = ROOT.joinpath(*name.split("."))
    return place.is_dir() or place.with_suffix(".py").exists()
