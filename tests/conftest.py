"""What the tests of every room share: the real data beside the checkout, when it is there."""

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real photos, crops and art.

    Without it a test is skipped, saying so; where CI is set a skip would hide a hole, so there it fails.
    """
    from datasets import photos

    try:
        return photos.shared_data()
    except photos.DatasetMissing as missing:
        if os.environ.get("CI") == "true":
            pytest.fail(str(missing))
        pytest.skip(str(missing))
