// The frame of every page: the skip link, navigation, and the lock.

import { banner } from "./banner.js";
import { element, fill } from "./element.js";
import { icon } from "./icons.js";
import { counted } from "./words.js";

const places = [
  { path: "/", icon: "cards", words: "Cards" },
  { path: "/scan", icon: "camera", words: "Scan" },
  { path: "/review", icon: "review", words: "Review", count: "drafts", counts: (n) => `${counted(n, "card")} to review` },
  { path: "/import", icon: "import", words: "Import" },
  { path: "/type", icon: "type", words: "Type a card", short: "Type" },
  { path: "/sync", icon: "sync", words: "Sync", isWide: true },
  { path: "/decisions", icon: "decisions", words: "Decisions", count: "decisions", isWide: true,
    counts: (n) => `${counted(n, "decision")} to make` },
  { path: "/more", icon: "more", words: "More" },
];

/** The frame, with an empty `main`. */
export function frame({ lock }) {
  const lockButton = (kind, words) => element("button", { type: "button", class: kind, onclick: lock, "aria-label": words ? null : "Lock" },
    icon("lock"), words && element("span", {}, words));
  return [
    element("a", { class: "skip", href: "#main", onclick: skip }, "Skip to content"),
    element("header", { class: "bar" },
      element("a", { class: "brand", href: "/" }, icon("cards"), element("span", {}, "cardvault")),
      lockButton("icon-button")),
    element("nav", { class: "places", "aria-label": "Main" },
      places.map((place) => element("a", { href: place.path, class: place.isWide ? "place wide" : "place", "data-path": place.path,
        // The short words alone would be read otherwise.
        "aria-label": place.short ? place.words : null },
        icon(place.icon),
        element("span", { class: place.short ? "place-long" : null }, place.words),
        place.short && element("span", { class: "place-short" }, place.short),
        place.count && element("span", { class: "count", "data-count": place.count, hidden: true }))),
      lockButton("place lock-place", "Lock")),
    banner(),
    element("main", { id: "main", tabIndex: -1 }),
  ];
}

// A fragment would become a part of the address, and the router's business.
function skip(event) {
  event.preventDefault();
  document.getElementById("main").focus();
}

/** Marks the page that is shown. */
export function markPlace(path) {
  for (const link of document.querySelectorAll(".place[data-path]")) {
    if (link.dataset.path === path) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

/** Shows how many cards wait for review and how many decisions there are. */
export function showCounts(state) {
  for (const place of places.filter((each) => each.count)) {
    const count = document.querySelector(`[data-count="${place.count}"]`);
    const number = state[place.count] ?? 0;
    if (!count || count.dataset.number === String(number)) continue;
    count.dataset.number = number;
    count.hidden = number === 0;
    fill(count, element("span", { "aria-hidden": "true" }, number > 99 ? "99+" : String(number)),
      element("span", { class: "unseen" }, place.counts(number)));
  }
}
