// Cards that were removed, and can be brought back.

import { call, get } from "../shared/api.js";
import { element, fillKeepingFocus } from "../shared/element.js";
import { icon } from "../shared/icons.js";
import { attempt, toast } from "../shared/notices.js";
import { paint } from "./colour.js";

/** The removed cards. */
export async function removedCards() {
  const list = element("ul", { class: "lines" });
  const node = element("div", {}, list);
  let before = "";

  const restore = (card) => attempt(async () => {
    await call("restore", { id: card.id });
    toast(`Restored: ${card.name}`, true, refresh);
    await refresh();
    document.querySelector("h1")?.focus();
  });

  async function refresh() {
    const { cards } = await get("removed");
    if (JSON.stringify(cards) === before) return;
    before = JSON.stringify(cards);
    fillKeepingFocus(list, cards.length === 0 && element("li", { class: "soft" }, "No removed cards."), cards.map((card) =>
      element("li", { class: "line" },
        paint(element("span", { class: "line-mark", "aria-hidden": "true" }, [...(card.name || "?")][0].toUpperCase()), card),
        element("span", { class: "line-words" }, element("span", { class: "line-name", dir: "auto" }, card.name)),
        element("button", {
          type: "button", class: "button small", "aria-label": `Restore ${card.name}`, "data-key": card.id, onclick: () => restore(card),
        }, icon("undo"), "Restore"))));
  }

  await refresh();
  return { node, refresh };
}
