// Service worker, over https and on the serving machine: visited pages open again while the host is away.
const CACHE = "companion-5";
const OFFLINE = "/offline"; // shown for a page never visited
const ours = (answer) => answer.headers.has("Companion"); // not of a proxy, nor of a network that wants a sign-in first

self.addEventListener("install", (event) => event.waitUntil(shell().then(() => self.skipWaiting())));

// Cache the offline page with everything it loads: the shell of every page.
async function shell() {
  const cache = await caches.open(CACHE);
  const page = await fetch(OFFLINE);
  if (!ours(page)) throw new Error("no answer of the companion"); // installed another time
  const parts = [...(await page.clone().text()).matchAll(/(?:href|src)="(\/static\/[^"]+)"/g)].map((found) => found[1]);
  await cache.put(OFFLINE, page);
  await Promise.all(parts.map((part) => kept(new Request(part))));
}

self.addEventListener("activate", (event) => event.waitUntil(forget()));
async function forget() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  await self.clients.claim();
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const page = request.mode === "navigate";
  if (request.method !== "GET" || request.headers.has("Range")) return; // no cache takes a part of a video
  const { pathname, searchParams } = new URL(request.url);
  if (page ? searchParams.has("sign-in") : !pathname.startsWith("/static/")) return;
  event.respondWith((page ? fresh(request) : kept(request)).catch(() => fetch(request))); // if nothing can be stored any more
  if (page && pathname === "/") event.waitUntil(shell().then(askAgain).catch(() => {})); // a silent host is no answer
});

// Fetch a page from the host; if that is silent, or something else answers, return it as last seen. Without that, a page
// to sign in is shown, and the offline page in place of a proxy's error.
async function fresh(request) {
  const cache = await caches.open(CACHE);
  const answer = await fetch(request).then((given) => (mayKeep(request, given) ? whole(given) : given)).catch(() => undefined);
  if (answer && ours(answer)) {
    if (answer.status === 404 && table(request.url)) await forgetTable(cache, table(request.url));
    else if (mayKeep(request, answer)) await cache.put(plain(request), answer.clone()).catch(() => {}); // no room: shown all the same
    return answer;
  }
  const seen = await recent(cache, request);
  if (answer?.type === "opaqueredirect" && (!seen || (await leadsHere(request)))) return answer;
  if (seen || (answer && answer.status < 500)) return seen || answer;
  return (await cache.match(OFFLINE, WHOLE)) || answer || Response.error();
}

// Return a page once all of it has come: one that is cut off is no answer.
const whole = async (answer) => new Response(await answer.blob(), answer);

// Return whether a redirect ends at a page of ours: a script sees only that there is one.
const leadsHere = ({ url }) => fetch(url, { method: "HEAD" }).then(ours, () => false);

// Pages are no-store for the browser's own cache, which we cannot clear. This cache stores for a day the pages of the
// tables this phone is at, the rules and home; never a code, a link or a secret, and no page about waiting phones.
const WHOLE = { ignoreVary: true }; // ignores language and cookie
const AGE = 24 * 3600 * 1000; // ms
const PAGES = /^\/($|rules\/|players|m\/[^/]+($|\/(?!phones|waiting|welcome|share|carry|tv)))/;
const mayKeep = (request, answer) =>
  ours(answer) &&
  answer.ok &&
  PAGES.test(new URL(request.url).pathname) &&
  (answer.headers.get("Content-Type") || "").startsWith("text/html");

// Return the request of a page wherever it was opened from.
function plain(request) {
  const address = new URL(request.url);
  if (!address.searchParams.has("back")) return request;
  address.searchParams.delete("back");
  return new Request(address, { headers: request.headers });
}

async function recent(cache, request) {
  const seen = await cache.match(plain(request));
  return seen && Date.now() - Date.parse(seen.headers.get("Date")) < AGE ? seen : undefined;
}

// Return the code of the table in an address, from its path or query; "" if it has none.
function table(address) {
  const { pathname, searchParams } = new URL(address);
  return (/^\/m\/([^/]+)/.exec(pathname) || [])[1] || searchParams.get("code") || "";
}

// Delete all pages of a table this phone has left, and those that may mention several tables.
async function forgetTable(cache, code) {
  for (const { url } of await cache.keys()) {
    const told = table(url) === code || /^\/($|players)/.test(new URL(url).pathname);
    if (told) await cache.delete(url, WHOLE);
  }
}

// This phone may have been sent away from a table since: on opening home, ask about each stored table.
async function askAgain() {
  const cache = await caches.open(CACHE);
  const codes = new Set();
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    const page = pathname !== OFFLINE && !pathname.startsWith("/static/");
    if (page && !(await recent(cache, request))) await cache.delete(request, WHOLE);
    else if (table(request.url)) codes.add(table(request.url));
  }
  for (const code of codes) {
    const answer = await fetch(`/m/${code}`, { method: "HEAD" });
    if (answer.status === 404 && ours(answer)) await forgetTable(cache, code);
  }
}

// A static file has a digest in its address: it never changes once fetched.
async function kept(request) {
  const cache = await caches.open(CACHE);
  const seen = await cache.match(request);
  if (seen) return seen;
  const answer = await fetch(request);
  if (answer.ok && ours(answer)) await cache.put(request, answer.clone());
  return answer;
}
