// The cards in other wallets' files, to choose from before anything is stored.

import { element, fill, freshID } from "../shared/element.js";
import { icon } from "../shared/icons.js";
import {
  dropPreviews, importChosen, isStoring, lineWords, maxNoteCount, previewEntries, savedOutcomes, storingCount,
} from "./queue.js";
import { stopStoring } from "./storing.js";
import { announce, attempt, errorNotice, toast } from "../shared/notices.js";
import { capitalised, counted, dayWords } from "../shared/words.js";

/** More rows at once would block the page for a moment. */
const rowsAtOnce = 200;

/** What tells a card from others: "EAN-13 ending in 3931 · expires 31 Dec 2026 · 1 photo". */
function aboutWords({ symbologies = [], ending, expires, tags = [], photos }) {
  const code = [symbologies.join(", "), ending && `ending in ${ending}`].filter(Boolean).join(" ");
  return [
    code, expires && `expires ${dayWords(expires)}`, tags.length > 0 && tags.join(", "), photos && counted(photos, "photo"),
  ].filter(Boolean).join(" · ");
}

/** A table of the cards in one file; `changed` is called when the choice changes. */
function fileTable({ name, preview }, changed) {
  const rows = preview.outcome.items.map((each, index) => ({ ...each, index })).filter((row) => row.reason !== "skipped");
  const skipped = preview.outcome.leftOut.filter((item) => item.reason === "skipped").slice(0, maxNoteCount);
  const isListed = (row) => row.outcome !== "known" || row.differences;
  const known = rows.filter((row) => !isListed(row));
  const listed = rows.filter(isListed);
  const open = listed.filter((row) => savedOutcomes.includes(row.outcome));
  const left = () => open.filter((row) => preview.without.has(row.index)).length;
  const renamed = rows.filter((row) => row.differences?.some(({ field }) => field === "name"));
  const boxes = new Map();
  const body = element("tbody");
  const allID = freshID("choice");
  const all = element("input", { id: allID, type: "checkbox", "aria-label": `All cards of ${name}`, onchange: () => {
    for (const row of open) choose(row, all.checked);
    drawAll();
    changed();
  } });
  const more = element("button", { type: "button", class: "button small", onclick: () => {
    const first = drawRows();
    // The button may be gone.
    if (more.hidden) first?.focus();
  } });

  function choose({ index }, isChosen) {
    if (isChosen) preview.without.delete(index);
    else preview.without.add(index);
    const box = boxes.get(index);
    if (box) box.checked = isChosen;
  }

  function drawAll() {
    all.checked = left() === 0;
    all.indeterminate = !all.checked && left() < open.length;
  }

  function drawRow(row) {
    const id = freshID("choice");
    const isOpen = savedOutcomes.includes(row.outcome);
    const box = isOpen && element("input", {
      id, type: "checkbox", checked: !preview.without.has(row.index),
      onchange: (event) => {
        choose(row, event.target.checked);
        drawAll();
        changed();
      },
    });
    if (box) boxes.set(row.index, box);
    const about = aboutWords(row);
    const words = [
      element("span", { class: "choice-name", dir: "auto" }, row.name),
      element("span", { class: "soft", dir: "auto" }, capitalised(row.words)),
      about && element("span", { class: "soft", dir: "auto" }, about),
    ];
    return element("tr", {
      "data-outcome": row.outcome,
      // The whole row is a target, for fingers.
      onclick: (event) => box && !event.target.closest("input, label") && box.click(),
    },
    element("td", {}, box || icon(row.outcome === "staysRemoved" ? "remove" : "warning")),
    element("th", { scope: "row" }, element(isOpen ? "label" : "div", { class: "choice", ...(isOpen && { for: id }) }, words)));
  }

  /** Draws some more rows; returns the first new box. */
  function drawRows() {
    const next = listed.slice(body.children.length, body.children.length + rowsAtOnce).map(drawRow);
    body.append(...next);
    const rest = listed.length - body.children.length;
    more.hidden = rest === 0;
    more.textContent = `Show ${Math.min(rest, rowsAtOnce)} more of ${rest}`;
    return next.map((row) => row.querySelector("input")).find(Boolean);
  }

  drawRows();
  // The choice survives leaving the page.
  drawAll();
  return {
    node: element("div", { class: "stack" },
      element("table", { class: "choices" },
        element("caption", {}, element("span", { class: "choice-name", dir: "auto" }, name),
          element("span", { class: "soft" }, [preview.words, preview.columns?.warning].filter(Boolean).join(". "))),
        element("thead", {}, element("tr", {},
          element("th", { scope: "col" }, element("label", { class: "choice-all" }, all, element("span", { class: "unseen" }, "Import"))),
          element("th", { scope: "col" },
            // In the column's header, screen readers would repeat it before each card.
            element("label", { class: "choice", for: allID, "aria-hidden": "true" }, "All cards"), element("span", { class: "unseen" }, "Card")))),
        body),
      element("div", { class: "actions", hidden: listed.length <= rowsAtOnce }, more),
      renamed.length > 0 && element("label", { class: "choice" },
        element("input", { type: "checkbox", checked: preview.takesNames, onchange: (event) => {
          preview.takesNames = event.target.checked;
          changed();
        } }),
        ` Take the new ${renamed.length === 1 ? "name" : `${renamed.length} names`} from the file`),
      skipped.length > 0 && element("ul", { class: "plain-list soft" }, skipped.map((item) => element("li", {}, lineWords(item)))),
      known.length > 0 && element("details", { class: "more-fields" },
        element("summary", {}, icon("details"), `${counted(known.length, "card")} already there`),
        element("ul", { class: "plain-list soft" }, known.map((row) => element("li", { dir: "auto" }, lineWords(row)))))),
    /** How many cards are chosen. */
    count: () => open.length - left(),
    /** How many cards get another name. */
    nameCount: () => preview.takesNames ? renamed.filter((row) => row.outcome === "known").length : 0,
  };
}

