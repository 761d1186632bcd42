// A choice of cards, with a search above it.

import { element } from "./element.js";
import { clearProblem } from "./field-problem.js";

/** The choice among these cards. */
export function cardPicks(cards) {
  const filter = element("input", { type: "search", placeholder: "Search", "aria-label": "Search cards to export", oninput: () => {
    for (const label of picks.children) {
      label.hidden = !label.textContent.toLowerCase().includes(filter.value.trim().toLowerCase());
    }
  } });
  const picks = element("div", { class: "picks" }, cards.map((card) => element("label", { class: "pick" },
    element("input", { type: "checkbox", value: card.id, onchange: () => clearProblem(filter) }), element("span", { dir: "auto" }, card.name))));
  return {
    node: element("fieldset", { class: "field stack", hidden: true }, element("legend", {}, "Cards"), filter, picks),
    /** Where a problem with the choice is said. */
    filter,
    /** The ids of the chosen cards. */
    chosen: () => [...picks.querySelectorAll("input:checked")].map((input) => input.value),
  };
}
