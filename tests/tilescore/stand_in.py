"""`python -m tests.tilescore.stand_in …`: the program with a reader that finds one doubtful hand."""

from pathlib import Path

from tests.tilescore.readings import reading_of
from tilescore import jobs
from tilescore.cli import main
from vision.reading import Reading


def read(photo: Path, rules: str = "babcock", everything: bool = False) -> Reading:
    """A hand whose four of dots was taken for a six, with a South Wind set apart."""
    assert not everything
    assert photo.name == "hand.jpg"
    return reading_of("EEEw NNNw / 365d WWw SSw", {8: "4d"}, set_apart="Sw", rules=rules)


if __name__ == "__main__":
    jobs.read = read
    main()
