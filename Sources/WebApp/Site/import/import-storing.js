// Other wallets' files while what was chosen of them is stored: how far that is, how to stop it, and its undo afterwards.

import { call, currentStamp, getQuietly } from "../shared/api.js";

/** How often the server is asked how far it is, in milliseconds. */
const lookTime = 300;

/**
 * Stores what was chosen.
 *
 * @param files The files by their ids, each with what is left out.
 * @param told Called with how many photos are `done`, and how many there are in `total`, which is 0 at first.
 * @returns The server's answer; `stopped` in it says that nothing was imported, as the person did not want to wait.
 */
export async function stored(files, told) {
  let timer;
  let isOver = false;

  async function look() {
    try {
      const count = await getQuietly("import-progress");
      if (!isOver) told(count);
    } catch {
      // The answer to the import itself says what is wrong.
    }
    if (!isOver) timer = setTimeout(look, lookTime);
  }

  timer = setTimeout(look, lookTime);
  try {
    return await call("import-chosen", { files });
  } finally {
    isOver = true;
    clearTimeout(timer);
  }
}

/** Stops it before the next photo. */
export const stopStoring = () => call("import-stop");

let last = null;

/** Keeps how to undo what was stored just now; `takeBack` shows it. */
export function keepUndo(takeBack) {
  last = { stamp: currentStamp(), takeBack };
}

/** Forgets it: what it would undo is no longer listed. */
export const dropUndo = () => (last = null);

/** Whether what was stored is still the last change, as far as the page knows. */
export const canUndoStoring = () => last !== null && last.stamp === currentStamp();

/** Undoes what was stored; returns the server's words. */
export async function undoStoring() {
  const { stamp, takeBack } = last;
  const { words } = await call("undo", { stamp });
  dropUndo();
  takeBack();
  return words;
}
