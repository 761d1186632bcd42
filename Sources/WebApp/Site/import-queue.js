// The files that are being imported. They go on while other pages are shown, and until the vault is locked.

import { upload } from "./api.js";

/** Two at a time keep the reader busy without filling the machine's memory. */
const atOnce = 2;

/** The most bytes of a file: the server accepts no more. */
const mostBytes = 64 * 2 ** 20;

/** Sends `changed` with the entry that changed, or `null` for the whole list. */
export const imports = new EventTarget();

const entries = [];
let nextNumber = 1;

/** What waits, is being read, or was read: `waiting`, `reading`, `done`, `failed` (not read), `cancelled`. */
export const importEntries = () => entries;

/** Whether a person could have an entry read again: a file without a code, or one too large, would only fail again. */
const isResumable = (entry) => entry.condition === "cancelled" || (entry.condition === "failed" && entry.file !== null);
const isUnfinished = (entry) => entry.condition === "waiting" || entry.condition === "reading";
export const isImporting = () => entries.some(isUnfinished);
export const canResume = () => entries.some(isResumable);

function tell(entry = null) {
  imports.dispatchEvent(new CustomEvent("changed", { detail: entry }));
}

/** Adds files and starts reading them. */
export function addImports(files, keepsPhoto) {
  for (const file of files) {
    const isTooLarge = file.size > mostBytes;
    entries.push({
      number: nextNumber++, name: file.name || "Photo", file: isTooLarge ? null : file, keepsPhoto,
      condition: isTooLarge ? "failed" : "waiting", error: isTooLarge ? tooLarge(file) : null, drafts: [], events: [],
    });
  }
  tell();
  work();
}

function tooLarge(file) {
  const [size, most] = [Math.ceil(file.size / 2 ** 20), mostBytes / 2 ** 20];
  return new Error(`This file has ${size.toLocaleString("en-GB")} MB; at most ${most} MB can be read. Save it in a smaller size, then import that.`);
}

/** What says that a file was not read, if it was not: an event about a card comes from a file that was. */
const unread = ({ drafts, events }) => (drafts.length > 0 ? undefined
  : events.find((event) => !event.card && ["none", "failed", "key"].includes(event.kind)));

function work() {
  while (entries.filter((entry) => entry.condition === "reading").length < atOnce) {
    const entry = entries.find((each) => each.condition === "waiting");
    if (!entry) return;
    read(entry);
  }
}

async function read(entry) {
  entry.condition = "reading";
  entry.stop = new AbortController();
  Object.assign(entry, { error: null, problem: undefined, events: [], mayBeIn: false });
  tell(entry);
  try {
    const headers = { "X-Name": encodeURIComponent(entry.name), "X-Keep-Photo": entry.keepsPhoto ? "1" : "0" };
    const answer = await upload("import", entry.file, headers, entry.stop.signal);
    const problem = unread(answer);
    Object.assign(entry, { condition: problem ? "failed" : "done", problem: problem?.kind, drafts: answer.drafts, events: answer.events });
    // A reader may succeed the next time; a photo without a code will not gain one.
    if (problem?.kind !== "failed") entry.file = null;
  } catch (error) {
    // While the vault is locked nothing can be read: what waits is resumed by hand, or by asking again.
    if (error.endsSession || error.status === 0) {
      for (const each of entries) if (each.condition === "waiting") each.condition = "cancelled";
    }
    entry.condition = error.name === "AbortError" ? "cancelled" : "failed";
    entry.mayBeIn = error.name === "AbortError";
    entry.error = error.name === "AbortError" ? null : error;
    if (error.status === 413) entry.file = null;
  }
  tell(entry);
  work();
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
    if (entry.condition === "waiting") entry.condition = "cancelled";
    if (entry.condition === "reading") entry.stop.abort();
  }
  tell();
}

/** Reads again what failed or was cancelled. */
export function resumeImports() {
  for (const entry of entries) if (isResumable(entry)) entry.condition = "waiting";
  tell();
  work();
}

/** Clears the list of everything that is finished, whatever became of it. */
export function clearFinished() {
  const rest = entries.filter(isUnfinished);
  entries.splice(0, entries.length, ...rest);
  tell();
}

/** Cancels and forgets everything. */
export function clearImports() {
  for (const entry of entries.splice(0)) entry.stop?.abort();
  tell();
}
