// Changing a card.

import { call, get } from "../shared/api.js";
import { cardForm } from "./form.js";
import { element, fill, freshID } from "../shared/element.js";
import { icon } from "../shared/icons.js";
import { errorNotice, toast } from "../shared/notices.js";
import { photoFields } from "./photo-fields.js";
import { restoreButton } from "./restoring.js";

/** Asks which of two values stays. */
function choice({ field, title, theirs, mine }) {
  const name = freshID("choice");
  const option = (value, words, shown) => element("label", { class: "choice" },
    element("input", { type: "radio", name, value }), words, " ",
    element("span", { dir: "auto", class: "choice-value" }, shown === "" ? "empty" : `“${shown}”`));
  const node = element("fieldset", { class: "field" }, element("legend", {}, title),
    option("mine", "Keep mine:", mine), option("theirs", "Take theirs:", theirs));
  return {
    field,
    node,
    chosen: () => node.querySelector("input:checked")?.value,
    focus: () => node.querySelector("input").focus(),
  };
}

/** The view that edits a card. */
export async function edit({ id, go, isCurrent, again }) {
  const [card, kinds] = await Promise.all([get("card", { id }), get("kinds")]);
  const form = cardForm({ card, kinds });
  form.more.open = true;
  const photos = photoFields(card);
  const problem = element("div");
  const others = card.codes.length - 1;
  /** What to keep where both changed a field, by field, once it is asked. */
  let choices = null;

  const save = async (event) => {
    event.preventDefault();
    if (!choices) fill(problem);
    if (!(await form.isFine())) return;
    const fields = form.values();
    const open = choices?.find((each) => !each.chosen());
    if (open) return open.focus();
    for (const { field } of choices?.filter((each) => each.chosen() === "theirs") ?? []) {
      delete fields[field];
      if (field === "code") delete fields.symbology;
    }
    try {
      if (Object.keys(fields).length) await call("edit", { id, version: card.version, fields });
      await go(`/card/${id}`, { isSaved: true, replaces: true });
      if (Object.keys(fields).length) toast("Saved", true);
    } catch (error) {
      if (error.endsSession || form.showsRefusal(error)) return;
      // Others changed only what was left alone here, or the same: nothing is to be decided.
      if (error.status === 409 && (await compare()) === "merged") return save(event);
      if (!choices) fill(problem, errorNotice(error));
      if (error.removed) await compare();
      problem.scrollIntoView({ block: "center" });
    }
  };

  /**
   * Compares the form with the card as it is now, if another tab or program changed or removed it.
   *
   * Returns `merged` if both can be saved, and `asked` if a person must choose or restore the card first.
   */
  async function compare() {
    let next = null;
    try {
      next = await get("card", { id });
    } catch (error) {
      if (error.status !== 404) throw error;
    }
    if (!isCurrent() || card.version === undefined || next?.version === card.version) return null;
    // Nothing is lost.
    if (!form.isChanged()) return again();
    if (!next) {
      fill(problem, errorNotice(Object.assign(new Error("This card was removed"), {
        because: "It happened in another tab or program. What you typed is still here.", remedy: "Restore the card to save it.",
      })), element("div", { class: "actions" }, restoreButton({ id }, async () => {
        fill(problem);
        await compare();
      })));
      return "asked";
    }
    card.version = next.version;
    const conflicts = form.conflicts(next);
    choices = conflicts.length ? conflicts.map(choice) : null;
    fill(problem, element("div", { class: "notice warn", role: "status" }, icon("warning"), element("div", {},
      element("p", { class: "notice-title" }, "This card was changed in another tab or program"),
      element("p", {}, choices ? "Both changed the same. Choose what to keep, then save."
        : "What you change here is saved beside it."))), choices?.map((each) => each.node));
    return choices ? "asked" : "merged";
  }

  return {
    node: element("div", { class: "page" },
      element("a", { class: "back", href: `/card/${id}` }, icon("back"), element("span", { dir: "auto" }, card.name)),
      element("h1", { tabIndex: -1 }, "Edit"),
      element("form", { class: "card-form", onsubmit: save, novalidate: true },
        element("div", { class: "form-code" }, form.code.drawing, form.code.node,
          others > 0 && element("p", { class: "hint" }, `The card's other ${others === 1 ? "code stays" : "codes stay"} as ${others === 1 ? "it is" : "they are"}.`)),
        element("div", { class: "form-fields" }, form.main, form.more),
        photos.node,
        problem,
        element("div", { class: "form-actions" },
          element("a", { class: "button large", href: `/card/${id}` }, "Cancel"),
          element("button", { class: "button primary large" }, "Save")))),
    isChanged: form.isChanged,
    refresh: () => compare(),
    leave() {
      form.stop();
      photos.stop();
    },
  };
}
