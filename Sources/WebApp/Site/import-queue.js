// The files that are being imported. They go on while other pages are shown, and until the vault is locked.

import { upload } from "./api.js";

/** Two at a time keep the reader busy without filling the machine's memory. */
const atOnce = 2;

/** Sends `changed` with the entry that changed, or `null` for the whole list. */
export const imports = new EventTarget();

const entries = [];
let nextNumber = 1;

/** What waits, is being read, or was read: `waiting`, `reading`, `done`, `failed`, `cancelled`. */
export const importEntries = () => entries;

const has = (...conditions) => entries.some((entry) => conditions.includes(entry.condition));
export const isImporting = () => has("waiting", "reading");
export const canResume = () => has("failed", "cancelled");

function tell(entry = null) {
  imports.dispatchEvent(new CustomEvent("changed", { detail: entry }));
}

/** Adds files and starts reading them. */
export function addImports(files, keepsPhoto) {
  for (const file of files) {
    entries.push({ number: nextNumber++, name: file.name || "Photo", file, keepsPhoto, condition: "waiting", drafts: [], events: [] });
  }
  tell();
  work();
}

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
  entry.error = null;
  tell(entry);
  try {
    const { drafts, events } = await upload(entry.file, entry.keepsPhoto, entry.stop.signal);
    Object.assign(entry, { condition: "done", drafts, events, file: null });
  } catch (error) {
    // While the vault is locked nothing can be read: what waits is resumed by hand, or by asking again.
    if (error.endsSession || error.status === 0) {
      for (const each of entries) if (each.condition === "waiting") each.condition = "cancelled";
    }
    entry.condition = error.name === "AbortError" ? "cancelled" : "failed";
    entry.error = error.name === "AbortError" ? null : error;
  }
  tell(entry);
  work();
}

/** Stops one file, or all. */
export function cancelImports(one = null) {
  for (const entry of one ? [one] : entries) {
    if (entry.condition === "waiting") entry.condition = "cancelled";
    if (entry.condition === "reading") entry.stop.abort();
  }
  tell();
}

/** Takes up again what failed or was stopped. */
export function resumeImports() {
  for (const entry of entries) if (["failed", "cancelled"].includes(entry.condition)) entry.condition = "waiting";
  tell();
  work();
}

/** Takes what is finished off the list. */
export function clearFinished() {
  const rest = entries.filter((entry) => entry.condition !== "done");
  entries.splice(0, entries.length, ...rest);
  tell();
}

/** Stops and forgets everything. */
export function clearImports() {
  for (const entry of entries.splice(0)) entry.stop?.abort();
  tell();
}
