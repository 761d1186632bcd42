// Decisions for a person: fields that two devices changed concurrently, and cards that share a code.

import { call, get } from "../shared/api.js";
import { confirmed } from "../shared/dialog.js";
import { element, fill } from "../shared/element.js";
import { icon } from "../shared/icons.js";
import { attempt, toast } from "../shared/notices.js";
import { hiddenValue } from "../shared/masked.js";
import { tile } from "../cards/tile.js";
import { capitalised, counted, momentWords } from "../shared/words.js";

/** The view of conflicts and duplicates. */
export async function decisions({ isCurrent }) {
  let answer = await get("conflicts");
  const content = element("div", { class: "stack wide-gaps" });

  async function reload() {
    const next = await get("conflicts");
    if (!isCurrent() || JSON.stringify(next) === JSON.stringify(answer)) return;
    answer = next;
    draw();
  }

  /** Runs an action, says so, and moves the focus to the heading, as the button is gone. */
  const decide = (words, action, undoable = true) => attempt(async () => {
    const answer = await action();
    toast(answer?.words ?? words, undoable, reload);
    await reload();
    document.querySelector("h1")?.focus();
  });

  /** One of the values; a masked one has a button that shows it, as two may look the same. */
  function version(each, value, number) {
    const asked = { card: each.card, field: each.field, number, made: value.made };
    const secret = value.masked && hiddenValue(value.value, `the ${each.title} from ${value.madeOn}`, async () =>
      (await get("conflict-value", asked)).value);
    return element("li", { class: "version" },
      element("div", {},
        element("p", { class: "version-value", dir: "auto" }, secret ? secret.node : value.value ?? "Empty"),
        element("p", { class: "soft" }, `${value.madeOn}, ${momentWords(value.made)}`)),
      element("div", { class: "actions" },
        secret && secret.button,
        element("button", {
          type: "button", class: "button", "aria-label": `Keep this: “${value.value ?? "empty"}” from ${value.madeOn}`,
          // Undo would restore a value, but not the choice.
          onclick: () => decide("Choice saved", () => call("resolve", asked), false),
        }, "Keep this")));
  }

  function conflict(each) {
    const title = capitalised(each.title);
    return element("section", { class: "panel stack", "aria-label": `${each.name}: ${title}` },
      element("div", {},
        element("p", { class: "soft" }, title),
        element("h3", { dir: "auto" }, element("a", { href: `/card/${each.card}` }, each.name))),
      element("ul", { class: "versions" }, each.values.map((value, index) => version(each, value, index + 1))));
  }

  async function join(cards) {
    const names = cards.map((card) => `“${card.name}”`).join(" and ");
    if (!(await confirmed("Join these cards?", `${names} will become one card, with the tags, notes and codes of both.`, "Join"))) return;
    await decide("Joined", async () => {
      let [first, ...others] = cards.map((card) => card.id);
      const remarks = [];
      for (const other of others) {
        const { id, words } = await call("join", { ids: [first, other] });
        first = id;
        if (words) remarks.push(words);
      }
      return { words: ["Joined", ...remarks].join(". ") };
    });
  }

  function duplicate(each) {
    return element("section", { class: "panel stack" },
      element("p", { class: "soft" }, `${counted(each.cards.length, "card")} with the same ${each.symbology}`),
      element("ul", { class: "tiles small" }, each.cards.map((card) => tile(card, true))),
      element("div", { class: "actions" },
        element("button", { type: "button", class: "button primary", onclick: () => join(each.cards) }, icon("join"), "Join into one card")));
  }

  function draw() {
    const { conflicts, duplicates } = answer;
    if (conflicts.length + duplicates.length === 0) {
      fill(content, element("div", { class: "empty" },
        icon("check"), element("h2", {}, "Nothing to decide"),
        element("p", {}, "Changes that two devices made at once, and cards that share a code, appear here.")));
      return;
    }
    fill(content,
      conflicts.length > 0 && element("section", { class: "stack" },
        element("h2", {}, "Changed on two devices"),
        element("p", { class: "soft" }, "The later change is shown on the card until you decide."),
        conflicts.map(conflict)),
      duplicates.length > 0 && element("section", { class: "stack" },
        element("h2", {}, "Cards with the same code"), duplicates.map(duplicate)));
  }

  draw();
  return {
    node: element("div", { class: "page narrow" }, element("h1", { tabIndex: -1 }, "Decisions"), content),
    refresh: reload,
  };
}
