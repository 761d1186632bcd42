// The pocket: cards on a phone, sealed, without a network. It opens the file beside it, and changes nothing there.

import { element, fill } from "../shared/element.js";
import { cardView } from "./card.js";
import { doorView } from "./door.js";
import { Refusal, lineCount, payload, rootKey, wrappedKey } from "./envelope.js";
import { listView } from "./list.js";
import {
  dropKey, fileThere, forget, isSecure, isShared, keepFile, keepKey, keptFile, keptKey, see, seen, tabs,
} from "./storage.js";
import { momentWords } from "../shared/words.js";

/** A page out of sight for longer asks for the words again, in milliseconds. */
const hiddenFor = 5 * 60_000;

const main = document.getElementById("main");

/** What is open: the root key, the file and what it holds; `null` while the cards are locked. */
let held = null;
let view = null;
/** The sealed file of the host, as far as one was fetched before any was opened. */
let fetched = null;
/** The file at the host that was refused last: nothing more is said of it. */
let refused = null;
/** Kept over views: what a person looks for, words for newer cards, and what went wrong. */
const told = { typed: "", words: "", notice: null };

/** There is nothing to open. */
const nothingHere = "There are no cards on this phone yet, and their host cannot be reached. Open this page once with a network.";

/** What a person reads for each reason why a file does not open. */
const reasons = {
  words: "These words do not open the cards. Check each of the six.",
  damaged: "The file with the cards is damaged, or somebody altered it. Publish it again: cardvault pocket.",
  newer: "A newer cardvault published these cards. Load this page again.",
  key: "The cards were published under new words.",
};

const isSameKey = (one, other) => isSameFile(one.subarray(0, lineCount), other.subarray(0, lineCount));
const isSameFile = (one, other) => one.length === other.length && one.every((byte, place) => byte === other[place]);

function show(next, title) {
  view?.leave?.();
  view = next;
  document.title = title;
  document.body.className = next.className ?? "";
  fill(main, next.node);
  scrollTo(0, next.scrolled ?? 0);
  next.shown?.();
}

/** Shows the door; with `problem`, says why. */
function showDoor(problem, words = "") {
  show(doorView({ problem, words, open, isSecure, isShared, forget: () => everywhere("forget") }), "Cards");
}

function showList(notice = told.notice) {
  told.notice = notice;
  show(listView(held.content, {
    told, lock: () => everywhere("lock"), forget: () => everywhere("forget"), isKept: keptKey() !== null, keep, mayKeep: isSecure && !isShared, isShared,
    choose: (card) => {
      [told.scrolled, told.chosen] = [scrollY, card.id];
      history.pushState({ isCard: true }, "");
      showCard(card);
    },
    enter: (words) => {
      told.words = words;
      return open(words);
    },
  }), "Cards");
}

function showCard(card) {
  // The title stays in the phone's list of pages, so it names no card.
  show(cardView(card, held.content.cards, { step: showCard, back: () => history.back() }), "Card");
}

/** The cards of a file, once it opens; they are as the page's modules know them. */
async function read(file, root) {
  const bytes = await payload(file, root);
  try {
    const content = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    // In the order of the list, in which a card at the till steps, too.
    const cards = [...content.cards.filter((card) => card.favourite), ...content.cards.filter((card) => !card.favourite)];
    return { published: content.published, cards: cards.map((card, place) => shaped(card, place, content.published)) };
  } catch {
    throw new Refusal("damaged");
  } finally {
    bytes.fill(0);
  }
}

/** A card as lists and the till show it, with what is true of it today. */
function shaped(card, place, published) {
  const today = new Date();
  const [day, soon] = [0, 30].map((days) => localDay(new Date(today.getFullYear(), today.getMonth(), today.getDate() + days)));
  return {
    ...card,
    id: String(place),
    tags: card.tags ?? [],
    symbologies: card.codes.map((code) => code.symbology),
    state: card.expires && card.expires < day ? "expired" : "active",
    expiresSoon: Boolean(card.expires && card.expires >= day && card.expires <= soon),
    balance: card.balance && { shown: `${card.balance} on ${momentWords(published).replace(/,.*/, "")}` },
  };
}

