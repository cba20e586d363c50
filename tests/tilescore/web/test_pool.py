"""Workers that crash, hang, fail or are all busy: others are not harmed, and the line stays short."""

import asyncio
import errno
import gc
import os
import re
import signal
import sys
import time
from collections.abc import Awaitable, Callable
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from unittest.mock import patch

import pytest

from tilescore.web.errors import BusyError, RefusedError, WorkerError
from tilescore.web.pool import Pool, PoolSettings, Worker
from tilescore.web.worker import Bench, decode, work
from vision.errors import PhotoError


def tough_jobs(connection: Connection, threads: int) -> None:
    """A worker without models that can be asked to misbehave."""
    jobs = {
        "echo": lambda _bench, value: value,
        "pid": lambda _bench: os.getpid(),
        "deaf": lambda _bench: signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()),
        "die": lambda _bench: os._exit(9),
        "hang": lambda _bench: time.sleep(600),
        "wait": lambda _bench, seconds: time.sleep(seconds),
        "fail": lambda _bench: [][0],
        "refuse": lambda _bench: _refuse(),
    }
    with patch("tilescore.web.worker.JOBS", jobs), patch.object(Bench, "warm_up", lambda _bench: None):
        work(connection, threads)


def slow_to_start(connection: Connection, threads: int) -> None:
    """A worker whose models take longer to load than one of its jobs may."""
    time.sleep(1.5)
    tough_jobs(connection, threads)


def _refuse() -> None:
    raise PhotoError("no-tiles", "nothing there.")


def no_models(connection: Connection, threads: int) -> None:
    """A worker of an installation without weights."""
    with patch("vision.runtime.resources.files", return_value=Path("nowhere")):
        work(connection, threads)


def in_pool(
    use: Callable[[Pool], Awaitable[None]],
    settings: PoolSettings,
    work_at: Callable[[Connection, int], None] = tough_jobs,
) -> Pool:
    """Runs `use` with a pool of such workers and gives the stopped pool."""
    pool = Pool(settings, partial(Worker, work=work_at))

    async def run() -> None:
        pool.start()
        try:
            await use(pool)
        finally:
            pool.stop()

    asyncio.run(run())
    return pool


