// Tags: what is set as chips, and completion from the tags that are in use.
//
// The listbox follows the ARIA practice for an editable combobox with list autocompletion.

import { element, fill, freshID } from "./element.js";
import { icon } from "./icons.js";
import { announce } from "./notices.js";

const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * A field for tags.
 *
 * @param suggested Offered as chips below the field.
 */
export function tagField(initial, used, suggested = [], changed = () => {}) {
  const id = freshID("tags");
  const tags = [...initial];
  let matches = [];
  let active = -1;
  const chips = element("span", { class: "tag-chips" });
  const offers = element("span", { class: "chips" });
  const list = element("ul", { id: `${id}-list`, role: "listbox", class: "listbox", "aria-label": "Tags in use", hidden: true });
  const input = element("input", {
    id, role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": `${id}-list`,
    autocomplete: "off", autocapitalize: "none", "aria-describedby": `${id}-hint`,
    oninput: () => {
      // A comma ends a tag, as it does in a list.
      if (input.value.includes(",")) {
        const parts = input.value.split(",");
        parts.slice(0, -1).forEach(add);
        input.value = parts.at(-1).trimStart();
      }
      suggest();
    },
    onkeydown: keys,
    onblur: () => {
      if (input.value.trim()) add(input.value);
      close();
    },
  });

  function add(text) {
    const tag = text.trim();
    input.value = "";
    close();
    if (!tag || tags.some((each) => folded(each) === folded(tag))) return;
    tags.push(tag);
    draw();
    changed();
    announce(`${tag} added`);
  }

  function remove(tag) {
    tags.splice(tags.indexOf(tag), 1);
    draw();
    changed();
    announce(`${tag} removed`);
    input.focus();
  }

  function suggest() {
    const words = folded(input.value.trim());
    const free = used.filter((tag) => !tags.includes(tag));
    matches = words === "" ? [] : free.filter((tag) => folded(tag).includes(words))
      .sort((one, other) => folded(other).startsWith(words) - folded(one).startsWith(words)).slice(0, 6);
    active = -1;
    drawList();
  }

  function drawList() {
    list.hidden = matches.length === 0;
    input.setAttribute("aria-expanded", String(matches.length > 0));
    if (active >= 0) input.setAttribute("aria-activedescendant", `${id}-${active}`);
    else input.removeAttribute("aria-activedescendant");
    fill(list, matches.map((tag, index) => element("li", {
      id: `${id}-${index}`, role: "option", "aria-selected": String(index === active), dir: "auto",
      // Before the field loses the focus and takes what was typed for a tag.
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
      add(active >= 0 ? matches[active] : input.value);
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
    element("p", { id: `${id}-hint`, class: "unseen" }, "Enter or a comma adds a tag. Backspace removes the last one."),
    offers);
  return {
    node,
    value: () => (input.value.trim() ? [...tags, input.value.trim()] : [...tags]),
    setUsed: (names) => (used = names),
  };
}
