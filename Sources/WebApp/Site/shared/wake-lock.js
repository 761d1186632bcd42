// Keeps the screen on while a code is shown.

/** Takes the wake lock now and whenever the page is shown again, as browsers release it when the page is hidden. */
export function keptAwake() {
  let lock = null;
  let isOver = false;
  let isTaking = false;
  async function take() {
    // Of two at once, one would be held forever.
    if (isOver || isTaking || document.hidden || (lock && !lock.released)) return;
    isTaking = true;
    try {
      lock = await navigator.wakeLock?.request("screen");
      if (isOver) lock?.release();
    } catch {
      // Refused when the battery is low, which does not matter.
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
