// A scanner that unfolds beside a number field, and closes after the scan.

import { get } from "../shared/api.js";
import { element, fill } from "../shared/element.js";
import { icon } from "../shared/icons.js";
import { errorNotice } from "../shared/notices.js";
import { flashTime } from "./scan-stage.js";
import { scanner } from "./scanner.js";

/** Closes the one that is open: a page has one camera and one reader, whatever the number of its fields. */
let closeOther = null;

/** What is said beside a number that was scanned and is not sure. */
export const unsureNote = () => element("p", { class: "code-note warn" }, icon("warning"),
  element("span", {}, "Not sure: compare every digit with the card."));

/**
 * @param title What the button says.
 * @param filled Called with the `text` and `symbology` of the code that was scanned, and whether it is `sure`.
 * @param type Leads back to the field, which is there to be typed into.
 */
export function inlineScanner({ title, filled, type }) {
  let camera = null;
  const place = element("div", { class: "stack" });
  const words = element("span", {}, title);
  const button = element("button", { type: "button", class: "button", "aria-expanded": "false", onclick: () => (camera ? close() : open()) },
    icon("camera"), words);
  const node = element("div", { class: "stack inline-scanner" }, element("div", {}, button), place);

  function close() {
    camera?.end();
    camera = null;
    if (closeOther === close) closeOther = null;
    words.textContent = title;
    button.setAttribute("aria-expanded", "false");
    fill(place);
  }

  async function take(code) {
    const mine = camera;
    mine.halt();
    // Once the sound and the flash are over; nothing is filled in after the person closed it.
    const afterwards = (work) => setTimeout(() => {
      if (camera !== mine) return;
      close();
      work();
    }, flashTime);
    try {
      const answer = await get("scan-text", { key: code.key });
      afterwards(() => filled(answer));
    } catch (error) {
      afterwards(() => !error.endsSession && fill(place, errorNotice(error)));
      return "failed";
    }
    // Closed meanwhile: there is nothing to be told.
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
    fill(place, camera.node);
    // In a folded section nobody sees that the camera is on.
    node.closest("details")?.addEventListener("toggle", close, { once: true });
    camera.begin();
  }

  return { node, stop: close };
}
