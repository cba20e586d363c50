"""`python -m tilescore` is the same as the command `tilescore`."""

from tilescore.cli import main

main()
