// A scanner that unfolds beside a number field, and closes after the scan.

import { get } from "../shared/api.js";
import { element, fill } from "../shared/element.js";
import { icon } from "../shared/icons.js";
import { errorNotice } from "../shared/notices.js";
import { flashTime } from "./stage.js";
import { scanner } from "./scanner.js";

/** Closes the open scanner: a page has only one camera and one reader. */
let closeOther = null;

/** The note beside a scanned number that is not sure. */
export const unsureNote = () => element("p", { class: "code-note warn" }, icon("warning"),
  element("span", {}, "Not sure: compare every digit with the card."));

/**
 * @param title The button's label.
 * @param filled Called with the `text` and `symbology` of the code that was scanned, and whether it is `sure`.
 * @param type Moves the focus back to the field, to type instead.
 */
export function inlineScanner({ title, filled, type }) {
  let camera = null;
  const body = element("div", { class: "stack" });
  const words = element("span", {}, title);
  const button = element("button", { type: "button", class: "button", "aria-expanded": "false", onclick: () => (camera ? close() : open()) },
    icon("camera"), words);
  const node = element("div", { class: "stack inline-scanner" }, element("div", {}, button), body);

  function close() {
    camera?.end();
    camera = null;
    if (closeOther === close) closeOther = null;
    words.textContent = title;
    button.setAttribute("aria-expanded", "false");
    fill(body);
  }

  async function take(code) {
    const mine = camera;
    mine.halt();
    // Runs after the sound and the flash, unless the person has closed the scanner.
    const afterwards = (work) => setTimeout(() => {
      if (camera !== mine) return;
      close();
      work();
    }, flashTime);
    try {
      const answer = await get("scan-text", { key: code.key });
      afterwards(() => filled(answer));
    } catch (error) {
      afterwards(() => !error.endsSession && fill(body, errorNotice(error)));
      return "failed";
    }
    // If closed meanwhile, nothing is announced.
    return camera === mine ? "found" : "again";
  }

  function closing(leads) {
    return () => {
      close();
      leads();
    };
  }

  function open() {
    closeOther?.();
    closeOther = close;
    camera = scanner({ take, cancel: closing(() => button.focus()), isInForm: true, type: closing(type) });
    words.textContent = "Close the scanner";
    button.setAttribute("aria-expanded", "true");
    fill(body, camera.node);
    // In a collapsed section, nobody would see that the camera is on.
    node.closest("details")?.addEventListener("toggle", close, { once: true });
    camera.begin();
  }

  return { node, stop: close };
}
