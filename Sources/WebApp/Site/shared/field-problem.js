// A problem with a field, shown beside it until the field is changed.

import { element, freshID } from "./element.js";
import { icon } from "./icons.js";
import { sentence } from "./words.js";

/** The words beside each field that has a problem. */
const shown = new WeakMap();

/** An error in one paragraph. */
export const errorWords = (error) => [error.message, error.because, error.remedy].filter(Boolean)
  .map((each) => `${sentence(each).replace(/\.$/, "")}.`).join(" ");

/** Shows a problem with a field, also as its description for screen readers. */
export function showProblem(input, words) {
  clearProblem(input);
  const id = freshID("problem");
  const note = element("p", { id, class: "code-note bad", role: "alert" }, icon("warning"), element("span", {}, words));
  (input.closest(".field, .date-field") ?? input.parentNode).append(note);
  const before = input.getAttribute("aria-describedby");
  input.setAttribute("aria-describedby", [id, before].filter(Boolean).join(" "));
  input.setAttribute("aria-invalid", "true");
  const clear = () => clearProblem(input);
  input.addEventListener("input", clear, { once: true });
  shown.set(input, { note, before, clear });
}

/** Removes a field's problem. */
export function clearProblem(input) {
  const problem = shown.get(input);
  if (!problem) return;
  shown.delete(input);
  problem.note.remove();
  input.removeEventListener("input", problem.clear);
  input.removeAttribute("aria-invalid");
  if (problem.before) input.setAttribute("aria-describedby", problem.before);
  else input.removeAttribute("aria-describedby");
}

/** Moves the focus to the first of some fields in the page's order, and opens its section. */
export function focusFirst(inputs) {
  const [first] = [...inputs].sort((one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1));
  if (!first) return;
  for (let section = first.closest("details"); section; section = section.parentNode.closest("details")) section.open = true;
  first.focus();
  // For a field that already has the focus, or is covered by sticky bars.
  first.scrollIntoView({ block: "nearest" });
}

/** Shows an error beside a field, and focuses it. */
export function refuse(input, words) {
  showProblem(input, words);
  focusFirst([input]);
}
