// The page of a machine without a vault: a new one, or one that is elsewhere.

import { call, get, sendOctets } from "../shared/api.js";
import { confirmed } from "../shared/dialog.js";
import { element, fill, freshID } from "../shared/element.js";
import { icon } from "../shared/icons.js";
import { merging } from "./merge.js";
import { sentForm } from "../shared/sent-form.js";
import { strength } from "./passphrase-strength.js";

const typed = { spellcheck: "false", autocapitalize: "none", autocomplete: "off" };

/** A labelled field, with a hint below. */
const field = (label, input, hint) => element("div", { class: "field" }, element("label", { for: input.id }, label), input,
  hint && element("p", { id: `${input.id}-hint`, class: "hint" }, hint));

/** A refusal by the page itself, beside a field. */
const refusal = (field, what, remedy) => Object.assign(new Error(what), { field, remedy });

/**
 * Creates a vault; a passphrase is an option.
 *
 * `keys` returns the ids of the keys that are here, which a new vault does not use.
 */
function creating(keys, done) {
  const [passphrase, again] = ["passphrase", "again"].map((name) => element("input", { id: freshID(name), type: "password", autocomplete: "new-password" }));
  const rating = strength(passphrase, again);
  const protection = element("details", { class: "more-fields" },
    element("summary", {}, "Protect the key with a passphrase", icon("details")),
    element("div", { class: "fields stack" },
      element("p", { class: "soft" }, "Then a stolen key file is useless to a thief. If you forget the passphrase, it is useless to you, too."),
      field("Passphrase", passphrase), rating.node, field("Passphrase again", again)));
  const node = element("section", { class: "panel stack" },
    element("h2", {}, "Start a new vault"),
    element("p", {}, "Your cards are sealed with a key that stays on this machine."),
    sentForm(protection, { passphrase, again }, "Create the vault", async () => {
      if (passphrase.value !== again.value) throw refusal("again", "This is another passphrase", "Type the same one twice.");
      if (passphrase.value && !passphrase.value.trim()) throw refusal("passphrase", "These are only spaces", "Type a passphrase.");
      if (!passphrase.value && protection.open) throw refusal("passphrase", "There is no passphrase yet", "Type one, or close this part.");
      const words = "It gets a new key, and has none of the cards that the keys on this machine open.";
      if (keys().length > 0 && !(await confirmed("Create another vault?", words, "Create another vault"))) return;
      await call("create-vault", passphrase.value ? { passphrase: passphrase.value } : {});
      passphrase.value = again.value = "";
      // The sheet comes first: without a copy of the key, a broken disk would take all cards along.
      await done("/sheet");
    }));
  return { node, hasPassphrase: () => passphrase.value !== "" };
}

/** What was typed from the sheet, without the numbers before its lines, which a group of a key never has (“1 Q9LTS …”). */
function withoutNumbers(text) {
  const lines = text.split(/\n+/).map((line) => line.trim());
  const isNumbered = lines.length > 1 && lines.every((line, index) => line.startsWith(`${index + 1} `));
  return isNumbered ? lines.map((line) => line.replace(/^\d+ /, "")).join("\n") : text;
}

/** Restores the key of a vault. */
function restoringKey(restored) {
  /** Whether the groups were typed after the file was chosen. */
  let isTyped = false;
  const file = element("input", { id: freshID("sheet"), type: "file", onchange: () => (isTyped = false) });
  const groups = element("textarea", { ...typed, id: freshID("groups"), rows: "4", class: "code-input", oninput: () => (isTyped = true) });
  groups.setAttribute("aria-describedby", `${groups.id}-hint`);
  return sentForm([
    field("A photo of its recovery sheet, or its key file", file),
    field("Or type the groups on the sheet", groups, "All lines, with or without spaces."),
  ], { file, groups }, "Restore the key", async () => {
    const [chosen] = file.files;
    const text = withoutNumbers(groups.value.trim());
    if (!chosen && !text) throw refusal("file", "There is no key yet", "Choose a file, or type the groups.");
    const usesText = text && (isTyped || !chosen);
    try {
      await sendOctets("restore-key", usesText ? new Blob([text]) : chosen);
    } catch (error) {
      throw error.endsSession ? error : Object.assign(error, { field: usesText ? "groups" : "file" });
    }
    groups.value = file.value = "";
    await restored();
  });
}

