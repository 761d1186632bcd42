// A card's PIN: fetched only on a tap, and hidden again soon.

import { call } from "./api.js";
import { element, fill } from "./element.js";
import { icon } from "./icons.js";
import { attempt } from "./notices.js";

const shownFor = 30_000;
const dots = "••••";

/** The PIN behind a button. It is hidden again after a while, and when the page is hidden or left. */
export function hiddenPIN(id) {
  let timer;
  let isShown = false;
  const place = element("span", { class: "pin" }, dots);
  const button = element("button", { type: "button", class: "button small", onclick: () => (isShown ? hide() : show()) });

  function draw(words) {
    fill(button, icon("eye"), words);
  }

  function hide() {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", hide);
    isShown = false;
    place.textContent = dots;
    draw("Show PIN");
  }

  const show = () => attempt(async () => {
    const { pin } = await call("pin", { id });
    isShown = true;
    place.textContent = pin;
    draw("Hide PIN");
    document.addEventListener("visibilitychange", hide);
    timer = setTimeout(hide, shownFor);
  });

  draw("Show PIN");
  return element("div", { class: "pin-line" }, element("span", { role: "status" }, place), button);
}
