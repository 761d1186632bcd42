// Dates, counts and the words for a card's state, in one place so that every page says them alike.

// The page speaks English, so dates do as well, whatever the browser's language is.
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const moment = new Intl.DateTimeFormat("en-GB", {
  day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit",
});

/** "1 card", "3 cards". */
export function counted(count, one, many = `${one}s`) {
  return `${count.toLocaleString("en-GB")} ${count === 1 ? one : many}`;
}

/** A calendar day (`2026-12-31`) is that day everywhere; `new Date` alone would read it as UTC. */
function localDay(text) {
  const [year, month, date] = text.slice(0, 10).split("-").map(Number);
  return new Date(year, month - 1, date);
}

/** "31 Dec 2026" */
export const dayWords = (text) => day.format(localDay(text));

/** "31 Dec 2026, 14:05" */
export const momentWords = (text) => moment.format(new Date(text));

/** A quotation; a moment; a day, or two with an arrow between them, after the words that the server says in front of a card's dates where it begins
 *  to say something. */
const dated = /“[^”]*”|\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z|(?:^|: |; |\()(?:expires|valid from|was)(?: stays)? \d{4}-\d{2}-\d{2}(?: → \d{4}-\d{2}-\d{2})?(?![\dT])/gi;

/**
 * The server's words with their moments and days as the pages show them: moments local, and without seconds.
 *
 * What is quoted, such as a name, is a person's text and stays as it is.
 */
export const withDates = (words) => words.replace(dated, (found) => {
  if (found.startsWith("“")) return found;
  return found.endsWith("Z") ? momentWords(found) : found.replace(/\d{4}-\d{2}-\d{2}/g, dayWords);
});

/** How long ago, in words; the day once it is more than a week. */
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

/** "It is empty": the server's words as a sentence; the name of our program and its commands stay as they are. */
export const sentence = (words) => (words.startsWith("cardvault") ? words : capitalised(words));

/**
 * What there is to say about a card besides its name: each has an icon and words, so that no state depends on colour.
 */
export function badges(card) {
  const found = [];
  const add = (icon, words, tone) => found.push({ icon, words, tone });
  if (card.state === "draft") add("review", "To review", "warn");
  if (card.state === "archived") add("archive", "Archived", "plain");
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
