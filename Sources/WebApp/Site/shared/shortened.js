// Long payloads.

import { element } from "./element.js";

/** Longer than this, a payload would fill the screen. */
export const shownLength = 72;

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
