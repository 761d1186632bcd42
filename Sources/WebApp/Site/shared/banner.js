// The banner above every page: cardvault is not responding, the vault is missing, or some of it was lost.

import { element, fill } from "./element.js";
import { icon } from "./icons.js";
import { announce, warningWords } from "./notices.js";
import { sentence } from "./words.js";

/** The banner's node, which always exists, so that screen readers announce what is put into it. */
export function banner() {
  const node = element("div", { id: "banner", class: "banner", role: "alert" });
  // A card at the till fills the rest of the screen.
  new ResizeObserver(() => {
    const above = document.getElementById("main")?.offsetTop ?? 0;
    document.documentElement.style.setProperty("--above", `${above}px`);
  }).observe(node);
  return node;
}

/** Fills the banner, unless it has these words already, which would be announced again. */
function put(kind, words, make) {
  const node = document.getElementById("banner");
  if (!node || (node.dataset.words ?? "") === words.join()) return;
  const wasTrouble = node.dataset.kind === "trouble";
  Object.assign(node.dataset, { kind, words: words.join() });
  fill(node, words.length > 0 && element("div", { class: `notice ${kind === "trouble" ? "bad" : "warn"}` }, icon("warning"), make(words)));
  if (wasTrouble && kind !== "trouble") announce("cardvault is responding again");
}

/** Shows why the server cannot be reached, and what to do. */
export function showTrouble(error) {
  put("trouble", [error.message, error.because, error.remedy].filter(Boolean).map(sentence), ([title, ...more]) => element("div", {},
    element("p", { class: "notice-title" }, title),
    element("p", {}, [...more, "What you see may be out of date"].map((each) => `${each.replace(/\.$/, "")}.`).join(" "))));
}

/** Shows what is wrong with the vault, instead of any trouble with the server. */
export function showWarnings(warnings) {
  // On phones only the first line, as the cards need the room.
  const open = matchMedia("(min-width: 56rem)").matches;
  put("warnings", warnings.map(warningWords), (words) => element("details", { open },
    element("summary", {}, "The vault has a problem", icon("details")),
    element("ul", { class: "plain-list" }, words.map((each) => element("li", {}, each)))));
}
