// Syncing with another device's copy of the vault.

import { call, get } from "../shared/api.js";
import { element, fill, freshID } from "../shared/element.js";
import { errorWords, refuse } from "../shared/field-problem.js";
import { icon } from "../shared/icons.js";
import { announce, errorNotice } from "../shared/notices.js";
import { agoWords, counted } from "../shared/words.js";

/** The view for syncing. */
export async function sync() {
  let state = await get("state");
  const id = freshID("target");
  const report = element("div", { "aria-live": "polite" });
  const about = element("div", { class: "panel facts-panel" });
  const input = element("input", {
    id, value: state.syncTarget ?? "", spellcheck: "false", autocapitalize: "none", autocomplete: "off",
    placeholder: "/media/stick/cards", "aria-describedby": `${id}-hint`,
  });
  const button = element("button", { class: "button primary large" }, icon("sync"), "Sync now");

  function drawAbout() {
    fill(about,
      icon("sync"),
      element("div", {},
        element("p", { class: "strong" }, state.lastSync ? `Last synced ${agoWords(state.lastSync)}` : "Not synced yet"),
        element("p", { class: "soft" }, `This device is “${state.deviceName}” and holds ${counted(state.cards, "card")}.`)));
  }

  async function run(event) {
    event.preventDefault();
    const target = input.value.trim();
    if (!target && !state.syncTarget) return refuse(input, "Enter a target first.");
    button.disabled = true;
    button.classList.add("busy");
    fill(report, element("p", { class: "soft" }, "Syncing…"));
    try {
      const { lines } = await call("sync", target && target !== state.syncTarget ? { target } : {});
      fill(report, element("div", { class: "notice good" }, icon("check"),
        element("ul", { class: "plain-list" }, (lines.length ? lines : ["Everything is up to date"]).map((each) => element("li", {}, each)))));
      state = await get("state");
      drawAbout();
      announce("Synced");
    } catch (error) {
      fill(report, error.field !== "target" && errorNotice(error));
      if (error.field === "target") refuse(input, errorWords(error));
    } finally {
      button.disabled = false;
      button.classList.remove("busy");
    }
  }

  drawAbout();
  return {
    node: element("div", { class: "page narrow" },
      element("h1", { tabIndex: -1 }, "Sync"),
      about,
      element("form", { class: "stack", onsubmit: run },
        element("div", { class: "field" },
          element("label", { for: id }, "Target"),
          input,
          element("div", { id: `${id}-hint`, class: "hint" },
            "The full path of a folder, such as one on a USB stick or synced by Nextcloud or Syncthing; ",
            element("code", {}, "rclone:REMOTE:PATH"), "; or ", element("code", {}, "git:URL"), ".")),
        button),
      report,
      element("p", { class: "soft" }, "Only sealed files are copied. Changes to different fields of a card are merged; conflicting changes wait for you under ",
        element("a", { href: "/decisions" }, "Decisions"), ".")),
    async refresh(fresh) {
      state = fresh ?? state;
      drawAbout();
    },
  };
}
