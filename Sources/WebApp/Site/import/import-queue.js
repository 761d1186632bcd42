// The files that are being imported. They go on while other pages are shown, and until the vault is locked.

import { call, upload } from "../shared/api.js";
import { dropUndo, keepUndo, stored as storedFiles } from "./import-storing.js";

/** Two at a time keep the reader busy without filling the machine's memory. */
const atOnce = 2;

/** The most bytes of a file: the server accepts no more. */
const mostBytes = 64 * 2 ** 20;

/** Sends `changed` with the entry that changed, or `null` for the whole list; and `storing` when more photos are stored. */
export const imports = new EventTarget();

const entries = [];
let nextNumber = 1;

/**
 * What waits, is being read, or was read: `waiting`, `reading`, `done`, `failed` (not read), `cancelled`; and of other
 * wallets' files, `locked` (needs a password), `columns` (a person confirms what a table's columns mean) and `preview`
 * (a person chooses from it).
 */
export const importEntries = () => entries;

/** The other wallets' files that a person chooses from. */
export const previewEntries = () => entries.filter((entry) => entry.condition === "preview");

/** Whether a person has to say something before it can be read. */
const isAsked = (entry) => entry.condition === "locked" || entry.condition === "columns";

/** Whether a person has to do something before it can be imported. */
export const isPending = (entry) => isAsked(entry) || entry.condition === "preview";

/** Whether an entry is `cancelled` or `failed`, and could be read again; one that was refused would only be refused again. */
const isReadable = (entry, condition) => entry.condition === condition && entry.file !== null;
const isUnfinished = (entry) => entry.condition === "waiting" || entry.condition === "reading";
export const isImporting = () => entries.some(isUnfinished);
/** Whether something would be lost with the page. */
export const hasOpenImports = () => entries.some((entry) => isUnfinished(entry) || isPending(entry));
/** Whether something that is `cancelled` or `failed` could be read again. */
export const canReadAgain = (condition) => entries.some((entry) => isReadable(entry, condition));

function tell(entry = null) {
  imports.dispatchEvent(new CustomEvent("changed", { detail: entry }));
}

/** What an entry is before it is read. */
const unreadState = () => ({
  error: null, problem: undefined, events: [], mayBeIn: false, drafts: [], found: 0, password: null, meaning: null,
  columns: null, preview: null,
});

