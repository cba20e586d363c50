"""What the tests of every room share: patience with busy machines, and the real data, when it is there."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("busy", deadline=None)  # a busy machine is no failure
settings.load_profile("busy")


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real photos, crops and art.

    Without it a test is skipped, saying so; where CI is set a skip would hide a hole, so there it fails.
    """
    from datasets import photos

    try:
        return photos.shared_data()
    except photos.DatasetMissingError as missing:
        if os.environ.get("CI") == "true":
            pytest.fail(str(missing))
        pytest.skip(str(missing))
