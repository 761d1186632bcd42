// The log of the vault: what was changed, when and on which device; undo of any change, and redo.

import { call, currentStamp, get } from "../shared/api.js";
import { element, fillKeepingFocus } from "../shared/element.js";
import { icon } from "../shared/icons.js";
import { attempt, toast } from "../shared/notices.js";
import { confirmed } from "../shared/dialog.js";
import { capitalised, counted, momentWords } from "../shared/words.js";

/** Above this number of cards, a person is asked. */
const maxUnasked = 5;

/** The first digits of its id, as terminals show them. */
const shownID = (change) => change.id.slice(0, 8);

/** The view of the log. */
export async function log({ isCurrent }) {
  let all = false;
  let answer = await get("log", { all });
  // After a later change by another tab or program, this page no longer shows what would be undone.
  let stamp = currentStamp();
  const steps = element("div", { class: "stack" });
  const list = element("ol", { class: "changes" });

  async function reload() {
    const next = await get("log", { all });
    if (!isCurrent()) return;
    stamp = currentStamp();
    if (JSON.stringify(next) === JSON.stringify(answer)) return;
    answer = next;
    draw();
  }

  /** Undoes or redoes a change; asks first if that changes many cards. */
  const go = (name, verb, change, more = {}) => attempt(async () => {
    const count = change.cards.length;
    if (count > maxUnasked && !(await confirmed(`${verb} this for ${counted(count, "card")}?`, `${capitalised(change.words)}.`, verb))) return;
    toast((await call(name, { stamp, ...more })).words);
    await reload();
  });

  const step = (name, verb, change) => change && element("button", {
    type: "button", class: "button large", "data-key": name, onclick: () => go(name, verb, change),
  }, icon(name), element("span", { dir: "auto" }, `${verb}: ${change.words}`));

  function entry(change) {
    return element("li", { class: change.undone ? "change undone" : "change" },
      element("div", { class: "change-head" },
        element("h2", { class: "change-title", dir: "auto" }, capitalised(change.words)),
        change.undone && element("span", { class: "badge plain" }, icon("undo"), "Undone")),
      element("p", { class: "change-when soft" }, `${shownID(change)} · `, element("time", { datetime: change.made }, momentWords(change.made)),
        ` on ${change.thisDevice ? "this device" : change.deviceName ?? `device ${change.device.slice(0, 4)}`}`),
      !change.undone && element("button", {
        type: "button", class: "button small", "data-key": change.id, "aria-label": `Undo change ${shownID(change)}: ${change.words}`,
        onclick: () => go("undo", "Undo", change, { change: change.id }),
      }, icon("undo"), "Undo this"));
  }

  function draw() {
    fillKeepingFocus(steps, step("undo", "Undo", answer.undo), step("redo", "Redo", answer.redo));
    // Newest first.
    fillKeepingFocus(list, [...answer.changes].reverse().map(entry), answer.changes.length === 0 && element("li", { class: "soft" }, "Nothing was changed yet."),
      answer.older > 0 && element("li", {}, element("button", {
        type: "button", class: "button", "data-key": "older",
        onclick: () => attempt(async () => {
          all = true;
          await reload();
        }),
      }, `Show ${counted(answer.older, "older change")}`)));
  }

  draw();
  return {
    node: element("div", { class: "page" },
      element("h1", { tabIndex: -1 }, "Changes"),
      steps, list),
    refresh: reload,
  };
}
