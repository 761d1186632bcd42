// What was changed on a card, when and on which device; and undo.

import { call, currentStamp, get } from "../shared/api.js";
import { element, fillKeepingFocus } from "../shared/element.js";
import { icon } from "../shared/icons.js";
import { attempt, toast } from "../shared/notices.js";
import { capitalised, momentWords, withDates } from "../shared/words.js";

/** The view of one card's history. */
export async function history({ id, go, isCurrent }) {
  let answer = await get("history", { id });
  // After a later change by another tab or program, undo would take back that one instead.
  let stamp = currentStamp();
  const list = element("ol", { class: "changes" });

  async function reload() {
    const next = await get("history", { id });
    if (!isCurrent()) return;
    stamp = currentStamp();
    if (JSON.stringify(next) === JSON.stringify(answer)) return;
    answer = next;
    draw();
  }

  const restore = (change) => attempt(async () => {
    await call("restore-to", { id, change, version: answer.version });
    await go(`/card/${id}`);
    toast("Restored", true);
  });

  const undo = () => attempt(async () => {
    toast((await call("undo", { id, stamp })).words);
    await reload();
  });

  function change(each, index) {
    // Leave out lines that only repeat the title.
    const lines = each.lines.map((line) => capitalised(withDates(line))).filter((line) => line !== each.title);
    return element("li", { class: each.undone ? "change undone" : "change" },
      element("div", { class: "change-head" },
        element("h2", { class: "change-title", dir: "auto" }, each.title),
        each.undone && element("span", { class: "badge plain" }, icon("undo"), "Undone")),
      element("p", { class: "change-when soft" }, element("time", { datetime: each.made }, momentWords(each.made)), ` on ${each.madeOn}`),
      lines.length > 0 && element("ul", { class: "plain-list" }, lines.map((text) => element("li", { dir: "auto" }, text))),
      index > 0 && element("button", {
        type: "button", class: "button small", "data-key": each.id,
        "aria-label": `Restore this version: ${momentWords(each.made)}`, onclick: () => restore(each.id),
      }, icon("history"), "Restore this version"));
  }

  function draw() {
    // Newest first.
    fillKeepingFocus(list, [...answer.changes].reverse().map((each, index) => change(each, index)));
  }

  draw();
  return {
    node: element("div", { class: "page" },
      element("a", { class: "back", href: `/card/${id}` }, icon("back"), element("span", { dir: "auto" }, answer.name)),
      element("div", { class: "page-head" },
        element("h1", { tabIndex: -1 }, "History"),
        element("button", { type: "button", class: "button", onclick: undo }, icon("undo"), "Undo the last change")),
      list),
    refresh: reload,
  };
}
