// The surface that a code is drawn on, white also in dark mode. Nothing else is on it: a button would cover modules or
// the quiet zone of a code that fills it.

import { openDialog } from "../shared/dialog.js";
import { element, fill } from "../shared/element.js";
import { watched } from "../shared/symbol.js";

/** A shorter movement is a tap, perhaps by a trembling hand. */
const swipeLength = 48;

/**
 * A surface that draws a code at its own size.
 *
 * @param step Called with 1 or -1 after a swipe.
 * @param enlarge Called after a tap.
 * @param tooLarge Said if the code does not fit.
 */
export function codeSurface({ step, enlarge, tooLarge }) {
  let code = null;
  let start = null;
  let hasSwiped = false;
  const canvas = element("canvas", { role: "img" });
  const words = element("p", { class: "surface-words", hidden: true });
  const node = element("div", {
    class: "surface",
    onpointerdown: (event) => {
      start = event.isPrimary ? [event.clientX, event.clientY] : null;
      hasSwiped = false;
    },
    onpointerup: (event) => {
      if (!start || !event.isPrimary) return;
      const [across, down] = [event.clientX - start[0], event.clientY - start[1]];
      start = null;
      if (Math.abs(across) < swipeLength || Math.abs(across) < 2 * Math.abs(down)) return;
      hasSwiped = true;
      step(across < 0 ? 1 : -1);
    },
    onpointercancel: () => (start = null),
    // A tap, as a swipe ends with a click too.
    onclick: () => !hasSwiped && code?.symbol && enlarge(),
  }, canvas, words);

  /** Shows the words instead. The canvas keeps its box, whose size shows when the code fits again. */
  function hideCode(isHidden) {
    canvas.classList.toggle("unfit", isHidden);
    words.hidden = !isHidden;
  }

  const drawing = watched(canvas, () => code?.symbol, true, (fits) => {
    hideCode(!fits);
    if (!fits) fill(words, tooLarge);
  });

  return {
    node,
    /** Shows a code, or why there is none. */
    show(next) {
      code = next;
      const hasSymbol = Boolean(code?.symbol);
      hideCode(!hasSymbol);
      node.classList.toggle("without-code", !hasSymbol);
      if (hasSymbol) {
        canvas.setAttribute("aria-label", `${code.symbology} barcode`);
        drawing.redraw();
      } else {
        fill(words, code ? `This code cannot be drawn${code.refusal ? `, because ${code.refusal}` : ""}. Have the cashier type the number.`
          : "This card has no code. Show its number.");
      }
    },
    stop: drawing.stop,
  };
}

/** Shows a code alone, on the whole screen. */
export function enlarged(code) {
  const large = codeSurface({
    step: () => {}, enlarge: () => dialog.close(), tooLarge: "This code does not fit the screen. Have the cashier type the number.",
  });
  const dialog = openDialog("Code", large.node, { kind: "whole", closed: () => {
    large.stop();
    if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
  } });
  // Some phones refuse it, but the dialog covers the page anyway.
  document.documentElement.requestFullscreen?.().catch(() => {});
  large.show(code);
}
