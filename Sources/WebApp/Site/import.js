// Importing photos and PDFs: dropped, pasted, chosen or taken.

import { call } from "./api.js";
import { element, fill } from "./element.js";
import { icon } from "./icons.js";
import {
  addImports, canResume, cancelImports, clearFinished, importEntries, imports, isImporting, resumeImports,
} from "./import-queue.js";
import { announce, attempt, toast } from "./notices.js";
import { counted } from "./words.js";

/** What an entry's state looks like: an icon and words. */
const conditions = {
  waiting: ["clock", "Waiting"], reading: ["sync", "Reading…"], failed: ["warning", "Not imported"],
  cancelled: ["close", "Cancelled"],
};

/** "8 of 11 files imported, 1 could not be read, 2 cancelled": each outcome apart. */
function progressWords(entries) {
  const count = (condition) => entries.filter((entry) => entry.condition === condition).length;
  const none = entries.filter((entry) => entry.problem === "none").length;
  const [unread, cancelled] = [count("failed") - none, count("cancelled")];
  return [
    `${count("done")} of ${counted(entries.length, "file")} imported`, none > 0 && `${none} without a code`,
    unread > 0 && `${unread} could not be read`, cancelled > 0 && `${cancelled} cancelled`,
  ].filter(Boolean).join(", ");
}

/** What became of everything, once nothing is being read. */
function outcomeWords(entries) {
  const found = entries.reduce((sum, entry) => sum + entry.drafts.length, 0);
  const words = `${progressWords(entries)}. ${counted(found, "card")} found.`;
  return entries.some((entry) => entry.condition === "cancelled")
    ? `${words} What was imported stays. Resume to import the rest.` : words;
}

