// The queue of files to import. It keeps working while other pages are shown, until the vault is locked.

import { call, upload } from "../shared/api.js";
import { dropUndo, keepUndo, stored as storedFiles } from "./storing.js";
import { itemSentence } from "../shared/words.js";

/** Two keep the reader busy without filling the machine's memory. */
const atOnce = 2;

/** An archive may have thousands of files that are skipped, or photos that are none. */
export const maxNoteCount = 50;

/** The server accepts no larger file. */
const maxByteCount = 64 * 2 ** 20;

/** Dispatches `changed` with the entry, or `null` for the whole list, and `storing` when more photos are stored. */
export const imports = new EventTarget();

const entries = [];
let nextNumber = 1;

/**
 * The files by condition: `waiting`, `reading`, `done`, `failed` (not read), `cancelled`; for other wallets' files also
 * `locked` (needs a password), `columns` (a person confirms what a table's columns mean) and `preview` (a person chooses
 * from it).
 */
export const importEntries = () => entries;

/** Other wallets' files that a person is choosing from. */
export const previewEntries = () => entries.filter((entry) => entry.condition === "preview");

/** Whether a person must answer a question before a file can be read. */
const isAsked = (entry) => entry.condition === "locked" || entry.condition === "columns";

/** Whether a person must do something before a file can be imported. */
export const isPending = (entry) => isAsked(entry) || entry.condition === "preview";

/** Whether an entry is in this condition and could be read again; a refused file would only be refused again. */
const isReadable = (entry, condition) => entry.condition === condition && entry.file !== null;
const isUnfinished = (entry) => entry.condition === "waiting" || entry.condition === "reading";
export const isImporting = () => entries.some(isUnfinished);
/** Whether leaving the page would lose something. */
export const hasOpenImports = () => entries.some((entry) => isUnfinished(entry) || isPending(entry));
/** Whether any entry in this condition, `cancelled` or `failed`, could be read again. */
export const canReadAgain = (condition) => entries.some((entry) => isReadable(entry, condition));

function tell(entry = null) {
  imports.dispatchEvent(new CustomEvent("changed", { detail: entry }));
}

/** The state of an entry before it is read. */
const unreadState = () => ({
  error: null, reason: undefined, notes: [], mayBeIn: false, drafts: [], found: 0, password: null, meaning: null,
  columns: null, preview: null,
});

/** Adds files and starts reading them. */
export function addImports(files, keepsPhoto, isPasted = false) {
  for (const file of files) {
    const isTooLarge = file.size > maxByteCount;
    const entry = {
      ...unreadState(), number: nextNumber++, name: file.name || "Photo", file: isTooLarge ? null : file, keepsPhoto, isPasted,
      condition: isTooLarge ? "failed" : "waiting", error: isTooLarge ? tooLarge(file) : null,
    };
    entries.push(entry);
    if (isTooLarge) advise(entry, file);
  }
  tell();
  work();
}

function tooLarge(file, advice = "") {
  const [size, limit] = [Math.ceil(file.size / 2 ** 20), maxByteCount / 2 ** 20];
  return new Error(`This file is ${size.toLocaleString("en-GB")} MB; at most ${limit} MB can be read.${advice}`);
}

/** Advises about a file that is too large, by the type that its first bytes reveal. */
async function advise(entry, file) {
  const head = new Uint8Array(await file.slice(0, 1024).arrayBuffer().catch(() => new ArrayBuffer()));
  const begins = (...bytes) => bytes.every((byte, index) => head[index] === byte);
  // An archive begins with “PK”, a document with “%PDF”; texts have no zero bytes.
  const isText = head.length > 0 && !head.includes(0) && !begins(0x25, 0x50, 0x44, 0x46);
  entry.error = tooLarge(file, begins(0x50, 0x4b, 3, 4)
    ? " It is an archive: export it again with fewer photos, or unpack it and import what is in it."
    : isText ? " It is a text: export fewer cards at a time, or shorten long notes."
      : " Save it at a smaller size, then import that.");
  tell(entry);
}

function work() {
  while (entries.filter((entry) => entry.condition === "reading").length < atOnce) {
    const entry = entries.find((each) => each.condition === "waiting");
    if (!entry) return;
    read(entry);
  }
}

/** Sends a file, with its password or the meaning of a table's columns if the person gave them. */
function sent({ file, name, keepsPhoto, stop }, password, meaning) {
  const headers = {
    "X-Name": encodeURIComponent(name), "X-Keep-Photo": keepsPhoto ? "1" : "0", ...(meaning !== null && { "X-Columns": meaning }),
  };
  if (password !== null) return upload("import-locked", new Blob([password, "\n", file]), headers, stop.signal);
  return upload("import", file, headers, stop.signal);
}

