/** The live picture of a camera, where the browser allows one: only over HTTPS or on the machine itself. */

import { openDialog } from "./a11y.js";
import { byId } from "./dom.js";

/** As sharp as the camera gives; tiles are read at the photo's full resolution. */
const WANTED = { video: { facingMode: "environment", width: { ideal: 3840 }, height: { ideal: 2160 } } };

export function cameraAllowed() {
  return window.isSecureContext && Boolean(navigator.mediaDevices?.getUserMedia);
}

/**
 * Shows the live picture until the person takes one or closes it.
 *
 * @returns {Promise<Blob | null>} null when it was closed. Rejects when there is no camera or it is refused.
 */
export async function takePicture() {
  const stream = await navigator.mediaDevices.getUserMedia(WANTED);
  const dialog = byId("camera-dialog", HTMLDialogElement);
  const video = byId("camera-video", HTMLVideoElement);
  const shoot = byId("camera-shoot", HTMLButtonElement);
  video.srcObject = stream;
  await video.play();
  openDialog(dialog);
  shoot.focus();
  try {
    return await new Promise((resolve) => {
      shoot.onclick = () => resolve(still(video));
      dialog.onclose = () => resolve(null);
    });
  } finally {
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
    dialog.onclose = null;
    dialog.close();
  }
}

/** @param {HTMLVideoElement} video @returns {Promise<Blob | null>} */
function still(video) {
  const canvas = document.createElement("canvas");
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext("2d")?.drawImage(video, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.95));
}
