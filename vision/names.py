"""What messages and JSON call the files, cameras and streams that are read. The name of a file can hold
anything, and where not all of it may stand it is written otherwise."""

import re
from pathlib import Path
from typing import Final

_ADDRESS: Final = re.compile(r"[a-z][a-z0-9+.-]+://", re.IGNORECASE)
_CONTROLS: Final = re.compile("[\0-\x1f\x7f-\x9f\u2028\u2029]")


def file_name(path: str | Path) -> str:
    """The path as messages and JSON call it: a byte that is not UTF-8, which no text can hold, becomes �.

    >>> file_name("hand\\udcff.jpg")
    'hand�.jpg'
    """
    return str(path).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def source_name(source: str) -> str:
    """A camera, film or stream as messages and readings call it, whether or not it gives pictures.

    >>> source_name("0"), source_name("film.mp4")
    ('camera 0', 'film.mp4')
    """
    return f"camera {source}" if source.isdecimal() else source


def is_address(name: str) -> bool:
    """Whether it is an address on the web, or of a stream, and no path of a file.

    >>> is_address("https://host/hand.jpg"), is_address("C://hand.jpg")
    (True, False)
    """
    return _ADDRESS.match(name) is not None


def printable(text: str) -> str:
    """`text` as a terminal may show it, on one line: what would move its cursor or change its colours is
    written as Python writes it.

    >>> print(printable("two\\nlines in \\x1b[31mred.jpg"))
    two\\nlines in \\x1b[31mred.jpg
    """
    return _CONTROLS.sub(lambda found: repr(found[0])[1:-1], text)
