// The frame of every page: the skip link, navigation, and the lock.

import { banner } from "./banner.js";
import { element, fill } from "./element.js";
import { icon } from "./icons.js";
import { counted } from "./words.js";

const destinations = [
  { path: "/", icon: "cards", words: "Cards" },
  { path: "/scan", icon: "camera", words: "Scan" },
  { path: "/review", icon: "review", words: "Review", count: "drafts", counts: (n) => `${counted(n, "card")} to review` },
  { path: "/import", icon: "import", words: "Import" },
  { path: "/type", icon: "type", words: "Type a card", short: "Type" },
  { path: "/sync", icon: "sync", words: "Sync", isWide: true },
  { path: "/decisions", icon: "decisions", words: "Decisions", count: "decisions", isWide: true,
    counts: (n) => `${counted(n, "decision")} to make` },
  // Where Decisions has no room, they are under More.
  { path: "/more", icon: "more", words: "More", count: "decisions", isCountNarrow: true,
    counts: (n) => `${counted(n, "decision")} to make` },
];

/** The frame, with an empty `main`; a remembered browser hides its pages, as locking would forget it. */
export function frame({ lock, hide }) {
  const title = hide ? "Hide" : "Lock";
  const lockButton = (kind, words) => element("button", {
    type: "button", class: kind, onclick: hide ?? lock, "aria-label": words ? null : title,
  }, icon(hide ? "hide" : "lock"), words);
  return [
    element("a", { class: "skip", href: "#main", onclick: skip }, "Skip to content"),
    element("header", { class: "bar" },
      element("a", { class: "brand", href: "/" }, icon("cards"), element("span", {}, "cardvault")),
      lockButton("icon-button")),
    element("nav", { class: "nav", "aria-label": "Main" },
      destinations.map((page) => element("a", { href: page.path, class: page.isWide ? "nav-item wide" : "nav-item", "data-path": page.path,
        // Otherwise only the short words would be read out.
        "aria-label": page.short ? page.words : null },
        icon(page.icon),
        element("span", { class: page.short ? "nav-long" : null }, page.words),
        page.short && element("span", { class: "nav-short" }, page.short),
        page.count && element("span", { class: page.isCountNarrow ? "count narrow" : "count", "data-count": page.count, hidden: true }))),
      lockButton("nav-item nav-lock", element("span", {}, title))),
    banner(),
    element("main", { id: "main", tabIndex: -1 }),
  ];
}

// A fragment would change the address, and start the router.
function skip(event) {
  event.preventDefault();
  document.getElementById("main").focus();
}

/** Marks the page that is shown. */
export function markCurrent(path) {
  for (const link of document.querySelectorAll(".nav-item[data-path]")) {
    if (link.dataset.path === path) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

/** Shows how many cards wait for review and how many decisions are open. */
export function showCounts(state) {
  for (const { path, count: name, counts } of destinations.filter((each) => each.count)) {
    const count = document.querySelector(`[data-path="${path}"] [data-count="${name}"]`);
    const number = state[name] ?? 0;
    if (!count || count.dataset.number === String(number)) continue;
    count.dataset.number = number;
    count.hidden = number === 0;
    fill(count, element("span", { "aria-hidden": "true" }, number > 99 ? "99+" : String(number)),
      element("span", { class: "unseen" }, counts(number)));
  }
}
