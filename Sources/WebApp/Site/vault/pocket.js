// Publishes a pocket: sealed cards in a page for a phone.

import { call, get } from "../shared/api.js";
import { element, fill, freshID } from "../shared/element.js";
import { errorWords, refuse } from "../shared/field-problem.js";
import { icon } from "../shared/icons.js";
import { announce, errorNotice } from "../shared/notices.js";

/** What is published where nothing is chosen, as long as it is not known. */
const unknown = "As before; the first time, all in use";

/** The form, and what became of it. */
export async function pocket() {
  const { tags } = await get("cards", { words: "", states: "current", sort: "name" });
  const [targetID, tagID] = [freshID("pocket"), freshID("tag")];
  const target = element("input", {
    id: targetID, placeholder: "/srv/www/cards", spellcheck: "false", autocapitalize: "none", autocomplete: "off",
    "aria-describedby": `${targetID}-hint`, onchange: () => (asking = askBefore()),
  });
  /** The question which cards the pocket at the target is for. */
  let asking = Promise.resolve();
  // By their places: a tag may have any name.
  const choices = [{ words: unknown }, { words: "All in use", tags: [] },
    ...(tags ?? []).map(({ name }) => ({ words: name, tags: [name] }))];
  const chosen = element("select", { id: tagID, onchange: () => (withPINs.input.disabled = isAsBefore()) },
    choices.map(({ words: each }, place) => element("option", { value: String(place) }, each)));
  const isAsBefore = () => !choices[Number(chosen.value)].tags;
  const [withPINs, newWords] = [toggle("Publish PINs, too", "Needs a choice of cards."),
    toggle("Make new words", "If a phone was lost. Copies of the old file stay readable with the old words.")];
  withPINs.input.disabled = true;
  const report = element("div", { class: "stack", "aria-live": "polite" });

  /** Shows what was chosen before for the target. */
  async function askBefore() {
    const asked = target.value.trim();
    const { choice } = asked ? await call("pocket-choice", { target: asked }).catch(() => ({})) : {};
    if (target.value.trim() === asked) chosen.options[0].text = choice ? `As before: ${choice}` : unknown;
  }

  /** Runs a call about the target, and shows what it answers. */
  async function run(button, name, more, shown) {
    if (!target.value.trim()) return refuse(target, "Enter a target first.");
    button.disabled = true;
    fill(report, element("p", { class: "soft" }, "One moment…"));
    // The server does one thing about pockets at a time.
    await asking;
    try {
      fill(report, shown(await call(name, { target: target.value.trim(), ...more })));
    } catch (error) {
      if (error.endsSession) return;
      fill(report, error.field !== "target" && errorNotice(error));
      if (error.field === "target") refuse(target, errorWords(error));
    } finally {
      button.disabled = false;
    }
  }

  const words = (text) => element("div", { class: "notice good" }, icon("lock"), element("div", {},
    element("p", { class: "notice-title" }, "The six words that open it on a phone"),
    element("p", { class: "pocket-words" }, text)));

  const publish = element("button", { class: "button primary large" }, icon("phone"), "Publish");
  const tell = element("button", {
    type: "button", class: "button", onclick: () => run(tell, "pocket-words", {}, (answer) => words(answer.words)),
  }, "Show the words");
  const node = element("form", {
    class: "stack", novalidate: true, onsubmit: (event) => {
      event.preventDefault();
      const choice = isAsBefore() ? undefined : { tags: choices[Number(chosen.value)].tags, withPINs: withPINs.input.checked };
      const asked = { choice, newWords: newWords.input.checked };
      return run(publish, "pocket", asked, (answer) => {
        newWords.input.checked = false;
        announce("Published");
        asking = askBefore();
        return [
          element("p", { class: "notice good" }, icon("check"), element("span", {}, `Published: ${answer.line}`)),
          answer.words && words(answer.words),
          answer.undrawn.length > 0 && element("p", { class: "notice warn" }, icon("warning"),
            element("span", {}, `Without a code that can be scanned: ${answer.undrawn.map((name) => `“${name}”`).join(", ")}`)),
        ];
      });
    },
  },
  element("p", { class: "soft" }, "A host of static files can carry this page, and cannot read the cards. On a phone, six words open it; after that it needs no network. The seal does not protect from a host that changes the page itself: that could take the words. Choose one that you trust, and an address that no other page shares."),
  element("div", { class: "field" },
    element("label", { for: targetID }, "Target"), target,
    element("div", { id: `${targetID}-hint`, class: "hint" }, "An empty folder that a web server serves, by its full path on the machine that runs cardvault; ",
      element("code", {}, "rclone:REMOTE:PATH"), "; or ", element("code", {}, "git:URL"), " of an empty repository.")),
  element("div", { class: "field" }, element("label", { for: tagID }, "Cards"), chosen),
  withPINs.node, newWords.node,
  element("div", { class: "actions" }, publish, tell), report);
  return { node };
}

/** A switch with its label, and a hint. */
function toggle(label, hint) {
  const id = freshID("switch");
  const input = element("input", { id, type: "checkbox", role: "switch", class: "switch" });
  return { input, node: element("div", { class: "switch-line" },
    element("label", { for: id }, label, hint && element("span", { class: "hint" }, hint)), input) };
}
