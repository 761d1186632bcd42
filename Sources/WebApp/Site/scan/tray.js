// Cards that were scanned in a row and wait to become drafts. They survive visits to other pages and a reload, as after a
// phone dropped the page in the background, but not a lock.

import { call, get } from "../shared/api.js";
import { element, fill } from "../shared/element.js";
import { icon } from "../shared/icons.js";
import { announce } from "../shared/notices.js";
import { codeWords } from "./overlay.js";
import { counted } from "../shared/words.js";

/** The server remembers slightly more codes. */
const maxCount = 100;
const maxLast = 10;
/** The tab's storage has only the keys, and which codes are books, as a tab that was dropped does not notice a lock. */
const storageKey = "cardvault-tray";

/** Dispatches `changed`. */
export const tray = new EventTarget();

let waiting = [];
/** Codes that were removed or added last, newest first, which can be restored. */
let last = [];
let isRestored = false;
/** How many scans a lock or the server forgot; kept until the page that says so is left. */
let lostCount = 0;

function tell() {
  if (waiting.length === 0) sessionStorage.removeItem(storageKey);
  else sessionStorage.setItem(storageKey, JSON.stringify(waiting.map(({ key, isBook }) => ({ key, isBook }))));
  tray.dispatchEvent(new Event("changed"));
}

function stored() {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey)) ?? [];
  } catch {
    return [];
  }
}

/** Restores the tray after a reload, as far as the server still knows its codes. */
export async function restoreTray() {
  const kept = isRestored ? [] : stored();
  const { codes } = kept.length > 0 ? await get("scan-seen", { keys: kept.map(({ key }) => key) }) : { codes: [] };
  if (isRestored) return;
  isRestored = true;
  for (const code of codes) putInTray({ ...code, isBook: kept.find(({ key }) => key === code.key).isBook });
  lostCount = kept.length - codes.length;
  if (lostCount > 0) tell();
}

/** The loss in words; empty if nothing was lost. */
export const lostWords = () => (lostCount > 0 ? `${counted(lostCount, "scan")} could not be kept. Scan the cards again.` : "");

const remembered = (codes) => {
  last = [...codes, ...last.filter((each) => !codes.includes(each))].slice(0, maxLast);
};

export const isInTray = (code) => waiting.some((each) => each.key === code.key);
export const isTrayFull = () => waiting.length >= maxCount;

/** Adds a code to the tray. */
export function putInTray({ key, symbology, ending, sure, isBook }) {
  waiting.push({ key, symbology, ending, sure, isBook });
  last = last.filter((each) => each.key !== key);
  tell();
}

const addAll = () => call("scan-add", {
  keys: waiting.map(({ key }) => key), books: waiting.filter(({ isBook }) => isBook).map(({ key }) => key),
});

/** Makes drafts of all codes in the tray, after removing those that the server has forgotten. */
export async function addTray() {
  try {
    return await addAll();
  } catch (error) {
    if (error.status !== 404) throw error;
    const { codes } = await get("scan-seen", { keys: waiting.map(({ key }) => key) });
    const left = waiting.filter(({ key }) => codes.some((code) => code.key === key));
    lostCount = waiting.length - left.length;
    waiting = left;
    tell();
    if (waiting.length === 0) throw error;
    return addAll();
  }
}

/** Empties the tray once its codes were added. */
export function emptyTray() {
  remembered(waiting);
  waiting = [];
  tell();
}

/** Forgets everything at a lock or the end of the session. */
export function clearTray() {
  lostCount += waiting.length;
  waiting = [];
  last = [];
  tell();
}

function takeOut(code) {
  waiting = waiting.filter((each) => each !== code);
  remembered([code]);
  announce(`Removed: ${codeWords(code)}`);
  tell();
}

function bringBack(codes) {
  for (const code of codes) if (!isInTray(code) && !isTrayFull()) putInTray(code);
  announce(`Brought back ${counted(codes.length, "scan")}`);
}

/** A code with its number masked. */
const masked = (code) => [element("span", { class: "strong" }, code.symbology), " ",
  element("span", { class: "scan-masked" }, `••••${code.ending ?? ""}`)];

/**
 * The list below the picture.
 *
 * @param done Adds all codes in the tray.
 */
export function trayList(done) {
  const lost = element("p", { class: "notice warn" });
  const count = element("h2", {});
  const list = element("ul", { class: "files" });
  const doneButton = element("button", { type: "button", class: "button primary large tray-done", onclick: done }, icon("review"), "Done: review them");
  const former = element("ul", { class: "files" });
  const all = element("button", { type: "button", class: "button", onclick: () => bringBack(last) }, icon("plus"), "Add all");
  const lately = element("details", { class: "more-fields" },
    element("summary", {}, "Last scans", icon("details")),
    element("p", { class: "soft" }, "What you took out or added last can be brought back."),
    former, element("div", { class: "actions" }, all));
  const node = element("section", { class: "panel stack scan-tray", "aria-label": "Scanned cards" },
    lost, element("div", { class: "page-head" }, count, doneButton), list, lately);

  const row = (code, words, name, action) => element("li", { class: "file" },
    icon(code.sure ? "check" : "warning"),
    element("div", { class: "file-words" }, element("p", { class: "file-name" }, masked(code)),
      !code.sure && element("p", { class: "soft" }, "Not sure: compare it with the card")),
    element("button", { type: "button", class: "icon-button", "aria-label": `${words} ${codeWords(code)}`, title: words, onclick: () => action(code) },
      icon(name)));

  function draw() {
    count.textContent = counted(waiting.length, "card");
    doneButton.disabled = waiting.length === 0;
    // Newest first, as that card was just held up.
    fill(list, [...waiting].reverse().map((code) => row(code, "Remove", "close", takeOut)));
    fill(former, last.map((code) => row(code, "Bring back", "plus", (each) => bringBack([each]))));
    lately.hidden = last.length === 0;
    lost.hidden = lostCount === 0;
    fill(lost, icon("warning"), lostWords());
  }

  tray.addEventListener("changed", draw);
  draw();
  return {
    node,
    stop() {
      tray.removeEventListener("changed", draw);
      lostCount = 0;
    },
  };
}
