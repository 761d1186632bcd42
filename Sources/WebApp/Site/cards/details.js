// Everything else about a card: what its code means, dates, holder, note and photos.

import { getOctets } from "../shared/api.js";
import { element } from "../shared/element.js";
import { icon } from "../shared/icons.js";
import { attempt } from "../shared/notices.js";
import { openDialog } from "../shared/dialog.js";
import { shortened } from "../shared/copying.js";
import { agoWords, capitalised, dayWords, momentWords } from "../shared/words.js";

function photoButton(card, side) {
  const show = () => attempt(async () => {
    const { blob } = await getOctets("photo", { id: card.id, side });
    const address = URL.createObjectURL(blob);
    openDialog(`Photo: ${side}`, element("img", { class: "photo", src: address, alt: `The card's ${side}` }),
      { closed: () => URL.revokeObjectURL(address) });
  });
  return element("button", { type: "button", class: "button small", onclick: show }, icon("photo"), capitalised(side));
}

/** Only links to websites can be opened: a card's address may have come from anybody. */
function webLink(address) {
  const whole = /^https?:\/\//i.test(address) ? address : `https://${address}`;
  if (!URL.canParse(whole)) return address;
  return element("a", { href: whole, target: "_blank", rel: "noopener noreferrer" }, address);
}

/** The facts of a card as a list of terms. */
export function cardDetails(card) {
  const rows = [];
  const row = (term, ...content) => rows.push(element("div", { class: "fact" }, element("dt", {}, term), element("dd", { dir: "auto" }, content)));
  if (card.balance) row("Balance", card.balance.shown);
  if (card.tags.length) row("Tags", element("span", { class: "chips" }, card.tags.map((tag) => element("span", { class: "chip still" }, tag))));
  if (card.kind) row("Kind", capitalised(card.kind));
  if (card.validFrom) row("Valid from", dayWords(card.validFrom));
  if (card.expires) row("Expires", dayWords(card.expires));
  if (card.holder) row("Holder", card.holder);
  if (card.webAddress) row("Web", webLink(card.webAddress));
  if (card.note) row("Note", element("span", { class: "note" }, card.note));
  card.codes.forEach((code, index) => {
    const title = card.codes.length > 1 ? `Code ${index + 1}` : "Code";
    row(title, element("span", { class: "soft" }, code.symbology), element("br"), shortened(code.shown),
      code.meaning?.length > 0 && element("ul", { class: "plain-list" }, code.meaning.map((each) => element("li", {}, each))));
  });
  if (card.photos?.length) row("Photos", element("span", { class: "actions" }, [...new Set(card.photos)].map((side) => photoButton(card, side))));
  if (card.lastUsed) row("Last used", agoWords(card.lastUsed));
  if (card.added) row("Added", momentWords(card.added));
  if (card.origin) row("Source", card.origin);
  return [
    element("h2", {}, "Details"),
    card.conflicts > 0 && element("p", { class: "notice warn" }, icon("decisions"),
      element("span", {}, "Two devices changed this card at once. ", element("a", { href: "/decisions" }, "Choose what to keep"))),
    card.duplicateOf?.length > 0 && element("p", { class: "notice warn" }, icon("join"),
      element("span", {}, "Another card has the same code. ", element("a", { href: "/decisions" }, "Join them"))),
    element("dl", { class: "facts" }, rows),
    element("div", { class: "actions" },
      element("a", { class: "button", href: `/edit/${card.id}` }, icon("edit"), "Edit"),
      element("a", { class: "button", href: `/history/${card.id}` }, icon("history"), "History")),
  ];
}
