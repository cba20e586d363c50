/** Every way in which a picture comes to the page: camera, files, dropped, pasted. */

import { cameraAllowed, takePicture } from "./camera.js";
import { byId } from "./dom.js";
import { notify } from "./notice.js";
import { say } from "./words.js";

/** @typedef {(photo: {blob: Blob, name: string}) => void} Receive */

/** @param {Receive} receive */
export function preparePictures(receive) {
  const take = byId("file-take", HTMLInputElement);
  const pick = byId("file-pick", HTMLInputElement);
  for (const input of [take, pick]) {
    input.addEventListener("change", () => {
      const file = input.files?.[0];
      input.value = ""; // the same file can be chosen again
      if (file) receive({ blob: file, name: file.name });
    });
  }
  dropped(receive);
  document.addEventListener("paste", (event) => void received(event.clipboardData, receive));
}

/**
 * A photograph: by the phone's own camera, whose pictures are best; on a desk by the live picture; else any
 * file.
 *
 * @param {Receive} receive
 */
export async function photograph(receive) {
  const phone = matchMedia("(pointer: coarse)").matches;
  if (phone) return byId("file-take", HTMLInputElement).click();
  if (!cameraAllowed()) return pickPicture();
  try {
    const blob = await takePicture();
    if (blob) receive({ blob, name: "camera.jpg" });
  } catch {
    notify(say("camera.refused"));
  }
}

export function pickPicture() {
  byId("file-pick", HTMLInputElement).click();
}

/** @param {Receive} receive */
function dropped(receive) {
  const area = byId("drop", HTMLElement);
  const carriesFiles = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files") ?? false;
  window.addEventListener("dragover", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    area.hidden = false;
  });
  window.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) area.hidden = true;
  });
  window.addEventListener("drop", (event) => {
    area.hidden = true;
    if (!carriesFiles(event)) return;
    event.preventDefault();
    if (!received(event.dataTransfer, receive)) notify(say("error.not-an-image"));
  });
}

/**
 * Whether there was a file that may be a picture: the first is received. Some systems give HEIC files no type.
 *
 * @param {DataTransfer | null} data
 * @param {Receive} receive
 */
function received(data, receive) {
  const files = [...(data?.files ?? [])];
  const [first, ...others] = files.filter(({ type }) => type === "" || type.startsWith("image/"));
  if (!first) return false;
  receive({ blob: first, name: first.name });
  if (others.length > 0) notify(say("photo.first"), { good: true });
  return true;
}
