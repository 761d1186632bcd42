// The door: the six words open the cards.

import { confirmed } from "../shared/dialog.js";
import { element, fill } from "../shared/element.js";
import { icon } from "../shared/icons.js";
import { wordsField } from "./words-field.js";

const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

/** What is said on a page that shares its address with others. */
export const sharedWords = "Other pages at this address could read what is kept here. So this phone never keeps the key: the words are asked for each time. Better is an address of its own.";

export function doorView({ problem, words, open, isSecure, isShared, forget }) {
  const button = element("button", { class: "button primary large" }, icon("lock"), "Open");
  const notice = element("div", { role: "alert" }, problem && element("p", { class: "notice bad" }, icon("warning"), element("span", {}, problem)));
  let isOpening = false;
  const field = wordsField(words, async (typed) => {
    if (isOpening) return;
    isOpening = true;
    fill(notice);
    fill(button, icon("lock"), "Opening…");
    button.disabled = true;
    // Deriving the key stops everything for a moment, so say so first.
    await drawn();
    await open(typed);
  });
  return {
    node: element("div", { class: "door" }, element("div", { class: "door-panel" },
      element("h1", { tabIndex: -1 }, "Your cards"),
      notice,
      element("form", {
        class: "stack", novalidate: true, onsubmit: (event) => {
          event.preventDefault();
          field.send();
        },
      }, field.node, button),
      element("p", { class: "soft" }, "cardvault showed these words when it published the cards. They stay on this phone; nothing is sent."),
      isShared && element("p", { class: "notice warn" }, icon("warning"), element("span", {}, sharedWords)),
      !isSecure && element("p", { class: "notice warn" }, icon("warning"),
        element("span", {}, "This address is not secure (https). Somebody on the way could change this page and take the words.")),
      element("button", {
        type: "button", class: "button quiet", onclick: async () => {
          if (await confirmed("Forget on this phone?", "This removes the page and the cards from this phone. They stay at their host.", "Forget", { isDangerous: true })) forget();
        },
      }, "Forget on this phone"))),
    shown: () => {
      if (problem || !matchMedia("(hover: none)").matches) field.input.focus();
    },
    send: field.send,
  };
}
