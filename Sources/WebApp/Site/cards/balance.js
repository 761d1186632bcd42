// Spending from a card's balance, and adding to it.

import { call, get } from "../shared/api.js";
import { element, fill, freshID } from "../shared/element.js";
import { openDialog } from "../shared/dialog.js";
import { errorWords, refuse } from "../shared/field-problem.js";
import { toast } from "../shared/notices.js";

/** What is done with an amount: the call, its title, and the reminder to type one. */
const deeds = {
  spend: { title: "Spend", missing: "Enter the amount that you spent." },
  "top-up": { title: "Top up", missing: "Enter the amount that you added." },
};

/** Asks for an amount, and changes the card's balance by it. */
export function changeBalance(deed, card, reload) {
  const dialog = openDialog(deeds[deed].title, amountForm(deed, card, (words) => {
    dialog.close();
    toast(words, true, reload);
    reload();
  }));
  dialog.querySelector("input").focus();
}

/** A form that asks for the amount; `done` gets the server's words. */
function amountForm(deed, card, done) {
  const id = freshID("amount");
  const input = element("input", { id, inputmode: "decimal", autocomplete: "off", "aria-required": "true", placeholder: "12.50" });
  const button = element("button", { class: "button primary large" }, deeds[deed].title);
  const balance = element("p", { class: "soft" });
  let { version } = card;
  const show = (now) => fill(balance, `Balance: ${now.balance.shown}`);
  show(card);
  return element("form", {
    class: "stack",
    novalidate: true,
    onsubmit: async (event) => {
      event.preventDefault();
      if (input.value.trim() === "") return refuse(input, deeds[deed].missing);
      button.disabled = true;
      try {
        const { words } = await call(deed, { id: card.id, version, amount: input.value.trim() });
        done(words);
      } catch (error) {
        if (error.endsSession) return;
        // Others changed it: the next time, it is done to what is shown then.
        const now = error.status === 409 ? await get("card", { id: card.id }).catch(() => null) : null;
        if (now?.balance) {
          version = now.version;
          show(now);
        }
        refuse(input, errorWords(error));
        input.select();
      } finally {
        button.disabled = false;
      }
    },
  },
  balance,
  element("div", { class: "field" }, element("label", { for: id }, "Amount"), input), button);
}
