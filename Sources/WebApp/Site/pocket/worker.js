// Keeps the page for use without a network, and answers with a policy that a page itself cannot state: no other page may
// frame it. The sealed file is the page's own affair.

const version = "VERSION";
/** The files and their hashes: only these bytes are kept, even if a host sends those of an earlier page. */
const files = FILES;
const headers = {
  "Content-Security-Policy": "POLICY; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff",
};
// By its path, as other pockets may be at this address.
const place = new URL("./", location.href).pathname;
const name = `pocket page ${version} of ${place}`;

addEventListener("install", (event) => event.waitUntil(
  caches.open(name)
    .then((cache) => cache.addAll(Object.entries(files).map(([file, integrity]) => new Request(file, { cache: "reload", integrity }))))
    // An open page needs nothing of the worker before.
    .then(() => skipWaiting())));

addEventListener("activate", (event) => event.waitUntil(replaced()));

/** Removes earlier versions of the page, and answers for pages that are open. */
async function replaced() {
  for (const other of await caches.keys()) {
    if (other.startsWith("pocket page ") && other.endsWith(` of ${place}`) && other !== name) await caches.delete(other);
  }
  await clients.claim();
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || !pathname.startsWith(place)) return;
  const asked = pathname.slice(place.length);
  if (asked === "" || asked === "index.html") event.respondWith(answer("./", request));
  else if (Object.hasOwn(files, asked)) event.respondWith(answer(asked, request));
});

async function answer(file, request) {
  const kept = await (await caches.open(name)).match(file);
  if (!kept) return fetch(request);
  const type = kept.headers.get("Content-Type") ?? "text/html; charset=utf-8";
  return new Response(kept.body, { headers: { ...headers, "Content-Type": type } });
}
