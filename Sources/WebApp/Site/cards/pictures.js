// Cards to take along: a picture for a phone, and wallet cards to print.

import { call, getOctets } from "../shared/api.js";
import { openDialog } from "../shared/dialog.js";
import { element } from "../shared/element.js";
import { attempt, toast } from "../shared/notices.js";
import { octetsFrom, save } from "../shared/saving.js";

/** Saves a picture of one of a card's codes, counted from 1. */
export const savePicture = (card, code) => attempt(async () => {
  const { blob } = await getOctets("picture", { id: card.id, code });
  const number = card.codes.length > 1 ? ` code ${code}` : "";
  save({ blob, name: `${card.name.replaceAll(/[/\\:]/g, "-") || "card"}${number}.png` });
  toast("Saved the picture. Anyone who gets a copy can use the card.");
});

/** Saves a PDF of cards in wallet size. */
export const saveWalletCards = (cards) => attempt(async () => {
  const { pdf, words, leftOut } = await call("wallet-cards", { ids: cards.map((card) => card.id) });
  save({ blob: new Blob([octetsFrom(pdf)], { type: "application/pdf" }), name: "cards.pdf" });
  toast(`Saved ${words}. Print at 100 %, not fitted to the page.`);
  if (leftOut.length > 0) {
    openDialog("Not on paper", element("ul", { class: "plain-list" }, leftOut.map((line) => element("li", { dir: "auto" }, line))));
  }
});
