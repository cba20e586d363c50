"""The one tree of errors: each gets from one process to another as it is."""

import copy
import importlib
import inspect
import pickle
import pkgutil
from collections.abc import Callable, Iterator

import pytest

from scoring.errors import TilescoreError
from scoring.problem import Problem
from scoring.tiles import Tile

ROOMS = ["scoring", "vision", "tilescore", "datasets"]

FIFTH = Problem("fifth-tile", "There are five of them.", (Tile.parse("1c"),))

GIVEN = {
    "message": "It went wrong.",
    "code": "some-code",
    "problems": [FIFTH],
    "wait": 3,
    "record": {"code": "some-code", "message": "It went wrong."},
}
"""What the constructors take, by name."""


def classes_below(kind: type[TilescoreError]) -> Iterator[type[TilescoreError]]:
    """A class of errors, and all that branch off from it."""
    yield kind
    for branch in kind.__subclasses__():
        yield from classes_below(branch)


def all_classes() -> list[type[TilescoreError]]:
    """The whole tree, whichever module a class of it is in."""
    for room in ROOMS:
        for module in pkgutil.walk_packages(importlib.import_module(room).__path__, f"{room}."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
    return list(classes_below(TilescoreError))


def pickled(error: TilescoreError) -> TilescoreError:
    """As it arrives from another process."""
    again: TilescoreError = pickle.loads(pickle.dumps(error))
    return again


@pytest.mark.parametrize("copied", [pickled, copy.copy, copy.deepcopy])
@pytest.mark.parametrize("kind", all_classes(), ids=lambda kind: kind.__name__)
def test_an_error_survives_being_copied(
    kind: Callable[..., TilescoreError], copied: Callable[[TilescoreError], TilescoreError]
) -> None:
    error = kind(**{name: GIVEN[name] for name in inspect.signature(kind).parameters})
    again = copied(error)
    assert type(again) is kind
    assert (again.message, again.code, again.args) == (error.message, error.code, error.args)
    assert vars(again) == vars(error)
