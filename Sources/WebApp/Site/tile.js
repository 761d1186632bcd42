// A card in a list: as a tile in the card's colour, or as a line. Neither shows its number.

import { element } from "./element.js";
import { icon } from "./icons.js";
import { paint } from "./colour.js";
import { reviewNext } from "./review.js";
import { badges, capitalised } from "./words.js";

/** A badge: an icon and words, so that it does not depend on colour. */
export function badge({ icon: name, words, tone }) {
  return element("span", { class: `badge ${tone}` }, icon(name), words);
}

/** The page of a card; a draft's is the review, which must be told of which one. */
const target = (card) => (card.state === "draft" ? "/review" : `/card/${card.id}`);
const chosen = (card) => card.state === "draft" && reviewNext(card.id);

/** Shows a card that was chosen. */
export function show(card, go) {
  chosen(card);
  return go(target(card));
}

const isMatrix = (card) => /QR|Aztec|Matrix|MaxiCode/.test(card.symbologies?.[0] ?? "");

/** "Gift · 12.50 EUR": what tells a card from another, apart from its name. */
function remarks(card, isAmbiguous) {
  return [
    // Only where two cards have the same name; the rest of the number is never in a list.
    isAmbiguous && card.ending ? `ends in ${card.ending}` : null,
    card.balance?.shown,
    // Most cards are loyalty cards: it would tell them from nothing.
    card.kind && !["loyalty", "other"].includes(card.kind) ? capitalised(card.kind) : null,
  ].filter(Boolean).join(" · ");
}

const star = (card) => card.favourite
  && element("span", { class: "tile-star" }, icon("star"), element("span", { class: "unseen" }, "Favourite"));

/** The names that several cards have. */
export function ambiguousNames(cards) {
  const seen = new Set();
  return new Set(cards.map((card) => card.name).filter((name) => seen.has(name) || !seen.add(name)));
}

/** A card as a tile. */
export function tile(card, isAmbiguous = false) {
  const isAway = card.state === "archived" || card.state === "used" || card.state === "expired";
  return element("li", {},
    paint(element("a", { class: isAway ? "tile away" : "tile", href: target(card), "data-key": card.id, onclick: () => chosen(card) },
      element("span", { class: "tile-head" },
        element("span", { class: "tile-name", dir: "auto" }, card.name || "Unnamed card"), star(card)),
      element("span", { class: "tile-foot" },
        element("span", { class: "tile-badges" }, badges(card).map(badge)),
        element("span", { class: "tile-line" },
          element("span", { class: "tile-remarks" }, remarks(card, isAmbiguous)),
          card.symbologies?.length > 0 && icon(isMatrix(card) ? "matrix" : "bars")))), card));
}

/** A card as a line. */
export function line(card, isAmbiguous = false) {
  const about = [remarks(card, isAmbiguous), ...(card.tags ?? []).map((tag) => `#${tag}`)].filter(Boolean).join("  ");
  return element("li", {},
    element("a", { class: "line", href: target(card), "data-key": card.id, onclick: () => chosen(card) },
      paint(element("span", { class: "line-mark", "aria-hidden": "true" }, [...(card.name || "?")][0].toUpperCase()), card),
      element("span", { class: "line-words" },
        element("span", { class: "line-name", dir: "auto" }, card.name || "Unnamed card", star(card)),
        about && element("span", { class: "line-about" }, about)),
      element("span", { class: "line-badges" }, badges(card).map(badge)),
      icon("next")));
}
