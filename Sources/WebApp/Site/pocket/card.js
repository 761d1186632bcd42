// A card of a pocket at the till.

import { badge } from "../cards/entry.js";
import { facts } from "../cards/facts.js";
import { element, fill } from "../shared/element.js";
import { icon } from "../shared/icons.js";
import { shortened } from "../shared/shortened.js";
import { keptAwake } from "../shared/wake-lock.js";
import { badges } from "../shared/words.js";
import { codeSurface, enlarged } from "../till/surface.js";

/** A PIN is hidden again after so many milliseconds. */
const pinShownFor = 30_000;

export function cardView(card, cards, { step: goTo, back }) {
  let codeIndex = 0;
  const place = cards.indexOf(card);
  const number = element("div", { class: "till-number" });

  /** Steps to another code of the card, or past the last one to the next card. */
  const step = (by) => {
    if (!card.codes[codeIndex + by]) return cards[place + by] && goTo(cards[place + by]);
    codeIndex += by;
    surface.show(card.codes[codeIndex]);
    drawNumber();
  };

  const enlarge = () => enlarged(card.codes[codeIndex]);
  const surface = codeSurface({ step, enlarge, tooLarge: "This code does not fit here. Enlarge it, or have the cashier type the number." });

  const button = (words, name, onclick, disabled = false) => element("button", {
    type: "button", class: "icon-button", "aria-label": words, disabled, onclick,
  }, icon(name));

  function drawNumber() {
    const text = card.number || card.codes[codeIndex]?.shown || "";
    fill(number,
      card.codes.length > 1 && element("div", { class: "till-codes" },
        button("Previous code", "previous", () => step(-1), codeIndex === 0),
        element("span", { role: "status" }, `Code ${codeIndex + 1} of ${card.codes.length}`),
        button("Next code", "next", () => step(1), codeIndex === card.codes.length - 1)),
      text && element("div", { class: "till-number-line" }, shortened(text, [...text].length > 24 ? "long-number" : "large-number")),
      card.pin && hiddenPIN(card.pin));
  }

  const keys = (event) => {
    if (document.querySelector("dialog[open]") || event.altKey || event.ctrlKey || event.metaKey) return;
    const handler = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), Escape: back }[event.key];
    if (!handler) return;
    event.preventDefault();
    handler();
  };

  const details = element("section", { class: "till-details", "aria-label": "Details" }, element("h2", {}, "Details"), facts(card));
  drawNumber();
  let letSleep = () => {};
  return {
    className: "at-till",
    node: element("div", { class: "till" },
      element("div", { class: "till-screen" },
        element("div", { class: "till-head" },
          button("All cards", "back", back),
          element("div", { class: "till-title" },
            element("h1", { tabIndex: -1, dir: "auto" }, card.name || "Unnamed card"),
            element("div", { class: "till-badges" },
              card.balance && badge({ icon: "spend", words: card.balance.shown, tone: "plain" }), badges(card).map(badge))),
          card.codes[0]?.symbol && button("Enlarge the code", "enlarge", enlarge)),
        surface.node, number,
        element("div", { class: "till-actions pocket-steps" },
          button("Previous card", "previous", () => goTo(cards[place - 1]), place === 0),
          button("Next card", "next", () => goTo(cards[place + 1]), place === cards.length - 1)),
        element("div", { class: "till-foot" },
          element("p", { class: "till-help", hidden: !card.codes[0]?.symbol }, "Won't scan? Turn up the brightness, tilt the screen, or have the cashier type the number."),
          element("button", { type: "button", class: "text-button till-more", onclick: () => details.scrollIntoView() }, "Details", icon("details")))),
      details),
    shown: () => {
      surface.show(card.codes[codeIndex]);
      document.addEventListener("keydown", keys);
      letSleep = keptAwake();
      main.querySelector("h1").focus({ preventScroll: true });
    },
    leave: () => {
      document.removeEventListener("keydown", keys);
      letSleep();
      surface.stop();
    },
  };
}

const main = document.getElementById("main");

/** The PIN behind a button, which hides it again after a while. */
function hiddenPIN(pin) {
  const node = element("span", { class: "pin" }, "••••");
  let timer;
  const toggle = element("button", {
    type: "button", class: "button small", onclick: () => {
      clearTimeout(timer);
      const isShown = node.textContent === pin;
      draw(!isShown);
      if (!isShown) timer = setTimeout(draw, pinShownFor, false);
    },
  });
  const draw = (isShown) => {
    node.textContent = isShown ? pin : "••••";
    fill(toggle, icon(isShown ? "hide" : "eye"), isShown ? "Hide PIN" : "Show PIN");
  };
  draw(false);
  return element("div", { class: "pin-line" }, element("span", { role: "status" }, node), toggle);
}
