// Starts the page, shows the view that belongs to the address, and empties everything when the vault is locked.

import { call, currentStamp, dropAnswers, firstStamp, dropToken, get, getQuietly, hasToken, isOutage, keepStamp, quietly, session } from "./shared/api.js";
import { showTrouble, showWarnings } from "./shared/banner.js";
import { element, fill } from "./shared/element.js";
import { failurePage } from "./shared/failure-page.js";
import { frame, markCurrent, showCounts } from "./shared/frame.js";
import { clearImports, forgetContents, hasOpenImports } from "./import/queue.js";
import { clearNotices, showError, toast } from "./shared/notices.js";
import { forgetCards } from "./cards/cards.js";
import { closeDialogs, confirmed } from "./shared/dialog.js";
import { reloadsWhenOutdated } from "./shared/new-version.js";
import { cover, letIn, newKey, signIn, takeKey, takeSecret, takeTicket, unlock } from "./vault/sign-in.js";
import { forgetKey, remembered } from "./vault/remembered.js";
import { newVault } from "./vault/new-vault.js";
import { routes } from "./routes.js";
import { clearTray } from "./scan/tray.js";
import { showTrust } from "./vault/trust.js";

/** A page that is not up to date asks this often: what it lacks appears within a second. */
const pollEvery = 500;
/** Hidden pages only need to notice a lock, and browsers slow them down to once a minute; locked ones wait for another tab. */
const [hiddenPollEvery, lockedPollEvery] = [10_000, 5_000];
/** No healthy server takes this long to answer, unless it was asked to wait for a change, which it does for 10 s at most. */
const [answerTimeout, changeTimeout] = [10_000, 20_000];
/** Without contact for this long, a page cannot know whether it was locked; it finds out within `unsureTimeout`. */
const [unsureAfter, unsureTimeout] = [15_000, 1_000];
const app = document.getElementById("app");

/** The current view, and its number, by which late answers notice that it is gone. */
let view = null;
let viewNumber = 0;
/** The page of a machine without a vault, while it is shown. */
let welcome = null;
/** `signed-out`, `without-vault`, `locked`, `hidden`, or `open`. */
let condition = "signed-out";
let seenStamp = null;
/** The last state, whose counts a page that is drawn again shows at once. */
let lastState = null;
let lastContact = Date.now();
let lastAsked = 0;
/** Whether the last question was answered, and nothing since makes the page ask again at once. */
let isInTouch = false;
/** Ends the question that waits for a change; `null` while none of this page's does. */
let waiting = null;
/** Whether a person has typed since the last poll. */
let hasTyped = false;
let idleMinutes = 10;
let needsPassphrase;
/** Hides the page, in a browser that is remembered. */
let hideIfRemembered = null;
/** The person locked the vault, but the server does not know yet. */
let mustLock = false;
let locking = null;
/** The id of the vault that was open last. */
let vaultID;
/** What was typed and not saved when the page was emptied, at which address and of which vault; it stays in this tab. */
let unsaved = null;
/** The person closed the dialog that asks for a new key's passphrase. */
let isKeyRefused = false;
/** The index of this entry in the browser's history, to return to it when the person stays. */
let entryIndex = history.state?.entryIndex ?? 0;
const scrolled = new Map();
/** Set while the pages of this browser are hidden, for new tabs and for reloaded ones. */
const hiddenKey = "cardvault-hidden";
/** The other tabs of this server. */
const tabs = new BroadcastChannel("cardvault");

history.scrollRestoration = "manual";

/** Removes everything that came from the vault from the page, at once; what was typed comes back with the same vault. */
function empty() {
  viewNumber += 1;
  if (view?.typed && view.isChanged?.()) unsaved = { path: location.pathname, vaultID, typed: view.typed() };
  waiting?.abort();
  view?.leave?.();
  view = welcome = lastState = null;
  scrolled.clear();
  document.title = "cardvault";
  for (const forget of [dropAnswers, clearNotices, forgetCards, closeDialogs]) forget();
  // Behind a cover, what waits for a decision stays in the memory of the tab, as what was typed does.
  if (condition !== "hidden") for (const forget of [clearTray, forgetContents]) forget();
  fill(app);
}

