// A code that is typed or corrected: checked and redrawn with every digit.

import { call } from "../shared/api.js";
import { shortened, shownLength } from "../shared/shortened.js";
import { debounced, element, fill, freshID } from "../shared/element.js";
import { icon } from "../shared/icons.js";
import { inlineScanner, unsureNote } from "../scan/inline-scanner.js";
import { watched } from "../shared/symbol.js";
import { sentence } from "../shared/words.js";

/**
 * A field for a code and its kind of barcode.
 *
 * @param code The stored code, or `null` if there is none yet.
 * @param replacing The card whose code this is, which is no duplicate of itself.
 * @param isSure Whether the code was read without a doubt, which the field says.
 */
export function codeField({ code = null, symbologies, replacing, changed = () => {}, isOptional = false, isSure = false }) {
  const id = freshID("code");
  const initial = { text: code?.text ?? "", symbology: code?.symbology ?? "" };
  let symbol = code?.symbol ?? null;
  let problem = null;
  let taken = null;
  /** Whether the number was scanned and is doubtful; editing clears it. */
  let isUnsure = false;
  let asking = null;
  let isCorrecting = initial.text.length <= shownLength && !/[\n\r\u001d]/.test(initial.text);

  const canvas = element("canvas", { role: "img", "aria-label": "Preview of the code" });
  const drawing = element("div", { class: "preview" }, canvas, element("p", { class: "preview-words" }, "The code appears here"));
  const status = element("div", { class: "code-status", id: `${id}-status`, role: "status" });
  // One line would silently drop line breaks from a long payload.
  const input = element(isCorrecting ? "input" : "textarea", {
    id, value: initial.text, class: "code-input", autocomplete: "off", autocapitalize: "none", spellcheck: "false",
    "aria-describedby": `${id}-status`, rows: isCorrecting ? null : "5",
    inputmode: /^(EAN|UPC|ITF)/.test(initial.symbology) ? "numeric" : null,
    oninput: () => {
      isUnsure = false;
      changed();
      check();
    },
  });
  // A digit that was not read is written `?`, which numeric keyboards lack.
  if (code?.incomplete) input.removeAttribute("inputmode");
  const select = element("select", { id: `${id}-kind`, onchange: () => {
    changed();
    check.cancel();
    ask();
  } },
  [["", "Detect automatically"], ...symbologies.map((name) => [name, name])].map(([value, words]) =>
    element("option", { value, selected: value === initial.symbology }, words)));

  const isTouched = () => input.value !== initial.text || select.value !== initial.symbology;
  const watching = watched(canvas, () => symbol);

  function drawSymbol() {
    drawing.classList.toggle("has-code", symbol !== null);
    if (symbol) watching.redraw();
  }

  const note = (name, tone, ...words) => element("p", { class: `code-note ${tone}` }, icon(name), element("span", {}, words));

  function say(name, tone, ...words) {
    fill(status, note(name, tone, words), isUnsure && unsureNote());
    input.setAttribute("aria-invalid", String(tone === "bad"));
  }

  async function ask() {
    asking?.abort();
    asking = new AbortController();
    const typed = input.value.trim();
    taken = null;
    if (typed === "") {
      problem = isOptional ? null : "Enter the code";
      symbol = null;
      fill(status);
      input.removeAttribute("aria-invalid");
      return drawSymbol();
    }
    try {
      const answer = await call("check", {
        code: input.value, symbology: select.value || undefined, replacing,
      }, asking.signal);
      problem = null;
      symbol = answer.symbol ?? null;
      taken = answer.takenBy ?? null;
      say("check", "good", [`Valid ${answer.symbology}`, ...(answer.notes ?? [])].join(". "));
      if (taken) {
        status.append(note("warning", "warn", "You have this code already: ", element("a", { href: `/card/${taken.id}` }, taken.name)));
      }
    } catch (error) {
      if (error.name === "AbortError" || error.endsSession) return;
      problem = error.message;
      symbol = null;
      say("warning", "bad", [error.message, error.because, error.remedy].filter(Boolean).map(sentence).join(". "));
    }
    drawSymbol();
  }

  const check = debounced(150, ask);

  const missing = (initial.text.match(/\?/g) ?? []).length;
  if (code?.incomplete) {
    problem = "Complete the number first";
    say("warning", "bad", missing === 1 ? "One digit was not read. Compare with the card and type it in place of the “?”."
      : `${missing} digits were not read. Compare with the card and type them in place of each “?”.`);
  } else if (code?.refusal) {
    say("warning", "warn", `This code cannot be drawn, because ${code.refusal}.`);
  } else if (isSure && symbol) {
    say("check", "good", `Valid ${initial.symbology}`);
  }
  drawSymbol();

  const scanning = inlineScanner({
    title: "Scan the number",
    filled({ text, symbology, sure }) {
      isUnsure = !sure;
      input.value = text;
      select.value = symbology;
      changed();
      check.cancel();
      ask();
      input.focus();
    },
    type: () => input.focus(),
  });
  // The result of the check is beside the label: below the field, a phone's keyboard or buttons would hide it.
  const headed = (title) => element("div", { class: "code-head" }, title);
  const editing = element("div", { class: "field" },
    headed(element("label", { for: id }, isOptional ? "Number or code" : "Number")), input, scanning.node);
  const reading = element("div", { class: "field" },
    headed(element("span", { class: "label" }, "Number")),
    shortened(code?.shown ?? initial.text),
    element("button", { type: "button", class: "button small", onclick: () => {
      isCorrecting = true;
      reading.replaceWith(editing);
      editing.firstChild.append(status);
      input.focus();
    } }, icon("edit"), "Edit"));
  (isCorrecting ? editing : reading).firstChild.append(status);

  return {
    drawing,
    input,
    node: element("div", { class: "code-fields" },
      isCorrecting ? editing : reading,
      element("div", { class: "field" }, element("label", { for: `${id}-kind` }, "Kind of barcode"), select)),
    /** The chosen kind of barcode; empty if it is to be detected. */
    kind: () => select.value,
    /** The changes, for the server. */
    values() {
      if (!isTouched()) return {};
      return { code: input.value, ...(replacing && { replaces: initial.text }), ...(select.value && { symbology: select.value }) };
    },
    /** Types a code again, with its kind of barcode. */
    retype(text, { symbology = "" }) {
      if (reading.isConnected) reading.querySelector("button").click();
      input.value = text;
      select.value = symbology;
      ask();
    },
    /** The code as a further one, for the server. */
    asNew: () => ({ code: input.value, replaces: "", ...(select.value && { symbology: select.value }) }),
    /** Checks at once, without waiting for more typing; returns what is wrong. */
    async settled() {
      check.cancel();
      if (isTouched() || (!isOptional && !code)) await ask();
      if (problem && !status.firstChild) say("warning", "bad", [problem]);
      return problem;
    },
    takenBy: () => taken,
    focus() {
      input.focus();
      const index = input.value.indexOf("?");
      if (index >= 0) input.setSelectionRange(index, index + 1);
    },
    stop() {
      check.cancel();
      asking?.abort();
      watching.stop();
      scanning.stop();
    },
  };
}
