"""The load of a whole table, in short: `python -m tests.tilescore.web.load` is the long form."""

import sys
from pathlib import Path

import pytest

from tests.tilescore.web.load import run


@pytest.mark.skipif(sys.platform != "linux", reason="memory is measured through /proc")
def test_many_at_once_and_a_crash_in_the_middle(tmp_path: Path) -> None:
    report = run(tmp_path, people=8, seconds=6.0, kill=True)
    assert report.errors == {}
    assert report.photos_read > 0
    assert report.kept > 0
    assert report.kept_and_lost == 0
    assert report.peak_megabytes < 1000
