// The menu of a card: everything but showing it.

import { call } from "../shared/api.js";
import { changeBalance } from "./balance.js";
import { savePicture, saveWalletCards } from "./pictures.js";
import { element, freshID } from "../shared/element.js";
import { icon } from "../shared/icons.js";
import { attempt, toast } from "../shared/notices.js";
import { openDialog } from "../shared/dialog.js";

/** A button that opens the card's menu; `codeIndex` is the code that is shown. */
export function cardMenu(card, { go, reload, codeIndex = 0 }) {
  const isArchived = card.state === "archived";

  const change = (fields, words) => attempt(async () => {
    await call("edit", { id: card.id, version: card.version, fields });
    toast(words, true, reload);
    await reload();
  });

  const remove = () => attempt(async () => {
    await call("remove", { ids: [card.id], versions: { [card.id]: card.version } });
    await go("/", { isSaved: true });
    toast("Removed", true, () => go(`/card/${card.id}`));
  });

  function open() {
    const entry = (name, words, action) => element("li", {}, element("button", {
      type: "button", class: "menu-entry",
      onclick: () => {
        dialog.close();
        action();
      },
    }, icon(name), words));
    const link = (name, words, path) => element("li", {}, element("a", { class: "menu-entry", href: path }, icon(name), words));
    const dialog = openDialog("Card", element("ul", { class: "menu" },
      link("edit", "Edit", `/edit/${card.id}`),
      entry("star", card.favourite ? "Remove from favourites" : "Add to favourites",
        () => change({ favourite: !card.favourite }, card.favourite ? "Removed from favourites" : "Added to favourites")),
      entry("archive", isArchived ? "Unarchive" : "Archive",
        () => change({ archived: !isArchived }, isArchived ? "Unarchived" : "Archived")),
      card.balance && entry("plus", "Top up", () => changeBalance("top-up", card, reload)),
      entry("photo", "Picture for a phone", () => savePicture(card, codeIndex + 1)),
      entry("print", "Print a wallet card", () => saveWalletCards([card])),
      link("history", "History", `/history/${card.id}`),
      link("type", "Type a card", "/type"),
      entry("remove", "Remove", remove)), { kind: "menu-dialog" });
  }

  return element("button", { type: "button", class: "icon-button", "aria-label": "More actions for this card", "aria-haspopup": "dialog", "data-key": freshID("menu"), onclick: open }, icon("more"));
}
