// Copying a number, and long payloads.

import { element, fill } from "./element.js";
import { icon } from "./icons.js";
import { announce, toast } from "./notices.js";

/** Longer than this, a payload would fill the screen. */
export const shownLength = 72;

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

/** A text that is cut if it is long, with a button that shows all of it. */
export function shortened(text, kind = "") {
  const characters = [...text];
  const node = element("span", { class: `payload ${kind}`, dir: "auto" }, text);
  if (characters.length <= shownLength) return node;
  const cut = `${characters.slice(0, shownLength).join("")}…`;
  node.textContent = cut;
  const button = element("button", {
    type: "button", class: "text-button", "aria-expanded": "false",
    onclick: () => {
      const isOpen = button.getAttribute("aria-expanded") === "true";
      button.setAttribute("aria-expanded", String(!isOpen));
      button.textContent = isOpen ? "Show all" : "Show less";
      node.textContent = isOpen ? cut : text;
    },
  }, "Show all");
  return element("span", { class: "payload-box" }, node, button);
}
