"""Films of a finished hand: a camera swings over the table, comes to rest, and shakes a little ever after.

One scene is drawn large, and every frame is what a camera sees of it that turns about its own centre, for
which a homography is exact; the nearing and withdrawing on the way is a change of scale. Then each frame goes
through what a webcam does: the smear of its own motion, hunting for focus, settling exposure and white
balance, noise of its own, over-sharpening, JPEG. Every frame knows its tiles.

`python -m datasets.scene.film OUT.avi --seed 0` writes one, and its labels as JSON lines beside it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

import cv2
import numpy as np

from datasets import commands
from datasets.scene.lens import exposure
from datasets.scene.render import sample_scene
from datasets.scene.values import Floats, Image, Scene, SceneTile

STILL = 1.75
"""The scene is drawn this much larger than the frames, so that they have something to choose from."""

FOCAL = 1.1
"""Focal length of the film's camera, in widths of a frame."""

CODECS = {".avi": "MJPG", ".mp4": "mp4v"}
"""What a film's name may end in, and how it is coded then. Both come with OpenCV's own wheels."""


class FilmError(commands.FileError):
    """A film that cannot be written."""


@dataclass(frozen=True, eq=False)
class FilmFrame:
    """One frame: (h, w, 3) uint8 BGR, its tiles with their corners in it, and when it was taken.

    `resting` is whether the camera has come to rest.
    """

    image: Image
    tiles: tuple[SceneTile, ...]
    seconds: float
    resting: bool


@dataclass(frozen=True, eq=False)
class Swing:
    """How the camera moves: from `away` to rest, and a tremor of four sines about each axis.

    Attributes:
        away: (4,) yaw, pitch and roll in degrees and the logarithm of the scale, at the first frame.
        tremor: (4, 3) degrees of each sine in yaw, pitch and roll.
        hertz, phase: (4, 3) of the same sines.
        arrival: seconds until it rests.
    """

    away: Floats
    tremor: Floats
    hertz: Floats
    phase: Floats
    arrival: float

    def at(self, seconds: float) -> Floats:
        """(4,) yaw, pitch, roll in degrees, logarithm of the scale."""
        left = 1 - min(max(seconds / self.arrival, 0.0), 1.0)
        pose = self.away * left * left * (3 - 2 * left)
        pose[:3] += (self.tremor * np.sin(2 * np.pi * self.hertz * seconds + self.phase)).sum(axis=0)
        return pose


@dataclass(frozen=True)
class Sensor:
    """What a camera does to its pictures; what changes over time settles once it rests.

    Attributes:
        look: seed of contrast and black level, the same for all frames.
        shutter: seconds it is open.
        soft, hunt, hunt_hertz: sigma of the blur in pixels at best, at most beyond that, and how often.
        gain, tint: exposure and white balance (blue, red) at the first frame, relative to the last.
        flicker: how much lamps on alternating current change the brightness.
        grain: spread of the noise at middle grey, grey levels.
        crisp: amount of sharpening.
        quality: of the JPEG that comes down the cable.
    """

    look: int
    shutter: float
    soft: float
    hunt: float
    hunt_hertz: float
    gain: float
    tint: tuple[float, float]
    flicker: float
    grain: float
    crisp: float
    quality: int