async function read(entry) {
  const { password, meaning } = entry;
  Object.assign(entry, unreadState(), { condition: "reading", stop: new AbortController() });
  tell(entry);
  try {
    const answer = await sent(entry, password, meaning);
    // A table in an archive needs both.
    if (answer.needsPassword) Object.assign(entry, { condition: "locked", meaning });
    else if (!answer.outcome) takeColumns(Object.assign(entry, { password }), answer.columns);
    else if (answer.id) takePreview(entry, answer);
    else takeOutcome(entry, answer);
  } catch (error) {
    // Nothing can be read while the vault is locked; the person resumes the queue.
    if (error.endsSession || error.status === 0) {
      for (const each of entries) if (each.condition === "waiting") each.condition = "cancelled";
    }
    entry.condition = error.name === "AbortError" ? "cancelled" : error.field === "password" ? "locked" : "failed";
    // Nothing of another wallet's file is stored before the person has chosen.
    entry.mayBeIn = error.name === "AbortError" && password === null && meaning === null;
    entry.error = error.name === "AbortError" ? null : error;
    if (error.status === 413 || error.field === "file") entry.file = null;
  }
  tell(entry);
  work();
}

/** What became of a file of which nothing is left to choose. */
function takeOutcome(entry, { outcome, words, columns = null }) {
  const { drafts, wallets } = outcome;
  const items = outcome.items.filter((item) => item.reason !== "skipped");
  // A photo that was not kept comes from a file that was read.
  const unread = items.filter((item) => item.outcome === "leftOut" && !item.id);
  const isUnread = unread.length > 0 && (wallets ? unread.length === items.length : drafts.length === 0);
  Object.assign(entry, {
    condition: isUnread ? "failed" : "done", reason: isUnread ? unread[0].reason : undefined,
    columns, drafts, found: savedCount(outcome),
    notes: wallets ? fileNotes(nothingChanged(words), outcome.items.filter((item) => item.differences || item.outcome === "leftOut"))
      : items.filter((item) => !savedOutcomes.includes(item.outcome)).map((item) => ({ ...item, words: itemSentence(item) })),
  });
  // A reader that crashed may succeed the next time; a photo without a code will not gain one. Of a table, other columns
  // may tell more.
  if (entry.reason !== "failed" && !columns) entry.file = null;
}

/** What became of another wallet's file, and of some of its items. */
const fileNotes = (words, items) => [words, ...items.slice(0, maxNoteCount).map(lineWords)].map((each) => ({ words: each }));

/** What helps after a move from another wallet. */
const trustWords = "Keep the old app until each card has worked once. The cards “Not used yet” are those that no use has been recorded for.";

/** What the import stores. */
export const savedOutcomes = ["new", "draft", "changed"];

const savedCount = ({ items }) => new Set(items.filter((item) => savedOutcomes.includes(item.outcome)).map((item) => item.id)).size;

const nothingChanged = (words) => `Nothing changed. ${words}`;

/** What a table's columns mean: as the person said of another one that they choose from, or they are asked. */
function takeColumns(entry, columns) {
  const names = ({ columns: all }) => JSON.stringify(all.map(({ name }) => name));
  const same = columns.hasNames && previewEntries().find((each) => each.columns && names(each.columns) === names(columns));
  if (!same) return Object.assign(entry, { condition: "columns", columns });
  const meaning = same.columns.columns.map(({ field }, index) => field && `${index + 1}=${field}`).filter(Boolean).join(",");
  return Object.assign(entry, { condition: "waiting", meaning });
}

/** Another wallet's file from which a person chooses. */
function takePreview(entry, answer) {
  // Of a table with passwords, nothing is imported that the person did not choose.
  const without = new Set(answer.columns?.warning ? answer.outcome.items.keys() : []);
  Object.assign(entry, { condition: "preview", columns: answer.columns ?? null, preview: { ...answer, without, takesNames: false } });
}

/** "Library: new; it has no barcode" */
export const lineWords = ({ name, words }) => (name ? `${name}: ${words}` : words);

/** Reads a file again with its `password` or the `meaning` of its columns. */
export function readWith(entry, said) {
  Object.assign(entry, { ...said, condition: "waiting", error: null });
  tell(entry);
  work();
}

