// All cards: search, tags, sort order, and tiles or lines.

import { currentStamp, firstStamp, get } from "../shared/api.js";
import { saveWalletCards } from "./pictures.js";
import { debounced, element, fill, fillKeepingFocus, freshID } from "../shared/element.js";
import { icon } from "../shared/icons.js";
import { announce, attempt } from "../shared/notices.js";
import { selection } from "./selection.js";
import { ambiguousNames } from "./entry.js";
import { line, show, tile } from "./tile.js";
import { restoreButton } from "./restoring.js";
import { counted, momentWords } from "../shared/words.js";

const layoutKey = "cardvault-layout";
const sortKey = "cardvault-sort";
const stateNames = [["current", "In use"], ["unused", "Not used yet"], ["expired", "Expired"], ["archived", "Archived"], ["removed", "Removed"], ["all", "All"]];
const sortNames = [["name", "Name"], ["used", "Last used"], ["added", "Newest"], ["expires", "Expiring first"]];

// Kept while a card is shown; the search is neither in the address nor on the disk.
const wanted = { words: "", states: "current", tag: undefined, sort: localStorage.getItem(sortKey) ?? "name" };

/** The last list, what was wanted of it, and the vault's stamp before it was asked for. */
let lastListed = null;

/** Forgets the search and the list when the vault is locked. */
export function forgetCards() {
  Object.assign(wanted, { words: "", tag: undefined, states: "current" });
  lastListed = null;
}

/** Gets the list, unless it is the last one and the vault is as it was: opening a card and going back loads none. */
async function listed() {
  const [asked, stamp] = [JSON.stringify(wanted), currentStamp()];
  if (lastListed?.asked === asked && lastListed.stamp === stamp) return lastListed.answer;
  const answer = await get("cards", wanted);
  // What was changed meanwhile has another stamp.
  lastListed = { asked, stamp: stamp ?? firstStamp(), answer };
  return answer;
}

/** Has the list show the removed cards. */
export const listRemoved = () => Object.assign(wanted, { words: "", tag: undefined, states: "removed" });

/** The query of the last list. */
export const lastList = () => ({ ...wanted });

function choice(label, names, value, changed) {
  const id = freshID("choice");
  return element("div", { class: "choice" },
    element("label", { for: id, class: "unseen" }, label),
    element("select", { id, onchange: (event) => changed(event.target.value) },
      names.map(([name, words]) => element("option", { value: name, selected: name === value }, words))));
}