/** Empties the page, and shows another one in its place, unless yet another one is wanted by the time it is there. */
async function showInstead(name, make) {
  condition = name;
  empty();
  const number = viewNumber;
  let node;
  try {
    node = await make();
  } catch (error) {
    if (error.endsSession) return;
    if (!("endsSession" in error)) console.error(error);
    node = element("main", { id: "main" }, failurePage(error, () => showInstead(name, make)));
  }
  if (number !== viewNumber || condition !== name) return;
  fill(app, node);
  app.querySelector("input, button")?.focus();
}

/** Shows how to sign in: with the key of this browser if it is remembered, unless a code is preferred. */
async function showSignIn({ prefersCode = false } = {}) {
  if (condition === "signed-out" && app.firstChild) return;
  // Explains why an open page is gone.
  const wasOpen = ["open", "locked"].includes(condition);
  dropToken();
  clearImports();
  await showInstead("signed-out", () => signIn(open, { wasOpen, prefersCode, again, keepsTyped: unsaved !== null }));
}

/** Draws the page for signing in again, to say why it did not work, or to ask for a code. */
function again(options) {
  fill(app);
  return showSignIn(options);
}

async function showLocked() {
  if (condition === "locked") return;
  const lost = welcome?.lost();
  await showInstead("locked", () => unlock(needsPassphrase, open, () => locking?.catch(() => {})));
  if (lost) showError(lost);
}

async function showNewVault() {
  if (condition === "without-vault") return;
  await showInstead("without-vault", async () => {
    const page = await newVault(async (path = location.pathname) => {
      // This page brought it, so that nothing is lost.
      welcome = null;
      history.replaceState(history.state, "", path);
      // The page may have noticed by itself that there is a vault.
      await (condition === "open" ? show() : open());
    });
    if (condition === "without-vault") welcome = page;
    return page.node;
  });
}

/** Covers the pages of all tabs; anyone at this browser can show them again. */
async function hide() {
  if (condition !== "open") return;
  localStorage.setItem(hiddenKey, "1");
  tabs.postMessage("hidden");
  await showCover();
}

const showCover = () => showInstead("hidden", () => cover(open, again));

/** Asks for the passphrase of a new key above the page, which stays as it is. */
function askForNewKey({ detail }) {
  // The server is reachable, and locks an unused vault by itself: there is time to finish typing.
  lastContact = Date.now();
  if (condition !== "open" || document.querySelector("dialog.new-key")) return;
  // After closing the dialog to see the page, a person sees it again with their next action.
  if (detail.isQuiet && isKeyRefused) return;
  isKeyRefused = false;
  newKey(async () => {
    if (!view || view.isFailure) await show(false);
    await poll();
  }, () => (isKeyRefused = true));
}

/** Shows the app after signing in or unlocking, unless the page has noticed by itself that it may. */
async function open() {
  if (condition === "open") return;
  condition = "open";
  const lost = welcome?.lost();
  welcome = null;
  [mustLock, isKeyRefused, lastContact] = [false, false, Date.now()];
  localStorage.removeItem(hiddenKey);
  tabs.postMessage("opened");
  await draw();
  if (lost) showError(lost);
}

/** Draws the whole page: that of the address, or the one on which something was typed before. */
async function draw() {
  hideIfRemembered = await remembered() ? hide : null;
  if (condition !== "open") return;
  fill(app, frame({ lock, hide: hideIfRemembered }));
  // The state may have come before there was anything to show it in.
  if (lastState) showCounts(lastState);
  const path = unsaved?.path ?? location.pathname;
  if (path === location.pathname) await show(false);
  else await go(path, { isSaved: true, replaces: true });
}