/** Whether the meaning of a table's columns can be changed. */
export const mayChangeColumns = ({ columns, file, condition }) => Boolean(columns && file)
  && ["preview", "done", "failed"].includes(condition);

/** Asks again for the meaning of a table's columns. */
export async function changeColumns(entry) {
  const { columns, preview } = entry;
  Object.assign(entry, unreadState(), { condition: "columns", columns });
  tell(entry);
  if (preview) await call("import-forget", { ids: [preview.id] });
}

let storing = null;

/** Whether an import is being stored. */
export const isStoring = () => storing !== null;

/** The import's progress in photos, `done` and `total`; `null` while none is being stored. */
export const storingCount = () => storing;

function setProgress(count) {
  storing = count;
  imports.dispatchEvent(new Event("storing"));
}

/**
 * Imports the chosen cards of all other wallets' files in one change; returns what to say and a way to undo, or `null` if
 * the person stopped it.
 */
export async function importChosen() {
  setProgress({ done: 0, total: 0 });
  try {
    return await stored();
  } finally {
    setProgress(null);
    tell();
  }
}

async function stored() {
  const chosen = previewEntries();
  const files = chosen.map(({ preview }) => ({ id: preview.id, without: [...preview.without], takesNames: preview.takesNames }));
  let answer;
  try {
    answer = await storedFiles(files, setProgress);
  } catch (error) {
    // The server has forgotten the files: the person may read them again.
    if (error.status === 404) {
      for (const entry of chosen) Object.assign(entry, unreadState(), { condition: "failed", error });
    }
    throw error;
  }
  if (answer.stopped) return null;
  chosen.forEach((entry, index) => {
    const { words, outcome } = answer.files[index];
    const found = savedCount(outcome);
    Object.assign(entry, unreadState(), {
      condition: "done", drafts: outcome.drafts, found,
      notes: fileNotes(found > 0 ? words : nothingChanged(words), outcome.leftOut.filter((item) => item.reason === "photoNotKept")),
    });
  });
  if (answer.files.some(({ outcome }) => outcome.added.length > 0)) chosen[0].notes.push({ words: trustWords });
  const saved = answer.files.reduce((sum, { outcome }) => sum + savedCount(outcome), 0);
  const takeBack = () => {
    forget(chosen);
    tell();
  };
  if (saved > 0) keepUndo(takeBack);
  return { words: saved > 0 ? answer.words : nothingChanged(answer.words), saved, takeBack };
}

/** Withdraws files from the choice; they can be read again. */
function forget(some) {
  for (const entry of some) Object.assign(entry, unreadState(), { condition: "cancelled" });
}

/** Drops all files that a person could choose from. */
export async function dropPreviews() {
  const dropped = previewEntries();
  const ids = dropped.map(({ preview }) => preview.id);
  forget(dropped);
  tell();
  await call("import-forget", { ids });
}

/** When the vault is locked, forgets other wallets' files that were not imported, pasted texts, and all remarks. */
export function forgetContents() {
  dropUndo();
  forget(entries.filter(isPending));
  for (const entry of entries) Object.assign(entry, { columns: null, notes: [], password: null, meaning: null });
  const pasted = entries.filter((entry) => entry.isPasted);
  for (const entry of pasted) {
    entries.splice(entries.indexOf(entry), 1);
    entry.stop?.abort();
  }
  tell();
}

/**
 * Cancels one file, or all.
 *
 * The server finishes what it has begun to read. “All” therefore keeps that while there is something else to cancel, so
 * that it is certain what was imported.
 */
export function cancelImports(one = null) {
  const waiting = entries.filter((entry) => entry.condition === "waiting");
  for (const entry of one ? [one] : waiting.length > 0 ? waiting : entries) {
    if (entry.condition === "waiting" || isAsked(entry)) {
      Object.assign(entry, { condition: "cancelled", password: null, meaning: null, columns: null, error: null });
    }
    if (entry.condition === "reading") entry.stop.abort();
  }
  tell();
}

/** Reads all files again that are `cancelled` or `failed`. */
export function readAgain(condition) {
  for (const entry of entries) if (isReadable(entry, condition)) entry.condition = "waiting";
  tell();
  work();
}

/** Removes finished files from the list, whatever their outcome. */
export function clearFinished() {
  const rest = entries.filter((entry) => isUnfinished(entry) || isPending(entry));
  entries.splice(0, entries.length, ...rest);
  dropUndo();
  tell();
}

/** Cancels and forgets everything. */
export function clearImports() {
  dropUndo();
  for (const entry of entries.splice(0)) entry.stop?.abort();
  tell();
}
