"""Compiled libraries that pip has installed and that yet cannot be loaded, for what they need besides."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import EXTENSION_SUFFIXES

_NEEDS = {"cv2": " OpenCV needs libGL and GLib; on Debian or Ubuntu: apt install libgl1 libglib2.0-0."}
"""What a compiled library needs that pip does not bring."""


@contextmanager
def loading() -> Iterator[None]:
    """Raises `LibraryError` for a compiled library that cannot be loaded inside."""
    try:
        yield
    except ImportError as error:
        if not (error.path or "").endswith(tuple(EXTENSION_SUFFIXES)):
            raise
        from tilescore.errors import LibraryError

        needs = _NEEDS.get(str(error.name), "")
        raise LibraryError(f"{error.name} cannot be loaded: {error}.{needs}") from error
