// Starts the page, shows the view that belongs to the address, and empties everything when the vault is locked.

import { call, callQuietly, currentStamp, dropToken, hasToken, quietly, session } from "./api.js";
import { element, fill } from "./element.js";
import { frame, markPlace, showCounts } from "./frame.js";
import { clearImports, isImporting } from "./import-queue.js";
import { clearNotices, errorNotice } from "./notices.js";
import { confirmed } from "./dialog.js";
import { newKey, signIn, takeSecret, unlock } from "./sign-in.js";
import { routes } from "./routes.js";

/** Half a second leaves the other half for the answers: what other programs save appears within a second. */
const pollEvery = 500;
const app = document.getElementById("app");

/** The view that is shown. A view's number is how late answers notice that it is gone. */
let view = null;
let viewNumber = 0;
/** `signed-out`, `locked`, or `open`. */
let condition = "signed-out";
let seenStamp = null;
let lastContact = Date.now();
let idleMinutes = 10;
let needsPassphrase;
/** The person locked, but the server has not heard of it yet. */
let mustLock = false;
/** Where this entry is in the browser's history, to go back to it when leaving is refused. */
let place = history.state?.place ?? 0;
const scrolled = new Map();

history.scrollRestoration = "manual";

/** Empties the page of everything that came from the vault, at once. */
function empty() {
  viewNumber += 1;
  view?.leave?.();
  view = null;
  scrolled.clear();
  document.title = "cardvault";
  clearNotices();
  for (const dialog of document.querySelectorAll("dialog")) dialog.remove();
  fill(app);
}

function showSignIn() {
  if (condition === "signed-out" && app.firstChild) return;
  condition = "signed-out";
  dropToken();
  clearImports();
  empty();
  fill(app, signIn(open));
  app.querySelector("input")?.focus();
}

function showLocked() {
  if (condition === "locked") return;
  condition = "locked";
  empty();
  fill(app, unlock(needsPassphrase, open));
  app.querySelector("input, button")?.focus();
}

/** Asks for the passphrase of a new key above the page, which stays as it is. */
function askForNewKey() {
  if (condition !== "open" || document.querySelector("dialog.new-key")) return;
  newKey(async () => {
    if (!view || view.isFailure) await show(false);
    await poll();
  });
}

/** Shows the app after signing in or unlocking. */
async function open() {
  condition = "open";
  mustLock = false;
  lastContact = Date.now();
  fill(app, frame({ lock }));
  await show(false);
  await poll();
}

async function lock() {
  // First of all, as the person asked for an empty page; the server is told until it hears.
  clearImports();
  showLocked();
  mustLock = true;
  await poll();
}

/** Shows the view of the address. */
async function show(isNavigation = true) {
  const number = ++viewNumber;
  const isCurrent = () => number === viewNumber && condition === "open";
  view?.leave?.();
  view = null;
  const main = document.getElementById("main");
  const path = location.pathname;
  const found = routes.map(([pattern, make]) => [pattern.exec(path), make]).find(([match]) => match);
  markPlace(path);
  main.setAttribute("aria-busy", "true");
  seenStamp = currentStamp();
  let next;
  try {
    if (!found) throw Object.assign(new Error("There is no such page"), { status: 404 });
    next = await found[1]({ id: found[0][1], go, isCurrent, again: () => show(), lock });
  } catch (error) {
    if (!isCurrent() || error.endsSession) return;
    if (!("endsSession" in error) && !error.status) console.error(error);
    // A page that could not be reached is tried again by itself.
    next = { node: failurePage(error), isFailure: true, refresh: error.status === 0 ? () => show(false) : undefined };
  }
  if (!isCurrent()) return next.leave?.();
  view = next;
  document.title = next.title ?? "cardvault";
  document.body.className = next.className ?? "";
  fill(main, next.node);
  main.removeAttribute("aria-busy");
  scrollTo(0, scrolled.get(place) ?? 0);
  next.shown?.();
  if (isNavigation && !main.contains(document.activeElement)) main.querySelector("h1")?.focus({ preventScroll: true });
}

