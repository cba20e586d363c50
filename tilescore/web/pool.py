"""A few worker processes that read photos, so that a crash or a hang of one harms nobody else.

Every worker has a thread of the server that talks to it. What comes in while all are busy waits in a short
line; when that is full, the rest is refused at once, before its body is even read.
"""

import asyncio
import contextlib
import logging
import os
import signal
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, Final

from tilescore.web.errors import BusyError, RefusedError, WorkerError
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
        """One worker a core, four at most, for each takes some 150 MB.

        Two threads for each reading: the second costs 5 % more processor time, and answers sooner while the
        other workers are idle.
        """
        cores = _usable_cores()
        return cls(workers=min(4, cores), threads=min(2, cores))


def _usable_cores() -> int:
    """Those that this process may run on: a container or `taskset` may leave it fewer than there are."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Worker:
    """One process, started when it is first needed or before, and the pipe to it.

    Not to be used by two threads at once, save for `dismiss`.
    """

    def __init__(self, threads: int, work: Callable[[Connection, int], None] = work) -> None:
        self._threads = threads
        self._work = work
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._heard = False
        self._dismissed = False
        self._changing = threading.Lock()
        self.jobs = 0
        """Since it was started."""

    def start(self) -> None:
        """Starts the process, unless dismissed; its models load while the server already answers.

        Raises `OSError`.
        """
        with self._changing:
            if not self._dismissed:
                self._process, self._pipe = self._launched()
                self._heard = False
                self.jobs = 0

    def _launched(self) -> tuple[SpawnProcess, Connection]:
        context = get_context("spawn")  # a fork would copy the server's threads' locks as they stand
        ours, theirs = context.Pipe()
        with contextlib.closing(theirs):
            process = context.Process(target=self._work, args=(theirs, self._threads), daemon=True)
            try:
                with _ctrl_c_blocked():
                    process.start()
            except OSError:
                ours.close()
                raise
        return process, ours

    def ask(self, job: str, arguments: tuple[Any, ...], seconds: float) -> Any:
        """What the job gives.

        Raises `RefusedError` for what the worker refuses, and `WorkerError` when it could not be started,
        died, failed, took longer than `seconds` or was dismissed; then it must be ended.
        """
        pipe = self._pipe or self._started()
        try:
            if not self._heard:
                self._heard = True
                _answer_on(pipe, _START_SECONDS)
            self.jobs += 1
            pipe.send((job, arguments))
            return _answer_on(pipe, seconds)
        except (EOFError, OSError) as error:
            if self._dismissed:
                raise _ending() from error
            log.exception("a worker died at a job (%s)", job)
            raise WorkerError(
                "reader-failed", "The photo could not be read: the reader stopped. The next one gets another."
            ) from error

    def _started(self) -> Connection:
        """The pipe to a process started only now, since that failed before. Raises `WorkerError`."""
        try:
            self.start()
        except OSError as error:
            raise WorkerError(
                "reader-failed", f"The photo could not be read: no reader could be started ({_why(error)})."
            ) from error
        if self._pipe is None:
            raise _ending()
        return self._pipe

    def end(self) -> None:
        """Ends the process, whatever it is doing."""
        with self._changing:
            if self._process is not None:
                self._process.kill()
                self._process.join()
            if self._pipe is not None:
                self._pipe.close()
            self._process = self._pipe = None

    def dismiss(self) -> None:
        """Kills the process for good; a thread that waits for its answer hears of it at once."""
        with self._changing:
            self._dismissed = True
            if self._process is not None:
                self._process.kill()


@contextmanager
def _ctrl_c_blocked() -> Iterator[None]:
    """A process that is started meanwhile never hears Ctrl-C, not even before its own code can ignore it.

    This process hears it, in another thread or afterwards. Windows knows no such thing.
    """
    if sys.platform == "win32":
        yield
    else:
        resource_tracker.ensure_running()  # starting it, as the first process does, would lift the block
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _ending() -> WorkerError:
    return WorkerError("reader-failed", "The photo could not be read: tilescore is ending.")


def _why(error: OSError) -> str:
    return error.strerror or str(error)


def _answer_on(pipe: Connection, seconds: float) -> Any:
    """A worker's next reply. Raises `EOFError` and `OSError` when there is no worker any more."""
    if not pipe.poll(seconds):
        log.error("a worker took longer than %.0f s and is stopped", seconds)
        raise WorkerError("reader-timeout", f"The photo took longer than {seconds:.0f} seconds to read.")
    kind, value = pipe.recv()
    if kind == "done":
        return value
    if kind == "refused":
        raise RefusedError(value)
    log.error("a worker failed:\n%s", value)
    raise WorkerError("reader-failed", "The photo could not be read because of a fault in the reader.")


class Pool:
    """The workers and the line before them. To be started and stopped in the event loop that uses it."""

    def __init__(self, settings: PoolSettings, make: Callable[[int], Worker] = Worker) -> None:
        self.settings = settings
        self._workers = [make(settings.threads) for _ in range(settings.workers)]
        self._free: asyncio.Queue[Worker] = asyncio.Queue()
        self._threads = ThreadPoolExecutor(settings.workers, thread_name_prefix="worker")
        self._tasks: set[asyncio.Task[Any]] = set()
        self._admitted = 0
        self._stopped = False

    def start(self) -> None:
        """Starts the processes. One that cannot be started yet is tried again by the jobs that it gets."""
        for worker in self._workers:
            _start(worker)
            self._free.put_nowait(worker)

    def stop(self) -> None:
        """Ends the processes, whatever they are doing."""
        self._stopped = True
        for worker in self._workers:
            worker.dismiss()
        # Only then the pipes are closed, on which these threads wait.
        self._threads.shutdown(wait=True, cancel_futures=True)
        for worker in self._workers:
            worker.end()

    @asynccontextmanager
    async def admission(self) -> AsyncIterator[None]:
        """A place for one upload, from before its body is read until it is answered.

        Raises `BusyError` when all are taken: so what is held in memory is bounded.
        """
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
        task.add_done_callback(self._done)
        # A request that is given up must not take its worker along in the middle of an answer.
        return await asyncio.shield(task)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # seen, or it would be logged where the request was given up

    async def _run(self, worker: Worker, job: str, arguments: tuple[Any, ...]) -> Any:
        loop, settings, worn = asyncio.get_running_loop(), self.settings, False
        try:
            if self._stopped:
                raise _ending()
            return await loop.run_in_executor(self._threads, worker.ask, job, arguments, settings.seconds)
        except WorkerError:
            worn = True
            raise
        finally:
            try:
                if not self._stopped and (worn or worker.jobs >= settings.jobs_each):
                    await loop.run_in_executor(self._threads, _renew, worker)
            finally:
                self._free.put_nowait(worker)  # whatever has happened, or it would be lost


def _start(worker: Worker) -> None:
    """Where that fails, the next job tries it again."""
    try:
        worker.start()
    except OSError as error:
        log.warning("a worker could not be started (%s); the next photo tries it again", _why(error))


def _renew(worker: Worker) -> None:
    """A fresh process in place of a worn one."""
    worker.end()
    _start(worker)
