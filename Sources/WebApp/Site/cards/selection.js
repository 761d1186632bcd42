// Selecting several cards of a list, and changing all of them at once, which one undo takes back.

import { call } from "../shared/api.js";
import { openDialog } from "../shared/dialog.js";
import { element, fillKeepingFocus } from "../shared/element.js";
import { errorWords, refuse } from "../shared/field-problem.js";
import { icon } from "../shared/icons.js";
import { announce, attempt, toast } from "../shared/notices.js";
import { distinctTags, tagField } from "./tag-field.js";
import { counted } from "../shared/words.js";

/** The selection; `redraw` draws the list again, with cards to select or to open, and `reload` loads it. */
export function selection({ redraw, reload }) {
  let listed = [];
  let isOn = false;
  let isChanging = false;
  const picked = new Set();
  const toggle = element("button", { type: "button", class: "button small", "aria-pressed": "false", onclick: () => (isOn ? cancel() : begin()) },
    icon("check"), "Select");
  const bar = element("div", { class: "selection", role: "group", "aria-label": "Selected cards", hidden: true });

  const chosen = () => listed.filter((card) => picked.has(card.id));
  /** What the page shows of them, so that nothing is saved onto another state of a card. */
  const versions = (cards) => Object.fromEntries(cards.map((card) => [card.id, card.version]));
  const countWords = () => `${counted(picked.size, "card")} selected`;

  function begin() {
    isOn = true;
    drawBar();
    redraw();
    announce("Select cards. Escape cancels.");
  }

  function end() {
    isOn = false;
    picked.clear();
    drawBar();
    redraw();
    toggle.focus();
  }

  function cancel() {
    end();
    announce("Nothing is selected");
  }

  function picksChanged() {
    drawBar();
    announce(countWords());
  }

  function pickAll(all) {
    for (const card of listed) picked[all ? "add" : "delete"](card.id);
    redraw();
    picksChanged();
  }

  /** Changes the selected cards; `said` says what happened to how many, and `before` runs once it is saved. */
  async function change(name, more, said, before = () => {}) {
    // A second tap must not change them twice.
    if (isChanging) return;
    isChanging = true;
    try {
      const cards = chosen();
      const ids = cards.map((card) => card.id);
      const { changed = ids } = await call(name, { ids, ...more(cards) });
      before();
      end();
      toast(changed.length > 0 ? said(counted(changed.length, "card")) : "Nothing to change", changed.length > 0, reload);
      await reload();
      // The button is gone with the last card of the list.
      if (toggle.hidden) document.querySelector("h1")?.focus();
    } finally {
      isChanging = false;
    }
  }

  const edit = (fields, said) => attempt(() => change("edit-several", (cards) => ({ fields, versions: versions(cards) }), said));

  function addTags() {
    const field = tagField([]);
    const dialog = openDialog("Add tags", element("form", { class: "stack", novalidate: true, onsubmit: async (event) => {
      event.preventDefault();
      const add = field.value();
      if (add.length === 0) return refuse(field.input, "Type a tag.");
      const what = add.length === 1 ? `“${add[0]}”` : counted(add.length, "tag");
      await attempt(async () => {
        try {
          await change("edit-several", (chosen) => ({ fields: { tags: { add } }, versions: versions(chosen) }), (cards) => `Added ${what} to ${cards}`, () => dialog.close());
        } catch (error) {
          // The dialog may have been closed meanwhile.
          if (error.endsSession || !dialog.isConnected) throw error;
          refuse(field.input, errorWords(error));
        }
      });
    } },
    field.node, element("div", { class: "actions" }, element("button", { class: "button primary" }, icon("plus"), `Add to ${counted(picked.size, "card")}`))));
    field.input.focus();
  }

  async function removeTag() {
    const tags = await distinctTags(chosen().flatMap((card) => card.tags));
    const dialog = openDialog("Remove a tag", element("ul", { class: "menu" },
      tags.sort((one, other) => one.localeCompare(other, "en")).map((tag) => element("li", {}, element("button", {
        type: "button", class: "menu-entry",
        onclick: () => {
          dialog.close();
          edit({ tags: { remove: [tag] } }, (cards) => `Removed “${tag}” from ${cards}`);
        },
      }, icon("close"), element("span", { dir: "auto" }, tag))))), { kind: "menu-dialog" });
  }

  function drawBar() {
    toggle.setAttribute("aria-pressed", String(isOn));
    bar.hidden = !isOn;
    const cards = chosen();
    const isNone = cards.length === 0;
    const isAll = cards.length === listed.length;
    const areArchived = !isNone && cards.every((card) => card.state === "archived");
    const areFavourites = !isNone && cards.every((card) => card.favourite);
    const choice = (key, words, onclick) => element("button", { type: "button", class: "button small", "data-key": key, onclick }, words);
    const action = (name, words, onclick, disabled = isNone) =>
      element("button", { type: "button", class: "button", "data-key": name, disabled, onclick }, icon(name), words);
    // Nothing else can be done with cards that are gone.
    const areRemoved = listed.some((card) => card.state === "removed");
    fillKeepingFocus(bar,
      element("div", { class: "selection-head" },
        element("p", { class: "strong" }, countWords()),
        choice("all", isAll ? "Select none" : "Select all", () => pickAll(!isAll)),
        choice("cancel", "Cancel", cancel)),
      areRemoved && element("div", { class: "selection-actions" },
        action("undo", "Restore", () => attempt(() => change("restore", () => ({}), (count) => `Restored ${count}`)))),
      !areRemoved && element("div", { class: "selection-actions" },
        action("plus", "Add tags", addTags),
        action("close", "Remove a tag", () => attempt(removeTag), !cards.some((card) => card.tags.length > 0)),
        action("archive", areArchived ? "Unarchive" : "Archive",
          () => edit({ archived: !areArchived }, (count) => `${areArchived ? "Unarchived" : "Archived"} ${count}`)),
        action("star", areFavourites ? "Remove from favourites" : "Add to favourites",
          () => edit({ favourite: !areFavourites }, (count) => (areFavourites ? `Removed ${count} from favourites` : `Added ${count} to favourites`))),
        action("remove", "Remove", () => attempt(() => change("remove", (cards) => ({ versions: versions(cards) }), (count) => `Removed ${count}`)))));
  }

  return {
    toggle,
    bar,
    isOn: () => isOn,
    isPicked: (card) => picked.has(card.id),
    /** Selects or deselects a card; returns whether it is selected. */
    pick(card) {
      if (!picked.delete(card.id)) picked.add(card.id);
      picksChanged();
      return picked.has(card.id);
    },
    /** Takes the list's cards; cards that left it are deselected, as nobody would see what happens to them. */
    lists(cards) {
      listed = cards;
      toggle.hidden = cards.length === 0;
      if (toggle.hidden) isOn = false;
      const [before, ids] = [picked.size, new Set(cards.map((card) => card.id))];
      for (const id of [...picked]) if (!ids.has(id)) picked.delete(id);
      drawBar();
      if (isOn && picked.size !== before) announce(countWords());
    },
    /** Cancels with Escape, unless it closes a dialog. */
    keys(event) {
      if (event.key === "Escape" && isOn && !document.querySelector("dialog[open]")) cancel();
    },
  };
}
