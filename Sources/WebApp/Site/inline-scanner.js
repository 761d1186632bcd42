// A scanner that unfolds beside a number field, and closes after the scan.

import { call } from "./api.js";
import { element, fill } from "./element.js";
import { icon } from "./icons.js";
import { errorNotice } from "./notices.js";
import { scanner } from "./scanner.js";

/** @param filled Called with the `text` and `symbology` of the code that was scanned. */
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
    camera.halt();
    try {
      const answer = await call("scan-text", { key: code.key });
      close();
      filled(answer);
      return "found";
    } catch (error) {
      close();
      if (!error.endsSession) fill(place, errorNotice(error));
      return "failed";
    }
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
