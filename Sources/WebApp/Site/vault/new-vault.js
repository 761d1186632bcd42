// The page of a machine without a vault: a new one, or one that is elsewhere.

import { call, get, sendOctets } from "../shared/api.js";
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

/** Creates a vault; a passphrase is an option. */
function creating(done) {
  const [passphrase, again] = ["passphrase", "again"].map((name) => element("input", { id: freshID(name), type: "password", autocomplete: "new-password" }));
  const rating = strength(passphrase, again);
  return element("section", { class: "panel stack" },
    element("h2", {}, "Start a new vault"),
    element("p", {}, "Your cards are sealed with a key that stays on this machine."),
    sentForm(element("details", { class: "more-fields" },
      element("summary", {}, "Protect the key with a passphrase", icon("details")),
      element("div", { class: "fields stack" },
        element("p", { class: "soft" }, "Then a stolen key file is useless to a thief. If you forget the passphrase, it is useless to you, too."),
        field("Passphrase", passphrase), rating.node, field("Passphrase again", again))),
    { passphrase, again }, "Create the vault", async () => {
      if (passphrase.value !== again.value) throw refusal("again", "This is another passphrase", "Type the same one twice.");
      await call("create-vault", passphrase.value ? { passphrase: passphrase.value } : {});
      // The sheet comes first: without a copy of the key, a broken disk would take all cards along.
      await done("/sheet");
    }));
}

/** Restores the key of a vault. */
function restoringKey(restored) {
  const file = element("input", { id: freshID("sheet"), type: "file" });
  const groups = element("textarea", { ...typed, id: freshID("groups"), rows: "4", class: "code-input" });
  groups.setAttribute("aria-describedby", `${groups.id}-hint`);
  return sentForm([
    field("A photo of its recovery sheet, or its key file", file),
    field("Or type the groups on the sheet", groups, "All lines, with or without spaces."),
  ], { file, groups }, "Restore the key", async () => {
    const [chosen] = file.files;
    if (!chosen && !groups.value.trim()) throw refusal("file", "There is no key yet", "Choose a file, or type the groups.");
    try {
      await sendOctets("restore-key", groups.value.trim() ? new Blob([groups.value.trim()]) : chosen);
    } catch (error) {
      throw error.endsSession ? error : Object.assign(error, { field: groups.value.trim() ? "groups" : "file" });
    }
    groups.value = "";
    await restored();
  });
}

/** Gets the vault from a copy, whose key is here. */
function joining({ needsPassphrase }, done) {
  const target = element("input", { ...typed, id: freshID("target"), placeholder: "/media/stick/cards" });
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

  async function draw(place) {
    const bundle = place.keys.length > 0 && (await merging(done)).node;
    fill(elsewhere, element("h2", {}, "Bring the vault that you have"),
      place.keys.length === 0 ? [
        element("p", {}, "First its key: from the recovery sheet, or from a device that has it."),
        restoringKey(async () => {
          await draw(await get("new-vault"));
          elsewhere.querySelector("input")?.focus();
        }),
      ] : [
        element("p", { class: "notice good" }, icon("check"), `Its key is on this machine: ${place.keys.join(", ")}`),
        joining(place, done),
        element("h3", {}, "Or from a backup"), bundle,
      ]);
  }

  const place = await get("new-vault");
  await draw(place);
  const [folder, hasKey] = [element("code", {}, place.folder), place.keys.length > 0];
  return element("main", { class: "page narrow", id: "main" },
    element("p", { class: "brand" }, icon("cards"), "cardvault"),
    element("h1", { tabIndex: -1 }, "Welcome"),
    element("p", { class: "lead" }, hasKey
      ? ["This machine has the key of a vault, but there is no vault in ", folder, ". If it is on a drive, mount that: the page then shows your cards."]
      : ["There is no vault on this machine yet. It will be in ", folder, "."]),
    hasKey ? [elsewhere, creating(done)] : [creating(done), elsewhere]);
}
