// Finds cards by what is typed, ignoring accents, case and punctuation.

/** A text as it is compared: “Müller’s Bäckerei” becomes “mullers backerei”. */
const folded = (text) => text.toUpperCase().toLowerCase().normalize("NFKD").replace(/[\p{M}'’]/gu, "")
  .replace(/[^\p{L}\p{N}]+/gu, " ").trim();

const mentioned = new WeakMap();

/** What a card is found by: its name, note, holder, kind and tags. */
function words(card) {
  if (!mentioned.has(card)) {
    mentioned.set(card, folded([card.name, card.note, card.holder, card.kind, ...card.tags].filter(Boolean).join(" ")));
  }
  return mentioned.get(card);
}

/** The cards that mention every word, in the order given. */
export function found(cards, typed) {
  const wanted = folded(typed).split(" ").filter(Boolean);
  return wanted.length === 0 ? cards : cards.filter((card) => wanted.every((word) => words(card).includes(word)));
}