/** Adds files and starts reading them. */
export function addImports(files, keepsPhoto, isPasted = false) {
  for (const file of files) {
    const isTooLarge = file.size > mostBytes;
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
  const [size, most] = [Math.ceil(file.size / 2 ** 20), mostBytes / 2 ** 20];
  return new Error(`This file is ${size.toLocaleString("en-GB")} MB; at most ${most} MB can be read.${advice}`);
}

/** Says what helps where a file is too large; its first bytes tell what it is. */
async function advise(entry, file) {
  const head = new Uint8Array(await file.slice(0, 1024).arrayBuffer().catch(() => new ArrayBuffer()));
  const begins = (...bytes) => bytes.every((byte, place) => head[place] === byte);
  // “PK” of an archive, “%PDF” of a document; texts have no zero bytes.
  const isText = head.length > 0 && !head.includes(0) && !begins(0x25, 0x50, 0x44, 0x46);
  entry.error = tooLarge(file, begins(0x50, 0x4b, 3, 4)
    ? " It is an archive: export it again with fewer photos, or unpack it and import only its table or its passes."
    : isText ? " It is a text: export fewer cards at a time, or shorten long notes."
      : " Save it at a smaller size, then import that.");
  tell(entry);
}

/** What says that a file was not read, if it was not: an event about a card comes from a file that was. */
const unread = ({ drafts, events }) => (drafts.length > 0 ? undefined
  : events.find((event) => !event.card && ["none", "failed", "refused", "key"].includes(event.kind)));

function work() {
  while (entries.filter((entry) => entry.condition === "reading").length < atOnce) {
    const entry = entries.find((each) => each.condition === "waiting");
    if (!entry) return;
    read(entry);
  }
}

/** Sends a file; an archive with its password, and a table with what its columns mean, if the person said so. */
function sent({ file, name, keepsPhoto, stop }, password, meaning) {
  const headers = { "X-Name": encodeURIComponent(name), "X-Keep-Photo": keepsPhoto ? "1" : "0" };
  if (password !== null) return upload("import-locked", new Blob([password, "\n", file]), headers, stop.signal);
  return upload("import", file, { ...headers, ...(meaning !== null && { "X-Columns": meaning }) }, stop.signal);
}

async function read(entry) {
  const { password, meaning } = entry;
  Object.assign(entry, unreadState(), { condition: "reading", stop: new AbortController() });
  tell(entry);
  try {
    const answer = await sent(entry, password, meaning);
    if (answer.needsPassword) entry.condition = "locked";
    else if (answer.columns) takeColumns(entry, answer.columns);
    else if (answer.preview) takePreview(entry, answer.preview);
    else takeDrafts(entry, answer);
  } catch (error) {
    // While the vault is locked nothing can be read: what waits is resumed by hand, or by asking again.
    if (error.endsSession || error.status === 0) {
      for (const each of entries) if (each.condition === "waiting") each.condition = "cancelled";
    }
    entry.condition = error.name === "AbortError" ? "cancelled" : error.field === "password" ? "locked" : "failed";
    // Of other wallets' files, nothing is stored before the person chose.
    entry.mayBeIn = error.name === "AbortError" && password === null && meaning === null;
    entry.error = error.name === "AbortError" ? null : error;
    if (error.status === 413 || error.field === "file") entry.file = null;
  }
  tell(entry);
  work();
}

/** What became of a picture. */
function takeDrafts(entry, { drafts, events }) {
  const problem = unread({ drafts, events });
  Object.assign(entry, { condition: problem ? "failed" : "done", problem: problem?.kind, drafts, events, found: drafts.length });
  // A reader that crashed may succeed the next time; a photo without a code will not gain one.
  if (problem?.kind !== "failed") entry.file = null;
}

/** What a table's columns mean: as the person said of another one that they choose from, or they are asked. */
function takeColumns(entry, columns) {
  const names = ({ columns: all }) => JSON.stringify(all.map(({ name }) => name));
  const same = previewEntries().find((each) => each.columns && names(each.columns) === names(columns));
  if (!same) return Object.assign(entry, { condition: "columns", columns });
  const meaning = same.columns.columns.map(({ field }, place) => field && `${place + 1}=${field}`).filter(Boolean).join(",");
  return Object.assign(entry, { condition: "waiting", meaning });
}

/** Another wallet's file: there is something to choose from, or nothing changes. */
function takePreview(entry, preview) {
  entry.columns = preview.columns ?? null;
  if (preview.id) {
    // Of a table with passwords, nothing is imported that the person did not choose.
    const without = new Set(preview.columns?.warning ? preview.entries.keys() : []);
    Object.assign(entry, { condition: "preview", preview: { ...preview, without } });
    return;
  }
  const problems = preview.entries.filter((each) => ["key", "unreadable"].includes(each.outcome));
  const isUnread = problems.length > 0 && problems.length === preview.entries.length;
  const told = preview.entries.filter((each) => each.differs || problems.includes(each));
  const lines = [preview.words, ...told.map(lineWords), ...preview.remarks];
  Object.assign(entry, {
    condition: isUnread ? "failed" : "done", problem: isUnread ? "failed" : undefined,
    // Of a table, other columns may tell more.
    file: entry.columns && entry.file,
    events: lines.map((words) => ({ kind: "known", words })),
  });
}

/** "Library: new; it has no barcode" */
export const lineWords = ({ name, what, remarks }) => `${name}: ${[what, ...remarks].join("; ")}`;

/** Reads a file again with what the person said: its `password`, or the `meaning` of its columns. */
export function readWith(entry, said) {
  Object.assign(entry, { ...said, condition: "waiting", error: null });
  tell(entry);
  work();
}

/** Whether the person may say anew what the columns of a table mean. */
export const mayChangeColumns = ({ columns, file, condition }) => Boolean(columns && file)
  && ["preview", "done", "failed"].includes(condition);

/** Asks once more what the columns of a table mean. */
export async function changeColumns(entry) {
  const { columns, preview } = entry;
  Object.assign(entry, unreadState(), { condition: "columns", columns });
  tell(entry);
  if (preview) await call("import-forget", { ids: [preview.id] });
}

let storing = null;

/** Whether what was chosen is being stored: not once more meanwhile. */
export const isStoring = () => storing !== null;

/** Of what is being stored, how many photos are `done`, and how many there are in `total`; `null` while nothing is. */
export const storingCount = () => storing;

function tellStoring(count) {
  storing = count;
  imports.dispatchEvent(new Event("storing"));
}

/**
 * Imports what is chosen of all other wallets' files, in one change; returns what to say, and what shows its undo, or
 * `null` if the person stopped it.
 */
export async function importChosen() {
  tellStoring({ done: 0, total: 0 });
  try {
    return await stored();
  } finally {
    tellStoring(null);
    tell();
  }
}

async function stored() {
  const chosen = previewEntries();
  const files = chosen.map(({ preview }) => ({ id: preview.id, without: [...preview.without] }));
  let answer;
  try {
    answer = await storedFiles(files, tellStoring);
  } catch (error) {
    // The server forgot them: they are read again, if the person wants.
    if (error.status === 404) {
      for (const entry of chosen) Object.assign(entry, unreadState(), { condition: "failed", error });
    }
    throw error;
  }
  if (answer.stopped) return null;
  chosen.forEach((entry, place) => {
    const { words, saved, drafts, remarks } = answer.files[place];
    Object.assign(entry, unreadState(), {
      condition: "done", drafts, found: saved, events: [words, ...remarks].map((each) => ({ kind: "known", words: each })),
    });
  });
  const saved = answer.files.reduce((sum, file) => sum + file.saved, 0);
  const takeBack = () => {
    forget(chosen);
    tell();
  };
  if (saved > 0) keepUndo(takeBack);
  return { words: answer.words, saved, takeBack };
}

/** Takes files out of a person's hands; they can be read again. */
function forget(some) {
  for (const entry of some) Object.assign(entry, unreadState(), { condition: "cancelled" });
}

/** Drops what a person could choose from. */
export async function dropPreviews() {
  const dropped = previewEntries();
  const ids = dropped.map(({ preview }) => preview.id);
  forget(dropped);
  tell();
  await call("import-forget", { ids });
}

/** Forgets other wallets' files that were not imported, all that was pasted, and what was said of the rest: with the lock. */
export function forgetContents() {
  dropUndo();
  forget(entries.filter(isPending));
  for (const entry of entries) Object.assign(entry, { columns: null, events: [], password: null, meaning: null });
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
 * What the server has begun to read it finishes, so "all" lets that go on while there is something else to cancel: then
 * it is certain what was imported.
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

/** Reads again what is `cancelled` or `failed`. */
export function readAgain(condition) {
  for (const entry of entries) if (isReadable(entry, condition)) entry.condition = "waiting";
  tell();
  work();
}

/** Clears the list of everything that is finished, whatever became of it. */
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