/** The view that imports. */
export async function importing() {
  const rows = new Map();
  const keep = element("input", { id: "keep-photo", type: "checkbox", role: "switch", class: "switch" });
  const list = element("ul", { class: "files" });
  const progress = element("progress", { class: "progress", "aria-label": "Files read" });
  const summary = element("p", { class: "strong" });
  const buttons = element("div", { class: "actions" });
  const report = element("section", { class: "panel stack", hidden: true, "aria-label": "Progress" }, summary, progress, buttons);
  const drop = element("div", { class: "drop" });
  let wasBusy = isImporting();

  function take(files) {
    if (files.length === 0) return;
    addImports(files, keep.checked);
    // All of them are too large: nothing will end later and be announced then.
    if (!isImporting()) announce(summary.textContent);
  }

  function picker(options) {
    return element("input", {
      type: "file", class: "unseen", ...options, tabIndex: -1, "aria-hidden": "true",
      onchange: (event) => {
        take([...event.target.files]);
        event.target.value = "";
      },
    });
  }

  function drawRow(entry) {
    let row = rows.get(entry.number);
    if (!row) rows.set(entry.number, (row = element("li", { class: "file" })));
    const found = entry.drafts.length;
    const [name, words] = entry.condition === "done"
      ? ["check", found ? counted(found, "card") : "No new card"]
      : entry.problem === "none" ? ["warning", "No code found"] : conditions[entry.condition];
    row.dataset.condition = entry.condition;
    fill(row,
      icon(name),
      element("div", { class: "file-words" },
        element("p", { class: "file-name", dir: "auto" }, entry.name),
        entry.mayBeIn && element("p", { class: "soft" }, "It was being read. Its cards may wait in Review already."),
        entry.error && element("p", { class: "soft" }, [entry.error.message, entry.error.because].filter(Boolean).join(": ")),
        entry.events.map((event) => element("p", { class: "soft" }, event.words, " ", eventAction(event)))),
      element("span", { class: "file-state" }, words),
      ["waiting", "reading"].includes(entry.condition) && element("button", {
        type: "button", class: "icon-button", "aria-label": `Cancel ${entry.name}`, onclick: () => cancelImports(entry),
      }, icon("close")));
    return row;
  }

  function eventAction(event) {
    if (!event.card) return null;
    if (event.kind !== "removed") return element("a", { href: `/card/${event.card}` }, "Show the card");
    return element("button", { type: "button", class: "text-button", onclick: () => attempt(async () => {
      const { card } = await call("restore", { id: event.card });
      toast(`Restored: ${card.name}`, true);
    }) }, "Restore it");
  }

  function drawReport() {
    const entries = importEntries();
    const finished = entries.filter((entry) => !["waiting", "reading"].includes(entry.condition)).length;
    const found = entries.reduce((sum, entry) => sum + entry.drafts.length, 0);
    const isBusy = isImporting();
    report.hidden = entries.length === 0;
    progress.max = Math.max(1, entries.length);
    progress.value = finished;
    progress.hidden = !isBusy;
    const words = progressWords(entries);
    summary.textContent = isBusy ? `${words}. ${counted(found, "card")} found.` : outcomeWords(entries);
    const key = [isBusy, canResume(), found > 0].join();
    if (buttons.dataset.key !== key) {
      buttons.dataset.key = key;
      fill(buttons,
        found > 0 && element("a", { class: "button primary", href: "/review" }, icon("review"), "Review the cards"),
        isBusy && element("button", { type: "button", class: "button", onclick: () => cancelImports() }, icon("close"), "Cancel"),
        !isBusy && canResume() && element("button", { type: "button", class: "button", onclick: resumeImports }, icon("sync"), "Resume"),
        !isBusy && element("button", { type: "button", class: "button", onclick: clearFinished }, "Clear the list"));
    }
    if (wasBusy && !isBusy && entries.length) announce(summary.textContent);
    // By the dozen, every file would be a flood of words.
    else if (isBusy && finished > 0 && finished % 10 === 0) announce(words);
    wasBusy = isBusy;
  }

  function drawAll() {
    rows.clear();
    fill(list, importEntries().map(drawRow));
    drawReport();
  }

  const changed = ({ detail }) => {
    if (!detail) return drawAll();
    drawRow(detail);
    drawReport();
  };
  const hold = (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    drop.classList.add("over");
  };
  const release = (event) => !event.relatedTarget && drop.classList.remove("over");
  const dropped = (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    take([...event.dataTransfer.files]);
  };
  const pasted = (event) => take([...(event.clipboardData?.files ?? [])]);
  const listeners = [["dragover", hold], ["dragleave", release], ["drop", dropped], ["paste", pasted]];

  const files = picker({ multiple: true, accept: "image/*,.heic,.heif,.avif,application/pdf,.pdf" });
  const camera = picker({ accept: "image/*", capture: "environment" });
  fill(drop,
    icon("photo"),
    element("p", { class: "drop-title" }, "Drop photos or PDFs here"),
    element("p", { class: "soft" }, "Or paste them. Your files stay where they are."),
    element("div", { class: "actions centred" },
      element("button", { type: "button", class: "button primary large", onclick: () => files.click() }, icon("photo"), "Choose files"),
      element("button", { type: "button", class: "button large", onclick: () => camera.click() }, icon("camera"), "Take a photo")),
    element("p", { class: "hint" }, "JPEG, PNG, WebP, HEIC, AVIF, TIFF, GIF and PDF, up to 64 MB each."),
    files, camera);
  drawAll();
  return {
    node: element("div", { class: "page narrow" },
      element("h1", { tabIndex: -1 }, "Import"),
      drop,
      element("div", { class: "switch-line framed" },
        element("label", { for: "keep-photo" }, "Keep the photos",
          element("span", { class: "hint" }, "A small sealed copy, without metadata.")), keep),
      report, list,
      element("p", { class: "soft" }, "No photo? ", element("a", { href: "/scan" }, "Scan the card"), " or ",
        element("a", { href: "/type" }, "type it"), ".")),
    shown() {
      imports.addEventListener("changed", changed);
      for (const [name, listener] of listeners) document.addEventListener(name, listener);
    },
    leave() {
      imports.removeEventListener("changed", changed);
      for (const [name, listener] of listeners) document.removeEventListener(name, listener);
    },
  };
}
