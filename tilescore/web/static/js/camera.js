/** The live picture of a camera, where the browser allows one: only over HTTPS or on the machine itself. */

import { openDialog } from "./a11y.js";
import { byId } from "./dom.js";
import { notify } from "./notice.js";
import { say } from "./words.js";

/** As sharp as the camera gives; tiles are read at the photo's full resolution. */
const WANTED = { video: { facingMode: "environment", width: { ideal: 3840 }, height: { ideal: 2160 } } };

export function cameraAllowed() {
  return window.isSecureContext && Boolean(navigator.mediaDevices?.getUserMedia);
}

let opened = false;

/**
 * Shows the live picture until the person takes one or closes it, or the camera is gone. There is only one at a
 * time: whoever asks again meanwhile has it already.
 *
 * @returns {Promise<Blob | null>} null when none was taken. Rejects when there is no camera or it is refused.
 */
export async function takePicture() {
  if (opened) return null;
  opened = true;
  try {
    return await pictureOf(await navigator.mediaDevices.getUserMedia(WANTED));
  } finally {
    opened = false;
  }
}

/** @param {MediaStream} stream  Is stopped in any case. @returns {Promise<Blob | null>} */
async function pictureOf(stream) {
  const dialog = byId("camera-dialog", HTMLDialogElement);
  const video = byId("camera-video", HTMLVideoElement);
  const shoot = byId("camera-shoot", HTMLButtonElement);
  try {
    return await new Promise((resolve, reject) => {
      shoot.onclick = () => resolve(still(video));
      dialog.onclose = () => resolve(null);
      for (const track of stream.getTracks()) {
        track.onended = () => {
          notify(say("camera.ended"));
          resolve(null);
        };
      }
      shoot.disabled = true; // until there is something to take
      openDialog(dialog);
      video.srcObject = stream;
      video.play().then(() => {
        shoot.disabled = false;
        shoot.focus();
      }, reject);
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
