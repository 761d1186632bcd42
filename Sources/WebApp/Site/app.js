// Starts the page, shows the view that belongs to the address, and empties everything when the vault is locked.

import { call, currentStamp, dropAnswers, dropToken, get, getQuietly, hasToken, isOutage, quietly, session } from "./shared/api.js";
import { showTrouble, showWarnings } from "./shared/banner.js";
import { fill } from "./shared/element.js";
import { failurePage } from "./shared/failure-page.js";
import { frame, markPlace, showCounts } from "./shared/frame.js";
import { clearImports, forgetContents, hasOpenImports } from "./import/import-queue.js";
import { clearNotices, showError } from "./shared/notices.js";
import { forgetSearch } from "./cards/cards.js";
import { closeDialogs, confirmed } from "./shared/dialog.js";
import { reloadsWhenOutdated } from "./shared/new-version.js";
import { newKey, signIn, takeSecret, unlock } from "./vault/sign-in.js";
import { routes } from "./shared/routes.js";
import { clearTray } from "./scan/scan-tray.js";
import { showTrust } from "./vault/trust.js";

/** Half a second leaves the other half for the answers: what other programs save appears within a second. */
const pollEvery = 500;
/** Hidden pages ask only to notice a lock; browsers slow them down further, to once a minute. Locked ones wait for another tab. */
const [hiddenPollEvery, lockedPollEvery] = [10_000, 5_000];
/** No healthy server takes this long to answer. */
const longestAnswer = 10_000;
/** Without contact for this long, a page does not know whether it was locked; it finds out within `longestUnsure`. */
const [unsureAfter, longestUnsure] = [15_000, 1_000];
const app = document.getElementById("app");

/** The view that is shown. A view's number is how late answers notice that it is gone. */
let view = null;
let viewNumber = 0;
/** `signed-out`, `locked`, or `open`. */
let condition = "signed-out";
let seenStamp = null;
let lastContact = Date.now();
let lastAsked = 0;
/** Whether something was typed since the server was asked last. */
let hasTyped = false;
let idleMinutes = 10;
let needsPassphrase;
/** The person locked, but the server has not heard of it yet. */
let mustLock = false;
/** The person closed the question for a new key's passphrase. */
let isKeyRefused = false;
/** Where this entry is in the browser's history, to go back to it when leaving is refused. */
let place = history.state?.place ?? 0;
const scrolled = new Map();
/** The other tabs of this server. */
const tabs = new BroadcastChannel("cardvault");

history.scrollRestoration = "manual";

/** Empties the page of everything that came from the vault, at once. */
function empty() {
  viewNumber += 1;
  view?.leave?.();
  view = null;
  scrolled.clear();
  document.title = "cardvault";
  for (const forget of [dropAnswers, clearNotices, clearTray, forgetContents, forgetSearch, closeDialogs]) forget();
  fill(app);
}

function showSignIn() {
  if (condition === "signed-out" && app.firstChild) return;
  // Whoever had a page open is told why it is gone.
  const wasOpen = condition !== "signed-out";
  condition = "signed-out";
  dropToken();
  clearImports();
  empty();
  fill(app, signIn(open, wasOpen));
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
function askForNewKey({ detail }) {
  // The server is there, and locks the vault where nobody uses it: what is being typed has time.
  lastContact = Date.now();
  if (condition !== "open" || document.querySelector("dialog.new-key")) return;
  // A person who closed it wants to see the page: it comes back with the next thing that they do.
  if (detail.isQuiet && isKeyRefused) return;
  isKeyRefused = false;
  newKey(async () => {
    if (!view || view.isFailure) await show(false);
    await poll();
  }, () => (isKeyRefused = true));
}

/** Shows the app after signing in or unlocking. */
async function open() {
  condition = "open";
  [mustLock, isKeyRefused, lastContact] = [false, false, Date.now()];
  tabs.postMessage("opened");
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
  const found = routes.map(([pattern, make, title]) => [pattern.exec(path), make, title]).find(([match]) => match);
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
    next = { node: failurePage(error, () => show()), isFailure: true, refresh: isOutage(error) ? () => show(false) : undefined };
  }
  if (!isCurrent()) return next.leave?.();
  view = next;
  document.title = `${next.isFailure ? "Error" : found[2]} – cardvault`;
  document.body.className = next.className ?? "";
  fill(main, next.node);
  main.removeAttribute("aria-busy");
  scrollTo(0, scrolled.get(place) ?? 0);
  next.shown?.();
  if (isNavigation && !main.contains(document.activeElement)) main.querySelector("h1")?.focus({ preventScroll: true });
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
  if (ignoresNextPop) return (ignoresNextPop = false);
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
  if (view?.isChanged?.() || hasOpenImports()) event.preventDefault();
});

