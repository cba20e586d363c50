"""What phone, webcam and messenger do to a picture: blur, noise, sharpening, exposure, JPEG.

Nothing here moves a pixel by more than a blur does, so labels stay as they are.
"""

from __future__ import annotations

import cv2
import numpy as np

from datasets.scene.values import Image


def defocus(rng: np.random.Generator, image: Image) -> Image:
    """A slightly soft lens."""
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 0.3 + rng.gamma(1.5, 0.3)), np.uint8)


def motion(rng: np.random.Generator, image: Image) -> Image:
    """A moved camera: a short straight smear."""
    length = int(rng.integers(3, 8))
    kernel = np.zeros((length, length), np.float32)
    middle = (length - 1) / 2
    angle = rng.uniform(0, np.pi)
    ends = [
        (round(middle + s * middle * np.cos(angle)), round(middle + s * middle * np.sin(angle)))
        for s in (-1, 1)
    ]
    cv2.line(kernel, ends[0], ends[1], 1.0)
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.uint8)


def downsample(rng: np.random.Generator, image: Image) -> Image:
    """A picture that was once smaller (webcam, thumbnail)."""
    height, width = image.shape[:2]
    scale = rng.uniform(0.5, 0.9)
    small = cv2.resize(image, (round(width * scale), round(height * scale)), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)


def noise(rng: np.random.Generator, image: Image) -> Image:
    """Sensor noise, stronger in the dark, half of it common to the three channels."""
    height, width = image.shape[:2]
    strength = np.float32(rng.gamma(1.6, 2.0))
    grain = rng.standard_normal((height, width), dtype=np.float32) * strength
    stains = rng.standard_normal((height // 2, width // 2, 3), dtype=np.float32) * strength * np.float32(0.6)
    stains = np.asarray(cv2.resize(stains, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)
    return np.asarray(np.clip(image + grain[..., None] + stains, 0, 255), np.uint8)


def sharpen(rng: np.random.Generator, image: Image) -> Image:
    """A phone's own over-sharpening."""
    soft = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.8, 2.0))
    amount = rng.uniform(0.2, 1.2)
    return np.asarray(cv2.addWeighted(image, 1 + amount, soft, -amount, 0), np.uint8)


def exposure(rng: np.random.Generator, image: Image) -> Image:
    """Gamma, contrast and black level."""
    ramp = np.linspace(0, 1, 256) ** np.exp(rng.normal(0, 0.25))
    ramp = (ramp - 0.5) * rng.uniform(0.7, 1.25) + 0.5 + rng.normal(0, 0.05)
    return np.asarray(cv2.LUT(image, np.clip(ramp * 255, 0, 255).astype(np.uint8)), np.uint8)


def grey(rng: np.random.Generator, image: Image) -> Image:
    """Black and white, or nearly."""
    single = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    keep = 0.0 if rng.random() < 0.5 else rng.uniform(0.1, 0.6)
    return np.asarray(cv2.addWeighted(image, keep, single, 1 - keep, 0), np.uint8)


def jpeg(rng: np.random.Generator, image: Image) -> Image:
    """Saved as JPEG, now and then much too small."""
    quality = int(rng.integers(25, 60)) if rng.random() < 0.25 else int(rng.integers(60, 97))
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


STEPS = (
    (0.1, downsample),
    (0.4, defocus),
    (0.08, motion),
    (0.7, exposure),
    (0.6, noise),
    (0.3, sharpen),
    (0.05, grey),
    (0.8, jpeg),
    (0.1, jpeg),
)
"""Each with its probability, in the order a camera, an app and a messenger apply them."""


def through_lens(rng: np.random.Generator, image: Image) -> Image:
    """`image` after a random selection of `STEPS`."""
    for chance, step in STEPS:
        if rng.random() < chance:
            image = step(rng, image)
    return image
