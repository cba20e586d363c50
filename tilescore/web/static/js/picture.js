/**
 * The photo as the browser shows it. `<img>` and canvas both turn it upright as its EXIF data say, so corners
 * of a reading fit after scaling.
 *
 * @import { Corners } from "./types.js"
 */

import { preview } from "./api.js";

export class Picture {
  /**
   * @param {HTMLImageElement} image
   * @param {string} url
   */
  constructor(image, url) {
    this.image = image;
    this.url = url;
  }

  /**
   * A photo that can be shown; formats that this browser does not know are converted by the server.
   *
   * @param {Blob} photo
   * @returns {Promise<Picture>}
   */
  static async of(photo) {
    try {
      return await shown(photo);
    } catch {
      return shown(await preview(photo));
    }
  }

  /** Gives the memory back. */
  close() {
    URL.revokeObjectURL(this.url);
  }
}

/** @param {Blob} photo */
async function shown(photo) {
  const url = URL.createObjectURL(photo);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch (error) {
    URL.revokeObjectURL(url);
    throw error;
  }
  return new Picture(image, url);
}

/** How much of its surroundings a tile's crop shows, in tiles. */
const MARGIN = 0.3;

/**
 * Draws one tile, turned upright, into a canvas that keeps its size; one that the photo shows as in a mirror, the
 * other way round.
 *
 * @param {HTMLCanvasElement} canvas
 * @param {Picture} picture
 * @param {Corners} corners  Pixels of the upright photo of `size`.
 * @param {[number, number]} size
 */
export function drawTile(canvas, picture, corners, size) {
  const context = canvas.getContext("2d");
  if (!context) return;
  const [topLeft, topRight, bottomRight, bottomLeft] = corners;
  const centre = [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / 4);
  const across = (distance(topLeft, topRight) + distance(bottomLeft, bottomRight)) / 2;
  const down = (distance(topLeft, bottomLeft) + distance(topRight, bottomRight)) / 2;
  const angle = Math.atan2(topRight[1] - topLeft[1], topRight[0] - topLeft[0]);
  const room = 1 + 2 * MARGIN;
  const scale = Math.min(canvas.width / (across * room), canvas.height / (down * room));
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.translate(canvas.width / 2, canvas.height / 2);
  context.scale(scale, isMirrored(corners) ? -scale : scale);
  context.rotate(-angle);
  context.translate(-centre[0], -centre[1]);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture.image, 0, 0, size[0], size[1]);
}

/**
 * Whether a tile's corners follow each other anticlockwise.
 *
 * @param {Corners} corners
 */
function isMirrored([topLeft, topRight, , bottomLeft]) {
  const [x, y] = [topRight[0] - topLeft[0], topRight[1] - topLeft[1]];
  return x * (bottomLeft[1] - topLeft[1]) < y * (bottomLeft[0] - topLeft[0]);
}

/**
 * @param {[number, number]} one
 * @param {[number, number]} other
 */
function distance(one, other) {
  return Math.hypot(other[0] - one[0], other[1] - one[1]);
}
