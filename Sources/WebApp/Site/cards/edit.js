// Changing a card.

import { call, get } from "../shared/api.js";
import { cardForm } from "./form.js";
import { element, fill, freshID } from "../shared/element.js";
import { icon } from "../shared/icons.js";
import { errorNotice, toast } from "../shared/notices.js";
import { photoFields } from "./photo-fields.js";
import { restoreButton } from "./restoring.js";

/** Asks which of two values stays; of a code that is gone, whether the typed one is added. */
function choice({ field, title, theirs, mine }) {
  const name = freshID("choice");
  const words = (shown) => (shown === "" ? "empty" : `“${shown}”`);
  const option = (value, title, shown) => element("label", { class: "either" },
    element("input", { type: "radio", name, value }), element("span", {}, title, " ", shown));
  const typed = element("span", { dir: "auto" }, words(mine));
  const node = element("fieldset", { class: "field" }, element("legend", {}, title),
    option("mine", field === "code" ? "Add mine:" : "Keep mine:", typed),
    option("theirs", "Take theirs:", element("span", { dir: "auto" }, words(theirs))));
  return {
    node,
    theirs,
    /** Shows what is typed now. */
    shows: (mine) => fill(typed, words(mine)),
    chosen: () => node.querySelector("input:checked")?.value,
    focus: () => node.querySelector("input").focus(),
  };
}

/** What a form that changes these fields has to know of the card that it was built on; never a PIN. */
function baseOf(card, fields) {
  const from = { code: "codes", archived: "state" };
  // Tags are added and removed, whatever others did to them.
  const names = fields.filter((field) => field !== "tags").map((field) => from[field] ?? field);
  return Object.fromEntries(names.map((name) => [name, card[name]]));
}

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
  const question = element("div", { class: "form-problem stack" });
  /** The card as another tab or program has changed it; `null` while it is as it was. */
  let latest = null;
  /** What was asked about fields that both changed, by field. */
  const asked = new Map();

  const save = async (event) => {
    event.preventDefault();
    fill(problem);
    if (!(await form.isFine())) return;
    const fields = form.values();
    try {
      await learnPIN();
    } catch (error) {
      if (!error.endsSession) fill(problem, errorNotice(error));
      return;
    }
    // A code that is gone is replaced by none: the typed one is added, if that is wanted.
    if (latest && form.isCodeGone(latest)) for (const field of ["code", "replaces", "symbology"]) delete fields[field];
    for (const { field, value } of ask()) {
      const chosen = asked.get(field).chosen();
      if (!chosen) return asked.get(field).focus();
      if (chosen === "theirs") delete fields[field];
      else Object.assign(fields, field === "code" ? form.code.asNew() : { [field]: value });
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

  /** Gets the PIN that is there now, which is on no page that did not ask for it, if another one is typed here. */
  async function learnPIN() {
    if (!latest || latest.pin !== undefined || !("pin" in form.values() || asked.has("pin"))) return;
    latest.pin = latest.hasPIN ? (await get("pin", { id })).pin : "";
  }

  /** Asks about what is changed here and on the card as it is now; returns that. */
  function ask() {
    if (!latest) return [];
    const conflicts = form.conflicts(latest, asked.keys());
    for (const field of asked.keys()) if (!conflicts.some((each) => each.field === field)) asked.delete(field);
    for (const each of conflicts) {
      // The same question, perhaps answered already.
      if (asked.get(each.field)?.theirs === each.theirs) asked.get(each.field).shows(each.mine);
      else asked.set(each.field, choice(each));
    }
    fill(question, element("div", { class: "notice warn", role: "status" }, icon("warning"), element("div", {},
      element("p", { class: "notice-title" }, "This card was changed in another tab or program"),
      element("p", {}, conflicts.length ? "Both changed the same. Choose what to keep, then save."
        : "What you change here is saved beside it."))), [...asked.values()].map((each) => each.node));
    return conflicts;
  }

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
      latest = null;
      fill(question, errorNotice(Object.assign(new Error("This card was removed"), {
        because: "It happened in another tab or program. What you typed is still here.", remedy: "Restore the card to save it.",
      })), element("div", { class: "actions" }, restoreButton({ id }, async () => {
        fill(question);
        await compare();
      })));
      return "asked";
    }
    latest = next;
    await learnPIN();
    seen.version = next.version;
    toast("This card was changed in another tab or program. See below.", false, undefined, "warning");
    return ask().length ? "asked" : "merged";
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
        question,
        problem,
        element("div", { class: "form-actions" },
          element("a", { class: "button large", href: `/card/${id}` }, "Cancel"),
          element("button", { class: "button primary large" }, "Save")))),
    isChanged: form.isChanged,
    typed() {
      const fields = form.values();
      const { version } = latest ? card : seen;
      return { fields, base: { ...baseOf(card, [...Object.keys(fields), ...asked.keys()]), version } };
    },
    isBack: Boolean(typed),
    refresh: () => compare(),
    leave() {
      form.stop();
      photos.stop();
    },
  };
}
