// Signing in with the code that the terminal shows, and unlocking.

import { call, callQuietly, hasToken, keepToken } from "../shared/api.js";
import { openDialog } from "../shared/dialog.js";
import { element, freshID } from "../shared/element.js";
import { icon } from "../shared/icons.js";
import { errorNotice } from "../shared/notices.js";
import { sentForm } from "../shared/sent-form.js";
import { remembered, signInByKey } from "./remembered.js";
import { clearTray } from "../scan/tray.js";

/** Why a link did not sign in, for the page that asks for a code instead. */
let linkProblem = null;

/** Signs in with the secret in the terminal's link, if the address has one; returns whether that worked. */
export async function takeSecret() {
  const secret = /[#&]s=([^&]+)/.exec(location.hash)?.[1];
  if (!secret) return false;
  // First of all, so that neither the history nor a screenshot contains it.
  history.replaceState(history.state, "", location.pathname);
  try {
    keepToken((await call("sign-in", { secret: decodeURIComponent(secret) })).token);
    // The tray belongs to the previous session.
    clearTray();
    linkProblem = null;
    return true;
  } catch (error) {
    linkProblem = "endsSession" in error && !hasToken() ? error : null;
    return false;
  }
}

/** How long a new tab waits for another one before it shows the way to sign in. */
const answerWait = 500;

let asking = null;

/** Signs in with a ticket that another tab of this browser gets; returns whether that worked. */
export const takeTicket = (tabs) => (asking ??= askFor(tabs).finally(() => (asking = null)));

/** Asks the other tabs for a ticket, and signs in with it. */
async function askFor(tabs) {
  const listening = new AbortController();
  // Others may ask at the same time, as when a browser opens its tabs again.
  const asks = Math.random();
  const ticket = await new Promise((done) => {
    setTimeout(done, answerWait);
    tabs.addEventListener("message", ({ data }) => data.for === asks && done(data.ticket), { signal: listening.signal });
    tabs.postMessage({ asks });
  });
  listening.abort();
  if (!ticket) return false;
  try {
    keepToken((await call("sign-in", { ticket })).token);
    return true;
  } catch {
    // The vault may just have been locked.
    return false;
  }
}

/** Signs in with the key of a remembered browser; returns whether that worked. */
export async function takeKey() {
  try {
    return await signInByKey();
  } catch (error) {
    // Only the server can refuse it; without an answer, the page says that by itself.
    linkProblem = error.status === 403 ? error : null;
    return false;
  }
}

/** Gets a new tab that asks a ticket from the server. */
export async function letIn(tabs, asks) {
  try {
    const { ticket } = await callQuietly("ticket");
    tabs.postMessage({ ticket, for: asks });
  } catch {
    // Whether this tab is still signed in shows by itself.
  }
}

function door(title, content) {
  return element("main", { class: "door", id: "main" },
    element("div", { class: "door-panel" },
      element("p", { class: "brand" }, icon("cards"), "cardvault"),
      element("h1", { tabIndex: -1 }, title),
      content));
}

/** A form of one field, or of none; `send` signs in with what was typed. */
function form(field, action, send) {
  const any = field?.querySelector("input");
  return sentForm(field, { any }, action, () => send(any?.value ?? ""));
}

/**
 * A covered page: one tap shows it again, with the session that is still there or by the key of this browser.
 *
 * `again` draws the page for signing in, as the server refuses the key, or a code is preferred.
 */
export function cover(done, again) {
  return door("Hidden", [
    element("p", { class: "soft" }, "None of your card data is on this page. Anyone at this browser can show it again; Lock, under More, prevents that."),
    form(null, "Show my cards", async () => {
      try {
        if (hasToken() || await signInByKey()) return await done();
      } catch (error) {
        // Anything else may pass, such as a server that was stopped.
        if (error.status !== 403) throw error;
        linkProblem = error;
      }
      await again();
    }),
    element("button", { type: "button", class: "button quiet", onclick: () => again({ prefersCode: true }) }, "Use a code instead"),
  ]);
}

/**
 * The page that asks for the code, or covers that of a remembered browser.
 *
 * `wasOpen` if a session has just ended, and `keepsTyped` if this tab keeps what was typed and not saved; `again` draws the
 * page again.
 */
export async function signIn(done, { wasOpen, prefersCode, again, keepsTyped }) {
  if (!linkProblem && !prefersCode && await remembered()) return cover(done, again);
  const id = freshID("code");
  const field = element("div", { class: "field" },
    element("label", { for: id }, "Code from the terminal"),
    element("input", {
      id, class: "code-entry", inputmode: "numeric", autocomplete: "one-time-code", maxlength: "7", spellcheck: "false",
      "aria-describedby": `${id}-hint`,
    }),
    element("p", { id: `${id}-hint`, class: "hint" }, "Six digits. Or open the link that the terminal shows."));
  const problem = linkProblem && errorNotice(linkProblem);
  linkProblem = null;
  const ended = wasOpen && element("p", { class: "notice" }, icon("lock"),
    "The vault was locked, or cardvault serve was started again. The terminal shows a new link and a new code.");
  const kept = keepsTyped && element("p", { class: "notice good" }, icon("check"),
    "What you typed is kept in this tab. Type the code here, or open the link in another tab.");
  return door("Sign in", [ended, kept, problem, form(field, "Sign in", async (typed) => {
    const code = typed.replace(/\D/g, "");
    // An unfinished code is no attempt.
    if (code.length !== 6) throw new Error("Type six digits");
    keepToken((await call("sign-in", { code })).token);
    await done();
  })]);
}

/** Asks for the passphrase of a key that another program changed; the page stays as it is. */
export function newKey(done, refused) {
  let isOpen = false;
  const id = freshID("passphrase");
  const field = element("div", { class: "field" },
    element("label", { for: id }, "Passphrase for the new key"),
    element("input", { id, type: "password", autocomplete: "current-password" }));
  const dialog = openDialog("The vault's key was changed", [
    element("p", { class: "soft" }, "What you typed on this page is still there."),
    form(field, "Unlock", async (passphrase) => {
      await call("unlock", { passphrase });
      isOpen = true;
      dialog.close();
      await done();
    }),
  ], { kind: "new-key", closed: () => isOpen || refused() });
}

/**
 * The page of a locked vault; only with a passphrase does a session survive the lock.
 *
 * `settled` waits for a lock that this page asked for, which would end an unlocking under way.
 */
export function unlock(needsPassphrase, done, settled) {
  const id = freshID("passphrase");
  const field = needsPassphrase === false ? null : element("div", { class: "field" },
    element("label", { for: id }, "Passphrase"),
    element("input", { id, type: "password", autocomplete: "current-password" }));
  return door("Locked", [
    element("p", { class: "soft" }, "None of your card data is on this page."),
    form(field, "Unlock", async (passphrase) => {
      await settled();
      await call("unlock", { passphrase });
      await done();
    }),
  ]);
}
