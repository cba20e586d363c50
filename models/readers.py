"""Readers side by side, each in a process of its own: so every core is busy while pictures are drawn, too."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from functools import cache, partial
from itertools import chain
from multiprocessing import get_context
from types import TracebackType
from typing import Final, Self, TypeVar

import cv2

from datasets.scene import Scene
from models.unseen import Render
from vision.read import Reader

AHEAD: Final = 4
"""Items in work or done for each process beyond the one that is asked for: pictures take much memory."""

Item = TypeVar("Item")
Result = TypeVar("Result")


class Readers:
    """So many readers of one thread each, which stop with the block whose context they are."""

    def __init__(self, processes: int) -> None:
        # A process that is started anew shares no locks with the threads of this one.
        self._pool = ProcessPoolExecutor(processes, get_context("spawn"), _use_one_thread)
        self._most_ahead = AHEAD * processes

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.shutdown(cancel_futures=True)

    def each(self, work: Callable[[Reader, Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """What `work` makes of each item with a reader, in the order of the items, as it is asked for.

        `work` must be a function that other processes can import; what it raises there is raised here.
        """
        ahead: deque[Future[Result]] = deque()
        for item in items:
            ahead.append(self._pool.submit(_with_reader, work, item))
            if len(ahead) > self._most_ahead:
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()

    def scenes(self, work: Callable[[Reader, Scene], Result], render: Render, count: int) -> Iterator[Result]:
        """What `work` makes of each scene that `render` has for the first `count` numbers, as `each` does."""
        return chain.from_iterable(self.each(partial(_with_scene, work=work, render=render), range(count)))


def _use_one_thread() -> None:
    cv2.setNumThreads(1)


@cache
def _reader() -> Reader:
    """This process's own."""
    return Reader(threads=1)


def _with_reader(work: Callable[[Reader, Item], Result], item: Item) -> Result:
    return work(_reader(), item)


def _with_scene(
    reader: Reader, number: int, work: Callable[[Reader, Scene], Result], render: Render
) -> list[Result]:
    scene = render(number)
    return [] if scene is None else [work(reader, scene)]
