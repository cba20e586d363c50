"""A few worker processes that read photos, so that a crash or a hang of one harms nobody else.

Every worker has a thread of the server that talks to it. What comes in while all are busy waits in a short
line; when that is full, the rest is refused at once, before its body is even read.
"""

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Final

from scoring.errors import TilescoreError
from tilescore.web.errors import BusyError, WorkerError
from tilescore.web.worker import work

log = logging.getLogger("tilescore.web")

_START_SECONDS: Final = 60.0
_RETRY_SECONDS: Final = 2


@dataclass(frozen=True, slots=True)
class PoolSettings:
    """How many processes, how many processor cores each may use, how many uploads may be held at once
    besides those being read, and how long one may take."""

    workers: int
    threads: int = 1
    waiting: int = 8
    seconds: float = 30.0
    jobs_each: int = 200
    """After so many jobs a worker is replaced, so that what the libraries keep cannot pile up."""

    @classmethod
    def for_this_machine(cls) -> "PoolSettings":
        """One worker a core, four at most, for each takes some 150 MB. Two threads for each reading: the second
        costs 5 % more processor time, and answers sooner while the others are idle."""
        cores = os.cpu_count() or 1
        return cls(workers=min(4, cores), threads=min(2, cores))


class RefusedError(TilescoreError):
    """What a worker refused, with the worker's own code and words."""


class Worker:
    """One process and the pipe to it. Not to be used by two threads at once."""

    def __init__(self, threads: int, work: Callable[[Connection, int], None] = work) -> None:
        context = get_context("spawn")  # a fork would copy the server's threads' locks as they stand
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(theirs, threads), daemon=True)
        self._process.start()
        theirs.close()
        self._heard = False
        self.jobs = 0

    @property
    def pid(self) -> int | None:
        """The process's number."""
        return self._process.pid

    def ask(self, job: str, arguments: tuple[Any, ...], seconds: float) -> Any:
        """What the job gives.

        Raises `RefusedError` for what the worker refuses, and `WorkerError` when it died, failed or took
        longer than `seconds`; then it must be closed.
        """
        try:
            if not self._heard:
                self._heard = True
                self._answer(_START_SECONDS)
            self.jobs += 1
            self._pipe.send((job, arguments))
            return self._answer(seconds)
        except (EOFError, OSError) as error:
            log.exception("a worker died at a job (%s)", job)
            raise WorkerError(
                "reader-failed", "The photo could not be read: the reader stopped. It has been started again."
            ) from error

    def _answer(self, seconds: float) -> Any:
        if not self._pipe.poll(seconds):
            log.error("a worker took longer than %.0f s and is stopped", seconds)
            raise WorkerError("reader-timeout", f"The photo took longer than {seconds:.0f} seconds to read.")
        kind, value = self._pipe.recv()
        if kind == "done":
            return value
        if kind == "refused":
            code, message = value
            raise RefusedError(message, code=code)
        log.error("a worker failed:\n%s", value)
        raise WorkerError("reader-failed", "The photo could not be read because of a fault in the reader.")

    def close(self) -> None:
        """Ends the process, whatever it is doing."""
        self._process.kill()
        self._process.join()
        self._pipe.close()


class Pool:
    """The workers and the line before them. To be started and stopped in the event loop that uses it."""

    def __init__(self, settings: PoolSettings, make: Callable[[int], Worker] = Worker) -> None:
        self.settings = settings
        self._make = make
        self._free: asyncio.Queue[Worker] = asyncio.Queue()
        self._threads = ThreadPoolExecutor(settings.workers, thread_name_prefix="worker")
        self._tasks: set[asyncio.Task[Any]] = set()
        self._workers: set[Worker] = set()
        self._admitted = 0
        self._stopped = False

    def start(self) -> None:
        """Starts the processes; their models load while the server already answers."""
        for _ in range(self.settings.workers):
            self._free.put_nowait(self._hire())

    def stop(self) -> None:
        """Ends the processes."""
        self._stopped = True
        for worker in tuple(self._workers):
            self._dismiss(worker)
        self._threads.shutdown(wait=True, cancel_futures=True)

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes at work."""
        return [worker.pid for worker in self._workers if worker.pid is not None]

    @asynccontextmanager
    async def admission(self) -> AsyncIterator[None]:
        """A place for one upload, from before its body is read until it is answered. Raises `BusyError`
        when all are taken: what is held in memory is bounded by them."""
        if self._admitted >= self.settings.workers + self.settings.waiting:
            raise BusyError("busy", "Too many photos are being read just now; try again.", _RETRY_SECONDS)
        self._admitted += 1
        try:
            yield
        finally:
            self._admitted -= 1

    async def run(self, job: str, *arguments: Any) -> Any:
        """What the job gives, as soon as a worker is free. Raises as `Worker.ask` does."""
        worker = await self._free.get()
        task = asyncio.create_task(self._run(worker, job, arguments))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        # A request that is given up must not take its worker along in the middle of an answer.
        return await asyncio.shield(task)

    async def _run(self, worker: Worker, job: str, arguments: tuple[Any, ...]) -> Any:
        loop, settings = asyncio.get_running_loop(), self.settings
        try:
            return await loop.run_in_executor(self._threads, worker.ask, job, arguments, settings.seconds)
        except WorkerError:
            worker = await loop.run_in_executor(self._threads, self._replace, worker)
            raise
        finally:
            if worker.jobs >= settings.jobs_each:
                worker = await loop.run_in_executor(self._threads, self._replace, worker)
            self._free.put_nowait(worker)

    def _hire(self) -> Worker:
        worker = self._make(self.settings.threads)
        self._workers.add(worker)
        return worker

    def _dismiss(self, worker: Worker) -> None:
        self._workers.discard(worker)
        worker.close()

    def _replace(self, worker: Worker) -> Worker:
        if self._stopped:
            return worker
        self._dismiss(worker)
        return self._hire()
