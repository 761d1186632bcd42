// Exports a sealed file of the whole vault, or of some cards for someone else.

import { get, octets } from "../shared/api.js";
import { cardPicks } from "../cards/picks.js";
import { element, fill, freshID } from "../shared/element.js";
import { refuse } from "../shared/field-problem.js";
import { icon } from "../shared/icons.js";
import { errorNotice, incompleteNotice, incompleteWords } from "../shared/notices.js";
import { strength } from "./passphrase-strength.js";
import { save } from "../shared/saving.js";
import { counted } from "../shared/words.js";

/** What the file contains; never “the whole” if something is lost. */
function exported({ cards, passphrase }, isIncomplete) {
  if (cards) return `Exported ${counted(cards.length, "card")}`;
  if (passphrase) return `Exported ${isIncomplete ? "what is here of the cards" : "all cards"} for someone else. This is no backup.`;
  return `Exported ${isIncomplete ? "what is here of the vault" : "the whole vault"}`;
}

/** Says that photos were left out. */
const lackingNotice = (count) => element("div", { class: "notice warn" },
  icon("warning"),
  element("div", {},
    element("p", { class: "notice-title" }, `The file lacks ${counted(count, "photo")}`),
    element("p", {}, `Missing from the vault's folder, or damaged. “Check the vault”, below, names ${count === 1 ? "it" : "them"}.`)));

/** The form that exports. */
export async function exporting() {
  const { cards } = await get("cards", { words: "", states: "all", sort: "name" });
  const id = freshID("export");
  const problem = element("div", { class: "stack", "aria-live": "polite" });
  const passphrase = element("input", { id: `${id}-pass`, type: "password", autocomplete: "new-password", "aria-describedby": `${id}-hint` });
  const again = element("input", { id: `${id}-again`, type: "password", autocomplete: "new-password" });
  const some = cardPicks(cards);
  const hint = element("p", { id: `${id}-hint`, class: "hint" });
  const advice = strength(passphrase, again);
  const againField = element("div", { class: "field" }, element("label", { for: `${id}-again` }, "Repeat the passphrase"), again);

  const option = (value, title, about, checked) => element("label", { class: "option" },
    element("input", { type: "radio", name: id, value, checked, onchange: drawHint }),
    element("span", {}, element("span", { class: "strong" }, title), element("br"), element("span", { class: "soft" }, about)));
  const whole = option("all", "The whole vault", "A backup, or all cards for someone else.", true);
  const part = option("some", "Some cards", "For someone else. A passphrase opens it.", false);
  const isPart = () => part.querySelector("input").checked;
  const button = element("button", { class: "button primary" }, icon("export"), "Export");

  function drawHint() {
    some.node.hidden = !isPart();
    hint.textContent = isPart() ? "Send the passphrase separately from the file."
      : "Leave it empty for a backup, which your key opens. With a passphrase, the file is for someone else: all cards "
        + "as they are now, without their history.";
  }

  async function run(event) {
    event.preventDefault();
    fill(problem);
    const chosen = some.chosen();
    if (isPart() && chosen.length === 0) return refuse(some.filter, "Choose at least one card.");
    if (isPart() && passphrase.value === "") return refuse(passphrase, "Type a passphrase for the file.");
    if (passphrase.value !== again.value) return refuse(again, "The two passphrases differ. Type them again.");
    // The person may change the form for the next file meanwhile.
    const asked = { ...(isPart() && { cards: chosen }), ...(passphrase.value && { passphrase: passphrase.value }) };
    button.disabled = true;
    button.classList.add("busy");
    try {
      // Fetched first: once there is a file, nothing may fail.
      const { warnings } = await get("state");
      const file = await octets("export", asked);
      save(file);
      // The region is announced as a whole.
      fill(problem,
        element("p", { class: "notice good" }, icon("check"), exported(asked, file.missingPhotos > 0 || incompleteWords(warnings))),
        file.missingPhotos > 0 && lackingNotice(file.missingPhotos), incompleteNotice(warnings));
      // Unless another one was typed for the next file.
      if (passphrase.value === (asked.passphrase ?? "")) {
        passphrase.value = again.value = "";
        advice.clear();
      }
    } catch (error) {
      if (!error.endsSession) fill(problem, errorNotice(error));
    } finally {
      button.disabled = false;
      button.classList.remove("busy");
    }
  }

  drawHint();
  return {
    node: element("form", { class: "stack", onsubmit: run, novalidate: true },
      element("fieldset", { class: "options" }, element("legend", { class: "unseen" }, "What to export"), whole, part),
      some.node,
      element("div", { class: "field" }, element("label", { for: `${id}-pass` }, "Passphrase"), passphrase, hint, advice.node),
      againField, problem,
      element("div", { class: "actions" }, button)),
  };
}
