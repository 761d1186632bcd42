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

/** How many characters of a number's end find it, unless a list shows no more (`Card.minEndingLength`). */
const minEnding = 4;

/** A number without the blanks and hyphens that group it. */
const unspaced = (text) => text.replace(/[\s-]/g, "").toLowerCase();

/** What a list shows of a number: at most its last four characters, and never more than a third of it. */
const visibleEnding = (number) => {
  const letters = [...number];
  return letters.slice(letters.length - Math.min(minEnding, Math.floor(letters.length / 3))).join("");
};

/** Whether a code or the number ends with what is typed, or that is just what a list shows of it (`SearchWords`). */
function endsNumber(card, typed) {
  const ending = unspaced(typed).replace(/^•+/, "");
  const isLong = ending.length >= minEnding && /\p{N}/u.test(ending);
  if (!isLong && (ending === "" || ending.length > minEnding)) return false;
  return [card.number ?? "", ...card.codes.map(({ shown }) => shown)]
    .some((number) => (isLong ? unspaced(number).endsWith(ending) : unspaced(visibleEnding(number)) === ending));
}

/** The cards that mention every word, or whose number ends so, in the order given; just the latter for a number with its dots. */
export function found(cards, typed) {
  if (!typed.trim()) return cards;
  const wanted = folded(typed).split(" ").filter(Boolean);
  const isMasked = typed.trimStart().startsWith("•");
  return cards.filter((card) => !isMasked && wanted.length > 0 && wanted.every((word) => words(card).includes(word)) || endsNumber(card, typed));
}