/** What was typed at an address before the page was emptied, if the same vault is open again. */
async function typedAt(path) {
  if (unsaved?.path !== path) return undefined;
  const { vault } = await getQuietly("state");
  if (unsaved && vault !== unsaved.vaultID) unsaved = null;
  return unsaved?.typed;
}

/** Says whether what was typed is back; it stays in this tab until it is, or its card is gone. */
function tellBack({ isFailure, isBack, isGone }) {
  if (isFailure && !isGone) return;
  unsaved = null;
  if (isBack) toast("What you typed is back, and not saved yet");
  else toast("What you typed cannot be put back: its card is gone", false, undefined, "warning");
}

async function lock() {
  // Empty the page first, as that is what the person wants; then repeat the call until the server answers.
  clearImports();
  showLocked();
  mustLock = true;
  await Promise.all([forgetKey(), poll()]);
}

/** Shows the view of the address. */
async function show(isNavigation = true) {
  const number = ++viewNumber;
  const isCurrent = () => number === viewNumber && condition === "open";
  view?.leave?.();
  view = null;
  const main = document.getElementById("main");
  const path = location.pathname;
  const found = routes.map(([pattern, make, title]) => [pattern.exec(path), make, title]).find(([match]) => match);
  markCurrent(path);
  main.setAttribute("aria-busy", "true");
  const stamp = currentStamp();
  let next;
  let typed;
  try {
    if (!found) throw Object.assign(new Error("There is no such page"), { status: 404 });
    typed = await typedAt(path);
    next = await found[1]({
      id: found[0][1], go, isCurrent, again: () => show(), lock, hide: hideIfRemembered, reopen: draw,
      typed, wasSaved: () => (unsaved = null),
    });
  } catch (error) {
    if (!isCurrent() || error.endsSession) return;
    if (!("endsSession" in error) && !error.status) console.error(error);
    // A page that could not be reached is retried automatically.
    next = { node: failurePage(error, () => show()), isFailure: true, isGone: error.status === 404, refresh: isOutage(error) ? () => show(false) : undefined };
  }
  if (!isCurrent()) return next.leave?.();
  view = next;
  // What was changed while it was loading is shown with the next poll.
  seenStamp = stamp ?? firstStamp();
  document.title = `${next.isFailure ? "Error" : found[2]} – cardvault`;
  document.body.className = next.className ?? "";
  fill(main, next.node);
  main.removeAttribute("aria-busy");
  returnTo(scrolled.get(entryIndex) ?? { y: 0 });
  next.shown?.();
  if (typed) tellBack(next);
  if (isNavigation && !main.contains(document.activeElement)) main.querySelector("h1")?.focus({ preventScroll: true });
}

/**
 * Where the page is scrolled to: its first entry in sight and how far that is from the top, too, as entries above it may
 * have other heights when the page is drawn again.
 */
function place() {
  const first = [...document.querySelectorAll("main [data-key]")].find((each) => each.getBoundingClientRect().bottom > 0);
  return { y: scrollY, key: first?.dataset.key, top: first?.getBoundingClientRect().top };
}

/** Scrolls to a place where the page was before. */
function returnTo({ y, key, top }) {
  scrollTo(0, y);
  const first = key && document.querySelector(`main [data-key="${CSS.escape(key)}"]`);
  if (first) scrollBy(0, first.getBoundingClientRect().top - top);
}

/** Goes to another page, unless the person wants to keep what they typed. */
async function go(path, { replaces = false, isSaved = false } = {}) {
  if (!isSaved && !(await mayLeave())) return;
  scrolled.set(entryIndex, place());
  if (!replaces) entryIndex += 1;
  scrolled.delete(entryIndex);
  history[replaces ? "replaceState" : "pushState"]({ entryIndex }, "", path);
  await show();
}

async function mayLeave() {
  if (!view?.isChanged?.()) return true;
  return confirmed("Leave without saving?", "What you typed on this page will be lost.", "Leave", { isDangerous: true });
}

