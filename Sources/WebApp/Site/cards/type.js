// Typing a card by hand, with its code drawn at each key.

import { call, get } from "../shared/api.js";
import { cardForm } from "./form.js";
import { confirmed } from "../shared/dialog.js";
import { element, fill } from "../shared/element.js";
import { errorNotice, toast } from "../shared/notices.js";

/** The view that adds a card; `typed` is what was typed before a lock. */
export async function type({ go, typed, wasSaved }) {
  const kinds = await get("kinds");
  const form = cardForm({ card: { tags: [], codes: [] }, kinds, isNew: true });
  if (typed) form.retype(typed);
  const problem = element("div");

  async function save(another) {
    fill(problem);
    if (!(await form.isFine())) return;
    const fields = form.values();
    const taken = form.code.takenBy();
    if (taken && !(await confirmed("Add it anyway?", `“${taken.name}” has the same code.`, "Add"))) return;
    try {
      const { added, words } = await call("add", { fields, duplicate: Boolean(taken) });
      await go(another ? "/type" : `/card/${added[0]}`, { isSaved: true, replaces: true });
      toast(words, true, () => go("/"));
    } catch (error) {
      if (error.change === "saved") wasSaved();
      if (error.endsSession || form.showsRefusal(error)) return;
      fill(problem, errorNotice(error));
      problem.scrollIntoView({ block: "center" });
    }
  }

  return {
    node: element("div", { class: "page" },
      element("h1", { tabIndex: -1 }, "Type a card"),
      element("p", { class: "lead" }, "Type the number as it is printed. Type ", element("code", {}, "?"), " for a digit that you cannot read."),
      element("form", {
        class: "card-form", novalidate: true,
        onsubmit: (event) => {
          event.preventDefault();
          save(false);
        },
      },
      element("div", { class: "form-code" }, form.code.node, form.code.drawing),
      element("div", { class: "form-fields" }, form.main, form.more),
      problem,
      element("div", { class: "form-actions" },
        element("button", { type: "button", class: "button large", onclick: () => save(true) }, "Save and type another"),
        element("button", { class: "button primary large" }, "Save")))),
    isChanged: form.isChanged,
    typed: form.values,
    isBack: Boolean(typed),
    leave: form.stop,
  };
}