/** Gets the vault from a copy, whose key is here; `kept` has the target while keys come. */
function joining({ needsPassphrase }, kept, done) {
  const target = element("input", {
    ...typed, id: freshID("target"), placeholder: "/media/stick/cards", value: kept.target, oninput: () => (kept.target = target.value),
  });
  target.setAttribute("aria-describedby", `${target.id}-hint`);
  const passphrase = needsPassphrase && element("input", { id: freshID("passphrase"), type: "password", autocomplete: "current-password" });
  let ending = null;
  // A wrong address may be tried for two minutes.
  const cancel = element("button", { type: "button", class: "button large", hidden: true, onclick: async () => {
    ending?.abort();
    await call("cancel-join").catch(() => {});
  } }, "Cancel");
  const form = sentForm([
    field("Where a copy of the vault is", target, [
      "The full path of a folder on the machine that runs cardvault, such as one on a USB stick or synced by Nextcloud or Syncthing; ",
      element("code", {}, "rclone:REMOTE:PATH"), "; or ", element("code", {}, "git:URL"), "."]),
    passphrase && field("Passphrase of the key", passphrase),
  ], { target, passphrase }, "Get the vault", async () => {
    if (!target.value.trim()) throw refusal("target", "There is no target yet", "Type where a copy is.");
    ending = new AbortController();
    cancel.hidden = false;
    try {
      await call("join-vault", { target: target.value.trim(), ...(passphrase?.value && { passphrase: passphrase.value }) }, ending.signal);
    } catch (error) {
      if (error.name !== "AbortError") throw error;
      return;
    } finally {
      cancel.hidden = true;
    }
    await done();
  });
  form.lastChild.append(cancel);
  return form;
}

/** The page; `done` shows the vault once it is there, perhaps at another address. */
export async function newVault(done) {
  const elsewhere = element("section", { class: "panel stack" });
  const kept = { target: "" };
  let place;

  async function draw() {
    place = await get("new-vault");
    const bundle = place.keys.length > 0 && (await merging(done)).node;
    fill(elsewhere, element("h2", {}, "Bring the vault that you have"),
      place.keys.length === 0 ? [
        element("p", {}, "First its key: from the recovery sheet, or from a device that has it."),
        restoringKey(restored),
      ] : [
        element("p", { class: "notice good" }, icon("check"), `Its key is on this machine: ${place.keys.join(", ")}`),
        joining(place, kept, done),
        element("h3", {}, "Or from a backup"), bundle,
        element("details", { class: "more-fields" },
          element("summary", {}, "Restore another key", icon("details")),
          element("div", { class: "fields stack" }, restoringKey(restored))),
      ]);
  }

  async function restored() {
    await draw();
    elsewhere.querySelector("input")?.focus();
  }

  await draw();
  const creation = creating(() => place.keys, done);
  const [folder, hasKey] = [element("code", {}, place.folder), place.keys.length > 0];
  const node = element("main", { class: "page narrow", id: "main" },
    element("p", { class: "brand" }, icon("cards"), "cardvault"),
    element("h1", { tabIndex: -1 }, "Welcome"),
    element("p", { class: "lead" }, hasKey
      ? ["This machine has the key of a vault, but there is no vault in ", folder, ". If it is on a drive, mount that: the page then shows your cards."]
      : ["There is no vault on this machine yet. It will be in ", folder, "."]),
    hasKey ? [elsewhere, creation.node] : [creation.node, elsewhere]);
  return {
    node,
    /** Whether this page is making or bringing a vault, whose answer comes first: its form can be sent once at a time. */
    isBusy: () => node.querySelector("form button:disabled") !== null,
    /** What to say when a vault was made by somebody else; nothing if no passphrase was typed. */
    lost: () => creation.hasPassphrase() && Object.assign(new Error("A vault was made meanwhile, without your passphrase"), {
      because: "It was made in another tab or program, and nothing of what you typed was used",
      remedy: "To give its key a passphrase, run in a terminal: cardvault key passphrase",
    }),
  };
}
