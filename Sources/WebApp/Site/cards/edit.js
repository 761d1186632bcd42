// Changing a card.

import { call, get, isOutage } from "../shared/api.js";
import { cardForm } from "./form.js";
import { element, fill } from "../shared/element.js";
import { icon } from "../shared/icons.js";
import { errorNotice, toast } from "../shared/notices.js";
import { photoFields } from "./photo-fields.js";
import { restoreButton } from "./restoring.js";

/** The view that edits a card. */
export async function edit({ id, go, isCurrent, again }) {
  const [card, kinds] = await Promise.all([get("card", { id }), get("kinds")]);
  const form = cardForm({ card, kinds });
  form.more.open = true;
  const photos = photoFields(card);
  const problem = element("div");
  const others = card.codes.length - 1;
  const save = async (event) => {
    event.preventDefault();
    fill(problem);
    if (!(await form.isFine())) return;
    const fields = form.values();
    try {
      if (Object.keys(fields).length) await call("edit", { id, version: card.version, fields });
      await go(`/card/${id}`, { isSaved: true, replaces: true });
      if (Object.keys(fields).length) toast("Saved", true);
    } catch (error) {
      if (error.endsSession || form.showsRefusal(error)) return;
      fill(problem, errorNotice(error));
      if (!isOutage(error)) await checkSeen(true);
      problem.scrollIntoView({ block: "center" });
    }
  };

  /** Offers what is there now, if another tab or program changed or removed the card. */
  async function checkSeen(isRefused = false) {
    let next = null;
    try {
      next = await get("card", { id });
    } catch (error) {
      if (error.status !== 404) throw error;
    }
    if (!isCurrent() || card.version === undefined || next?.version === card.version) return;
    // Nothing is lost.
    if (!form.isChanged()) return again();
    if (problem.firstChild && !isRefused) return;
    fill(problem, errorNotice(Object.assign(new Error(next ? "This card was changed" : "This card was removed"), {
      because: "It happened in another tab or program. What you typed is still here, but cannot be saved.",
      remedy: `Copy what you need, then ${next ? "look at the card as it is now" : "restore the card"}.`,
    })), element("div", { class: "actions" },
      next ? element("button", { type: "button", class: "button large", onclick: again }, "Show the card as it is now")
        : restoreButton({ id }, again)));
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
    refresh: () => checkSeen(),
    leave() {
      form.stop();
      photos.stop();
    },
  };
}
