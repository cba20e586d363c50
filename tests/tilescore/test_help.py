"""Every command and option says what it is for; the program starts quickly, the package stays light."""

import re
import subprocess
import sys
import time

import pytest
from typer.main import get_command

import tilescore
from tests.tilescore.conftest import Run
from tilescore.cli import app

COMMANDS = ("score", "read", "settle", "own", "rules", "serve", "webcam")
HEAVY = ("numpy", "cv2", "onnxruntime", "rich", "PIL", "starlette", "uvicorn")


def test_the_commands_are_those_of_the_contract() -> None:
    assert set(get_command(app).commands) == set(COMMANDS)  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", COMMANDS)
def test_everything_has_help(name: str) -> None:
    command = get_command(app).commands[name]  # type: ignore[attr-defined]
    assert command.help
    for parameter in command.params:
        assert getattr(parameter, "help", "--help"), f"{name}: {parameter.name} has no help"


@pytest.mark.parametrize("name", COMMANDS)
def test_help_is_shown(run: Run, name: str) -> None:
    ran = run(name, "--help")
    assert ran.status == 0
    assert ran.out.startswith(f"Usage: tilescore {name}")


def test_help_says_what_may_be_left_out_and_what_everything_is(run: Run) -> None:
    shown = run("webcam", "--help").out
    usage, arguments, options = (" ".join(part.split()) for part in re.split("Arguments:|Options:", shown))
    assert usage.startswith("Usage: tilescore webcam [OPTIONS] [SOURCE] ")
    assert arguments == "SOURCE The number of a camera (0 if left out), a film or a URL."
    assert "--headless Open no window:" in options
    assert run("read", "--help").out.startswith("Usage: tilescore read [OPTIONS] PHOTO...\n")


def test_without_a_command_the_help_is_shown(run: Run) -> None:
    ran = run()
    assert "Commands:" in ran.out + ran.err


def python(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


def test_help_imports_nothing_heavy() -> None:
    code = f"import sys; import tilescore.cli; print([name for name in {HEAVY} if name in sys.modules])"
    assert python(code).strip() == "[]"


def test_the_package_is_light_and_lazy() -> None:
    rooms = "[name for name in sys.modules if name.startswith(('scoring', 'vision'))]"
    code = f"import sys, tilescore; print({rooms})"
    assert python(code).strip() == "[]"
    assert {"Hand", "read", "score", "settle"} <= set(dir(tilescore))
    with pytest.raises(AttributeError):
        _ = tilescore.nothing_such


def best_of(count: int, command: list[str]) -> float:
    def once() -> float:
        started = time.perf_counter()
        subprocess.run(command, capture_output=True, check=True)
        return time.perf_counter() - started

    return min(once() for _ in range(count))


@pytest.mark.alone
def test_the_program_starts_quickly() -> None:
    """0.4 s is the bound on an idle machine; a busy one slows the bare interpreter's own start as well."""
    bare = best_of(3, [sys.executable, "-c", "pass"])
    ours = best_of(3, [sys.executable, "-m", "tilescore", "--help"])
    assert ours < max(0.4, 20 * bare), f"--help took {ours:.2f} s, the bare interpreter {bare:.2f} s"
