"""One reader, which may be none, in place of several."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Self, cast

from models.readers import Readers


def alone(reader: object) -> Readers:
    """As `Readers` that are this one, in this process."""
    return cast(Readers, _Alone(reader))


class _Alone:
    def __init__(self, reader: object) -> None:
        self._reader = reader

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def each(self, work: Callable[[Any, Any], Any], items: Iterable[Any]) -> Iterator[Any]:
        return (work(self._reader, item) for item in items)
