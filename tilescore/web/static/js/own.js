/**
 * The player's own set: pictures of agreed tiles, kept on the machine that runs tilescore when the person says
 * so, make later photos of the same set easier to read.
 *
 * @import { HandState } from "./state.js"
 */

import { openDialog } from "./a11y.js";
import { ApiError, forgetTiles, keepTiles, keptTiles } from "./api.js";
import { byId } from "./dom.js";
import { notify } from "./notice.js";
import { say } from "./words.js";

/** @param {HandState} state */
export function prepareOwn(state) {
  const dialog = byId("own-dialog", HTMLDialogElement);
  const open = async () => {
    await state.settled();
    const { tiles } = await keptTiles();
    const score = state.view?.score;
    const isRight = Boolean(score && !score.dead);
    byId("own-wrong", HTMLElement).hidden = isRight;
    byId("own-keep", HTMLButtonElement).disabled = !isRight;
    // What nobody has agreed to would teach a guess.
    const guesses = state.tiles.filter(({ tile }) => tile.doubtful && tile.corners).length;
    byId("own-left", HTMLElement).hidden = !isRight || guesses === 0;
    byId("own-left", HTMLElement).textContent = say("own.left", { count: guesses });
    byId("own-count", HTMLElement).textContent = say("own.count", { count: tiles });
    byId("own-clear", HTMLButtonElement).hidden = tiles === 0;
    openDialog(dialog);
  };
  const keep = async () => {
    if (!state.photo) return;
    const { tiles } = await keepTiles(state.document, state.photo.blob);
    notify(say("own.kept", { count: tiles }), { good: true });
  };
  const clear = async () => {
    await forgetTiles();
    notify(say("own.cleared"), { good: true });
  };
  /** @param {() => Promise<void>} act */
  const attempt = async (act) => {
    dialog.close();
    try {
      await act();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify(error.message);
    }
  };
  for (const [id, act] of Object.entries({ "act-own": open, "own-keep": keep, "own-clear": clear })) {
    byId(id, HTMLButtonElement).addEventListener("click", () => void attempt(act));
  }
}
