// Small pictures of kept photos, for cards in a list: loaded when they come in sight, and dropped by a lock.

import { getQuietly, session } from "../shared/api.js";
import { element, fill } from "../shared/element.js";
import { octetsFrom } from "../shared/saving.js";

/** The server makes so many at once. */
const maxPerCall = 32;
/** More than a person looks at in a row; each takes about 3 KB. */
const maxKept = 500;
/** Loaded a little before they are in sight. */
const margin = "200px";

/** The addresses of pictures by their photos, the oldest first. */
const pictures = new Map();
/** The cards of entries that were not in sight yet. */
const unseen = new WeakMap();

/** One call at a time: the next ones may find their pictures there. */
let loading = Promise.resolve();

const watching = new IntersectionObserver((entries) => {
  const seen = entries.filter((entry) => entry.isIntersecting).map(({ target }) => target);
  for (const node of seen) watching.unobserve(node);
  for (let start = 0; start < seen.length; start += maxPerCall) {
    loading = loading.then(() => load(seen.slice(start, start + maxPerCall)));
  }
}, { rootMargin: margin });

async function load(entries) {
  // The list may have been drawn again meanwhile.
  const nodes = entries.filter((node) => node.isConnected);
  const cards = nodes.map((node) => unseen.get(node));
  const ids = cards.filter((card) => !pictures.has(card.photo)).map((card) => card.id);
  try {
    const { thumbnails } = ids.length > 0 ? await getQuietly("thumbnails", { ids }) : { thumbnails: [] };
    for (const { id, data } of thumbnails) keep(cards.find((card) => card.id === id).photo, data);
  } catch (error) {
    // Until the list is drawn again, the initials stay.
    if (!("endsSession" in error)) console.error(error);
    return;
  }
  nodes.forEach((node, place) => show(node, cards[place]));
}

function keep(photo, data) {
  pictures.set(photo, URL.createObjectURL(new Blob([octetsFrom(data)], { type: "image/jpeg" })));
  if (pictures.size > maxKept) forget(pictures.keys().next().value);
}

function forget(photo) {
  URL.revokeObjectURL(pictures.get(photo));
  pictures.delete(photo);
}

/** Shows a card's photo instead of its initials, if it is there. */
function show(node, card) {
  if (!pictures.has(card.photo)) return;
  node.classList.add("pictured");
  fill(node.querySelector(".face"), element("img", { src: pictures.get(card.photo), alt: "" }));
}

/** Has an entry of a list show the photo of its card, which is on its `face`. */
export function pictured(node, card) {
  if (!card.photo) return node;
  if (pictures.has(card.photo)) {
    show(node, card);
  } else {
    unseen.set(node, card);
    watching.observe(node);
  }
  return node;
}

session.addEventListener("emptied", () => [...pictures.keys()].forEach(forget));
