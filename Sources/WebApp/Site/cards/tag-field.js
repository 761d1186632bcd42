// Tags as chips, with completion from the tags in use.
//
// The listbox follows the ARIA practice for an editable combobox with list autocompletion.

import { call, get } from "../shared/api.js";
import { debounced, element, fill, freshID } from "../shared/element.js";
import { icon } from "../shared/icons.js";
import { announce } from "../shared/notices.js";

/** The server's limit. */
const maxTags = 32;

/** The tags without those that differ only in spelling; the server compares them, as it does when saving. */
export const distinctTags = async (tags) => (await call("distinct-tags", { tags })).tags;

/**
 * A field for tags.
 *
 * @param suggested Offered as chips below the field.
 */
export function tagField(initial, suggested = [], changed = () => {}) {
  const id = freshID("tags");
  const tags = [...initial];
  let matches = [];
  let active = -1;
  const chips = element("span", { class: "tag-chips" });
  const offers = element("span", { class: "chips" });
  const list = element("ul", { id: `${id}-list`, role: "listbox", class: "listbox", "aria-label": "Tags in use", hidden: true });
  const input = element("input", {
    id, role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": `${id}-list`,
    autocomplete: "off", autocapitalize: "none", "aria-describedby": `${id}-hint ${id}-limit`,
    oninput: () => {
      changed();
      // A comma ends a tag.
      if (input.value.includes(",")) {
        const parts = input.value.split(",");
        if (add(...parts.slice(0, -1))) input.value = parts.at(-1).trimStart();
      }
      suggest();
    },
    onkeydown: keys,
    onblur: () => {
      if (input.value.trim()) addTyped();
      close();
    },
  });
  const limit = element("p", { id: `${id}-limit`, class: "code-note bad", hidden: true });

  /** Adds tags and redraws once; returns whether there was room for all. */
  function add(...texts) {
    input.value = "";
    close();
    const added = [];
    let hasRoom = true;
    for (const tag of texts.map((text) => text.trim())) {
      if (!tag || tags.includes(tag)) continue;
      hasRoom = tags.length < maxTags;
      if (!hasRoom) break;
      tags.push(tag);
      added.push(tag);
    }
    const words = `A card can have at most ${maxTags} tags`;
    limit.hidden = hasRoom;
    fill(limit, !hasRoom && [icon("warning"), words]);
    if (added.length > 0) {
      draw();
      changed();
      dropDoubles();
    }
    const news = added.length > 1 ? `${added.length} tags added` : added.length === 1 ? `${added[0]} added` : "";
    if (news || !hasRoom) announce([news, !hasRoom && words].filter(Boolean).join(". "));
    return hasRoom;
  }

  /** Drops tags that differ only in spelling; without an answer, they are dropped when the card is saved. */
  async function dropDoubles() {
    const asked = [...tags];
    const distinct = await distinctTags(asked).catch(() => asked);
    const doubles = asked.filter((tag) => !distinct.includes(tag) && tags.includes(tag));
    if (doubles.length === 0) return;
    for (const tag of doubles) tags.splice(tags.indexOf(tag), 1);
    draw();
    changed();
  }

  /** Adds the typed tags; those without room stay in the field, so that they are not lost. */
  function addTyped() {
    const typed = input.value;
    if (!add(typed)) input.value = typed;
  }

  function remove(tag) {
    tags.splice(tags.indexOf(tag), 1);
    limit.hidden = true;
    fill(limit);
    draw();
    changed();
    announce(`${tag} removed`);
    input.focus();
  }

  function suggest() {
    // Earlier matches no longer apply.
    close();
    complete();
  }

  const complete = debounced(60, async () => {
    const typed = input.value.trim();
    if (typed === "") return;
    // Completion is optional.
    const answer = await call("complete-tags", { tags, typed }).catch(() => ({ tags: [] }));
    if (input.value.trim() !== typed || document.activeElement !== input) return;
    matches = answer.tags.slice(0, 6);
    drawList();
  });

  function drawList() {
    list.hidden = matches.length === 0;
    input.setAttribute("aria-expanded", String(matches.length > 0));
    if (active >= 0) input.setAttribute("aria-activedescendant", `${id}-${active}`);
    else input.removeAttribute("aria-activedescendant");
    fill(list, matches.map((tag, index) => element("li", {
      id: `${id}-${index}`, role: "option", "aria-selected": String(index === active), dir: "auto",
      // Runs before the field loses the focus, which would add the typed text as a tag.
      onpointerdown: (event) => {
        event.preventDefault();
        add(tag);
      },
    }, tag)));
    if (matches.length) (active >= 0 ? list.children[active] : list).scrollIntoView({ block: "nearest" });
  }

  function close() {
    matches = [];
    active = -1;
    drawList();
  }

  function keys(event) {
    if (event.isComposing) return;
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move && matches.length) {
      event.preventDefault();
      active = (active + move + matches.length + (active < 0 && move < 0 ? 1 : 0)) % matches.length;
      drawList();
    } else if (event.key === "Enter" && (active >= 0 || input.value.trim())) {
      // With nothing typed, Enter saves the form.
      event.preventDefault();
      if (active >= 0) add(matches[active]);
      else addTyped();
    } else if (event.key === "Escape" && matches.length) {
      event.preventDefault();
      close();
    } else if (event.key === "Backspace" && input.value === "" && tags.length) {
      remove(tags.at(-1));
    }
  }

  function draw() {
    fill(chips, tags.map((tag) => element("button", {
      type: "button", class: "chip removable", "aria-label": `Remove the tag ${tag}`, onclick: () => remove(tag),
    }, element("span", { dir: "auto" }, tag), icon("close"))));
    const open = suggested.filter((tag) => !tags.includes(tag));
    fill(offers, open.map((tag) => element("button", { type: "button", class: "chip", onclick: () => {
      add(tag);
      input.focus();
    } }, icon("plus"), tag)));
    offers.hidden = open.length === 0;
  }

  draw();
  const node = element("div", { class: "field" },
    element("label", { for: id }, "Tags"),
    element("div", { class: "tag-box" }, chips, input, list),
    limit,
    element("p", { id: `${id}-hint`, class: "unseen" }, "Enter or a comma adds a tag. Backspace removes the last one."),
    offers);
  return {
    node,
    input,
    value: () => (input.value.trim() ? [...tags, input.value.trim()] : [...tags]),
    /** Adds and removes again what was added and removed before. */
    retype({ add: added, remove: removed }) {
      for (const tag of removed) if (tags.includes(tag)) tags.splice(tags.indexOf(tag), 1);
      add(...added);
      draw();
    },
  };
}
