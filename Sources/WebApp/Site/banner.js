// The banner above every page while nothing can be asked: cardvault is not responding, or the vault is gone.

import { element, fill } from "./element.js";
import { icon } from "./icons.js";
import { announce } from "./notices.js";
import { sentence } from "./words.js";

/** The banner's place in the frame. It stays, so that screen readers hear of what is put into it. */
export function banner() {
  const node = element("div", { id: "banner", class: "banner", role: "alert" });
  // A card at the till fills the rest of the screen.
  new ResizeObserver(() => {
    const above = document.getElementById("main")?.offsetTop ?? 0;
    document.documentElement.style.setProperty("--above", `${above}px`);
  }).observe(node);
  return node;
}

/** Shows what is wrong, why, and what to do. */
export function showTrouble(error) {
  const node = document.getElementById("banner");
  const words = [error.message, error.because, error.remedy].filter(Boolean).map(sentence);
  // The same words again would be announced again.
  if (!node || node.dataset.words === words.join()) return;
  node.dataset.words = words.join();
  fill(node, element("div", { class: "notice bad" }, icon("warning"), element("div", {},
    element("p", { class: "notice-title" }, words[0]),
    element("p", {}, [...words.slice(1), "What you see may be out of date"].map((each) => `${each.replace(/\.$/, "")}.`).join(" ")))));
}

/** Takes it away. */
export function clearTrouble() {
  const node = document.getElementById("banner");
  if (!node?.firstChild) return;
  delete node.dataset.words;
  fill(node);
  announce("cardvault is responding again");
}
