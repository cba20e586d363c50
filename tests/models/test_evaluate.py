"""What the judge prints besides its table."""

from models.evaluate import confusions
from models.report import Report
from tests.models.test_report import named


def test_a_real_tile_that_is_misread_is_counted_once() -> None:
    """The tiles of hands are among all that the photos show; drawn tiles are not real."""
    reports = [
        Report(name, named=[named("1c", "1c", 0.9), named("1s", "1f", 0.6)])
        for name in ("dev crops, Seasons", "dev photos, tiles", "dev photos, hands", "rendered hands")
    ]
    assert confusions(reports) == {"1s→1f": 2}
