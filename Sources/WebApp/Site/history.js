// What was changed on a card, when and on which device; and the way back.

import { call } from "./api.js";
import { element, fillKeepingFocus } from "./element.js";
import { icon } from "./icons.js";
import { attempt, toast } from "./notices.js";
import { momentWords, withMoments } from "./words.js";

/** The view of one card's history. */
export async function history({ id, go, isCurrent }) {
  let answer = await call("history", { id });
  const list = element("ol", { class: "changes" });

  async function reload() {
    const next = await call("history", { id });
    if (!isCurrent() || JSON.stringify(next) === JSON.stringify(answer)) return;
    answer = next;
    draw();
  }

  const restore = (number) => attempt(async () => {
    await call("restore-to", { id, number });
    await go(`/card/${id}`);
    toast("Restored", true);
  });

  function change(each, index) {
    return element("li", { class: each.remark ? "change undone" : "change" },
      element("div", { class: "change-head" },
        element("p", {}, element("time", { datetime: each.when }, momentWords(each.when)),
          element("span", { class: "soft" }, ` on ${each.device}`)),
        each.remark && element("span", { class: "badge plain" }, icon("undo"), each.remark === "undone" ? "Undone" : each.remark)),
      element("ul", { class: "plain-list" }, each.lines.map((text) => element("li", { dir: "auto" }, withMoments(text)))),
      index > 0 && element("button", {
        type: "button", class: "button small", "data-key": each.number,
        "aria-label": `Restore the version of ${momentWords(each.when)}`, onclick: () => restore(each.number),
      }, icon("history"), "Restore this version"));
  }

  function draw() {
    // The newest first, whatever order they come in.
    const changes = [...answer.changes].sort((one, other) => other.number - one.number);
    fillKeepingFocus(list, changes.map(change));
  }

  draw();
  return {
    title: "Card",
    node: element("div", { class: "page narrow" },
      element("a", { class: "back", href: `/card/${id}` }, icon("back"), element("span", { dir: "auto" }, answer.name)),
      element("h1", { tabIndex: -1 }, "History"),
      list),
    refresh: reload,
  };
}
