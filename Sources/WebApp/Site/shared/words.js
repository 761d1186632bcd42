// Words for dates, counts and a card's state, the same on every page.

// Dates are in English, like the page, whatever the browser's language.
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const moment = new Intl.DateTimeFormat("en-GB", {
  day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit",
});

/** "1 card", "3 cards". */
export function counted(count, one, many = `${one}s`) {
  return `${count.toLocaleString("en-GB")} ${count === 1 ? one : many}`;
}

/** A calendar day (`2026-12-31`) in local time; `new Date` alone would read it as UTC. */
function localDay(text) {
  const [year, month, date] = text.slice(0, 10).split("-").map(Number);
  return new Date(year, month - 1, date);
}

/** "31 Dec 2026" */
export const dayWords = (text) => day.format(localDay(text));

/** "31 Dec 2026, 14:05" */
export const momentWords = (text) => moment.format(new Date(text));

/**
 * A quotation; a time; or a day, or two with an arrow between them, after the words with which the server introduces a
 * card's dates at the start of a phrase.
 */
const dated = /“[^”]*”|\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z|(?:^|: |; |\()(?:expires|valid from|was)(?: stays)? \d{4}-\d{2}-\d{2}(?: → \d{4}-\d{2}-\d{2})?(?![\dT])/gi;

/**
 * The server's words with dates as the pages show them: times are local, without seconds.
 *
 * Quotations, such as names, are people's own text and stay as they are.
 */
export const withDates = (words) => words.replace(dated, (found) => {
  if (found.startsWith("“")) return found;
  return found.endsWith("Z") ? momentWords(found) : found.replace(/\d{4}-\d{2}-\d{2}/g, dayWords);
});

/** How long ago, in words; after a week, the day. */
export function agoWords(text) {
  const minutes = Math.round((Date.now() - new Date(text)) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${counted(minutes, "minute")} ago`;
  if (minutes < 24 * 60) return `${counted(Math.round(minutes / 60), "hour")} ago`;
  const days = Math.round(minutes / (24 * 60));
  return days <= 7 ? `${counted(days, "day")} ago` : day.format(new Date(text));
}

/** "Expires in 5 days" */
function expiryWords(text) {
  const today = new Date();
  today.setHours(0, 0, 0, 0);
  const days = Math.round((localDay(text) - today) / 86_400_000);
  if (days < 0) return `Expired ${dayWords(text)}`;
  if (days === 0) return "Expires today";
  if (days === 1) return "Expires tomorrow";
  return days <= 60 ? `Expires in ${days} days` : `Expires ${dayWords(text)}`;
}

/** "Gift" */
export const capitalised = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/** The server's words as a sentence, such as "It is empty"; the program's name and an address (`git:/cards`) stay as they are. */
export const sentence = (words) => (/^(?:cardvault|\S*[:/]\S)/.test(words) ? words : capitalised(words));

/** What became of something on a photo, and what helps; with its card, that is on the card's page. */
export const itemSentence = ({ words, id, try: advice }) => `${capitalised(words)}.${advice && !id ? ` Try: ${advice}.` : ""}`;

/**
 * A card's states: each has an icon and words, so that none depends on colour.
 */
export function badges(card) {
  const found = [];
  const add = (icon, words, tone) => found.push({ icon, words, tone });
  if (card.state === "draft") add("review", "To review", "warn");
  if (card.state === "archived") add("archive", "Archived", "plain");
  if (card.state === "removed") add("remove", card.removed ? `Removed ${agoWords(card.removed)}` : "Removed", "plain");
  if (card.state === "used") add("check", "Used", "plain");
  if (card.state === "expired") add("expired", card.expires ? expiryWords(card.expires) : "Expired", "bad");
  else if (card.expiresSoon && card.expires) add("clock", expiryWords(card.expires), "warn");
  if (card.validFrom && localDay(card.validFrom) > new Date()) {
    add("clock", `Valid from ${dayWords(card.validFrom)}`, "plain");
  }
  if (card.oneTime && card.state === "active") add("once", "One-time", "plain");
  if (card.doubtful) add("warning", "Compare with the card", "warn");
  if (card.conflicts > 0) add("decisions", "Decision needed", "warn");
  return found;
}
