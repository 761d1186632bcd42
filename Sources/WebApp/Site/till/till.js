// A card at the till: its code as large as the screen allows, its number, and the actions needed there.

import { call, get } from "../shared/api.js";
import { cardDetails } from "../cards/details.js";
import { lastList } from "../cards/cards.js";
import { copyButton } from "../shared/copying.js";
import { element, fill } from "../shared/element.js";
import { icon } from "../shared/icons.js";
import { announce, attempt, toast } from "../shared/notices.js";
import { shortened } from "../shared/shortened.js";
import { cardMenu } from "../cards/menu.js";
import { badge } from "../cards/entry.js";
import { hiddenPIN } from "../shared/masked.js";
import { changeBalance } from "../cards/balance.js";
import { codeSurface, enlarged } from "./surface.js";
import { keptAwake } from "../shared/wake-lock.js";
import { badges } from "../shared/words.js";

/** The view of a card. */
export async function till({ id, go, isCurrent, again }) {
  // Next and previous follow the list.
  const loaded = () => get("card", { id, among: lastList() });
  let card = await loaded();
  let codeIndex = 0;
  const head = element("div", { class: "till-head" });
  const number = element("div", { class: "till-number" });
  const actions = element("div", { class: "till-actions" });
  const help = element("p", { class: "till-help" }, "Won't scan? Turn up the brightness, tilt the screen, or have the cashier type the number.");
  const details = element("section", { class: "till-details", id: "details", "aria-label": "Details" });

  /** Steps to another code of the card, or past the last one to the next card. */
  const step = (by) => {
    const next = codeIndex + by;
    if (next >= 0 && next < card.codes.length) {
      codeIndex = next;
      drawHead();
      surface.show(card.codes[codeIndex]);
      drawNumber();
      announce(`Code ${codeIndex + 1} of ${card.codes.length}`);
    } else {
      goTo(by > 0 ? card.neighbours?.next : card.neighbours?.previous);
    }
  };
  // Stepping through cards does not fill the history, so that Back leads to the list.
  const goTo = (neighbour) => neighbour && go(`/card/${neighbour}`, { replaces: true });

  const enlarge = () => enlarged(card.codes[codeIndex]);
  const surface = codeSurface({ step, enlarge, tooLarge: "This code does not fit here. Enlarge it, or have the cashier type the number." });

  async function reload() {
    let next;
    try {
      next = await loaded();
    } catch (error) {
      // Removed elsewhere: stop showing its code.
      if (error.status === 404 && isCurrent()) return again();
      throw error;
    }
    if (!isCurrent() || JSON.stringify(next) === JSON.stringify(card)) return;
    card = next;
    draw();
  }

  // A double tap counts as one use.
  let isUsing = false;
  const use = async () => {
    if (isUsing) return;
    isUsing = true;
    setTimeout(() => (isUsing = false), 1_000);
    await attempt(async () => {
      const { words } = await call("use", { id, version: card.version });
      toast(words, true, reload);
      await reload();
    });
  };

  function drawHead() {
    fill(head,
      element("a", { class: "icon-button", href: "/", "aria-label": "All cards" }, icon("back")),
      element("div", { class: "till-title" },
        element("h1", { tabIndex: -1, dir: "auto" }, card.name || "Unnamed card"),
        element("div", { class: "till-badges" },
          card.balance && element("span", { class: "badge plain" }, icon("spend"), card.balance.shown), badges(card).map(badge))),
      card.codes[codeIndex]?.symbol && element("button", {
        type: "button", class: "icon-button", "aria-label": "Enlarge the code", title: "Enlarge the code", onclick: enlarge,
      }, icon("enlarge")),
      cardMenu(card, { go, reload, codeIndex }));
  }

  /** Draws the number, and which of several codes this is. */
  function drawNumber() {
    const code = card.codes[codeIndex];
    const text = card.number || code?.shown || "";
    const hasSeveral = card.codes.length > 1;
    const stepper = (by, words, name) => element("button", {
      type: "button", class: "icon-button", "aria-label": words, disabled: !card.codes[codeIndex + by], onclick: () => step(by),
    }, icon(name));
    fill(number,
      hasSeveral && element("div", { class: "till-codes" },
        stepper(-1, "Previous code", "previous"),
        element("span", {}, `Code ${codeIndex + 1} of ${card.codes.length}`),
        stepper(1, "Next code", "next")),
      text && element("div", { class: "till-number-line" },
        shortened(text, [...text].length > 24 ? "long-number" : "large-number"),
        copyButton(() => card.number || code.shown)),
      card.hasPIN && hiddenPIN(id));
    help.hidden = !code?.symbol;
  }

  function drawActions() {
    const neighbour = (target, words, name) => element("button", {
      type: "button", class: "icon-button", "aria-label": words, disabled: !target, onclick: () => goTo(target), "data-key": name,
    }, icon(name));
    fill(actions,
      neighbour(card.neighbours?.previous, "Previous card", "previous"),
      element("button", { type: "button", class: "button primary", onclick: use }, icon("use"), "Use"),
      card.balance && element("button", { type: "button", class: "button", onclick: () => changeBalance("spend", card, reload) }, icon("spend"), "Spend"),
      neighbour(card.neighbours?.next, "Next card", "next"));
  }

  function draw() {
    codeIndex = Math.min(codeIndex, Math.max(0, card.codes.length - 1));
    drawHead();
    surface.show(card.codes[codeIndex]);
    drawNumber();
    drawActions();
    fill(details, cardDetails(card));
  }

  const keys = (event) => {
    if (document.querySelector("dialog[open]") || event.altKey || event.ctrlKey || event.metaKey) return;
    if (/INPUT|TEXTAREA|SELECT/.test(document.activeElement?.tagName)) return;
    const handlers = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), Escape: () => go("/") };
    const handler = handlers[event.key];
    if (!handler || document.querySelector("[popover]:popover-open")) return;
    event.preventDefault();
    handler();
  };

  draw();
  let letSleep = () => {};
  return {
    className: "at-till",
    node: element("div", { class: "till" },
      element("div", { class: "till-screen" }, head, surface.node, number, actions,
        element("div", { class: "till-foot" }, help, element("a", { class: "till-more", href: "#details", onclick: (event) => {
          event.preventDefault();
          details.scrollIntoView({ behavior: "instant" });
        } }, "Details", icon("details")))),
      details),
    shown: () => {
      document.addEventListener("keydown", keys);
      letSleep = keptAwake();
    },
    leave: () => {
      document.removeEventListener("keydown", keys);
      letSleep();
      surface.stop();
    },
    refresh: reload,
  };
}