let ignoresNextPop = false;
addEventListener("popstate", async (event) => {
  if (ignoresNextPop) return (ignoresNextPop = false);
  const target = event.state?.entryIndex ?? 0;
  if (condition === "open" && view?.isChanged?.()) {
    // The address has already changed: go back first, then ask.
    ignoresNextPop = true;
    const step = target - entryIndex;
    history.go(-step);
    if (!(await mayLeave())) return;
    view.isChanged = null;
    history.go(step);
    return;
  }
  scrolled.set(entryIndex, place());
  entryIndex = target;
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
  if (view?.isChanged?.() || unsaved || hasOpenImports()) event.preventDefault();
});

/** Signs in with a link or a token, if there is one, and polls from the start: the first state comes beside the view. */
async function start() {
  (async function repeat() {
    await poll();
    setTimeout(repeat, pollEvery);
  })();
  const hasLink = await takeSecret();
  if (!hasLink && localStorage.getItem(hiddenKey) && await remembered()) return showCover();
  const isIn = hasLink || hasToken() || await takeTicket(tabs) || await takeKey();
  // Another tab may have let it in meanwhile.
  if (condition === "signed-out") await (isIn ? open() : showSignIn());
}

/** Has the page ask at once, and not only wait for a change. */
const askAtOnce = () => ([lastAsked, isInTouch] = [0, false]);

/** Fetches the state; a page that is up to date waits until it changes. */
async function poll() {
  // A person may have the browser drop what it stored.
  if (!hasToken() && !["signed-out", "hidden"].includes(condition)) showSignIn();
  if (!hasToken()) return;
  // Without a vault, nothing can be locked, and no answer counts as contact.
  if (condition !== "without-vault" && Date.now() - lastContact > idleMinutes * 60_000) showLocked();
  // A page out of sight only has to notice a lock; an emptied one, that another tab or program opened or made the vault.
  const pause = document.hidden ? hiddenPollEvery : condition === "open" ? 0 : lockedPollEvery;
  if (!mustLock && Date.now() - lastAsked < pause) return;
  const isUpToDate = isInTouch && !hasTyped && condition === "open" && !document.hidden
    && view && !view.isFailure && currentStamp() === seenStamp;
  // Without Web Locks, which need a secure context, it goes on asking.
  if (isUpToDate && navigator.locks) {
    awaitChange();
    return;
  }
  lastAsked = Date.now();
  const before = condition;
  try {
    if (mustLock) {
      // Once, as a second one could lock what was unlocked meanwhile.
      await (locking ??= call("lock", {}, AbortSignal.timeout(answerTimeout)).finally(() => (locking = null)));
      mustLock = false;
      // Not before: another tab would still find the vault open, and show its page again.
      tabs.postMessage("locked");
    }
    // Typing counts as use of the vault, although it makes no calls.
    const asks = hasTyped ? get : getQuietly;
    hasTyped = false;
    const state = await asks("state", {}, AbortSignal.timeout(answerTimeout));
    await take(state);
    // Another tab signed in, unlocked the vault or made it.
    if (["locked", "without-vault"].includes(before) && condition === before && !document.hidden && !welcome?.isBusy()) await open();
  } catch (error) {
    failed(error);
  }
}

/**
 * Waits until the state changes, and tells the other tabs: of all that are visible, one waits.
 *
 * A browser has only six connections to a server (HTTP/1.1), and this takes one.
 */
async function awaitChange() {
  if (waiting) return;
  const ending = new AbortController();
  waiting = ending;
  const timer = setTimeout(() => ending.abort(new DOMException("", "TimeoutError")), changeTimeout);
  try {
    const state = await navigator.locks.request("cardvault", { ifAvailable: true },
      (isFree) => isFree && getQuietly("state", { seen: seenStamp }, ending.signal)).finally(() => {
      clearTimeout(timer);
      waiting = null;
    });
    if (!state) return;
    tabs.postMessage({ state, stamp: currentStamp() });
    await take(state);
  } catch (error) {
    failed(error);
  }
}

