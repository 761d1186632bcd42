// Everything that is not needed every day.

import { get } from "../shared/api.js";
import { browsers } from "./browsers.js";
import { checking, naming } from "./checking.js";
import { element } from "../shared/element.js";
import { exportingTo } from "./export-to.js";
import { exporting } from "./export.js";
import { icon } from "../shared/icons.js";
import { merging } from "./merge.js";
import { attempt } from "../shared/notices.js";
import { pocket } from "./pocket.js";
import { listRemoved } from "../cards/cards.js";
import { statistics } from "./statistics.js";
import { counted } from "../shared/words.js";

/** A section that is filled when it is first opened. */
function section(name, title, about, make) {
  let shown = null;
  const body = element("div", { class: "section-body stack" });
  const details = element("details", { class: "panel section", ontoggle: async () => {
    if (!details.open || shown) return;
    await attempt(async () => {
      shown = await make();
      body.replaceChildren(shown.node);
    });
  } },
  element("summary", {}, icon(name), element("span", { class: "section-words" },
    element("span", { class: "strong" }, title), element("span", { class: "soft" }, about)), icon("details")),
  body);
  return { node: details, refresh: () => shown?.refresh?.() };
}

/** The view of everything else. */
export async function more({ lock, hide, reopen }) {
  const state = await get("state");
  const link = (name, title, about, path, onclick) => element("li", {}, element("a", { class: "panel door-link", href: path, onclick },
    icon(name), element("span", { class: "section-words" },
      element("span", { class: "strong" }, title), element("span", { class: "soft" }, about)), icon("next")));
  const sections = [
    section("export", "Export", "Back up, or share cards", exporting),
    section("phone", "Pocket for a phone", "Sealed cards in a page that needs no network", pocket),
    section("cards", "Export to another wallet", "Catima, passes, tables, links", exportingTo),
    section("import", "Merge a bundle", "A backup, or cards that someone shared", merging),
    section("review", "Check the vault", "Every file, for damage and loss", checking),
    section("edit", "Name this device", "As other devices show it", naming),
    section("eye", "Remembered browsers", "They sign in by themselves", () => browsers(reopen)),
    section("chart", "Statistics", "Kept only on this device", statistics),
  ];
  return {
    node: element("div", { class: "page" },
      element("h1", { tabIndex: -1 }, "More"),
      element("ul", { class: "doors" },
        link("sync", "Sync", "With your other devices", "/sync"),
        link("decisions", "Decisions", state.decisions ? `${counted(state.decisions, "decision")} to make` : "Nothing to decide", "/decisions"),
        link("history", "Changes", "All of them, with undo and redo", "/log"),
        link("remove", "Removed cards", state.removed ? `${counted(state.removed, "card")} to restore` : "None", "/", listRemoved),
        link("sheet", "Recovery sheet", "Your key on paper", "/sheet"),
        link("type", "Type a card", "Without a photo", "/type")),
      element("div", { class: "sections" }, sections.map((each) => each.node)),
      element("div", { class: "actions" },
        hide && element("button", { type: "button", class: "button large", onclick: hide }, icon("hide"), "Hide"),
        element("button", { type: "button", class: "button large", onclick: lock }, icon("lock"), "Lock")),
      hide && element("p", { class: "soft" }, "Lock forgets this browser, too: then you need a link or a code again."),
      element("p", { class: "soft about" }, `cardvault ${state.version} on “${state.deviceName}”, ${counted(state.cards, "card")}. `,
        `Locks after ${counted(state.idleMinutes, "minute")} without use.`)),
    refresh: () => Promise.all(sections.map((each) => each.refresh())),
  };
}
