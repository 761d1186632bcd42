// A card's PIN and other masked values: fetched only on a tap, and soon hidden again.

import { get, session } from "./api.js";
import { element, fill } from "./element.js";
import { icon } from "./icons.js";
import { attempt } from "./notices.js";

const shownFor = 30_000;
const dots = "••••";

/**
 * Shows and hides a value, which is hidden again after a while, when the page is hidden, and at a lock.
 *
 * @param node Shows the value.
 * @param masked Shown instead of the value.
 * @param fetched Fetches the value.
 * @param drawn Called with whether the value is shown.
 * @returns The action of a tap.
 */
function secret(node, masked, fetched, drawn) {
  let timer;
  let isShown = false;

  function hide() {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", hide);
    session.removeEventListener("emptied", hide);
    isShown = false;
    node.textContent = masked;
    drawn(false);
  }

  const show = () => attempt(async () => {
    node.textContent = await fetched();
    isShown = true;
    drawn(true);
    document.addEventListener("visibilitychange", hide);
    session.addEventListener("emptied", hide);
    clearTimeout(timer);
    timer = setTimeout(hide, shownFor);
  });

  hide();
  return () => (isShown ? hide() : show());
}

/** The PIN behind a button. */
export function hiddenPIN(id) {
  const node = element("span", { class: "pin" });
  const button = element("button", { type: "button", class: "button small" });
  const toggle = secret(node, dots, async () => (await get("pin", { id })).pin,
    (isShown) => fill(button, icon("eye"), isShown ? "Hide PIN" : "Show PIN"));
  button.addEventListener("click", toggle);
  return element("div", { class: "pin-line" }, element("span", { role: "status" }, node), button);
}

/** A masked value and the button that shows it; `name` is for screen readers. */
export function hiddenValue(masked, name, fetched) {
  const node = element("span", { role: "status" });
  const button = element("button", { type: "button", class: "button", "aria-label": `Show ${name}` }, icon("eye"), "Show");
  button.addEventListener("click", secret(node, masked, fetched, (isShown) => button.setAttribute("aria-pressed", String(isShown))));
  return { node, button };
}