def fail_to_start(monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    """So many processes from now on cannot be started, as on a machine that has no room for more."""
    start, failing = SpawnProcess.start, iter(range(times))

    def try_to(process: SpawnProcess) -> None:
        for _ in failing:
            raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")
        start(process)

    monkeypatch.setattr(SpawnProcess, "start", try_to)


@pytest.mark.parametrize(("usable", "workers", "threads"), [(1, 1, 1), (3, 3, 2), (64, 4, 2)])
def test_there_are_no_more_workers_than_cores_that_may_be_used(
    monkeypatch: pytest.MonkeyPatch, usable: int, workers: int, threads: int
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: set(range(usable)), raising=False)
    settings = PoolSettings.for_this_machine()
    assert (settings.workers, settings.threads) == (workers, threads)


ONE = PoolSettings(workers=1, waiting=0, seconds=30.0)
TWO = PoolSettings(workers=2, waiting=1, seconds=30.0)


def test_a_job_s_value_comes_back() -> None:
    async def use(pool: Pool) -> None:
        assert await pool.run("echo", b"photo") == b"photo"

    in_pool(use, ONE)


def test_a_refusal_keeps_its_code_and_the_worker() -> None:
    async def use(pool: Pool) -> None:
        before = await pool.run("pid")
        with pytest.raises(RefusedError, match="nothing there") as refused:
            await pool.run("refuse")
        assert refused.value.code == "no-tiles"
        assert await pool.run("pid") == before

    in_pool(use, ONE)


@pytest.mark.parametrize(
    ("job", "code", "logged"),
    [
        ("die", "reader-failed", r"a worker died at a job \(die\)"),
        ("fail", "reader-failed", "IndexError: list index out of range"),
    ],
)
def test_a_worker_that_dies_or_fails_is_replaced(
    caplog: pytest.LogCaptureFixture, job: str, code: str, logged: str
) -> None:
    async def use(pool: Pool) -> None:
        before = await pool.run("pid")
        with pytest.raises(WorkerError) as failed:
            await pool.run(job)
        assert failed.value.code == code
        after = [await pool.run("pid") for _ in range(3)]
        assert before not in after
        assert len(set(after)) == 1

    in_pool(use, ONE)
    assert re.search(logged, caplog.text)


def test_a_worker_that_could_not_be_replaced_is_started_by_the_next_job(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def use(pool: Pool) -> None:
        await pool.run("echo", 0)
        fail_to_start(monkeypatch, times=1)
        with pytest.raises(WorkerError, match="The next one gets another"):
            await pool.run("die")
        assert [await pool.run("echo", number) for number in range(2)] == [0, 1]

    in_pool(use, ONE)


def test_a_job_whose_worker_cannot_be_started_says_why_and_keeps_it_in_the_line(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def use(pool: Pool) -> None:
        for _ in range(2):
            with pytest.raises(
                WorkerError, match=r"no reader could be started \(Resource temporarily unavailable\)"
            ) as failed:
                await pool.run("echo", 0)
            assert failed.value.code == "reader-failed"
        assert await pool.run("echo", "at last") == "at last"

    fail_to_start(monkeypatch, times=5)  # once before the jobs, and at each of them before and after it
    in_pool(use, ONE)
    assert [record.exc_info for record in caplog.records] == [None] * 3


def test_the_others_work_where_one_could_not_be_started(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def use(pool: Pool) -> None:
        assert caplog.messages == [
            "a worker could not be started (Resource temporarily unavailable); the next photo tries it again"
        ]
        assert await asyncio.gather(*(pool.run("echo", number) for number in range(4))) == list(range(4))

    fail_to_start(monkeypatch, times=1)
    in_pool(use, TWO)


def test_a_worker_that_hangs_is_stopped_and_replaced(caplog: pytest.LogCaptureFixture) -> None:
    async def use(pool: Pool) -> None:
        before = await pool.run("pid")
        with pytest.raises(WorkerError, match="longer than 1 second") as late:
            await pool.run("hang")
        assert late.value.code == "reader-timeout"
        assert await pool.run("pid") != before

    in_pool(use, PoolSettings(workers=1, seconds=1.0))
    assert "a worker took longer than 1 s" in caplog.text


def test_loading_the_models_may_take_longer_than_a_job() -> None:
    async def use(pool: Pool) -> None:
        assert await pool.run("echo", b"photo") == b"photo"

    in_pool(use, PoolSettings(workers=1, seconds=1.0), slow_to_start)


def test_a_crash_harms_nobody_else() -> None:
    async def use(pool: Pool) -> None:
        await asyncio.gather(pool.run("echo", 0), pool.run("echo", 0))
        other = asyncio.create_task(pool.run("wait", 0.5))
        with pytest.raises(WorkerError):
            await pool.run("die")
        await other
        assert await asyncio.gather(*(pool.run("echo", number) for number in range(6))) == list(range(6))

    in_pool(use, TWO)


def test_more_than_can_wait_are_refused_at_once() -> None:
    async def use(pool: Pool) -> None:
        async def upload() -> None:
            async with pool.admission():
                await pool.run("wait", 0.2)

        results = await asyncio.gather(*(upload() for _ in range(5)), return_exceptions=True)
        refused = [result for result in results if isinstance(result, BusyError)]
        assert (len(refused), results.count(None)) == (2, 3)
        assert {(error.code, error.wait) for error in refused} == {("busy", 2)}
        await upload()  # afterwards there is room again

    in_pool(use, TWO)


def test_who_gives_up_waiting_leaves_the_worker_in_order() -> None:
    async def use(pool: Pool) -> None:
        await pool.run("echo", 0)
        task = asyncio.create_task(pool.run("wait", 0.3))
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await pool.run("echo", "mine") == "mine"

    in_pool(use, ONE)


def test_a_worker_is_not_free_while_it_works_for_who_has_given_up() -> None:
    async def use(pool: Pool) -> None:
        assert len(set(await asyncio.gather(pool.run("pid"), pool.run("pid")))) == 2
        task = asyncio.create_task(pool.run("wait", 60.0))
        await asyncio.sleep(0.05)
        task.cancel()
        assert len(set(await asyncio.gather(pool.run("pid"), pool.run("pid")))) == 1

    in_pool(use, TWO)


def test_a_worker_is_replaced_after_its_share_of_jobs() -> None:
    async def use(pool: Pool) -> None:
        pids = [await pool.run("pid") for _ in range(5)]
        assert [pids.count(pid) for pid in dict.fromkeys(pids)] == [2, 2, 1]

    in_pool(use, PoolSettings(workers=1, jobs_each=2))


def test_without_weights_every_photo_is_refused_and_nothing_hangs(photo: bytes) -> None:
    async def use(pool: Pool) -> None:
        for _ in range(2):
            with pytest.raises(RefusedError, match="weights") as refused:
                await pool.run("read", photo, "photo", "babcock", 0, False)
            assert refused.value.code == "model"

    in_pool(use, ONE, no_models)


def test_no_process_outlives_its_pool() -> None:
    pids: list[int] = []

    async def use(pool: Pool) -> None:
        pids.append(await pool.run("pid"))
        hanging = asyncio.create_task(pool.run("hang"))
        await asyncio.sleep(0.05)
        assert not hanging.done()
        hanging.cancel()

    in_pool(use, ONE)
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


@pytest.mark.skipif(sys.platform == "win32", reason="signals cannot be blocked")
def test_workers_and_those_in_their_place_are_started_deaf_to_ctrl_c() -> None:
    async def use(pool: Pool) -> None:
        assert await asyncio.gather(*(pool.run("deaf") for _ in range(2))) == [True, True]
        with pytest.raises(WorkerError):
            await pool.run("die")
        assert [await pool.run("deaf") for _ in range(2)] == [True, True]
        assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())

    in_pool(use, TWO)


def test_a_pool_that_is_stopped_in_the_middle_of_a_job_has_nothing_to_complain_of(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def use(pool: Pool) -> None:
        await pool.run("echo", 0)
        jobs = [asyncio.create_task(pool.run("hang")) for _ in range(2)]  # one at work, one in the line
        await asyncio.sleep(0.05)
        pool.stop()
        for job in jobs:
            with pytest.raises(WorkerError, match="tilescore is ending"):
                await asyncio.wait_for(job, 10)

    in_pool(use, ONE)
    assert caplog.messages == []


def test_the_job_of_a_request_that_was_given_up_has_nothing_to_complain_of_either(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def use(pool: Pool) -> None:
        await pool.run("echo", 0)
        job = asyncio.create_task(pool.run("hang"))
        await asyncio.sleep(0.05)
        job.cancel()
        with pytest.raises(asyncio.CancelledError):
            await job
        pool.stop()
        await asyncio.sleep(0.05)

    in_pool(use, ONE)
    gc.collect()  # asyncio complains of what nobody has seen when that is thrown away
    assert caplog.messages == []


def test_a_dismissed_worker_starts_no_process_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[SpawnProcess] = []
    monkeypatch.setattr(SpawnProcess, "start", started.append)
    worker = Worker(threads=1, work=tough_jobs)
    worker.dismiss()
    worker.start()
    with pytest.raises(WorkerError, match="tilescore is ending"):
        worker.ask("echo", (0,), 1.0)
    assert started == []


def test_a_server_s_limit_of_pixels_is_lower_than_the_command_line_s(
    monkeypatch: pytest.MonkeyPatch, photo: bytes
) -> None:
    monkeypatch.setattr("tilescore.web.worker.MOST_MEGAPIXELS", 1)
    with pytest.raises(PhotoError, match="pixels; at most 1 megapixels") as refused:
        decode(photo, "hand.jpg")
    assert refused.value.code == "too-large"
