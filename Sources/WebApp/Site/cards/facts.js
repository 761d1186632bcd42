// The facts of a card: what its code means, dates, holder and note.

import { element } from "../shared/element.js";
import { shortened } from "../shared/shortened.js";
import { agoWords, capitalised, dayWords, momentWords } from "../shared/words.js";

/** Only links to websites can be opened: a card's address may have come from anybody. */
function webLink(address) {
  const whole = /^https?:\/\//i.test(address) ? address : `https://${address}`;
  if (!URL.canParse(whole)) return address;
  return element("a", { href: whole, target: "_blank", rel: "noopener noreferrer" }, address);
}

/** The facts of a card as a list of terms, with a node for its photos if there is one. */
export function facts(card, photos) {
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
  if (photos) row("Photos", photos);
  if (card.lastUsed) row("Last used", agoWords(card.lastUsed));
  if (card.added) row("Added", momentWords(card.added));
  if (card.origin) row("Source", card.origin);
  return element("dl", { class: "facts" }, rows);
}
