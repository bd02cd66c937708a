// Over https, and on the serving machine itself: pages once seen open again while the host is away.
const CACHE = "companion-1";

self.addEventListener("activate", (event) => event.waitUntil(forget()));
async function forget() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  await self.clients.claim();
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const page = request.mode === "navigate";
  if (request.method !== "GET" || !(page || new URL(request.url).pathname.startsWith("/static/"))) return;
  event.respondWith(page ? fresh(request) : kept(request));
});

// A page comes from the host; when that is silent, as it was last seen.
async function fresh(request) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected) await cache.put(request, answer.clone());
    return answer;
  } catch (silence) {
    const seen = (await cache.match(request)) || (await cache.match("/"));
    if (seen) return seen;
    throw silence;
  }
}

// A static file carries a digest in its address: once fetched it stays as it is.
async function kept(request) {
  const cache = await caches.open(CACHE);
  const seen = await cache.match(request);
  if (seen) return seen;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}