/** Shows a state, and refreshes the view if the vault has changed. */
async function take(state) {
  [isInTouch, lastContact, lastState] = [true, Date.now(), state];
  idleMinutes = state.idleMinutes || idleMinutes;
  [needsPassphrase, vaultID] = [state.needsPassphrase, state.vault];
  showWarnings(state.warnings);
  if (document.hidden || condition !== "open") return;
  showCounts(state);
  // A view under way is compared once it is there.
  if (view && (currentStamp() !== seenStamp || view.isFailure)) await refresh(state);
}

/** Says why there is no state; the page asks again. */
function failed(error) {
  isInTouch = false;
  // The page was hidden.
  if (error.name === "AbortError") return;
  if (!("endsSession" in error)) console.error(error);
  // 429: too many requests at once; the next one may be answered.
  else if (!error.endsSession && error.status !== 429) showTrouble(error);
}

/** Lets the view load what has changed. */
async function refresh(state) {
  seenStamp = currentStamp();
  try {
    const isLate = await Promise.race([
      quietly(async () => {
        await view?.refresh?.(state);
      }),
      new Promise((done) => setTimeout(done, answerTimeout, true)),
    ]);
    // Do not delay the next poll, which tries again.
    if (isLate) seenStamp = null;
  } catch (error) {
    if (!("endsSession" in error)) throw error;
    // Load it once the server answers again.
    if (isOutage(error)) seenStamp = null;
    else showError(error);
  }
}

document.addEventListener("input", () => (hasTyped = true));
session.addEventListener("signed-out", showSignIn);
session.addEventListener("locked", () => {
  if (condition === "open") tabs.postMessage("locked");
  showLocked();
});
// The first tab that notices a lock tells the others, even hidden ones. Each then polls at once, also after an unlock.
tabs.addEventListener("message", async ({ data }) => {
  // A tab that was unlocked or signed in lets in those that wait.
  if (data === "opened" && ["signed-out", "hidden"].includes(condition)) {
    const before = condition;
    return (hasToken() || await takeTicket(tabs)) && condition === before && open();
  }
  if (data === "hidden") return hide();
  if (data.asks) return condition === "open" && letIn(tabs, data.asks);
  if (data.ticket) return;
  if (data.state) {
    if (condition !== "open") return;
    lastAsked = Date.now();
    keepStamp(data.stamp);
    return take(data.state).catch(failed);
  }
  askAtOnce();
  if (data === "locked" && ["open", "hidden"].includes(condition)) showLocked();
});
session.addEventListener("no-vault", showNewVault);
session.addEventListener("key-changed", askForNewKey);
reloadsWhenOutdated(() => !view?.isChanged?.() && !unsaved && !hasOpenImports());
// Opening a link in a tab with one of these pages only changes the fragment.
addEventListener("hashchange", async () => {
  if (await takeSecret()) return open();
  if (condition === "signed-out") await again();
});
// A page that was hidden for long may have been locked: hide its content until that is known.
async function seenAgain() {
  const isUnsure = !document.hidden && condition === "open" && Date.now() - lastContact > unsureAfter;
  document.documentElement.classList.toggle("unsure", isUnsure);
  // Another tab can wait now.
  if (document.hidden) waiting?.abort();
  else askAtOnce();
  // Without the network, a card must still be there at the till.
  await Promise.race([poll(), new Promise((done) => setTimeout(done, unsureTimeout))]);
  document.documentElement.classList.remove("unsure");
}
document.addEventListener("visibilitychange", seenAgain);
addEventListener("pageshow", (event) => event.persisted && seenAgain());
// If nothing answers for as long as the automatic lock waits, empty the page anyway.
setInterval(() => {
  const isStale = Date.now() - lastContact > idleMinutes * 60_000;
  if (isStale && condition === "open") showLocked();
}, 10_000);

// The page with the certificate needs no session and no state.
await (location.pathname === "/trust" ? showTrust(app) : start());
