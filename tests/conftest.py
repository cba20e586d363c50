"""What the tests of every room share: patience with busy machines, and the real data, when it is there."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

FILM_SEED = 9_600_004
FILM_SECONDS = 3.0

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


@pytest.fixture(scope="session")
def film_of_a_hand(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short film of a finished hand that comes to rest, its labels beside it (`datasets.scene.film`)."""
    from datasets.scene.film import sample_film, write_film

    path = tmp_path_factory.mktemp("films") / "hand.avi"
    write_film(sample_film(FILM_SEED, seconds=FILM_SECONDS), path)
    return path
