// The list of a pocket's cards, favourites first.

import { ambiguousNames, lineParts } from "../cards/entry.js";
import { confirmed } from "../shared/dialog.js";
import { sharedWords } from "./door.js";
import { element, fill, freshID } from "../shared/element.js";
import { icon } from "../shared/icons.js";
import { found } from "./search.js";
import { counted, momentWords } from "../shared/words.js";
import { wordsField } from "./words-field.js";

/** What a host can do, and who holds the phone. */
const risks = "It keeps the key here, so it protects nothing from whoever holds this phone unlocked. Other pages at this address could read it. Whoever runs the host could change this page at a visit with a network, and take words and cards.";

export function listView({ cards, published }, { told, lock, forget, isKept, keep, mayKeep, isShared, choose, enter }) {
  const ambiguous = ambiguousNames(cards);
  const results = element("div", { class: "results" });
  const status = element("p", { class: "unseen", role: "status" });

  const entry = (card) => element("li", {}, element("button", {
    type: "button", class: "line", "data-key": card.id, onclick: () => choose(card),
  }, lineParts(card, ambiguous.has(card.name)), icon("next")));

  const section = (title, list) => list.length > 0 && element("section", {},
    title && element("h2", { class: "section-title" }, title), element("ul", { class: "lines" }, list.map(entry)));

  function draw() {
    const all = found(cards, told.typed);
    const [first, rest] = [all.filter((card) => card.favourite), all.filter((card) => !card.favourite)];
    fill(results,
      all.length === 0 && element("div", { class: "empty" }, icon("search"),
        element("h2", {}, told.typed.trim() ? `No card matches “${told.typed.trim()}”` : "No cards")),
      section("Favourites", first), section(first.length > 0 && "Other cards", rest));
    return all.length;
  }

  const search = element("input", {
    type: "search", placeholder: "Search", value: told.typed, autocomplete: "off", spellcheck: "false", enterkeyhint: "search",
    "aria-label": "Search cards",
    oninput: () => {
      told.typed = search.value;
      status.textContent = counted(draw(), "card");
    },
    onkeydown: (event) => {
      const first = found(cards, told.typed);
      if (event.key === "Enter" && !event.isComposing && told.typed.trim() && first.length > 0) choose(first[0]);
    },
  });

  const keepID = freshID("keep");
  const keepWords = element("p", { role: "alert" });
  const keepSwitch = element("input", {
    id: keepID, type: "checkbox", role: "switch", class: "switch", checked: isKept, onchange: () => {
      const problem = keep(keepSwitch.checked);
      if (problem) keepSwitch.checked = false;
      lockButton.hidden = keepSwitch.checked;
      fill(keepWords, problem && element("span", { class: "notice bad" }, icon("warning"), problem));
    },
  });
  const lockButton = element("button", { type: "button", class: "icon-button", "aria-label": "Lock", hidden: isKept, onclick: lock }, icon("lock"));

  const renewed = told.asksForWords && wordsField(told.words, enter);
  draw();
  const heading = element("h1", { tabIndex: -1 }, "Cards");
  return {
    isList: true,
    scrolled: told.scrolled,
    shown: () => (results.querySelector(`[data-key="${told.chosen}"]`) ?? heading).focus({ preventScroll: true }),
    node: element("div", { class: "page narrow" },
      element("div", { class: "page-head pocket-head" }, heading, lockButton),
      element("p", { class: "soft" }, `${told.isNew ? "Just updated: as" : "As"} of ${momentWords(published)}`),
      told.notice && element("div", { class: "notice warn", role: "alert" }, icon("warning"), element("div", { class: "stack" },
        element("p", {}, told.notice),
        renewed && element("form", {
          class: "stack", novalidate: true, oninput: () => (told.words = renewed.input.value), onsubmit: (event) => {
            event.preventDefault();
            renewed.send();
          },
        }, renewed.node, element("button", { class: "button primary" }, "Open the new cards")))),
      element("div", { class: "tools" }, element("div", { class: "search" }, icon("search"), search)),
      status, results,
      element("section", { class: "panel stack", "aria-label": "This phone" },
        element("h2", {}, "This phone"),
        mayKeep && element("div", { class: "switch-line" },
          element("label", { for: keepID }, "Keep open on this phone", element("span", { class: "hint" }, risks)), keepSwitch),
        mayKeep && keepWords,
        isShared && element("p", { class: "soft" }, sharedWords),
        element("p", { class: "soft" }, "To have this page like an app, choose “Add to home screen” in the browser’s menu. On an iPhone, type the words there once more."),
        element("button", {
          type: "button", class: "button danger-text", onclick: async () => {
            if (await confirmed("Forget on this phone?", "This removes the page, the cards and the key from this phone. They stay at their host.", "Forget", { isDangerous: true })) forget();
          },
        }, icon("remove"), "Forget on this phone"))),
  };
}
