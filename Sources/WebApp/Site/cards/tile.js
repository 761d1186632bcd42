// A card in a list: as a tile with its photo or in its colour, or as a line. Neither shows its number.

import { element } from "../shared/element.js";
import { icon } from "../shared/icons.js";
import { paint } from "./colour.js";
import { badge, initials, isMatrix, lineParts, remarks, star } from "./entry.js";
import { reviewNext } from "../review/review.js";
import { pictured } from "./thumbnails.js";
import { badges } from "../shared/words.js";

/** The page of a card; for a draft that is the review, which needs to know the draft. */
const target = (card) => (card.state === "draft" ? "/review" : `/card/${card.id}`);
const chosen = (card) => card.state === "draft" && reviewNext(card.id);

/** Opens a chosen card. */
export function show(card, go) {
  chosen(card);
  return go(target(card));
}

/** A card in a list: a link to its page, or while selecting, a button; `selected` is then the selection. */
function entry(kind, card, selected, ...content) {
  const options = { class: kind, "data-key": card.id };
  if (!selected) return element("a", { ...options, href: target(card), onclick: () => chosen(card) }, content);
  return element("button", {
    ...options, type: "button", "aria-pressed": String(selected.isPicked(card)),
    onclick: ({ currentTarget }) => currentTarget.setAttribute("aria-pressed", String(selected.pick(card))),
  }, content);
}

/** Marks a selected card by an icon, so that it does not depend on colour. */
const mark = () => element("span", { class: "select-mark" }, icon("check"));

/** A card as a tile. */
export function tile(card, isAmbiguous = false, selected = null) {
  // One below the other, as an amount beside an ending would be cut on a phone.
  const [last = "", ...before] = remarks(card, isAmbiguous).reverse();
  const isAway = card.state === "archived" || card.state === "used" || card.state === "expired" || card.state === "removed";
  return element("li", {},
    pictured(paint(entry(isAway ? "tile away" : "tile", card, selected,
      element("span", { class: "tile-head" },
        element("span", { class: "tile-name", dir: "auto" }, card.name || "Unnamed card"), star(card), selected && mark()),
      element("span", { class: "tile-initials face", "aria-hidden": "true" }, initials(card.name ?? "")),
      element("span", { class: "tile-foot" },
        element("span", { class: "tile-badges" }, badges(card).map(badge)),
        before.map((words) => element("span", { class: "tile-line tile-remarks" }, words)),
        element("span", { class: "tile-line" },
          element("span", { class: "tile-remarks" }, last),
          card.symbologies?.length > 0 && icon(isMatrix(card) ? "matrix" : "bars")))), card), card));
}

/** A card as a line. */
export function line(card, isAmbiguous = false, selected = null) {
  return element("li", {},
    pictured(entry("line", card, selected, lineParts(card, isAmbiguous), selected ? mark() : icon("next")), card));
}