function failurePage(error) {
  const isGone = error.status === 404;
  return element("div", { class: "page narrow" },
    element("h1", { tabIndex: -1 }, isGone ? "Not found" : "Something went wrong"),
    errorNotice(isGone ? new Error("This card was removed, or the address is wrong.") : error),
    element("div", { class: "actions" },
      isGone
        ? element("a", { class: "button primary", href: "/" }, "All cards")
        : element("button", { type: "button", class: "button primary", onclick: () => show() }, "Try again")));
}

/** Goes to another page, unless the person wants to keep what they typed. */
async function go(path, { replaces = false, isSaved = false } = {}) {
  if (!isSaved && !(await mayLeave())) return;
  scrolled.set(place, scrollY);
  if (!replaces) place += 1;
  scrolled.delete(place);
  history[replaces ? "replaceState" : "pushState"]({ place }, "", path);
  await show();
}

async function mayLeave() {
  if (!view?.isChanged?.()) return true;
  return confirmed("Leave without saving?", "What you typed on this page will be lost.", "Leave", { isDangerous: true });
}

let ignoresNextPop = false;
addEventListener("popstate", async (event) => {
  if (ignoresNextPop) {
    ignoresNextPop = false;
    return;
  }
  const target = event.state?.place ?? 0;
  if (condition === "open" && view?.isChanged?.()) {
    // The address changed already: return to it first, then ask.
    ignoresNextPop = true;
    const step = target - place;
    history.go(-step);
    if (!(await mayLeave())) return;
    view.isChanged = null;
    history.go(step);
    return;
  }
  scrolled.set(place, scrollY);
  place = target;
  if (condition === "open") await show();
});

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href^='/']");
  if (!link || link.hasAttribute("download") || link.target) return;
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  link.closest("dialog")?.close();
  go(link.getAttribute("href"));
});

addEventListener("beforeunload", (event) => {
  if (view?.isChanged?.() || isImporting()) event.preventDefault();
});

/** Asks how things are, and draws the view again when the vault changed. */
async function poll() {
  // A lock elsewhere makes the browser drop the tokens of all tabs.
  if (!hasToken() && condition !== "signed-out") showSignIn();
  if (!hasToken() || document.hidden) return;
  if (Date.now() - lastContact > idleMinutes * 60_000) showLocked();
  const before = condition;
  try {
    if (mustLock) await call("lock");
    mustLock = false;
    const state = await callQuietly("state");
    lastContact = Date.now();
    idleMinutes = state.idleMinutes || idleMinutes;
    needsPassphrase = state.needsPassphrase;
    // Another tab signed in or unlocked.
    if (before === "locked" && condition === "locked") return open();
    if (condition !== "open") return;
    showCounts(state);
    document.getElementById("offline")?.setAttribute("hidden", "");
    if (currentStamp() === seenStamp && !view?.isFailure) return;
    seenStamp = currentStamp();
    await quietly(async () => view?.refresh?.(state));
  } catch (error) {
    if (error.status === 0) document.getElementById("offline")?.removeAttribute("hidden");
    else if (!error.endsSession) console.error(error);
  }
}

session.addEventListener("signed-out", showSignIn);
session.addEventListener("locked", showLocked);
session.addEventListener("key-changed", askForNewKey);
// A link that is opened in a tab that shows these pages already only changes the fragment.
addEventListener("hashchange", async () => {
  if (await takeSecret()) await open();
});
document.addEventListener("visibilitychange", poll);
addEventListener("pageshow", (event) => event.persisted && poll());
// While hidden, nothing is asked; after the idle time the page is emptied without asking.
setInterval(() => {
  const isStale = Date.now() - lastContact > idleMinutes * 60_000;
  if (isStale && condition === "open") showLocked();
}, 10_000);
(async function repeat() {
  await poll();
  setTimeout(repeat, pollEvery);
})();

if (await takeSecret()) await open();
else if (hasToken()) await open();
else showSignIn();
