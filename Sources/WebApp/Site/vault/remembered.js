// A browser that signs in by itself, with a key that its pages can use but nobody can read.

import { call, keepToken } from "../shared/api.js";

const [database, keys, algorithm] = ["cardvault", "keys", "Ed25519"];

/** What `work` asks of the stored keys; only a write makes the database, so a look leaves nothing behind. */
async function stored(mode, work) {
  const opened = await new Promise((done, failed) => {
    const opening = indexedDB.open(database, 1);
    opening.onupgradeneeded = () =>
      mode === "readwrite" ? opening.result.createObjectStore(keys) : opening.transaction.abort();
    opening.onsuccess = () => done(opening.result);
    opening.onerror = () => failed(opening.error);
  });
  try {
    return await new Promise((done, failed) => {
      const request = work(opened.transaction(keys, mode).objectStore(keys));
      request.onsuccess = () => done(request.result);
      request.onerror = () => failed(request.error);
    });
  } finally {
    opened.close();
  }
}

/** This browser's id, the id of the vault's key, and its own keys; nothing if it is not remembered. */
export const remembered = () => stored("readonly", (all) => all.get("own")).catch(() => undefined);

/** Forgets the key here; the server may still know the browser. */
export const forgetKey = () => new Promise((done) => {
  const deleting = indexedDB.deleteDatabase(database);
  deleting.onsuccess = deleting.onerror = deleting.onblocked = done;
});

const hexadecimal = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** A new key pair; nothing if this browser has no such keys, or a page at this address may not use them. */
const newPair = () => crypto.subtle?.generateKey(algorithm, false, ["sign", "verify"]).catch(() => undefined);

/** Whether this browser can be remembered. */
export const canRemember = async () => Boolean(globalThis.indexedDB && await newPair());

/** Has the server remember this browser. */
export async function remember() {
  const pair = await newPair();
  const publicKey = hexadecimal(await crypto.subtle.exportKey("raw", pair.publicKey));
  const { id, key } = await call("remember", { name: browserName(), publicKey });
  await stored("readwrite", (all) => all.put({ id, key, publicKey, privateKey: pair.privateKey }, "own"));
}

/** What the server lets a browser in for; it rebuilds this text, and knows which address the request came to. */
async function signature({ key, privateKey }, nonce) {
  const text = ["cardvault sign-in", location.origin, key, nonce].join("\n");
  return hexadecimal(await crypto.subtle.sign(algorithm, privateKey, new TextEncoder().encode(text)));
}

/** Signs in with the key; a server that does not remember the browser makes it forget the key. */
export async function signInByKey() {
  const own = await remembered();
  if (!own) return false;
  try {
    let answer = await call("sign-in", { browser: own.id });
    // The server asks again for a nonce that was too old by then, or from before a restart.
    for (let tries = 0; tries < 3 && answer.nonce; tries += 1) {
      answer = await call("sign-in", { browser: own.id, signature: await signature(own, answer.nonce) });
    }
    if (!answer.token) throw Object.assign(new Error("This browser could not sign in"), { remedy: "Try again, or use a code." });
    keepToken(answer.token);
    return true;
  } catch (error) {
    if (error.status === 403) await forgetKey();
    throw error;
  }
}

/** What a person calls this browser, as far as it says. */
function browserName() {
  const agent = navigator.userAgent;
  const browser = [["Edg", "Edge"], ["Firefox", "Firefox"], ["Chrome", "Chrome"], ["Safari", "Safari"]]
    .find(([word]) => agent.includes(word))?.[1] ?? "Browser";
  const system = [["Android", "Android"], ["iPhone", "iPhone"], ["iPad", "iPad"], ["Mac", "Mac"], ["Windows", "Windows"], ["Linux", "Linux"]]
    .find(([word]) => agent.includes(word))?.[1];
  return system ? `${browser} on ${system}` : browser;
}
