"""`tilescore serve` as a process of its own, for tests that need the real thing."""

import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from types import TracebackType
from urllib.parse import urlsplit

_PATIENCE = 60.0
"""Seconds for starting and ending, on a busy machine."""


class ServerProcess:
    """A running server, its own files under `home`. Used in a `with`, it is ended as by Ctrl-C."""

    def __init__(self, home: Path, *flags: str) -> None:
        self.lines: list[str] = []
        environment = {
            **os.environ,
            "XDG_DATA_HOME": str(home / "data"),
            "XDG_CONFIG_HOME": str(home / "config"),
            "PYTHONUNBUFFERED": "1",
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tilescore", "serve", "--port", "0", "--no-qr", *flags],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environment,
            start_new_session=True,
        )
        self._ready = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        if not self._ready.wait(_PATIENCE) or not self.addresses:
            self.kill()
            raise RuntimeError(f"the server did not start: {self.said}")

    def __enter__(self) -> "ServerProcess":
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _where: TracebackType | None
    ) -> None:
        self.interrupt()

    @property
    def said(self) -> str:
        """Everything it has printed."""
        return "".join(self.lines)

    @property
    def addresses(self) -> list[str]:
        """Every address it has shown, oldest first."""
        return re.findall(r"http://\S+", self.said)

    @property
    def port(self) -> int:
        """Where it listens."""
        port = urlsplit(self.addresses[0]).port
        assert port is not None
        return port

    def interrupt(self) -> int:
        """Ctrl-C, which in a terminal reaches the whole group; gives the exit status."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGINT)
        return self._end()

    def kill(self) -> None:
        """The process is gone at once, as in a crash."""
        self.process.kill()
        self._end()

    def _end(self) -> int:
        status = self.process.wait(_PATIENCE)
        self._reader.join(_PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return status

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)
            if "Ctrl-C" in line:
                self._ready.set()
        self._ready.set()