@dataclass(frozen=True, eq=False)
class Film:
    """A film that has yet to be developed: `frame` and `frames` draw it, always the same.

    Attributes:
        scene: what is before the camera, larger than the frames.
        size: (width, height) of the frames.
        framing: (3, 3) from the scene's pixels to those of a frame at rest.
        frames_per_second, length: of the whole film, `length` in frames.
    """

    seed: int
    scene: Scene
    size: tuple[int, int]
    framing: Floats
    swing: Swing
    sensor: Sensor
    frames_per_second: float
    length: int

    def frames(self) -> Iterator[FilmFrame]:
        """All frames in their order."""
        return map(self.frame, range(self.length))

    def frame(self, number: int) -> FilmFrame:
        """One frame, as it is in the whole film."""
        seconds = number / self.frames_per_second
        rng = np.random.default_rng([self.seed, number])
        image = _developed(self._exposed(seconds), self.sensor, seconds, self.swing.arrival, rng)
        view = self._view(seconds)
        tiles = tuple(_seen_through(tile, view, self.size) for tile in self.scene.tiles)
        shown = tuple(tile for tile in tiles if tile.visible > 0)
        return FilmFrame(image, shown, seconds, resting=seconds >= self.swing.arrival)

    def _view(self, seconds: float) -> Floats:
        """(3, 3) from the scene's pixels to the frame's, at that moment."""
        width, height = self.size
        yaw, pitch, roll, closer = self.swing.at(seconds)
        lens = np.array([[FOCAL * width, 0, width / 2], [0, FOCAL * width, height / 2], [0, 0, 1.0]])
        nearer = np.diag([np.exp(closer), np.exp(closer), 1.0])
        turn = (
            cv2.Rodrigues(np.radians([pitch, yaw, 0.0]))[0] @ cv2.Rodrigues(np.radians([0.0, 0.0, roll]))[0]
        )
        return np.asarray(lens @ nearer @ turn @ np.linalg.inv(lens) @ self.framing)

    def _exposed(self, seconds: float) -> Image:
        """What falls on the sensor while the shutter is open: the mean of what it sees meanwhile."""
        middle = np.array([[[self.size[0] / 2, self.size[1] / 2]]])
        opened, closed = self._view(seconds), self._view(seconds + self.sensor.shutter)
        travel = cv2.perspectiveTransform(middle, closed @ np.linalg.inv(opened)) - middle
        moments = int(np.clip(np.ceil(np.linalg.norm(travel) / 1.5), 1, 8))
        total = np.zeros((self.size[1], self.size[0], 3), np.float32)
        for k in range(moments):
            view = self._view(seconds + self.sensor.shutter * k / moments)
            cv2.accumulate(_warped(self.scene.image, view, self.size), total)
        return np.asarray(total / moments, np.uint8)


def sample_film(
    seed: int,
    size: tuple[int, int] = (1280, 720),
    *,
    seconds: float = 3.5,
    frames_per_second: float = 12.0,
) -> Film:
    """A film of a finished hand all of whose tiles can be named; `size` is (width, height) in pixels.

    The seed chooses design, table, hand, light, camera and motion.
    """
    still = (round(size[0] * STILL), round(size[1] * STILL))
    for attempt in count():
        rng = np.random.default_rng([seed, attempt])
        scene = sample_scene(rng, still, "hand", style_seed=seed, real=False, lens=False)
        if scene.hand is not None:
            break
    return Film(
        seed=seed,
        scene=scene,
        size=size,
        framing=_framing(rng, scene, size),
        swing=_sample_swing(rng),
        sensor=_sample_sensor(rng),
        frames_per_second=frames_per_second,
        length=round(seconds * frames_per_second),
    )


def write_film(film: Film, path: Path) -> None:
    """Writes the frames as a film in the format its name ends in, and the labels beside it as JSON lines.

    Raises FilmError for another ending, and where OpenCV cannot write there.
    """
    if path.suffix not in CODECS:
        raise FilmError(f"{path}: the name of a film must end in one of {', '.join(CODECS)}")
    code = cv2.VideoWriter.fourcc(*CODECS[path.suffix])
    writer = cv2.VideoWriter(str(path), code, film.frames_per_second, film.size)
    if not writer.isOpened():
        raise FilmError(f"{path}: OpenCV cannot write a film there")
    with path.with_suffix(".jsonl").open("w", encoding="utf-8") as labels:
        for frame in film.frames():
            writer.write(frame.image)
            labels.write(json.dumps(_labels(frame)) + "\n")
    writer.release()


def _labels(frame: FilmFrame) -> dict[str, object]:
    return {
        "seconds": round(frame.seconds, 4),
        "resting": frame.resting,
        "tiles": [tile.label() for tile in frame.tiles],
    }


# The camera's way


def _framing(rng: np.random.Generator, scene: Scene, size: tuple[int, int]) -> Floats:
    """The whole hand in the frame, more or less in the middle, filling 60 to 90 % of it."""
    points = np.concatenate([tile.corners for tile in scene.tiles if tile.role != "other"])
    low, high = points.min(axis=0), points.max(axis=0)
    fitting = float(np.min(np.array(size) / (high - low)))
    scale = min(fitting * rng.uniform(0.6, 0.9), 1.1)  # enlarged any further, the drawing would look soft
    free = np.array(size) - scale * (high - low)
    offset = free / 2 * (1 + rng.uniform(-0.6, 0.6, 2)) - scale * low
    return np.array([[scale, 0, offset[0]], [0, scale, offset[1]], [0, 0, 1.0]])


