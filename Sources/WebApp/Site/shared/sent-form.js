// A form that is sent once at a time, with what is wrong beside its field.

import { element, fill } from "./element.js";
import { clearProblem, errorWords, refuse } from "./field-problem.js";
import { errorNotice } from "./notices.js";

/**
 * A form with one button.
 *
 * @param inputs The inputs by the names of their fields, which errors name; `any` is the one for all other errors.
 * @param send Sends what was typed; what it throws is shown.
 */
export function sentForm(fields, inputs, action, send) {
  const problem = element("div");
  const button = element("button", { class: "button primary large" }, action);
  return element("form", {
    class: "stack",
    novalidate: true,
    onsubmit: async (event) => {
      event.preventDefault();
      button.disabled = true;
      fill(problem);
      for (const input of Object.values(inputs)) if (input) clearProblem(input);
      try {
        await send();
      } catch (error) {
        const input = inputs[error.field] ?? inputs.any;
        if (!input) return fill(problem, errorNotice(error));
        refuse(input, errorWords(error));
        input.select?.();
      } finally {
        button.disabled = false;
      }
    },
  }, fields, problem, element("div", { class: "actions" }, button));
}
