"""The tests of training need the `train` extra; the judge's arithmetic does not."""

import importlib
import os

import pytest


def need_torch() -> None:
    """Skips the calling test file without it; where CI is set that would hide a hole: it
    fails."""
    try:
        importlib.import_module("torch")
    except ImportError:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip('training needs torch: pip install -e ".[train]"', allow_module_level=True)
