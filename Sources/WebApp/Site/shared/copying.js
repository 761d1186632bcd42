// Copying a number.

import { element, fill } from "./element.js";
import { icon } from "./icons.js";
import { announce, toast } from "./notices.js";

/** A button that copies what `text` returns when it is pressed. */
export function copyButton(text, words = "Copy the number") {
  const mark = element("span", { class: "mark" }, icon("copy"));
  let timer;
  return element("button", {
    type: "button", class: "icon-button copy", "aria-label": words, title: words,
    onclick: async () => {
      try {
        await navigator.clipboard.writeText(text());
      } catch {
        // Needs a secure address, and may be disabled in the browser.
        return toast("Nothing was copied. Select it, and copy it yourself.", false, undefined, "warning");
      }
      fill(mark, icon("check"));
      announce("Copied");
      clearTimeout(timer);
      timer = setTimeout(() => {
        fill(mark, icon("copy"));
      }, 2_500);
    },
  }, mark);
}