/** The view of all cards. */
export async function cards({ isCurrent, go }) {
  let answer = await listed();
  let isEmptyVault = false;
  let latest = 0;
  let isGrid = localStorage.getItem(layoutKey) !== "list";
  const results = element("div", { class: "results" });
  const tags = element("div", { class: "chips", role: "group", "aria-label": "Tags" });
  const selected = selection({ redraw: () => draw(), reload: () => load() });

  async function load() {
    const number = ++latest;
    await attempt(async () => {
      const next = await listed();
      if (number !== latest || !isCurrent()) return;
      const isSame = JSON.stringify(next) === JSON.stringify(answer);
      answer = next;
      if (!isSame) await draw();
    });
  }

  const tell = () => announce(counted(answer.cards.length, "card"));
  const find = debounced(120, () => load().then(tell));

  /** Opens the card that the typed words mean, which may not be listed yet. */
  const choose = () => attempt(async () => {
    const typed = wanted.words;
    find.cancel();
    const { cards: found, meant } = await listed();
    // The person has typed on, or left the page.
    if (!isCurrent() || wanted.words !== typed) return;
    if (found.length === 0) return load().then(tell);
    await show(found.find((card) => card.id === meant) ?? found[0], go);
  });

  const search = element("input", {
    type: "search", id: "search", placeholder: "Search", value: wanted.words, autocomplete: "off", spellcheck: "false",
    enterkeyhint: "search", "aria-label": "Search cards", "aria-keyshortcuts": "/",
    oninput: () => {
      wanted.words = search.value;
      find();
    },
    onkeydown: (event) => {
      // Enter also confirms a character in an input method, such as for Chinese.
      if (event.isComposing) return;
      if (event.key === "Enter" && search.value.trim()) choose();
      const first = results.querySelector("a[data-key]");
      if (event.key === "ArrowDown" && first) {
        event.preventDefault();
        first.focus();
      }
    },
  });

  function toggle(name, words, forGrid) {
    return element("button", {
      type: "button", class: "icon-button", "aria-label": words, title: words, "aria-pressed": String(isGrid === forGrid),
      onclick: (event) => {
        isGrid = forGrid;
        localStorage.setItem(layoutKey, isGrid ? "grid" : "list");
        for (const button of event.currentTarget.parentNode.children) {
          button.setAttribute("aria-pressed", String(button === event.currentTarget));
        }
        draw();
      },
    }, icon(name));
  }

  const tools = element("div", { class: "tools" },
    element("div", { class: "search" }, icon("search"), search),
    element("div", { class: "tools-choices" },
      choice("Show", stateNames, wanted.states, (value) => {
        wanted.states = value;
        load().then(tell);
      }),
      choice("Sort by", sortNames, wanted.sort, (value) => {
        wanted.sort = value;
        localStorage.setItem(sortKey, value);
        load();
      }),
      element("div", { class: "toggles", role: "group", "aria-label": "Layout" },
        toggle("grid", "Tiles", true), toggle("list", "List", false))));

  function chip(words, name, count) {
    const isOn = wanted.tag === name;
    return element("button", {
      type: "button", class: "chip", "aria-pressed": String(isOn), "data-key": `tag ${name ?? ""}`,
      onclick: () => {
        wanted.tag = isOn ? undefined : name;
        load().then(tell);
        drawTags();
      },
    }, element("span", { dir: "auto" }, words), count !== undefined && element("span", { class: "chip-count" }, String(count)));
  }

  function drawTags() {
    tags.hidden = selected.isOn() || !answer.tags?.length;
    fillKeepingFocus(tags, chip("All", undefined), (answer.tags ?? []).map(({ name, count }) => chip(name, name, count)));
  }

  function section(title, list, ambiguous) {
    return list.length > 0 && element("section", {},
      title && element("h2", { class: "section-title" }, title),
      element("ul", { class: isGrid ? "tiles" : "lines" },
        list.map((card) => (isGrid ? tile : line)(card, ambiguous.has(card.name), selected.isOn() && selected))));
  }

  function nothingFound() {
    const words = wanted.words.trim();
    // The search covered cards in use only.
    const isSearchAlone = words && wanted.states === "current";
    return element("div", { class: "empty" },
      icon("search"),
      element("h2", {}, words ? `No card matches “${words}”` : "No cards to show"),
      answer.suggestions?.length > 0 && element("p", {}, "Did you mean: ",
        answer.suggestions.map((each) => element("button", {
          type: "button", class: "chip",
          onclick: () => {
            search.value = wanted.words = each;
            load();
          },
        }, each))),
      answer.others > 0 && element("button", {
        type: "button", class: "button primary",
        onclick: () => {
          wanted.states = "all";
          go("/", { replaces: true });
        },
      }, `Show ${counted(answer.others, "card")} in ${answer.others === 1 ? "another state" : "other states"}`),
      // Of removed ones, those that the words mean.
      answer.removed?.map((card) => element("p", {}, `You removed “${card.name}”${card.removed ? ` on ${momentWords(card.removed)}` : ""}. `,
        restoreButton(card, () => load()))),
      element("button", {
        type: "button", class: "button",
        onclick: () => {
          Object.assign(wanted, isSearchAlone ? { words: "" } : { words: "", tag: undefined, states: "current" });
          go("/", { replaces: true });
        },
      }, isSearchAlone ? "Clear the search" : "Show cards in use"));
  }

  let isPrinting = false;

  /** Prints the listed cards; a search or a tag makes them fewer. */
  function printing() {
    const reviewed = answer.cards.filter((card) => !["draft", "removed"].includes(card.state));
    // A card with several codes gets a drawing for each.
    const drawingCount = reviewed.reduce((sum, card) => sum + Math.max(1, card.symbologies.length), 0);
    return !selected.isOn() && reviewed.length > 0 && element("p", {}, element("button", {
      type: "button", class: "button", "data-key": "print",
      onclick: async () => {
        // Not disabled, which would lose the focus.
        if (isPrinting) return;
        isPrinting = true;
        await saveWalletCards(reviewed);
        isPrinting = false;
      },
    }, icon("print"), `Print ${counted(drawingCount, "wallet card")}`));
  }

  async function draw() {
    const isFiltered = wanted.words.trim() || wanted.tag || wanted.states !== "current";
    if (answer.cards.length === 0 && !isFiltered) {
      const state = await get("state");
      // All cards may be archived, or wait for review.
      isEmptyVault = state.cards === 0 && state.drafts === 0;
    } else {
      isEmptyVault = false;
    }
    selected.lists(answer.cards);
    // Another search would hide selected cards.
    tools.hidden = isEmptyVault || selected.isOn();
    drawTags();
    if (answer.cards.length === 0) {
      fill(results, isEmptyVault ? emptyVault() : nothingFound());
      return;
    }
    const ambiguous = ambiguousNames(answer.cards);
    const first = answer.cards.filter((card) => card.favourite);
    const rest = answer.cards.filter((card) => !card.favourite);
    const hasBoth = first.length > 0 && rest.length > 0;
    fillKeepingFocus(results,
      section(first.length > 0 && "Favourites", first, ambiguous), section(hasBoth && "Other cards", rest, ambiguous),
      printing());
  }

  const keys = (event) => {
    selected.keys(event);
    if (event.key !== "/" || tools.hidden || /INPUT|TEXTAREA|SELECT/.test(document.activeElement?.tagName)) return;
    event.preventDefault();
    search.focus();
  };
  await draw();
  return {
    node: element("div", { class: "page" },
      element("div", { class: "page-head" }, element("h1", { tabIndex: -1 }, "Cards"), selected.toggle),
      tools, tags, selected.bar, results),
    shown: () => document.addEventListener("keydown", keys),
    leave() {
      document.removeEventListener("keydown", keys);
      find.cancel();
    },
    refresh: load,
  };
}

function emptyVault() {
  return element("div", { class: "empty" },
    icon("cards"),
    element("h2", {}, "No cards yet"),
    element("p", {}, "Scan your cards with the camera, take photos of them, or type a number. Everything stays on this device."),
    element("div", { class: "actions centred" },
      element("a", { class: "button primary large", href: "/scan" }, icon("camera"), "Scan a card"),
      element("a", { class: "button large", href: "/import" }, icon("import"), "Import photos"),
      element("a", { class: "button large", href: "/type" }, icon("type"), "Type a card")));
}
