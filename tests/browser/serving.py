"""`tilescore serve` as a process of its own, on a free port, with nothing of the user's own settings."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

_PATIENCE = 60.0
"""Seconds in which a server must be up, or down again, on however busy a machine."""


@dataclass(frozen=True)
class Server:
    """A running server: its address, without a slash at the end, and what it has printed so far."""

    address: str
    log: Path

    @property
    def printed(self) -> str:
        return self.log.read_text("utf-8")

    def link(self) -> str:
        """The address that the server invites to, as people read it off the terminal."""
        found = re.search(r"https?://\S+", self.printed)
        assert found, self.printed
        return found[0]


@contextmanager
def serving(home: Path, *arguments: str) -> Iterator[Server]:
    """Serves until the block ends; whatever the server keeps lies in `home`."""
    home.mkdir(parents=True, exist_ok=True)
    port = _free_port()
    log = home / "serve.log"
    own = {f"XDG_{kind}_HOME": str(home / kind.lower()) for kind in ("CONFIG", "DATA", "CACHE", "STATE")}
    command = [sys.executable, "-m", "tilescore", "serve", "--port", str(port), *arguments]
    with log.open("w", encoding="utf-8") as out:
        process = subprocess.Popen(
            command, stdout=out, stderr=subprocess.STDOUT, env={**os.environ, **own, "PYTHONUNBUFFERED": "1"}
        )
    server = Server(f"http://127.0.0.1:{port}", log)
    try:
        _wait(server, process)
        yield server
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait(server: Server, process: subprocess.Popen[bytes]) -> None:
    """Until it answers, be it with a refusal."""
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        if process.poll() is not None:
            raise AssertionError(f"the server ended at once:\n{server.printed}")
        try:
            urllib.request.urlopen(f"{server.address}/health", timeout=5).close()
        except urllib.error.HTTPError as refused:
            refused.close()
            return
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError(f"the server did not answer within {_PATIENCE:.0f} seconds:\n{server.printed}")
