"""`python -m tests.tilescore.stand_in …`: the program with a reader that finds one doubtful hand."""

from pathlib import Path
from unittest.mock import patch

from tests.tilescore.readings import reading_of
from tilescore import photos
from tilescore.cli import main
from vision.faces.own_set import OwnSet
from vision.reading import Reading


class StandIn:
    """Reads any photo as a hand whose four of dots was taken for a six, with a South Wind set apart."""

    def read(self, photo: str, rules: str, *, everything: bool, choice: int, own_set: OwnSet) -> Reading:
        assert Path(photo).name == "hand.jpg"
        assert not everything
        assert choice == 0
        assert own_set.hands == ()
        return reading_of("EEEw NNNw / 365d WWw SSw", {8: "4d"}, set_apart="Sw", rules=rules)


if __name__ == "__main__":
    with patch.object(photos, "reader", StandIn):
        main()
