"""How much memory reading a huge photo takes: `python -m models.memory`, through the program itself.

Each form of one 48-megapixel photo is read by `tilescore read` in a process of its own; what counts is the
largest part of it that was in memory at any time (Linux and macOS).
"""

import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import pillow_heif
import typer
from PIL import Image
from rich.console import Console
from rich.table import Table

from models.commands import run
from models.figures import FIGURES, save_figures
from models.unseen import rendered
from vision.pixels.orientation import ORIENTATION

SIZE = (8000, 6000)
"""48 megapixels, as the large sensors of phones give them."""


def _jpeg(photo: Image.Image, path: Path) -> None:
    photo.save(path, "JPEG", quality=92)


def _turned(photo: Image.Image, path: Path) -> None:
    _save_lying(photo, path, "JPEG")


def _turned_tiff(photo: Image.Image, path: Path) -> None:
    _save_lying(photo, path, "TIFF")


def _save_lying(photo: Image.Image, path: Path, kind: str) -> None:
    """As of a phone held upright: stored lying, EXIF says so."""
    exif = Image.Exif()
    exif[ORIENTATION] = 6
    photo.transpose(Image.Transpose.ROTATE_90).save(path, kind, quality=92, exif=exif)


def _progressive(photo: Image.Image, path: Path) -> None:
    photo.save(path, "JPEG", quality=92, progressive=True)


def _png(photo: Image.Image, path: Path) -> None:
    photo.save(path, "PNG", compress_level=1)


def _see_through(photo: Image.Image, path: Path) -> None:
    photo.convert("RGBA").save(path, "PNG", compress_level=1)


def _webp(photo: Image.Image, path: Path) -> None:
    photo.save(path, "WEBP", quality=90, method=0)


def _tiff(photo: Image.Image, path: Path) -> None:
    photo.save(path, "TIFF")


def _avif(photo: Image.Image, path: Path) -> None:
    photo.save(path, "AVIF", quality=70, speed=10)


def _heic(photo: Image.Image, path: Path) -> None:
    pillow_heif.from_pillow(photo).save(path, quality=70)


FORMS: dict[str, Callable[[Image.Image, Path], None]] = {
    "JPEG": _jpeg,
    "JPEG turned by EXIF": _turned,
    "progressive JPEG": _progressive,
    "PNG": _png,
    "PNG with transparency": _see_through,
    "WebP": _webp,
    "TIFF": _tiff,
    "TIFF turned by EXIF": _turned_tiff,
    "AVIF": _avif,
    "HEIC": _heic,
}

# A process knows only the peak of all its children together, so each is started by one that has no other.
_MEASURE = (
    "import resource, subprocess, sys;"
    "read = subprocess.run([sys.executable, '-m', 'tilescore', 'read', sys.argv[1], '--json']);"
    "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss);"
    "sys.exit(read.returncode != 0)"
)


def peak_megabytes(photo: Path) -> float:
    """The most memory (resident, millions of bytes) that reading one photo took.

    Raises CalledProcessError when the program refuses the photo or fails: then it was not read.
    """
    answer = subprocess.run(
        [sys.executable, "-c", _MEASURE, str(photo)], capture_output=True, text=True, check=True
    )
    unit = 1 if sys.platform == "darwin" else 1024
    return int(answer.stdout.splitlines()[-1]) * unit / 1e6


def peaks_of(photo: Image.Image) -> dict[str, int | None]:
    """The peak of memory for each form of a photo, megabytes; a form that is not read is named and has
    none."""
    peaks = dict[str, int | None].fromkeys(FORMS)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "photo"
        for name, save in FORMS.items():
            save(photo, path)
            try:
                peaks[name] = round(peak_megabytes(path))
            except subprocess.CalledProcessError as error:
                typer.echo(f"{name} gave no figure: {_why(error)}", err=True)
    return peaks


def _why(error: subprocess.CalledProcessError) -> str:
    """The last that the program said; one that was killed says nothing."""
    said = error.stderr.strip().splitlines()
    return said[-1].removeprefix("tilescore: ") if said else "the program ended without a word."


def main(
    json_file: Annotated[Path, typer.Option("--json", help="file for the figures")] = FIGURES / "memory.json",
) -> None:
    """Read a 48-megapixel photo in several forms and report the peak of memory."""
    scene = next(rendered(5, "hand"))
    large = cv2.resize(scene.image, SIZE, interpolation=cv2.INTER_CUBIC)
    photo = Image.fromarray(cv2.cvtColor(np.asarray(large, np.uint8), cv2.COLOR_BGR2RGB))
    del large
    peaks = peaks_of(photo)
    if not any(peaks.values()):
        raise typer.Exit(1)
    table = Table("48-megapixel photo", "peak memory, MB", box=None)
    for name, peak in peaks.items():
        table.add_row(name, "none" if peak is None else str(peak))
    Console().print(table)
    save_figures(json_file, {"megapixels": SIZE[0] * SIZE[1] / 1e6, "peak_megabytes": peaks})


if __name__ == "__main__":
    run(main)
