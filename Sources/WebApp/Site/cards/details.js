// Everything else about a card: its facts, its photos, and what can be done with it.

import { getOctets } from "../shared/api.js";
import { element } from "../shared/element.js";
import { icon } from "../shared/icons.js";
import { attempt } from "../shared/notices.js";
import { openDialog } from "../shared/dialog.js";
import { capitalised } from "../shared/words.js";
import { facts } from "./facts.js";

function photoButton(card, side) {
  const show = () => attempt(async () => {
    const { blob } = await getOctets("photo", { id: card.id, side });
    const address = URL.createObjectURL(blob);
    openDialog(`Photo: ${side}`, element("img", { class: "photo", src: address, alt: `The card's ${side}` }),
      { closed: () => URL.revokeObjectURL(address) });
  });
  return element("button", { type: "button", class: "button small", onclick: show }, icon("photo"), capitalised(side));
}

/** Everything else about a card, and what can be done with it. */
export function cardDetails(card) {
  const photos = card.photos?.length > 0
    && element("span", { class: "actions" }, [...new Set(card.photos)].map((side) => photoButton(card, side)));
  return [
    element("h2", {}, "Details"),
    card.conflicts > 0 && element("p", { class: "notice warn" }, icon("decisions"),
      element("span", {}, "Two devices changed this card at once. ", element("a", { href: "/decisions" }, "Choose what to keep"))),
    card.duplicateOf?.length > 0 && element("p", { class: "notice warn" }, icon("join"),
      element("span", {}, "Another card has the same code. ", element("a", { href: "/decisions" }, "Join them"))),
    facts(card, photos),
    element("div", { class: "actions" },
      element("a", { class: "button", href: `/edit/${card.id}` }, icon("edit"), "Edit"),
      element("a", { class: "button", href: `/history/${card.id}` }, icon("history"), "History")),
  ];
}
