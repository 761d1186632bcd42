// A list of cards to choose from, with a search.

import { get } from "../shared/api.js";
import { debounced, element } from "../shared/element.js";
import { clearProblem } from "../shared/field-problem.js";
import { attempt } from "../shared/notices.js";
import { ambiguousNames, remarks } from "./entry.js";

/** A list of these cards to choose from. */
export function cardPicks(cards) {
  let latest = 0;
  const ambiguous = ambiguousNames(cards);
  // The same search as on the page of all cards.
  const find = debounced(120, () => attempt(async () => {
    const number = ++latest;
    const found = await get("cards", { words: filter.value, states: "all", sort: "name" });
    if (number !== latest) return;
    const ids = new Set(found.cards.map((card) => card.id));
    for (const label of picks.children) label.hidden = !ids.has(label.querySelector("input").value);
  }));
  const filter = element("input", { type: "search", placeholder: "Search", "aria-label": "Search cards to export", oninput: find });
  const picks = element("div", { class: "picks" }, cards.map((card) => element("label", { class: "pick" },
    element("input", { type: "checkbox", value: card.id, onchange: () => clearProblem(filter) }),
    element("span", {}, element("span", { dir: "auto" }, card.name), " ",
      element("span", { class: "soft" }, remarks(card, ambiguous.has(card.name)).join(" · "))))));
  return {
    node: element("fieldset", { class: "field stack", hidden: true }, element("legend", {}, "Cards"), filter, picks),
    /** The field beside which a problem with the choice is shown. */
    filter,
    /** The ids of the chosen cards. */
    chosen: () => [...picks.querySelectorAll("input:checked")].map((input) => input.value),
  };
}
