// Subtracting from a card's balance.

import { call } from "../shared/api.js";
import { element, freshID } from "../shared/element.js";
import { errorWords, refuse } from "../shared/field-problem.js";

/** A form that asks for the amount; `done` gets the server's words. */
export function spendForm(card, done) {
  const id = freshID("amount");
  const input = element("input", { id, inputmode: "decimal", autocomplete: "off", "aria-required": "true", placeholder: "12.50" });
  const button = element("button", { class: "button primary large" }, "Spend");
  return element("form", {
    class: "stack",
    novalidate: true,
    onsubmit: async (event) => {
      event.preventDefault();
      if (input.value.trim() === "") return refuse(input, "Enter the amount that you spent.");
      button.disabled = true;
      try {
        const { words } = await call("spend", { id: card.id, amount: input.value.trim() });
        done(words);
      } catch (error) {
        if (error.endsSession) return;
        refuse(input, errorWords(error));
        input.select();
      } finally {
        button.disabled = false;
      }
    },
  },
  element("p", { class: "soft" }, `Balance: ${card.balance.shown}`),
  element("div", { class: "field" }, element("label", { for: id }, "Amount"), input), button);
}