def _sample_swing(rng: np.random.Generator) -> Swing:
    """From a few tiles' widths away; held in the hand, leant on something, or on a stand."""
    heading = rng.uniform(0, 2 * np.pi)
    reach = rng.uniform(4, 14)
    away = np.array(
        [reach * np.cos(heading), reach * np.sin(heading) / 2, rng.normal(0, 5), rng.normal(-0.1, 0.1)]
    )
    steadiness = float(rng.choice([0.12, 0.05, 0.01]))
    return Swing(
        away=away,
        tremor=rng.normal(0, steadiness / 2, (4, 3)),
        hertz=rng.uniform(0.5, 6, (4, 3)),
        phase=rng.uniform(0, 2 * np.pi, (4, 3)),
        arrival=float(rng.uniform(0.7, 1.2)),
    )


def _sample_sensor(rng: np.random.Generator) -> Sensor:
    return Sensor(
        look=int(rng.integers(2**31)),
        shutter=float(rng.choice([1 / 120, 1 / 60, 1 / 30])),
        soft=float(0.3 + rng.gamma(1.5, 0.25)),
        hunt=float(rng.uniform(0.5, 3)),
        hunt_hertz=float(rng.uniform(0.7, 2)),
        gain=float(np.exp(rng.normal(0, 0.25))),
        tint=(float(np.exp(rng.normal(0, 0.06))), float(np.exp(rng.normal(0, 0.06)))),
        flicker=float(rng.uniform(0, 0.03)),
        grain=float(1 + rng.gamma(1.6, 2.0)),
        crisp=float(rng.choice([0.0, 0.4, 0.9])),
        quality=int(rng.integers(45, 92)),
    )


def _warped(image: Image, view: Floats, size: tuple[int, int]) -> Image:
    seen = cv2.warpPerspective(image, view, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.uint8)


def _seen_through(tile: SceneTile, view: Floats, size: tuple[int, int]) -> SceneTile:
    """The tile where a frame shows it; not visible at all when it lies outside."""
    corners = cv2.perspectiveTransform(tile.corners[None].astype(np.float64), view)[0].astype(np.float32)
    frame = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float32)
    inside, _ = cv2.intersectConvexConvex(corners, frame)
    share = min(1.0, inside / max(float(cv2.contourArea(corners)), 1e-6))
    return replace(tile, corners=corners, visible=tile.visible * share)


# The camera's doing


def _developed(
    image: Image, sensor: Sensor, seconds: float, arrival: float, rng: np.random.Generator
) -> Image:
    """What the sensor makes of the light, and what comes down the cable."""
    unsettled = float(np.exp(-max(seconds - arrival, 0.0) / 0.3))
    hunting = abs(np.sin(2 * np.pi * sensor.hunt_hertz * seconds)) * sensor.hunt * unsettled
    blurred = cv2.GaussianBlur(image, (0, 0), sensor.soft + float(hunting))
    blue, red = (1 + (tint - 1) * unsettled for tint in sensor.tint)
    lamp = 1 + sensor.flicker * np.sin(2 * np.pi * 100.3 * seconds)
    brightness = (1 + (sensor.gain - 1) * unsettled) * lamp
    light = blurred * (np.array([blue, 1.0, red]) * brightness).astype(np.float32)
    exposed = exposure(np.random.default_rng(sensor.look), np.asarray(np.clip(light, 0, 255), np.uint8))
    noisy = _grainy(exposed, sensor.grain, rng)
    if sensor.crisp:
        soft = cv2.GaussianBlur(noisy, (0, 0), 1.2)
        noisy = np.asarray(cv2.addWeighted(noisy, 1 + sensor.crisp, soft, -sensor.crisp, 0), np.uint8)
    _, coded = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, sensor.quality])
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)


def _grainy(image: Image, grain: float, rng: np.random.Generator) -> Image:
    """Photon noise: its spread grows with the root of the light, above a floor that the amplifier adds."""
    spread = grain * np.sqrt(0.3 + 0.7 * image.astype(np.float32) / 128)
    return np.asarray(
        np.clip(image + spread * rng.standard_normal(image.shape, np.float32), 0, 255), np.uint8
    )


def main() -> None:
    """Write one film with its labels."""
    parser = argparse.ArgumentParser(prog="python -m datasets.scene.film", description=__doc__)
    parser.add_argument("out", type=Path, help=f"film to write, in {' or '.join(CODECS)}")
    parser.add_argument("--seed", type=commands.at_least(0), default=0, help="decides all (%(default)s)")
    parser.add_argument("--seconds", type=commands.seconds, default=3.5, help="its length (%(default)s)")
    parser.add_argument(
        "--size", type=commands.size, default="1280x720", help="WIDTHxHEIGHT, pixels (%(default)s)"
    )
    options = parser.parse_args()
    write_film(sample_film(options.seed, options.size, seconds=options.seconds), options.out)


if __name__ == "__main__":
    commands.run(main)
