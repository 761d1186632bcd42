// Shown instead of a page that could not be loaded.

import { restoreButton } from "../cards/restoring.js";
import { element } from "./element.js";
import { errorNotice } from "./notices.js";

/** Says what is wrong, with a link to all cards if the page does not exist, otherwise a button to try again; a removed card can be restored. */
export function failurePage(error, tryAgain) {
  const isGone = error.status === 404;
  const known = error.removed ? error : isGone ? new Error("This card was removed, or the address is wrong.")
    : "endsSession" in error ? error
      : Object.assign(new Error("This page could not be shown"), { remedy: "Reload it. If that does not help, restart cardvault serve." });
  return element("div", { class: "page narrow" },
    element("h1", { tabIndex: -1 }, isGone ? "Not found" : "Something went wrong"),
    errorNotice(known),
    element("div", { class: "actions" },
      error.removed && restoreButton({ id: error.removed }, tryAgain),
      isGone
        ? element("a", { class: "button primary", href: "/" }, "All cards")
        : element("button", { type: "button", class: "button primary", onclick: tryAgain }, "Try again")));
}
