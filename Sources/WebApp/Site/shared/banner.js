// The banner above every page: cardvault is not responding, the vault is gone, or some of it was lost.

import { element, fill } from "./element.js";
import { icon } from "./icons.js";
import { announce, warningWords } from "./notices.js";
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

/** Fills the banner, unless it says these words already: again, they would be announced again. */
function put(kind, words, make) {
  const node = document.getElementById("banner");
  if (!node || (node.dataset.words ?? "") === words.join()) return;
  const wasTrouble = node.dataset.kind === "trouble";
  Object.assign(node.dataset, { kind, words: words.join() });
  fill(node, words.length > 0 && element("div", { class: `notice ${kind === "trouble" ? "bad" : "warn"}` }, icon("warning"), make(words)));
  if (wasTrouble && kind !== "trouble") announce("cardvault is responding again");
}

/** Shows why nothing can be asked, and what to do. */
export function showTrouble(error) {
  put("trouble", [error.message, error.because, error.remedy].filter(Boolean).map(sentence), ([title, ...more]) => element("div", {},
    element("p", { class: "notice-title" }, title),
    element("p", {}, [...more, "What you see may be out of date"].map((each) => `${each.replace(/\.$/, "")}.`).join(" "))));
}

/** Takes that away, as there is an answer, and shows what is wrong with the vault. */
export function showWarnings(warnings) {
  // On phones, the first line alone: the cards need the room.
  const open = matchMedia("(min-width: 56rem)").matches;
  put("warnings", warnings.map(warningWords), (words) => element("details", { open },
    element("summary", {}, "The vault has a problem", icon("details")),
    element("ul", { class: "plain-list" }, words.map((each) => element("li", {}, each)))));
}
