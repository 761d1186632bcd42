// Syncing with copies of the vault elsewhere.

import { call, get } from "../shared/api.js";
import { element, fill, freshID } from "../shared/element.js";
import { errorWords, refuse } from "../shared/field-problem.js";
import { icon } from "../shared/icons.js";
import { announce, attempt, errorNotice } from "../shared/notices.js";
import { agoWords, counted } from "../shared/words.js";

const doneNotice = (lines) => element("div", { class: "notice good" }, icon("check"),
  element("ul", { class: "plain-list" }, (lines.length ? lines : ["Everything is up to date"]).map((each) => element("li", {}, each))));

/** The view for syncing. */
export async function sync() {
  let state = await get("state");
  const about = element("div", { class: "panel facts-panel" });
  const known = element("ul", { class: "versions" });
  const report = element("div", { class: "stack", "aria-live": "polite" });
  const all = element("button", { type: "button", class: "button primary large", onclick: () => run(all, syncAll) }, icon("sync"), "Sync now");
  const { form, input, name } = addingForm((button) => run(button, add));

  function draw() {
    const last = state.targets.map(({ lastSync }) => lastSync).sort().at(-1);
    fill(about,
      icon("sync"),
      element("div", {},
        element("p", { class: "strong" }, last ? `Last synced ${agoWords(last)}` : "Not synced yet"),
        element("p", { class: "soft" }, `This device is “${state.deviceName}” and holds ${counted(state.cards, "card")}.`)));
    fill(known, state.targets.map(row));
    all.hidden = known.hidden = !state.targets.length;
  }

  const row = (target) => element("li", { class: "version" },
    element("div", {},
      element("p", { class: "version-value" }, target.name),
      element("p", { class: "soft" }, `${target.target}, last synced ${agoWords(target.lastSync)}`)),
    element("button", {
      type: "button", class: "button", "aria-label": `Forget ${target.name}`,
      onclick: () => attempt(async () => {
        await call("forget-target", { name: target.name });
        await redraw();
        announce(`${target.name} is forgotten. The copy there stays.`);
      }),
    }, "Forget"));

  async function redraw() {
    state = await get("state");
    draw();
  }

  async function run(button, work) {
    button.disabled = true;
    button.classList.add("busy");
    fill(report, element("p", { class: "soft" }, "Syncing…"));
    try {
      await work();
    } finally {
      button.disabled = false;
      button.classList.remove("busy");
    }
  }

  /** One after another; a target that cannot be reached keeps none of the others from being synced. */
  async function syncAll() {
    const results = [];
    for (const { name } of state.targets) {
      const titled = (node) => results.push(element("section", {}, element("h2", { class: "strong" }, name), node));
      try {
        titled(doneNotice((await call("sync", { target: name })).lines));
      } catch (error) {
        if (error.endsSession) throw error;
        titled(errorNotice(error));
      }
    }
    fill(report, results);
    await redraw();
    announce("Synced");
  }

  async function add() {
    try {
      const { lines } = await call("sync", { target: input.value.trim(), name: name.value.trim() });
      fill(report, doneNotice(lines));
      input.value = name.value = "";
      await redraw();
      announce("Synced");
    } catch (error) {
      const field = { target: input, name }[error.field];
      fill(report, !field && errorNotice(error));
      if (field) refuse(field, errorWords(error));
    }
  }

  draw();
  return {
    node: element("div", { class: "page narrow" },
      element("h1", { tabIndex: -1 }, "Sync"),
      about, known, all, report,
      element("h2", {}, "Another target"),
      form,
      element("p", { class: "soft" }, "Only sealed files are copied. Changes to different fields of a card are merged; conflicting changes wait for you under ",
        element("a", { href: "/decisions" }, "Decisions"), ".")),
    async refresh(fresh) {
      state = fresh ?? state;
      draw();
    },
  };
}

/** The form for a further target, and its fields. */
function addingForm(add) {
  const [target, called] = [freshID("target"), freshID("name")];
  const typed = { spellcheck: "false", autocapitalize: "none", autocomplete: "off" };
  const input = element("input", { ...typed, id: target, placeholder: "/media/stick/cards", "aria-describedby": `${target}-hint` });
  const name = element("input", { ...typed, id: called, placeholder: "stick", "aria-describedby": `${called}-hint` });
  const button = element("button", { class: "button large" }, icon("sync"), "Add and sync");
  const form = element("form", {
    class: "stack",
    onsubmit: (event) => {
      event.preventDefault();
      if (!input.value.trim()) return refuse(input, "Enter a target first.");
      return add(button);
    },
  },
  element("div", { class: "field" },
    element("label", { for: target }, "Target"),
    input,
    element("div", { id: `${target}-hint`, class: "hint" },
      "The full path of a folder on the machine that runs cardvault, such as one on a USB stick or synced by Nextcloud or Syncthing; ",
      element("code", {}, "rclone:REMOTE:PATH"), "; or ", element("code", {}, "git:URL"), ".")),
  element("div", { class: "field" },
    element("label", { for: called }, "Name"),
    name,
    element("div", { id: `${called}-hint`, class: "hint" },
      "What you call it. With a name, a copy of the vault is made there even if one was there before and is gone.")),
  button);
  return { form, input, name };
}
