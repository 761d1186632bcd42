// Storing the chosen cards of other wallets' files: progress, stopping, and undo.

import { call, currentStamp, getQuietly } from "../shared/api.js";

/** Milliseconds between two questions for the progress. */
const lookTime = 300;

/**
 * Stores the chosen cards.
 *
 * @param files The files by their ids, each with the entries to leave out.
 * @param onProgress Called with the numbers of photos, `done` and `total`, which is 0 at first.
 * @returns The server's answer; with `stopped`, the person stopped it and nothing was imported.
 */
export async function stored(files, onProgress) {
  let timer;
  let isOver = false;

  async function look() {
    try {
      const count = await getQuietly("import-progress");
      if (!isOver) onProgress(count);
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

/** Stops storing before the next photo. */
export const stopStoring = () => call("import-stop");

let last = null;

/** Keeps the way to undo the import that was just stored; `takeBack` shows its result. */
export function keepUndo(takeBack) {
  last = { stamp: currentStamp(), takeBack };
}

/** Forgets the undo, as the import is no longer listed. */
export const dropUndo = () => (last = null);

/** Whether the import is still the last change, as far as the page knows. */
export const canUndoStoring = () => last !== null && last.stamp === currentStamp();

/** Undoes the import; returns the server's words. */
export async function undoStoring() {
  const { stamp, takeBack } = last;
  const { words } = await call("undo", { stamp });
  dropUndo();
  takeBack();
  return words;
}
