"""Other light, other lenses, other compression: what happens to a picture between the table and the file."""

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Pixels


def relight(image: Pixels, rng: np.random.Generator, most_blur: float = 1.8) -> Pixels:
    """A BGR picture (h, w, 3) as another camera in another light would have taken it, now and then out of
    focus by up to `most_blur` pixels (sigma)."""
    pixels = image.astype(np.float32)
    if rng.random() < 0.8:
        pixels = _exposed(pixels, rng)
    if rng.random() < 0.05:  # coloured lamps, broken white balance
        pixels *= np.exp(rng.uniform(np.log(0.15), np.log(1.6), 3)).astype(np.float32)
    if rng.random() < 0.25:
        pixels = _unevenly_lit(pixels, rng)
    if rng.random() < 0.06:
        pixels = np.repeat(pixels.mean(axis=2, keepdims=True), 3, axis=2)
    if rng.random() < 0.3:
        pixels = _blurred(pixels, rng, most_blur)
    if rng.random() < 0.35:
        pixels += rng.normal(0, rng.uniform(2, 14), (*pixels.shape[:2], 1)).astype(np.float32)
    result = np.clip(pixels, 0, 255).astype(np.uint8)
    return _compressed(result, rng) if rng.random() < 0.35 else result


def _exposed(pixels: npt.NDArray[np.float32], rng: np.random.Generator) -> npt.NDArray[np.float32]:
    """Exposure, contrast, gamma and white balance."""
    gain = np.exp(rng.normal(0, 0.25)) * np.exp(rng.normal(0, 0.08, 3))
    gamma = np.exp(rng.normal(0, 0.2))
    levels = np.arange(256, dtype=np.float32)[:, None] / 255
    table = np.clip((levels**gamma) * gain * 255 + rng.normal(0, 10), 0, 255).astype(np.float32)
    indices = np.clip(pixels, 0, 255).astype(np.uint8)
    return np.stack([table[indices[..., c], c] for c in range(3)], axis=2)


def _unevenly_lit(pixels: npt.NDArray[np.float32], rng: np.random.Generator) -> npt.NDArray[np.float32]:
    """A broad gradient or the edge of a shadow."""
    height, width = pixels.shape[:2]
    angle = rng.uniform(0, 2 * np.pi)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    along = (x / width - 0.5) * np.cos(angle) + (y / height - 0.5) * np.sin(angle) + rng.normal(0, 0.2)
    softness = np.exp(rng.uniform(np.log(0.01), np.log(1.0)))
    shade = 1 / (1 + np.exp(-np.clip(along / softness, -30, 30)))
    low = rng.uniform(0.35, 0.9)
    return np.asarray(pixels * (low + (1 - low) * shade)[..., None], np.float32)


def _blurred(
    pixels: npt.NDArray[np.float32], rng: np.random.Generator, most: float
) -> npt.NDArray[np.float32]:
    sigma = np.exp(rng.uniform(np.log(0.4), np.log(most)))
    if rng.random() < 0.7:
        return np.asarray(cv2.GaussianBlur(pixels, (0, 0), sigma), np.float32)
    length = int(np.ceil(3 * sigma))
    kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
    angle = rng.uniform(0, np.pi)
    dx, dy = length * np.cos(angle) / 2, length * np.sin(angle) / 2
    start, end = (round(length - dx), round(length - dy)), (round(length + dx), round(length + dy))
    cv2.line(kernel, start, end, 1.0)
    return np.asarray(cv2.filter2D(pixels, -1, kernel / kernel.sum()), np.float32)


def _compressed(image: Pixels, rng: np.random.Generator) -> Pixels:
    quality = int(rng.integers(25, 90))
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
