// Subtracting from a card's balance.

import { call } from "./api.js";
import { element, fill, freshID } from "./element.js";
import { errorNotice } from "./notices.js";

/** A form that asks for the amount; `done` gets the server's words. */
export function spendForm(card, done) {
  const id = freshID("amount");
  const problem = element("div");
  const input = element("input", { id, inputmode: "decimal", autocomplete: "off", required: true, placeholder: "12.50" });
  const button = element("button", { class: "button primary large" }, "Spend");
  return element("form", {
    class: "stack",
    onsubmit: async (event) => {
      event.preventDefault();
      button.disabled = true;
      try {
        const { words } = await call("spend", { id: card.id, amount: input.value.trim() });
        done(words);
      } catch (error) {
        fill(problem, errorNotice(error));
        input.select();
      } finally {
        button.disabled = false;
      }
    },
  },
  card.balance && element("p", { class: "soft" }, `Balance: ${card.balance.shown}`),
  element("div", { class: "field" }, element("label", { for: id }, "Amount"), input), problem, button);
}
