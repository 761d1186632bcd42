// What this phone keeps: the sealed file, when the newest one was published that it has seen, and the key if a person asked
// for that. Everything has the page's path in its name, as pages at other paths of this address may be pockets, too.

const place = new URL("./", location.href).pathname;
const [cacheName, keyName, seenName] = [`pocket cards ${place}`, `pocket key ${place}`, `pocket seen ${place}`];

export const fileName = "cards.sealed";
/** A host that is silent for longer counts as out of reach, in milliseconds. */
const patience = 20_000;

/** The other tabs with this pocket. */
export const tabs = new BroadcastChannel(`pocket ${place}`);

/** Whether this page is below the top of its address, where pages of others can be, too, and read what this one keeps. */
export const isShared = place !== "/";

/** Whether a browser keeps anything for a page at this address: https, or the machine itself. */
export const isSecure = globalThis.isSecureContext && "caches" in globalThis;

/** The sealed file that is kept here; `null` without one. */
export async function keptFile() {
  try {
    const answer = await (await caches.open(cacheName)).match(fileName);
    return answer ? new Uint8Array(await answer.arrayBuffer()) : null;
  } catch {
    return null;
  }
}

/** Keeps the sealed file; fails if there is no room. */
export const keepFile = async (bytes) => (await caches.open(cacheName)).put(fileName, new Response(bytes));

/** The sealed file at the host; fails without a network, or if it is not there. */
export async function fileThere() {
  // Past every cache: the worker keeps the page, and this page its file.
  const answer = await fetch(fileName, {
    cache: "no-store", credentials: "omit", redirect: "error", signal: AbortSignal.timeout(patience),
  });
  if (!answer.ok) throw new Error(`the host answered with ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

function read(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** When the newest file was published that this phone has seen, in milliseconds since 1970; 0 without one. */
export const seen = () => Number(read(seenName) ?? 0);

/** Remembers that, unless a newer one was seen; a browser that keeps nothing cannot tell an older file next time. */
export function see(published) {
  try {
    localStorage.setItem(seenName, String(Math.max(seen(), published)));
  } catch {
    // It says so where a person wants to keep something.
  }
}

/** The key that a person had kept; `null` without one. */
export function keptKey() {
  const digits = read(keyName);
  return /^[0-9a-f]{64}$/.test(digits ?? "") ? Uint8Array.from(digits.match(/../g), (pair) => parseInt(pair, 16)) : null;
}

/** Keeps the key; fails where the browser keeps nothing. */
export function keepKey(root) {
  localStorage.setItem(keyName, [...root].map((byte) => byte.toString(16).padStart(2, "0")).join(""));
}

export function dropKey() {
  try {
    localStorage.removeItem(keyName);
  } catch {
    // It keeps nothing.
  }
}

/** Removes everything of this pocket, the page itself included. */
export async function forget() {
  dropKey();
  try {
    localStorage.removeItem(seenName);
  } catch {
    // It keeps nothing.
  }
  if (!isSecure) return;
  for (const name of await caches.keys()) if (name === cacheName || name.endsWith(` of ${place}`)) await caches.delete(name);
  await (await navigator.serviceWorker?.getRegistration())?.unregister();
}