/** The panel with the cards of all files; hidden while there are none. */
export function previewPanel() {
  const id = freshID("preview");
  const tables = new Map();
  const list = element("div", { class: "stack wide-gaps" });
  const problem = element("div");
  const heading = element("h2", { id, tabIndex: -1 }, "Choose the cards to import");
  const button = element("button", { type: "button", class: "button primary", onclick: run });
  const none = element("button", { type: "button", class: "button", onclick: drop }, icon("close"), "Do not import");
  const far = element("p", { class: "strong" });
  const bar = element("progress", { class: "progress", "aria-label": "Photos read" });
  const stop = element("button", { type: "button", class: "button", onclick: async () => {
    stop.disabled = true;
    if (!(await attempt(stopStoring))) stop.disabled = false;
  } }, icon("close"), "Stop the import");
  const waiting = element("div", { class: "stack", hidden: true }, far, bar, element("div", { class: "actions" }, stop));
  const node = element("section", { class: "panel stack", hidden: true, "aria-labelledby": id },
    heading,
    element("p", { class: "soft" }, "Nothing is stored yet. Cards that are in the vault keep what you edited."),
    list, problem,
    element("div", { class: "actions" }, button, none), waiting);

  function drawButton() {
    const sum = (number) => [...tables.values()].reduce((sum, table) => sum + number(table), 0);
    const [count, names] = [sum((table) => table.count()), sum((table) => table.nameCount())];
    fill(button, icon("import"), count > 0 ? `Import ${counted(count, "card")}`
      : names > 0 ? `Rename ${counted(names, "card")}` : "No card chosen");
    button.disabled = isStoring() || count + names === 0;
    none.disabled = isStoring();
    button.classList.toggle("busy", isStoring());
  }

  /** Shows the progress of a running import. */
  function drawStoring() {
    const count = storingCount();
    waiting.hidden = !count;
    if (!count) {
      stop.disabled = false;
      return;
    }
    const { done, total } = count;
    far.textContent = total > 0 ? `${done} of ${counted(total, "photo")} read. Nothing is imported before the last one.` : "Importing…";
    Object.assign(bar, { max: Math.max(1, total), value: done });
  }

  /** Keeps the focus of a person who pressed a button here. */
  const leave = () => document.querySelector("h1")?.focus();

  async function run() {
    fill(problem);
    try {
      const storing = importChosen();
      drawButton();
      const outcome = await storing;
      if (!outcome) return sayStopped();
      leave();
      toast(outcome.words, outcome.saved > 0, outcome.takeBack);
    } catch (error) {
      if (error.endsSession) return;
      fill(problem, errorNotice(error));
      if (node.hidden) leave();
    }
  }

  function sayStopped() {
    fill(problem, element("p", { class: "notice warn" }, icon("warning"), element("span", {}, "Stopped: nothing was imported.")));
    announce("Stopped: nothing was imported");
    button.focus();
  }

  async function drop() {
    await attempt(dropPreviews);
    leave();
  }

  return {
    node, heading, drawStoring,
    /** Shows the files, and keeps what was chosen; returns whether a file is new. */
    draw() {
      const entries = previewEntries();
      let isNew = false;
      for (const [preview, table] of tables) {
        if (entries.some((entry) => entry.preview === preview)) continue;
        tables.delete(preview);
        table.node.remove();
      }
      for (const entry of entries) {
        if (tables.has(entry.preview)) continue;
        const table = fileTable(entry, drawButton);
        tables.set(entry.preview, table);
        list.append(table.node);
        isNew = true;
      }
      if (isNew) fill(problem);
      node.hidden = entries.length === 0;
      drawButton();
      drawStoring();
      return isNew;
    },
  };
}
