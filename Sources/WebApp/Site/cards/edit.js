// Changing a card.

import { call, get } from "../shared/api.js";
import { cardForm } from "./form.js";
import { element, fill } from "../shared/element.js";
import { icon } from "../shared/icons.js";
import { errorNotice, toast } from "../shared/notices.js";
import { baseOf, othersChanges } from "./others.js";
import { photoFields } from "./photo-fields.js";
import { restoreButton } from "./restoring.js";

/** The view that edits a card; `typed` is what was typed before a lock, with what it was typed over. */
export async function edit({ id, go, isCurrent, again, typed, wasSaved }) {
  const [now, kinds] = await Promise.all([get("card", { id }), get("kinds")]);
  const card = { ...now, ...typed?.base };
  const form = cardForm({ card, kinds });
  if (typed) form.retype(typed.fields);
  form.more.open = true;
  /** Its `version` is the one that the form was compared with last; a change of photos here is none to compare. */
  const seen = { ...now, version: card.version };
  const photos = photoFields(seen);
  const problem = element("div", { class: "form-problem" });
  const others = card.codes.length - 1;
  const changes = othersChanges({ form, id });

  const save = async (event) => {
    event.preventDefault();
    fill(problem);
    if (!(await form.isFine())) return;
    const fields = form.values();
    try {
      if (!(await changes.settle(fields))) return;
    } catch (error) {
      if (!error.endsSession) fill(problem, errorNotice(error));
      return;
    }
    try {
      if (Object.keys(fields).length) await call("edit", { id, version: seen.version, fields });
      await go(`/card/${id}`, { isSaved: true, replaces: true });
      if (Object.keys(fields).length) toast("Saved", true);
    } catch (error) {
      if (error.change === "saved") wasSaved();
      if (error.endsSession || form.showsRefusal(error)) return;
      const outcome = error.status === 409 || error.removed ? await compare().catch(() => null) : null;
      // Others changed only what was left alone here, or the same: nothing is to be decided.
      if (outcome === "merged") return save(event);
      if (!outcome) fill(problem, errorNotice(error));
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
    if (!isCurrent() || seen.version === undefined || next?.version === seen.version) return null;
    return take(next);
  }

  /** Compares the form with the card as it is now, `null` if it was removed. */
  async function take(next) {
    // Nothing is lost.
    if (!form.isChanged()) return again();
    if (!next) {
      changes.forget();
      fill(changes.node, errorNotice(Object.assign(new Error("This card was removed"), {
        because: "It happened in another tab or program. What you typed is still here.", remedy: "Restore the card to save it.",
      })), element("div", { class: "actions" }, restoreButton({ id }, async () => {
        fill(changes.node);
        await compare();
      })));
      return "asked";
    }
    seen.version = next.version;
    return changes.take(next);
  }

  if (typed && now.version !== seen.version) await take(now);
  return {
    node: element("div", { class: "page" },
      element("a", { class: "back", href: `/card/${id}` }, icon("back"), element("span", { dir: "auto" }, card.name)),
      element("h1", { tabIndex: -1 }, "Edit"),
      element("form", { class: "card-form", onsubmit: save, novalidate: true },
        element("div", { class: "form-code" }, form.code.drawing, form.code.node,
          others > 0 && element("p", { class: "hint" }, `The card's other ${others === 1 ? "code stays" : "codes stay"} as ${others === 1 ? "it is" : "they are"}.`)),
        element("div", { class: "form-fields" }, form.main, form.more),
        photos.node,
        changes.node,
        problem,
        element("div", { class: "form-actions" },
          element("a", { class: "button large", href: `/card/${id}` }, "Cancel"),
          element("button", { class: "button primary large" }, "Save")))),
    isChanged: form.isChanged,
    typed() {
      const fields = form.values();
      const { version } = changes.latest() ? card : seen;
      return { fields, base: { ...baseOf(card, [...Object.keys(fields), ...changes.asked()]), version } };
    },
    isBack: Boolean(typed),
    shown: changes.show,
    refresh: () => compare(),
    leave() {
      form.stop();
      photos.stop();
    },
  };
}
