// What an entry of a list shows of a card: never its number.

import { element } from "../shared/element.js";
import { icon } from "../shared/icons.js";
import { badges, capitalised } from "../shared/words.js";
import { paint } from "./colour.js";

/** A badge: an icon and words, so that it does not depend on colour. */
export function badge({ icon: name, words, tone }) {
  return element("span", { class: `badge ${tone}` }, icon(name), words);
}

/** Whether its code is no row of bars. */
export const isMatrix = (card) => /QR|Aztec|Matrix|MaxiCode/.test(card.symbologies?.[0] ?? "");

/** "ends in 11", and "12.50 EUR · Gift": what distinguishes a card apart from its name. */
export function remarks(card, isAmbiguous) {
  return [
    // Only if two cards have the same name; the rest of the number is never in a list.
    isAmbiguous && card.ending ? `ends in ${card.ending}` : null,
    // Most are loyalty cards, so that says nothing.
    [card.balance?.shown, card.kind && !["loyalty", "other"].includes(card.kind) ? capitalised(card.kind) : null].filter(Boolean).join(" · "),
  ].filter(Boolean);
}

/** Marks a favourite. */
export const star = (card) => card.favourite
  && element("span", { class: "tile-star" }, icon("star"), element("span", { class: "unseen" }, "Favourite"));

/** Names shared by several cards. */
export function ambiguousNames(cards) {
  const seen = new Set();
  return new Set(cards.map((card) => card.name).filter((name) => seen.has(name) || !seen.add(name)));
}

/** The first letters of the first two words, by which cards of one colour are told apart: "Corner Bakery" is "CB". */
export function initials(name) {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean).slice(0, 2);
  return words.map((word) => [...word][0].toUpperCase()).join("");
}

/** What a line shows of a card: its mark, its words, and its badges. */
export function lineParts(card, isAmbiguous) {
  const about = [remarks(card, isAmbiguous).join(" · "), ...(card.tags ?? []).map((tag) => `#${tag}`)].filter(Boolean).join("  ");
  return [
    paint(element("span", { class: "line-mark face", "aria-hidden": "true" }, initials(card.name ?? "") || "?"), card),
    element("span", { class: "line-words" },
      element("span", { class: "line-name", dir: "auto" }, card.name || "Unnamed card", star(card)),
      about && element("span", { class: "line-about" }, about)),
    element("span", { class: "line-badges" }, badges(card).map(badge)),
  ];
}
