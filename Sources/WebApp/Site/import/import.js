// Importing photos, PDFs and other wallets' files: dropped, pasted, chosen or taken.

import { call } from "../shared/api.js";
import { element, fill } from "../shared/element.js";
import { icon } from "../shared/icons.js";
import { columnsForm } from "./columns.js";
import { linkField } from "./link.js";
import { passwordForm } from "./password.js";
import { previewPanel } from "./preview.js";
import {
  addImports, canReadAgain, cancelImports, changeColumns, clearFinished, importEntries, imports, isImporting, isPending,
  mayChangeColumns, readAgain, readWith,
} from "./queue.js";
import { canUndoStoring, undoStoring } from "./storing.js";
import { announce, attempt, toast } from "../shared/notices.js";
import { counted } from "../shared/words.js";

/** Icons and words for the conditions of an entry. */
const conditions = {
  waiting: ["clock", "Waiting"], reading: ["sync", "Reading…"], failed: ["warning", "Not imported"],
  cancelled: ["close", "Cancelled"], locked: ["lock", ""], columns: ["list", ""], preview: ["review", "Choose above"],
};

/** Forms for what a person must answer before a file can be read. */
const questions = {
  locked: (entry) => passwordForm(entry, (password) => readWith(entry, { password })),
  columns: (entry) => columnsForm(entry, (meaning) => readWith(entry, { meaning })),
};

/** "8 of 11 files imported, 1 could not be read, 2 cancelled" */
function progressWords(entries) {
  const count = (condition) => entries.filter((entry) => entry.condition === condition).length;
  const none = entries.filter((entry) => entry.reason === "noCode").length;
  const [unread, cancelled, open] = [count("failed") - none, count("cancelled"), count("preview")];
  const [locked, columns] = [count("locked"), count("columns")];
  const left = count("waiting") + count("reading");
  return [
    `${count("done")} of ${counted(entries.length, "file")} imported`, none > 0 && `${none} without a code`,
    unread > 0 && `${unread} could not be read`, cancelled > 0 && `${cancelled} cancelled`,
    locked > 0 && `${locked} needing a password`, columns > 0 && `${columns} with columns to confirm`, open > 0 && `${open} waiting for your choice`,
    left > 0 && `${left} left`,
  ].filter(Boolean).join(", ");
}

/** "1 of 2 files imported, 1 waiting for your choice. 3 cards found." */
function summaryWords(entries) {
  const found = entries.reduce((sum, entry) => sum + entry.found, 0);
  const words = `${progressWords(entries)}.`;
  return found === 0 && entries.some(isPending) ? words : `${words} ${counted(found, "card")} found.`;
}

/** The outcome, once nothing is being read. */
function outcomeWords(entries) {
  const words = summaryWords(entries);
  const has = (condition) => entries.some((entry) => entry.condition === condition);
  return has("cancelled") && has("done")
    ? `${words} What was imported stays. Resume to import the rest.` : words;
}