const localDay = (date) => [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-");

/** Where a file may be, as `null` if it is not. */
const sources = [keptFile, () => fetched ?? fileThere().catch(() => null)];

/** Opens the cards with the words, and says why if they do not open. */
async function open(words) {
  let [problem, before] = [nothingHere, null];
  // The host is asked only if what is kept does not open: at a till, nobody waits for a network.
  for (const found of sources) {
    const file = await found();
    // Of the same key, which takes a moment to derive, these are the wrong words, too.
    if (!file || (problem === reasons.words && isSameKey(file, before))) continue;
    before = file;
    try {
      await opened(file, await rootKey(wrappedKey(file), words));
      told.words = "";
      return;
    } catch (error) {
      problem = reasonOf(error);
    }
  }
  tell(problem, words);
}

/** Says why a file was not opened: at the door, or in the list that is open already. */
const tell = (problem, words) => (held ? showList(problem) : showDoor(problem, words));

/** Why a file does not open, in words. */
const reasonOf = (error) => {
  if (error instanceof Refusal) return reasons[error.reason] ?? error.message;
  console.error(error);
  return `The cards cannot be opened: ${error.message}.`;
};

/** Shows a file's cards, keeps the file, and looks for a newer one. */
async function opened(file, root) {
  const content = await read(file, root);
  if (content.published < seen()) {
    throw new Refusal("older", `This file was published on ${momentWords(content.published)}, and this phone has seen one of ${momentWords(seen())}. An older one is not opened.`);
  }
  if (held?.root !== root) held?.root.fill(0);
  held = { root, file, content };
  [fetched, refused, told.asksForWords] = [null, null, false];
  history.replaceState(null, "");
  // Under new words, what was kept is of no use any more.
  if (keptKey()) keep(true);
  const notice = await kept(file, content);
  showList(notice);
  await refresh();
}

/** Keeps a file that was opened; returns what a person should know if that was not possible. */
async function kept(file, content) {
  const before = await keptFile();
  // An older file that stays here must open the next time, so the newer one counts as seen only where it is kept.
  if (!before || isSameFile(before, file)) see(content.published);
  if (before && isSameFile(before, file)) return null;
  if (!isSecure) return "This address is not secure (https), so this phone keeps nothing: the cards need a network each time.";
  try {
    await keepFile(file);
    see(content.published);
    return null;
  } catch {
    if (before) return "This phone has no room to keep the newer cards: they are shown now, but without a network the next time the older ones.";
    return "This phone has no room to keep the cards, or its browser keeps nothing: they are shown now, but need a network the next time.";
  }
}

/** Takes the host's file if it is newer. */
async function refresh() {
  if (!held) return;
  let file;
  try {
    file = await fileThere();
  } catch {
    return;
  }
  const before = held;
  if (!before || isSameFile(file, before.file) || (refused && isSameFile(file, refused))) return;
  let notice;
  try {
    const content = await read(file, before.root);
    if (held !== before) return;
    if (content.published > before.content.published && content.published >= seen()) {
      refused = null;
      held = { ...before, file, content };
      notice = await kept(file, content);
      told.isNew = true;
    } else {
      refused = file;
      notice = `The host has an older file, of ${momentWords(content.published)}. It was not taken.`;
    }
  } catch (error) {
    if (held !== before) return;
    [fetched, refused] = [file, file];
    notice = error.reason === "key" ? `${reasons.key} Type them to see the new ones; these are of ${momentWords(before.content.published)}.`
      : "The file at the host is damaged, or somebody altered it. It was not taken.";
    told.asksForWords = error.reason === "key";
  }
  told.notice = notice;
  // A card at the till stays as it is; and whoever types in a field goes on there.
  if (!view.isList) return;
  const field = { search: "[type=search]", textarea: "textarea" }[document.activeElement?.type];
  showList(notice);
  if (field) main.querySelector(field)?.focus();
}

/** Keeps the key on this phone, or removes it; returns what a person should know. */
function keep(isWanted) {
  if (!isWanted) return dropKey();
  try {
    keepKey(held.root);
    navigator.storage?.persist?.();
    return null;
  } catch {
    return "This browser keeps nothing, so the words are asked for each time.";
  }
}

/** Removes the cards from the page; the words open them again. */
function lock() {
  held?.root.fill(0);
  [held, fetched, refused] = [null, null, null];
  Object.assign(told, { typed: "", words: "", notice: null, isNew: false, asksForWords: false, scrolled: 0, chosen: null });
  history.replaceState(null, "");
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  showDoor();
}

const deeds = { lock, forget: forgetAll };

/** Does in every tab of this pocket what a person asks for in one. */
function everywhere(deed) {
  tabs.postMessage(deed);
  return deeds[deed]();
}

tabs.addEventListener("message", ({ data }) => deeds[data]?.());

async function forgetAll() {
  lock();
  await forget();
  show({ node: element("section", { class: "door stack" }, element("div", { class: "door-panel" },
    element("h1", { tabIndex: -1 }, "Forgotten"),
    element("p", {}, "Nothing of the cards is left on this phone. If you added this page to the home screen, remove it there."))) }, "Cards");
}

addEventListener("popstate", ({ state }) => {
  if (!held) return;
  // The card that was shown is not in the history, so that no disk has it.
  if (state?.isCard) history.back();
  else showList();
});

let hiddenTimer;
let hiddenSince = 0;
document.addEventListener("visibilitychange", () => {
  clearTimeout(hiddenTimer);
  if (document.hidden) {
    hiddenSince = Date.now();
    hiddenTimer = setTimeout(lockIfAsked, hiddenFor);
  } else if (Date.now() - hiddenSince >= hiddenFor) {
    lockIfAsked();
  }
  if (!document.hidden && held) refresh();
});

const lockIfAsked = () => held && !keptKey() && lock();

/** The words in the link's fragment, which is removed at once. */
function linked() {
  const words = location.hash.replace(/[^a-z]+/gi, " ").trim();
  if (location.hash) history.replaceState(history.state, "", location.pathname);
  return words;
}

addEventListener("online", refresh);

// A link that is opened where the page is open already: its words may be those of newer cards.
addEventListener("hashchange", async () => {
  const words = linked();
  if (!words) return;
  if (held) {
    told.words = words;
    await refresh();
    if (held && view.isList) showList();
    return;
  }
  showDoor(null, words);
  view.send();
});

async function start() {
  const words = linked();
  if (isSecure) navigator.serviceWorker?.register("worker.js").catch(() => {});
  // An address that others share is no place for a key, even if one was kept before.
  if (isShared) dropKey();
  const root = keptKey();
  let refusal = null;
  if (root) {
    told.words = words;
    for (const found of sources) {
      const file = await found();
      if (!file) continue;
      try {
        return await opened(file, root);
      } catch (error) {
        refusal = error;
      }
    }
    root.fill(0);
    // What the key is not to blame for may be right the next time.
    if (refusal?.reason === "key") dropKey();
  }
  showDoor(refusal ? reasonOf(refusal) : root && nothingHere, words);
  if (words) view.send();
}

await start();
