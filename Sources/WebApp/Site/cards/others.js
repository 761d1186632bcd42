// What other tabs and programs change on a card while a form for it is open: it is saved beside what is typed, or asked about.

import { get } from "../shared/api.js";
import { element, fill, freshID } from "../shared/element.js";
import { icon } from "../shared/icons.js";

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

/**
 * Compares a form with its card as others have changed it.
 *
 * @param form The form of the card.
 * @param noun What the card is called.
 * @param checks Fields that are compared even where nothing was typed.
 */
export function othersChanges({ form, id, noun = "card", checks = [] }) {
  const node = element("div", { class: "form-problem stack" });
  /** The card as others have changed it; `null` while it is as it was. */
  let latest = null;
  /** What was asked about fields that both changed, by field. */
  const asked = new Map();

  /** Gets the PIN that is there now, which is on no page that did not ask for it, if another one is typed here. */
  async function learnPIN() {
    if (!latest || latest.pin !== undefined || !("pin" in form.values() || asked.has("pin"))) return;
    latest.pin = latest.hasPIN ? (await get("pin", { id })).pin : "";
  }

  /** Asks about what is changed here and on the card as it is now; returns that. */
  function ask() {
    if (!latest) return [];
    const conflicts = form.conflicts(latest, [...asked.keys(), ...checks]);
    for (const field of asked.keys()) if (!conflicts.some((each) => each.field === field)) asked.delete(field);
    for (const each of conflicts) {
      // The same question, perhaps answered already.
      if (asked.get(each.field)?.theirs === each.theirs) asked.get(each.field).shows(each.mine);
      else asked.set(each.field, choice(each));
    }
    fill(node, element("div", { class: "notice warn", role: "status" }, icon("warning"), element("div", {},
      element("p", { class: "notice-title" }, `This ${noun} was changed in another tab or program`),
      element("p", {}, conflicts.length ? "Both changed the same. Choose what to keep."
        : "What you change here is saved beside it."))), [...asked.values()].map((each) => each.node));
    return conflicts;
  }

  const show = () => latest && node.scrollIntoView({ block: "nearest" });

  return {
    node,
    /** The card as others have changed it; `null` while it is as it was. */
    latest: () => latest,
    /** The fields that were asked about. */
    asked: () => [...asked.keys()],
    forget: () => (latest = null),
    /** Brings in sight what was changed: on a phone it is below the fields. */
    show,
    /** Compares the form with the card as it is now; returns `merged` if both can be saved, and `asked` if a person must choose. */
    async take(next) {
      latest = next;
      await learnPIN();
      const isAsked = ask().length > 0;
      // Otherwise, whoever types goes on.
      if (isAsked) show();
      return isAsked ? "asked" : "merged";
    },
    /** Leaves out of what is sent what others keep; returns whether everything that was asked is answered. */
    async settle(fields) {
      await learnPIN();
      // A code that is gone is replaced by none: the typed one is added, if that is wanted.
      if (latest && form.isCodeGone(latest)) for (const field of ["code", "replaces", "symbology"]) delete fields[field];
      for (const { field, value } of ask()) {
        const chosen = asked.get(field).chosen();
        if (!chosen) {
          asked.get(field).focus();
          return false;
        }
        if (chosen === "theirs") delete fields[field];
        else Object.assign(fields, field === "code" ? form.code.asNew() : { [field]: value });
      }
      return true;
    },
  };
}

/** What a form that changes these fields has to know of the card that it was built on; never a PIN. */
export function baseOf(card, fields) {
  const from = { code: "codes", archived: "state" };
  // Tags are added and removed, whatever others did to them.
  const names = fields.filter((field) => field !== "tags").map((field) => from[field] ?? field);
  return Object.fromEntries(names.map((name) => [name, card[name]]));
}
