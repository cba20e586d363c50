"""Whoever has not the `train` extra runs all tests but those of training."""

import os
import subprocess
import sys
from pathlib import Path

IMPORTED = """
import importlib, sys, pytest
sys.modules |= {"torch": None, "onnx": None}
for name in sys.argv[1:]:
    try:
        importlib.import_module(f"tests.models.{name}")
    except pytest.skip.Exception:
        pass
"""


def test_without_torch_every_file_of_tests_is_run_or_skipped() -> None:
    names = sorted(path.stem for path in Path(__file__).parent.glob("test_*.py"))
    environment = {name: value for name, value in os.environ.items() if name != "CI"}
    answer = subprocess.run(
        [sys.executable, "-c", IMPORTED, *names], capture_output=True, text=True, env=environment, check=False
    )
    assert answer.returncode == 0, answer.stderr
