// Exports cards to files for other programs, which are not sealed.

import { get, labelledOctets } from "../shared/api.js";
import { cardPicks } from "../cards/picks.js";
import { copyButton } from "../shared/copying.js";
import { element, fill, freshID } from "../shared/element.js";
import { refuse } from "../shared/field-problem.js";
import { icon } from "../shared/icons.js";
import { announce, errorNotice, incompleteNotice, incompleteWords } from "../shared/notices.js";
import { strength } from "./passphrase-strength.js";
import { save } from "../shared/saving.js";
import { watched } from "../shared/symbol.js";

/** The formats: title and purpose. */
const forms = {
  catima: ["Catima", "For the app Catima on Android. It may have a password."],
  pass: ["Passes", "For the wallets of phones. Apple's opens only signed ones: cardvault export --sign-with, in a terminal."],
  csv: ["Table (CSV)", "For spreadsheets."],
  json: ["Everything (JSON)", "Everything that the cards hold, with PINs and photos, for another cardvault."],
  ics: ["Calendar", "The last days of cards that expire."],
  link: ["Link", "One card, for Catima on another phone."],
};

/** A link to copy, and its QR code for another phone's camera. */
function shownLink(text, symbol) {
  const canvas = element("canvas", { role: "img", "aria-label": "QR code of the link" });
  if (symbol) watched(canvas, () => symbol);
  return [
    symbol && element("div", { class: "preview has-code link-code" }, canvas),
    element("div", { class: "joined" }, element("code", { class: "link-text" }, text), copyButton(() => text, "Copy the link")),
  ];
}

/** The form that exports to other programs. */
export async function exportingTo() {
  const { cards } = await get("cards", { words: "", states: "all", sort: "name" });
  const id = freshID("export-to");
  const report = element("div", { class: "stack" });
  const picks = cardPicks(cards);
  const form = element("select", { id, "aria-describedby": `${id}-hint`, onchange: draw },
    Object.entries(forms).map(([value, [title]]) => element("option", { value }, title)));
  const hint = element("p", { id: `${id}-hint`, class: "hint" });
  const password = element("input", { id: `${id}-pass`, type: "password", autocomplete: "new-password" });
  const again = element("input", { id: `${id}-again`, type: "password", autocomplete: "new-password" });
  const advice = strength(password, again);
  const field = (input, words, more) => element("div", { class: "field" }, element("label", { for: input.id }, words), input, more);
  const secret = element("div", { class: "stack" },
    field(password, "Password, optional", advice.node), field(again, "Repeat the password"));
  const option = (value, title, checked) => element("label", { class: "option" },
    element("input", { type: "radio", name: id, value, checked, onchange: draw }), element("span", { class: "strong" }, title));
  const [all, some] = [option("all", "All cards", true), option("some", "Some cards", false)];
  const which = element("fieldset", { class: "options" }, element("legend", { class: "unseen" }, "Which cards"), all, some);
  const isLink = () => form.value === "link";
  const isPart = () => isLink() || some.querySelector("input").checked;
  const button = element("button", { class: "button primary" }, icon("export"), "Export");

  function draw() {
    hint.textContent = forms[form.value][1];
    secret.hidden = form.value !== "catima";
    // A link holds one card.
    which.hidden = isLink();
    picks.node.hidden = !isPart();
    // The previous result does not apply to the new choice.
    fill(report);
  }

  function show({ words, warning, leftOut, problem, symbol, name, bytes }, asLink, warnings) {
    const text = asLink && new TextDecoder().decode(bytes).trim();
    if (!text) save({ blob: new Blob([bytes]), name });
    fill(report,
      element("div", { class: "notice good" }, icon("check"), element("p", {}, `${text ? "Made" : `Written: ${name}`}, ${words}`)),
      element("div", { class: "notice warn" }, icon("warning"), element("p", {}, warning)),
      incompleteNotice(warnings),
      text && shownLink(text, symbol),
      problem && errorNotice({ message: problem.error, because: problem.because, remedy: problem.try }),
      leftOut.length > 0 && element("details", { class: "more-fields" },
        element("summary", {}, icon("details"), "What the file does not hold"),
        element("ul", { class: "plain-list soft" }, leftOut.map((line) => element("li", { dir: "auto" }, line)))));
    announce([`Exported ${words}.`, warning, incompleteWords(warnings)].filter(Boolean).join(" "));
  }

  async function run(event) {
    event.preventDefault();
    fill(report);
    const chosen = picks.chosen();
    if (isLink() && chosen.length !== 1) return refuse(picks.filter, "Choose one card.");
    if (isPart() && chosen.length === 0) return refuse(picks.filter, "Choose at least one card.");
    const secretText = form.value === "catima" ? password.value : "";
    if (secretText && secretText !== again.value) return refuse(again, "The two passwords differ. Type them again.");
    // The person may change the form for the next file meanwhile.
    const asked = { form: form.value, ...(isPart() && { cards: chosen }), ...(secretText && { password: secretText }) };
    button.disabled = true;
    button.classList.add("busy");
    try {
      // Fetched first: once there is a file, nothing may fail.
      const { warnings } = await get("state");
      show(await labelledOctets("export-to", asked), asked.form === "link", warnings);
      // Unless another one was typed for the next file.
      if (password.value === (asked.password ?? "")) {
        password.value = again.value = "";
        advice.clear();
      }
    } catch (error) {
      if (!error.endsSession) fill(report, errorNotice(error));
    } finally {
      button.disabled = false;
      button.classList.remove("busy");
    }
  }

  draw();
  return {
    node: element("form", { class: "stack", onsubmit: run, novalidate: true },
      element("p", { class: "notice warn" }, icon("warning"), "These files are not sealed. For a backup, choose Export."),
      element("div", { class: "field" }, element("label", { for: id }, "For"), form, hint),
      which, picks.node, secret, report,
      element("div", { class: "actions" }, button)),
  };
}