/** Signs in with what there is, and keeps asking how things are. */
async function start() {
  (async function repeat() {
    await poll();
    setTimeout(repeat, pollEvery);
  })();
  await (await takeSecret() || hasToken() ? open() : showSignIn());
}

/** Asks how things are, and draws the view again when the vault changed. */
async function poll() {
  // A lock elsewhere makes the browser drop the tokens of all tabs.
  if (!hasToken() && condition !== "signed-out") showSignIn();
  if (!hasToken()) return;
  if (Date.now() - lastContact > idleMinutes * 60_000) showLocked();
  // A hidden page only has to notice that it must be emptied; a locked one, that another tab unlocked.
  const pause = document.hidden ? hiddenPollEvery : condition === "locked" ? lockedPollEvery : 0;
  if (!mustLock && Date.now() - lastAsked < pause) return;
  lastAsked = Date.now();
  const before = condition;
  try {
    if (mustLock) {
      await call("lock", {}, AbortSignal.timeout(longestAnswer));
      mustLock = false;
      // Not before: another tab that asks how things are would hear that the vault is open, and show its page again.
      tabs.postMessage("locked");
    }
    // A person who types uses the vault, though nothing is asked for that.
    const asks = hasTyped ? get : getQuietly;
    hasTyped = false;
    const state = await asks("state", {}, AbortSignal.timeout(longestAnswer));
    lastContact = Date.now();
    idleMinutes = state.idleMinutes || idleMinutes;
    needsPassphrase = state.needsPassphrase;
    showWarnings(state.warnings);
    if (document.hidden) return;
    // Another tab signed in or unlocked.
    if (before === "locked" && condition === "locked") return open();
    if (condition !== "open") return;
    showCounts(state);
    if (currentStamp() !== seenStamp || view?.isFailure) await refresh(state);
  } catch (error) {
    if (!("endsSession" in error)) console.error(error);
    // Too many requests at once: the next one may be answered.
    else if (!error.endsSession && error.status !== 429) showTrouble(error);
  }
}

/** Lets the view load what changed. */
async function refresh(state) {
  seenStamp = currentStamp();
  try {
    const isLate = await Promise.race([
      quietly(async () => view?.refresh?.(state)),
      new Promise((done) => setTimeout(done, longestAnswer, true)),
    ]);
    // The next poll is not held up, and asks for it again.
    if (isLate) seenStamp = null;
  } catch (error) {
    if (!("endsSession" in error)) throw error;
    // It is loaded once there are answers again.
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
// Whatever tab hears of a lock first tells the others, hidden ones too. Each then asks at once, also after an unlock.
tabs.addEventListener("message", ({ data }) => {
  lastAsked = 0;
  if (data === "locked" && condition === "open") showLocked();
});
session.addEventListener("key-changed", askForNewKey);
reloadsWhenOutdated(() => !view?.isChanged?.() && !hasOpenImports());
// A link that is opened in a tab that shows these pages already only changes the fragment.
addEventListener("hashchange", async () => {
  if (await takeSecret()) return open();
  if (condition !== "signed-out") return;
  // Again, to say why the link did not work.
  fill(app);
  showSignIn();
});
// A page that was hidden for long may have to be empty by now: it is not seen before that is known.
async function seenAgain() {
  const isUnsure = !document.hidden && condition === "open" && Date.now() - lastContact > unsureAfter;
  document.documentElement.classList.toggle("unsure", isUnsure);
  if (!document.hidden) lastAsked = 0;
  // Without the network, a card must still be there at the till.
  await Promise.race([poll(), new Promise((done) => setTimeout(done, longestUnsure))]);
  document.documentElement.classList.remove("unsure");
}
document.addEventListener("visibilitychange", seenAgain);
addEventListener("pageshow", (event) => event.persisted && seenAgain());
// Where nothing answers for as long as the automatic lock waits, the page is emptied all the same.
setInterval(() => {
  const isStale = Date.now() - lastContact > idleMinutes * 60_000;
  if (isStale && condition === "open") showLocked();
}, 10_000);

// Where a device gets the certificate, there is nothing to sign in to, and nothing to ask for.
await (location.pathname === "/trust" ? showTrust(app) : start());
