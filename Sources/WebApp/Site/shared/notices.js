// Says what happened: in a toast, and to screen readers through a live region.

import { call, currentStamp, session } from "./api.js";
import { element, fill } from "./element.js";
import { icon } from "./icons.js";
import { sentence, withDates } from "./words.js";

/** Long enough to read, decide and reach the button. */
const shownFor = 10_000;

const region = () => document.getElementById("toasts");

/** Returns the focus to what had it, or to the page if that is gone. */
function returnFocus(before) {
  const isThere = before?.isConnected && before !== document.body && before.checkVisibility?.() !== false;
  (isThere ? before : document.getElementById("main"))?.focus({ preventScroll: true });
}

/** Whether the page was emptied, so that work that outlives its page says nothing. */
const isEmptied = () => document.querySelector("main.door") !== null;

let announcing;

/** Says something to screen readers alone. */
export function announce(words) {
  if (isEmptied()) return;
  const status = document.getElementById("status");
  // The same words again would be no change, and not be read out.
  status.textContent = "";
  cancelAnimationFrame(announcing);
  announcing = requestAnimationFrame(() => (status.textContent = words));
}

/** Shows words for a while, with Undo if `undoable`; only the last change can be undone, so there is one toast at a time. */
export function toast(said, undoable = false, undone = () => {}, mark = "check") {
  if (isEmptied()) return;
  const words = withDates(said);
  let timer;
  const before = document.activeElement;
  /** Removes the toast, and returns the focus. */
  const leave = () => {
    // A disabled button has already lost the focus.
    const hasFocus = node.contains(document.activeElement) || document.activeElement === document.body;
    node.remove();
    if (hasFocus) returnFocus(before);
  };
  // After a later change by another tab or program, this one can no longer be undone here.
  const stamp = currentStamp();
  const node = element("div", { class: "toast" },
    icon(mark),
    element("p", {}, words),
    undoable && element("button", {
      type: "button",
      class: "toast-action",
      onclick: async (event) => {
        event.currentTarget.disabled = true;
        await attempt(async () => {
          const answer = await call("undo", { stamp });
          leave();
          toast(answer.words);
          undone();
        });
      },
    }, "Undo"),
    element("button", { type: "button", class: "toast-close", "aria-label": "Dismiss", onclick: leave },
      icon("close")));
  const start = () => (timer = setTimeout(() => node.remove(), shownFor));
  const stop = () => clearTimeout(timer);
  // Stays while a pointer is over it or its button has the focus.
  node.addEventListener("pointerenter", stop);
  node.addEventListener("focusin", stop);
  node.addEventListener("pointerleave", start);
  node.addEventListener("focusout", start);
  fill(region(), node);
  start();
  announce(undoable ? `${words.replace(/\.$/, "")}. Undo is at the end of the page.` : words);
}

/** What went wrong, why, and what to do. */
export function errorNotice(error) {
  return element("div", { class: "notice bad", role: "alert" },
    icon("warning"),
    element("div", {},
      element("p", { class: "notice-title" }, sentence(error.message)),
      error.because && element("p", {}, sentence(error.because)),
      error.remedy && element("p", {}, sentence(error.remedy))));
}

/** What is wrong with the vault, and what to do. */
export const warningWords = (warning) => `${sentence(warning.notice)}. Try: ${warning.try}.`;

/** Says that an export may be incomplete; empty if no card is lost. */
export const incompleteWords = (warnings) => (warnings.some(({ losesCards }) => losesCards) ? "The file may lack cards, or hold old ones" : "");

/** The same with the reasons; nothing if no card is lost. */
export const incompleteNotice = (warnings) => incompleteWords(warnings) && element("div", { class: "notice warn" },
  icon("warning"),
  element("div", {},
    element("p", { class: "notice-title" }, incompleteWords(warnings)),
    element("ul", { class: "plain-list" }, warnings.filter(({ losesCards }) => losesCards).map((each) => element("li", {}, warningWords(each))))));

/** Shows an error until it is dismissed. */
export function showError(error) {
  if (error.endsSession || error.name === "AbortError") return;
  fill(region(), errorToast(error));
}

/** An error with a button that dismisses it. */
function errorToast(error, kind = "") {
  const before = document.activeElement;
  const node = element("div", { class: `toast toast-error ${kind}` },
    errorNotice(error),
    element("button", {
      type: "button", class: "toast-close", "aria-label": "Dismiss",
      onclick: () => {
        node.remove();
        returnFocus(before);
      },
    }, icon("close")));
  return node;
}

// It contains nothing of the vault. Without it, a person might repeat the change, such as spending.
session.addEventListener("unseen", ({ detail }) => fill(region(), errorToast(detail, "unseen-change")));

/** Runs an action, and shows its error if it fails; returns whether it worked. */
export async function attempt(action) {
  try {
    await action();
    return true;
  } catch (error) {
    if (!("endsSession" in error) && error.name !== "AbortError") console.error(error);
    showError(error);
    return false;
  }
}

/** Removes every notice except about a change whose answer nobody saw. */
export function clearNotices() {
  fill(region(), ...region().querySelectorAll(".unseen-change"));
  // A page in the background would announce its last words when it is seen again.
  cancelAnimationFrame(announcing);
  document.getElementById("status").textContent = "";
}
