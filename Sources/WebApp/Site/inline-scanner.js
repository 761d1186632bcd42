// A scanner that unfolds beside a number field, and closes after the scan.

import { call } from "./api.js";
import { element, fill } from "./element.js";
import { icon } from "./icons.js";
import { errorNotice } from "./notices.js";
import { flashTime } from "./scan-stage.js";
import { scanner } from "./scanner.js";

/** @param filled Called with the `text` and `symbology` of the code that was scanned, and whether it is `sure`. */
export function inlineScanner(filled) {
  let camera = null;
  const place = element("div", { class: "stack" });
  const words = element("span", {}, "Scan the number");
  const button = element("button", { type: "button", class: "button", "aria-expanded": "false", onclick: () => (camera ? close() : open()) },
    icon("camera"), words);

  function close() {
    camera?.end();
    camera = null;
    words.textContent = "Scan the number";
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
      const answer = await call("scan-text", { key: code.key });
      afterwards(() => filled(answer));
    } catch (error) {
      afterwards(() => !error.endsSession && fill(place, errorNotice(error)));
      return "failed";
    }
    // Closed meanwhile: there is nothing to be told.
    return camera === mine ? "found" : "again";
  }

  function open() {
    camera = scanner({ take, cancel: () => {
      close();
      button.focus();
    } });
    words.textContent = "Close the scanner";
    button.setAttribute("aria-expanded", "true");
    fill(place, camera.node);
    camera.begin();
  }

  return { node: element("div", { class: "stack inline-scanner" }, element("div", {}, button), place), stop: close };
}