/** The view that imports. */
export async function importing() {
  const rows = new Map();
  const forms = new Map();
  const panel = previewPanel();
  const keep = element("input", { id: "keep-photo", type: "checkbox", role: "switch", class: "switch" });
  const list = element("ul", { class: "files" });
  const progress = element("progress", { class: "progress", "aria-label": "Files read" });
  const summary = element("p", { class: "strong" });
  const buttons = element("div", { class: "actions" });
  const report = element("section", { class: "panel stack", hidden: true, "aria-label": "Progress" }, summary, progress, buttons);
  const drop = element("div", { class: "drop" });
  let wasBusy = isImporting();
  let hasChoice = false;

  function take(files, isPasted = false) {
    if (files.length === 0) return;
    addImports(files, keep.checked, isPasted);
    // All files are too large, so no later outcome will be announced.
    if (!isImporting()) announce(summary.textContent);
  }

  const takeText = (text) => take([new File([text], /^https?:/i.test(text) ? "Link" : "Pasted text", { type: "text/plain" })], true);

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
    const { found } = entry;
    const [name, words] = entry.condition === "done"
      ? ["check", found ? counted(found, "card") : "No new card"]
      : entry.reason === "noCode" ? ["warning", "No code found"] : conditions[entry.condition];
    row.dataset.condition = entry.condition;
    const question = questions[entry.condition];
    const asks = question && !forms.has(entry.number);
    if (asks) forms.set(entry.number, question(entry));
    if (!question) forms.delete(entry.number);
    const form = forms.get(entry.number);
    fill(row,
      icon(name),
      element("div", { class: "file-words" },
        element("p", { class: "file-name", dir: "auto" }, entry.name),
        entry.mayBeIn && element("p", { class: "soft" }, "It was being read. Its cards may wait in Review already."),
        form ? form.node
          : entry.error && element("p", { class: "soft" }, [entry.error.message, entry.error.because].filter(Boolean).join(": ")),
        entry.notes.map((note) => element("p", { class: "soft" }, note.words, " ", noteAction(note))),
        mayChangeColumns(entry) && element("button", {
          type: "button", class: "text-button", onclick: () => attempt(() => changeColumns(entry)),
        }, "Change what the columns mean")),
      words && element("span", { class: "file-state" }, words),
      (form || ["waiting", "reading"].includes(entry.condition)) && element("button", {
        type: "button", class: "icon-button", "aria-label": `Cancel ${entry.name}`, onclick: () => cancelImports(entry),
      }, icon("close")));
    if (asks && row.isConnected && isFree()) form.input.focus();
    return row;
  }

  /** Whether the focus may be moved, as the person is not using it elsewhere. */
  function isFree() {
    const focused = document.activeElement;
    return !focused || focused === document.body || focused.matches("h1, main") || [drop, link].some((each) => each.contains(focused));
  }

  function noteAction({ id, outcome }) {
    if (!id) return null;
    if (outcome !== "staysRemoved") return element("a", { href: `/card/${id}` }, "Show the card");
    return element("button", { type: "button", class: "text-button", onclick: () => attempt(async () => {
      const { words } = await call("restore", { id });
      toast(words, true);
    }) }, "Restore it");
  }

  const undo = () => attempt(async () => {
    const words = await undoStoring();
    // The button is gone.
    document.querySelector("h1")?.focus();
    toast(words);
  });

  function drawReport() {
    const entries = importEntries();
    const finished = entries.filter((entry) => !["waiting", "reading"].includes(entry.condition)).length;
    const drafts = entries.reduce((sum, entry) => sum + entry.drafts.length, 0);
    const isBusy = isImporting();
    report.hidden = entries.length === 0;
    progress.max = Math.max(1, entries.length);
    progress.value = finished;
    progress.hidden = !isBusy;
    summary.textContent = isBusy ? summaryWords(entries) : outcomeWords(entries);
    // For longer than the toast's button.
    const canUndo = !isBusy && canUndoStoring();
    const again = [["cancelled", "Resume"], ["failed", "Try again"]].filter(([condition]) => !isBusy && canReadAgain(condition));
    const key = [isBusy, again, drafts > 0, canUndo].join();
    if (buttons.dataset.key !== key) {
      buttons.dataset.key = key;
      fill(buttons,
        drafts > 0 && element("a", { class: "button primary", href: "/review" }, icon("review"), "Review the cards"),
        isBusy && element("button", { type: "button", class: "button", onclick: () => cancelImports() }, icon("close"), "Cancel"),
        again.map(([condition, words]) => element("button", {
          type: "button", class: "button", onclick: () => readAgain(condition),
        }, icon("sync"), words)),
        canUndo && element("button", { type: "button", class: "button", onclick: undo }, icon("undo"), "Undo the import"),
        !isBusy && element("button", { type: "button", class: "button", onclick: clearFinished }, "Clear the list"));
    }
    if (wasBusy && !isBusy && entries.length) announce(summary.textContent);
    // Announcing each of many files would be a flood of words.
    else if (isBusy && finished > 0 && finished % 10 === 0) announce(progressWords(entries));
    // Moves a waiting person to the first question, or else to the choice.
    if (panel.draw()) hasChoice = true;
    if (hasChoice && !isBusy) {
      hasChoice = false;
      if (isFree()) panel.heading.focus();
    }
    wasBusy = isBusy;
  }

  function drawAll() {
    const focused = document.activeElement;
    rows.clear();
    fill(list, importEntries().map(drawRow));
    // Keep what is being typed, and the focus.
    if (list.contains(focused)) focused.focus();
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
  const pasted = (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    const text = event.clipboardData?.getData("text/plain").trim();
    if (files.length > 0) take(files);
    // Text that is pasted into a field belongs there.
    else if (text && !event.target.closest?.("input")) takeText(text);
  };
  const listeners = [["dragover", hold], ["dragleave", release], ["drop", dropped], ["paste", pasted]];

  const link = linkField(takeText);
  // Without `accept`, as files are recognised by their content, and phones would grey out other wallets' files.
  const files = picker({ multiple: true });
  const camera = picker({ accept: "image/*", capture: "environment" });
  fill(drop,
    icon("photo"),
    element("p", { class: "drop-title" }, "Drop photos, PDFs or another wallet's file here"),
    element("p", { class: "soft" }, "Or paste them. Your files stay where they are."),
    element("div", { class: "actions centred" },
      element("button", { type: "button", class: "button primary large", onclick: () => files.click() }, icon("photo"), "Choose files"),
      element("button", { type: "button", class: "button large", onclick: () => camera.click() }, icon("camera"), "Take a photo")),
    element("p", { class: "hint" }, "JPEG, PNG, WebP, HEIC, AVIF, TIFF, GIF and PDF; what Catima, Voucher Vault, FidMe, Cardabase and "
      + "cardvault export; passes; tables (CSV) and lists (JSON); zips of these. Up to 64 MB each."),
    files, camera);
  drawAll();
  return {
    node: element("div", { class: "page narrow" },
      element("h1", { tabIndex: -1 }, "Import"),
      // The queue comes first: on phones, it would be out of sight below the rest.
      report, drop,
      element("div", { class: "switch-line framed" },
        element("label", { for: "keep-photo" }, "Keep the photos",
          element("span", { class: "hint" }, "A small sealed copy, without metadata.")), keep),
      link, panel.node, list,
      element("p", { class: "soft" }, "No photo? ", element("a", { href: "/scan" }, "Scan the card"), " or ",
        element("a", { href: "/type" }, "type it"), ".")),
    shown() {
      imports.addEventListener("changed", changed);
      imports.addEventListener("storing", panel.drawStoring);
      for (const [name, listener] of listeners) document.addEventListener(name, listener);
    },
    leave() {
      imports.removeEventListener("changed", changed);
      imports.removeEventListener("storing", panel.drawStoring);
      for (const [name, listener] of listeners) document.removeEventListener(name, listener);
    },
  };
}
