// The field for the six words: it completes them, and says which is none of the list.

import { element, fill, freshID } from "../shared/element.js";
import list from "words.txt";

const words = list.trim().split(/\s+/);
const known = new Set(words);
const wordCount = 6;
/** So many completions fit one line. */
const shownCount = 4;

/** The words of a text: a link has hyphens between them, and a person may paste lines. */
const split = (text) => text.toLowerCase().split(/[^a-z]+/).filter(Boolean);

/** The words that begin like this; the first four letters tell all apart. */
const completions = (beginning) => words.filter((word) => word.startsWith(beginning));

/**
 * A field for the words.
 *
 * @param given What it holds at first.
 * @param submit Called with the words, a blank between two, once all are known.
 */
export function wordsField(given, submit) {
  const [id, aboutID] = [freshID("words"), freshID("about")];
  const about = element("p", { id: aboutID, class: "hint", "aria-live": "polite" });
  const choices = element("div", { class: "chips" });
  const input = element("textarea", {
    id, rows: 2, value: split(given).join(" "), autocomplete: "off", autocapitalize: "none", autocorrect: "off", spellcheck: "false",
    enterkeyhint: "go", "aria-describedby": aboutID, "aria-required": "true",
    oninput: (event) => {
      // A blank ends a word: one that can only be one word is completed.
      if (/\s$/.test(input.value) && event.inputType === "insertText") replaceLast(completed(split(input.value).at(-1) ?? ""));
      draw();
    },
    onkeydown: (event) => {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      send();
    },
  });

  /** The word that this can only be, or what was typed. */
  function completed(typed) {
    const found = completions(typed);
    return !known.has(typed) && found.length === 1 ? found[0] : typed;
  }

  function replaceLast(word) {
    const all = split(input.value);
    if (all.length > 0) input.value = `${[...all.slice(0, -1), word].join(" ")} `;
  }

  function draw() {
    const all = split(input.value);
    const last = /[a-z]$/i.test(input.value) ? all.at(-1) : "";
    const found = last && !(known.has(last) && completions(last).length === 1) ? completions(last) : [];
    fill(choices, last.length > 1 && found.slice(0, shownCount).map((word) => element("button", {
      type: "button", class: "chip", onclick: () => {
        replaceLast(word);
        input.focus();
        draw();
      },
    }, word)));
    const strange = all.find((word, place) => !known.has(word) && !(place === all.length - 1 && found.length > 0));
    input.setAttribute("aria-invalid", String(Boolean(strange)));
    const wanted = strange ? `“${strange}” is none of the words.` : all.length > wordCount ? `These are ${all.length} words, not six.`
      : `${all.filter((word) => known.has(word)).length} of six words`;
    if (about.textContent !== wanted) about.textContent = wanted;
  }

  function send() {
    const all = split(input.value).map(completed);
    input.value = all.join(" ");
    draw();
    if (all.length === wordCount && all.every((word) => known.has(word))) submit(all.join(" "));
    else input.focus();
  }

  draw();
  const node = element("div", { class: "field" }, element("label", { for: id }, "Your six words"), input, about, choices);
  return { node, input, send };
}
