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

/** How many characters of a number's end find it, unless a list shows no more (`CardSearch`). */
const minEnding = 4;

/** A number without the blanks and hyphens that group it. */
const unspaced = (text) => text.replace(/[\s-]/g, "").toLowerCase();

/** Whether a card's number ends with what is typed, or that is what the list shows of it. */
function endsNumber(card, typed) {
  const ending = unspaced(typed).replace(/^•+/, "");
  if (ending.length < minEnding) return ending !== "" && unspaced(card.ending ?? "") === ending;
  return [card.number ?? "", ...card.codes.map(({ shown }) => shown)].some((number) => unspaced(number).endsWith(ending));
}

/** The cards that mention every word, or whose number ends so, in the order given. */
export function found(cards, typed) {
  const wanted = folded(typed).split(" ").filter(Boolean);
  if (wanted.length === 0) return cards;
  return cards.filter((card) => wanted.every((word) => words(card).includes(word)) || endsNumber(card, typed));
}
