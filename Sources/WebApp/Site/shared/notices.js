// Says what happened: to everybody as a toast, and to screen readers through a live region.

import { call, currentStamp, session } from "./api.js";
import { element, fill } from "./element.js";
import { icon } from "./icons.js";
import { sentence, withDates } from "./words.js";

/** Long enough to read it, to decide and to reach the button. */
const shownFor = 10_000;

const region = () => document.getElementById("toasts");

/** Gives the focus back to what had it, or to the page if that is gone. */
function returnFocus(before) {
  const isThere = before?.isConnected && before !== document.body && before.checkVisibility?.() !== false;
  (isThere ? before : document.getElementById("main"))?.focus({ preventScroll: true });
}

/** Whether the vault is locked, or nobody is signed in: work that goes on without its page says nothing there. */
const isEmptied = () => document.querySelector("main.door") !== null;

let announcing;

/** Says something to screen readers alone. */
export function announce(words) {
  if (isEmptied()) return;
  const status = document.getElementById("status");
  // The same words twice would be no change, and not be said.
  status.textContent = "";
  cancelAnimationFrame(announcing);
  announcing = requestAnimationFrame(() => (status.textContent = words));
}

/** Shows words for a while, with Undo where `undoable`. One at a time: the last thing done is the one to undo. */
export function toast(said, undoable = false, undone = () => {}, mark = "check") {
  if (isEmptied()) return;
  const words = withDates(said);
  let timer;
  const before = document.activeElement;
  /** Takes it away; the focus goes back to where it was, not to nowhere. */
  const leave = () => {
    // A button that is disabled has lost it already.
    const hasFocus = node.contains(document.activeElement) || document.activeElement === document.body;
    node.remove();
    if (hasFocus) returnFocus(before);
  };
  // Another tab or program may change something before this is undone: then it is not.
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
  // It stays while a pointer is over it or its button has the focus.
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
export const warningWords = (warning) => `${sentence(warning.what)}. Try: ${warning.try}.`;

/** That what was made of the vault may lack something; empty where no card is lost. */
export const incompleteWords = (warnings) => (warnings.some(({ loses }) => loses) ? "The file may lack cards, or hold old ones" : "");

/** Says so, and why; nothing where no card is lost. */
export const incompleteNotice = (warnings) => incompleteWords(warnings) && element("div", { class: "notice warn" },
  icon("warning"),
  element("div", {},
    element("p", { class: "notice-title" }, incompleteWords(warnings)),
    element("ul", { class: "plain-list" }, warnings.filter(({ loses }) => loses).map((each) => element("li", {}, warningWords(each))))));

/** Shows an error until it is dismissed. */
export function showError(error) {
  if (error.endsSession || error.name === "AbortError") return;
  fill(region(), errorToast(error));
}

/** The error, with a button that takes it away. */
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

// It holds nothing of the vault. A person who does not hear of it may do the same again, such as spend.
session.addEventListener("unseen", ({ detail }) => fill(region(), errorToast(detail, "unseen-change")));

/** Does something, and shows the error if it fails; answers whether it worked. */
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

/** Takes every notice away but that of a change whose answer nobody saw. */
export function clearNotices() {
  fill(region(), ...region().querySelectorAll(".unseen-change"));
  // A page in the background says its last words only when it is seen again.
  cancelAnimationFrame(announcing);
  document.getElementById("status").textContent = "";
}
