// A card in a list: as a tile with its photo or in its colour, or as a line. Neither shows its number.

import { element } from "../shared/element.js";
import { icon } from "../shared/icons.js";
import { paint } from "./colour.js";
import { reviewNext } from "../review/review.js";
import { pictured } from "./thumbnails.js";
import { badges, capitalised } from "../shared/words.js";

/** A badge: an icon and words, so that it does not depend on colour. */
export function badge({ icon: name, words, tone }) {
  return element("span", { class: `badge ${tone}` }, icon(name), words);
}

/** The page of a card; for a draft that is the review, which needs to know the draft. */
const target = (card) => (card.state === "draft" ? "/review" : `/card/${card.id}`);
const chosen = (card) => card.state === "draft" && reviewNext(card.id);

/** Opens a chosen card. */
export function show(card, go) {
  chosen(card);
  return go(target(card));
}

const isMatrix = (card) => /QR|Aztec|Matrix|MaxiCode/.test(card.symbologies?.[0] ?? "");

/** "Gift · 12.50 EUR": what distinguishes a card apart from its name. */
function remarks(card, isAmbiguous) {
  return [
    // Only if two cards have the same name; the rest of the number is never in a list.
    isAmbiguous && card.ending ? `ends in ${card.ending}` : null,
    card.balance?.shown,
    // Most are loyalty cards, so that says nothing.
    card.kind && !["loyalty", "other"].includes(card.kind) ? capitalised(card.kind) : null,
  ].filter(Boolean).join(" · ");
}

const star = (card) => card.favourite
  && element("span", { class: "tile-star" }, icon("star"), element("span", { class: "unseen" }, "Favourite"));

/** Names shared by several cards. */
export function ambiguousNames(cards) {
  const seen = new Set();
  return new Set(cards.map((card) => card.name).filter((name) => seen.has(name) || !seen.add(name)));
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

/** The first letters of the first two words, by which cards of one colour are told apart: "Corner Bakery" is "CB". */
function initials(name) {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean).slice(0, 2);
  return words.map((word) => [...word][0].toUpperCase()).join("");
}

/** Marks a selected card by an icon, so that it does not depend on colour. */
const mark = () => element("span", { class: "select-mark" }, icon("check"));

/** A card as a tile. */
export function tile(card, isAmbiguous = false, selected = null) {
  const isAway = card.state === "archived" || card.state === "used" || card.state === "expired" || card.state === "removed";
  return element("li", {},
    pictured(paint(entry(isAway ? "tile away" : "tile", card, selected,
      element("span", { class: "tile-head" },
        element("span", { class: "tile-name", dir: "auto" }, card.name || "Unnamed card"), star(card), selected && mark()),
      element("span", { class: "tile-initials face", "aria-hidden": "true" }, initials(card.name ?? "")),
      element("span", { class: "tile-foot" },
        element("span", { class: "tile-badges" }, badges(card).map(badge)),
        element("span", { class: "tile-line" },
          element("span", { class: "tile-remarks" }, remarks(card, isAmbiguous)),
          card.symbologies?.length > 0 && icon(isMatrix(card) ? "matrix" : "bars")))), card), card));
}

/** A card as a line. */
export function line(card, isAmbiguous = false, selected = null) {
  const about = [remarks(card, isAmbiguous), ...(card.tags ?? []).map((tag) => `#${tag}`)].filter(Boolean).join("  ");
  return element("li", {},
    pictured(entry("line", card, selected,
      paint(element("span", { class: "line-mark face", "aria-hidden": "true" }, initials(card.name ?? "") || "?"), card),
      element("span", { class: "line-words" },
        element("span", { class: "line-name", dir: "auto" }, card.name || "Unnamed card", star(card)),
        about && element("span", { class: "line-about" }, about)),
      element("span", { class: "line-badges" }, badges(card).map(badge)),
      selected ? mark() : icon("next")), card));
}
