// A card's PIN, and other values that are masked: fetched only on a tap, and hidden again soon.

import { get, session } from "../shared/api.js";
import { element, fill } from "../shared/element.js";
import { icon } from "../shared/icons.js";
import { attempt } from "../shared/notices.js";

const shownFor = 30_000;
const dots = "••••";

/**
 * A value that shows and hides. It is hidden again after a while, when the page is hidden, and with the lock.
 *
 * @param place Where it is shown.
 * @param masked What is shown instead of it.
 * @param ask Fetches it.
 * @param drawn Called with whether it is shown.
 * @returns What a tap does.
 */
function secret(place, masked, ask, drawn) {
  let timer;
  let isShown = false;

  function hide() {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", hide);
    session.removeEventListener("emptied", hide);
    isShown = false;
    place.textContent = masked;
    drawn(false);
  }

  const show = () => attempt(async () => {
    place.textContent = await ask();
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
  const place = element("span", { class: "pin" });
  const button = element("button", { type: "button", class: "button small" });
  const toggle = secret(place, dots, async () => (await get("pin", { id })).pin,
    (isShown) => fill(button, icon("eye"), isShown ? "Hide PIN" : "Show PIN"));
  button.addEventListener("click", toggle);
  return element("div", { class: "pin-line" }, element("span", { role: "status" }, place), button);
}

/** A masked value, and the button that shows it; `name` tells screen readers which it is. */
export function hiddenValue(masked, name, ask) {
  const place = element("span", { role: "status" });
  const button = element("button", { type: "button", class: "button", "aria-label": `Show ${name}` }, icon("eye"), "Show");
  button.addEventListener("click", secret(place, masked, ask, (isShown) => button.setAttribute("aria-pressed", String(isShown))));
  return { place, button };
}
