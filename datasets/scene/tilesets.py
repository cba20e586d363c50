"""The tile set on the table: what its blocks and faces look like."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from datasets.scene.blocks import Block, Skin, Texture
from datasets.scene.geometry import turn_x, turn_y, turn_z
from datasets.scene.values import Floats, Role
from scoring.tiles import FACE_DOWN, Tile

FACE_HEIGHT = 96


@dataclass(eq=False)
class TileSet:
    """One set of tiles, all alike: its measures, colours and faces (drawn when first asked for)."""

    seed: int
    height: float
    thickness: float
    front: Floats
    back: Floats
    split: float
    radius: float
    bevel: float
    skins: dict[Tile, Skin] = field(default_factory=dict)

    def skin(self, tile: Tile) -> Skin:
        """The skin of a tile's block."""
        if tile not in self.skins:
            face = np.full((FACE_HEIGHT, round(FACE_HEIGHT / self.height), 3), self.front, np.uint8)
            cv2.putText(
                face, tile.code, (6, 60), cv2.FONT_HERSHEY_SIMPLEX, 1.3, (120, 30, 30), 3, cv2.LINE_AA
            )
            self.skins[tile] = Skin(
                self.front, self.back, Texture.of(face), None, self.split, self.radius, self.bevel
            )
        return self.skins[tile]

    def block(
        self,
        tile: Tile,
        x: float,
        y: float,
        *,
        yaw: float = 0.0,
        pose: str = "up",
        z: float = 0.0,
        lean: float = 0.0,
        role: Role = "other",
        group: int = 0,
    ) -> Block:
        """A tile on the table at (x, y), its underside at height z.

        `pose` is up (face up), down (back up), standing (face to the player, leaning back by `lean` degrees),
        away (standing, face turned away) or edge (lying on its long side). A `FACE_DOWN` tile lies down.
        """
        if tile == FACE_DOWN and pose == "up":
            pose = "down"
        turn, half = {
            "up": (np.eye(3), self.thickness / 2),
            "down": (turn_y(180), self.thickness / 2),
            "standing": (
                turn_x(90 - lean),
                self.height / 2 * np.cos(np.radians(lean)) + self.thickness / 2 * np.sin(np.radians(lean)),
            ),
            "away": (turn_z(180) @ turn_x(90 - lean), self.height / 2),
            "edge": (turn_y(90), 0.5),
        }[pose]
        return Block(
            np.array([x, y, z + half]),
            turn_z(yaw) @ turn,
            (1.0, self.height, self.thickness),
            self.skin(tile),
            tile,
            FACE_DOWN,
            role,
            group,
        )


def sample_tileset(rng: np.random.Generator, seed: int) -> TileSet:
    """The set with this `seed`; its blocks' measures vary with `rng`."""
    return TileSet(
        seed=seed,
        height=rng.uniform(1.25, 1.45),
        thickness=rng.uniform(0.6, 1.0),
        front=np.array([225.0, 235.0, 240.0]),
        back=rng.uniform(30, 220, 3),
        split=rng.uniform(0.2, 0.55),
        radius=rng.uniform(0.04, 0.14),
        bevel=rng.uniform(0.01, 0.05),
    )
