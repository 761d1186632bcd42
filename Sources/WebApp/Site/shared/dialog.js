// Modal dialogs.

import { element, freshID } from "./element.js";
import { icon } from "./icons.js";

/**
 * Opens a dialog, which is closed by Escape, its close button or a tap beside it.
 *
 * @param closed Called once, however it is closed.
 */
export function openDialog(title, content, { closed = () => {}, kind = "" } = {}) {
  const heading = freshID("dialog");
  const dialog = element("dialog", { class: `dialog ${kind}`, "aria-labelledby": heading },
    element("div", { class: "dialog-head" },
      element("h2", { id: heading }, title),
      element("button", { type: "button", class: "icon-button", "aria-label": "Close", onclick: () => dialog.close() },
        icon("close"))),
    content);
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => {
    dialog.remove();
    closed();
  });
  // Within the app's node, so that locking removes it with everything else.
  document.getElementById("app").append(dialog);
  dialog.showModal();
  return dialog;
}

/** Closes all dialogs unanswered when the vault is locked. */
export function closeDialogs() {
  for (const dialog of document.querySelectorAll("dialog")) {
    // The event comes later, and then releases what the dialog showed, such as a photo.
    dialog.close();
    dialog.remove();
  }
}

/** Asks a question; returns whether the person agreed. */
export function confirmed(title, words, action, { isDangerous = false } = {}) {
  return new Promise((resolve) => {
    let agreed = false;
    const dialog = openDialog(title, [
      element("p", {}, words),
      element("div", { class: "actions" },
        element("button", { type: "button", class: "button", onclick: () => dialog.close() }, "Cancel"),
        element("button", {
          type: "button",
          class: isDangerous ? "button danger" : "button primary",
          onclick: () => {
            agreed = true;
            dialog.close();
          },
        }, action)),
    ], { closed: () => resolve(agreed) });
  });
}
