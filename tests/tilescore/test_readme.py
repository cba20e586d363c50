"""README.md against the program: its commands exist, and what it shows is what the program prints."""

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from typer.main import get_command

from tests.tilescore.conftest import Run
from tilescore.cli import app
from tilescore.settings import load_table

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def consoles() -> list[tuple[str, str]]:
    """(command, what it prints) for every console block."""
    found = []
    for block in blocks("console"):
        command, _, output = block.partition("\n")
        assert command.startswith("$ ")
        found.append((command.removeprefix("$ "), output))
    return found


@pytest.mark.parametrize(("command", "output"), consoles(), ids=lambda text: text[:60])
def test_the_program_prints_what_the_readme_shows(command: str, output: str) -> None:
    """Run by a shell, as a reader would, from the project's root; `tilescore` is this very checkout."""
    ours = command.replace("tilescore ", f"{shlex.quote(sys.executable)} -m tilescore ", 1)
    if "|" in command:
        ours = command.replace("| tilescore ", f"| {shlex.quote(sys.executable)} -m tilescore ")
    done = subprocess.run(ours, shell=True, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == output


def test_every_command_and_flag_in_the_readme_exists() -> None:
    commands = get_command(app).commands  # type: ignore[attr-defined]
    named = re.findall(r"`tilescore (\w+)", README)
    assert set(named) == set(commands)
    flags = {flag for command in commands.values() for parameter in command.params for flag in parameter.opts}
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", README)) <= flags


def test_the_two_commands_are_there_and_their_parts_exist() -> None:
    shell = blocks("sh")
    assert len(shell) == 2
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert set(re.findall(r"\[(\w+)\]", shell[1])) <= set(extras)
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"make (\w+)", shell[1])) <= targets
    (photo,) = re.findall(r"\S+\.jpg", shell[0])
    assert (ROOT / photo).is_file()


def test_the_settings_file_in_the_readme_is_one(tmp_path: Path, run: Run) -> None:
    (text,) = blocks("toml")
    file = tmp_path / "table.toml"
    file.write_text(text)
    assert load_table(file).name == "Thursdays"
    assert run("rules", "--table", file).status == 0


def test_the_python_in_the_readme_runs() -> None:
    (code,) = blocks("python")
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)


LINKS = re.findall(r"\]\(([^)#:]+)\)", README)


@pytest.mark.parametrize("link", LINKS)
def test_links_lead_somewhere(link: str) -> None:
    assert (ROOT / link).exists()


@pytest.mark.parametrize("named", [*LINKS, "CHANGELOG.md", "Makefile", ".ci/run", "tests"])
def test_the_source_distribution_has_what_the_readme_names(named: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    manifest = (ROOT / "MANIFEST.in").read_text()
    held = re.findall(r"^(?:graft|include) (.+)$", manifest, re.MULTILINE)
    assert named.split("/")[0] in [*" ".join(held).split(), *project["license-files"]]


def test_the_licence_that_the_notice_names_is_installed_with_it() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    named = re.findall(r"[\w/]+/OFL\.txt", (ROOT / "NOTICE").read_text(encoding="utf-8"))
    assert named
    assert {*named} <= {*project["license-files"]}
