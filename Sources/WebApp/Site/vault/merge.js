// Cards from a bundle: a backup, or what someone else shared.

import { upload } from "../shared/api.js";
import { element, fill, freshID } from "../shared/element.js";
import { errorWords, refuse } from "../shared/field-problem.js";
import { icon } from "../shared/icons.js";
import { announce, errorNotice } from "../shared/notices.js";
import { counted } from "../shared/words.js";

/** The server accepts no larger bundle. */
const maxByteCount = 512 * 2 ** 20;

/** The form that merges; `done` follows where there was no vault before. */
export async function merging(done) {
  const id = freshID("bundle");
  const report = element("div", { "aria-live": "polite" });
  const file = element("input", {
    id, type: "file", "aria-describedby": `${id}-hint`,
    onchange: () => {
      // The passphrase belongs to another file.
      passphrase.value = "";
      secret.hidden = true;
      fill(report);
    },
  });
  const passphrase = element("input", { id: `${id}-pass`, type: "password", autocomplete: "off" });
  const secret = element("div", { class: "field", hidden: true },
    element("label", { for: `${id}-pass` }), passphrase);
  /** Whose passphrase is asked for, as the server says it: the label, what to announce, and what to say without one. */
  const asking = {
    bundle: ["Passphrase for the bundle", "This bundle has a passphrase", "Type the passphrase that you were given with the bundle."],
    key: ["Passphrase of the key", "The key of this bundle’s vault has a passphrase", "Type the passphrase of the key of the vault that it is a backup of."],
  };
  let asked = asking.bundle;
  const button = element("button", { class: "button primary" }, icon("import"), "Merge");

  /** Shows what was merged, and where to continue. */
  function show({ words, remarks = [], drafts = 0, duplicates = 0 }) {
    fill(report, element("div", { class: "notice good" }, icon("check"),
      element("ul", { class: "plain-list" }, [words, ...remarks].map((each) => element("li", {}, each)))),
    (drafts > 0 || duplicates > 0) && element("div", { class: "actions" },
      drafts > 0 && element("a", { class: "button primary", href: "/review" }, icon("review"), `Review ${counted(drafts, "card")}`),
      duplicates > 0 && element("a", { class: "button", href: "/decisions" }, icon("join"), "Join cards with the same code")));
  }

  async function run(event) {
    event.preventDefault();
    fill(report);
    const [chosen] = file.files;
    if (!chosen) return refuse(file, "Choose a bundle first.");
    if (chosen.size > maxByteCount) return refuse(file, `This file is larger than ${maxByteCount / 2 ** 20} MB. Merge it in a terminal: cardvault merge FILE.`);
    if (!secret.hidden && passphrase.value === "") return refuse(passphrase, asked[2]);
    button.disabled = true;
    button.classList.add("busy");
    fill(report, element("p", { class: "soft" }, "Merging…"));
    try {
      const answer = await upload("merge", new Blob([passphrase.value, "\n", chosen]));
      fill(report);
      if (answer.needsPassphrase) {
        asked = asking[answer.needsPassphrase];
        secret.firstChild.textContent = asked[0];
        secret.hidden = false;
        announce(asked[1]);
        return passphrase.focus();
      }
      if (done) return await done();
      show(answer);
      passphrase.value = file.value = "";
      secret.hidden = true;
    } catch (error) {
      // After a change of the key, the page stays, and the person may merge again.
      fill(report);
      if (error.endsSession) return;
      if (error.field === "passphrase" && !secret.hidden) refuse(passphrase, errorWords(error));
      else fill(report, errorNotice(error));
    } finally {
      button.disabled = false;
      button.classList.remove("busy");
    }
  }

  return {
    node: element("form", { class: "stack", novalidate: true, onsubmit: run },
      element("div", { class: "field" },
        element("label", { for: id }, "Bundle"), file,
        element("p", { id: `${id}-hint`, class: "hint" }, "A file that cardvault exported. Cards that someone else shared wait for your review.")),
      secret, report,
      element("div", { class: "actions" }, button)),
  };
}
