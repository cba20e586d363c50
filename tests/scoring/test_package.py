"""The room as a whole."""

from __future__ import annotations

import subprocess
import sys

import scoring


def test_it_pulls_in_nothing_outside_the_standard_library() -> None:
    """In a fresh interpreter, since this one has long imported the tests' own needs."""
    code = (
        "import sys; before = set(sys.modules); import scoring;"
        "print(*{name.partition('.')[0] for name in set(sys.modules) - before} - sys.stdlib_module_names)"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert loaded.stdout.split() == ["scoring"]


def test_everything_it_offers_is_there() -> None:
    assert sorted(scoring.__all__) == sorted(set(scoring.__all__))
    assert all(hasattr(scoring, name) for name in scoring.__all__)
