// Keeps the screen on while a code is shown.

/** Takes the lock now and each time the page is shown again, as the browser drops it when it is hidden. */
export function keptAwake() {
  let lock = null;
  let isOver = false;
  let isTaking = false;
  async function take() {
    // Two at once would leave one of them held for good.
    if (isOver || isTaking || document.hidden || (lock && !lock.released)) return;
    isTaking = true;
    try {
      lock = await navigator.wakeLock?.request("screen");
      if (isOver) lock?.release();
    } catch {
      // Refused when the battery is low: the code is shown all the same.
    } finally {
      isTaking = false;
    }
  }
  document.addEventListener("visibilitychange", take);
  take();
  return () => {
    isOver = true;
    document.removeEventListener("visibilitychange", take);
    lock?.release();
  };
}
