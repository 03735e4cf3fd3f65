// The application where there is no network: its page, and the files whose names change with their content. What the server
// answers about a person never comes by here, so none of it is ever kept.
const KEPT = 'earmark'
const SHELL = ['/boot.js', '/icon.svg', '/manifest.webmanifest']

addEventListener('install', (event) => {
  event.waitUntil(
    fetch('/')
      .then(keepPage)
      .then(() => skipWaiting()),
  )
})

addEventListener('activate', (event) => event.waitUntil(clients.claim()))

// What a page had loaded before this was there.
addEventListener('message', ({ data }) => {
  const files = data.filter((path) => path.startsWith('/assets/'))
  void caches.open(KEPT).then((cache) => cache.addAll(files))
})

addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(findFile(request))
  else if (SHELL.includes(pathname)) event.respondWith(fetch(request).catch(() => find(pathname)))
  else if (request.mode === 'navigate' && isPage(pathname)) event.respondWith(findPage(event))
})

/** Whether an address is one that the application draws itself. */
function isPage(path) {
  return !/^\/(v1|app|docs|ingest|healthz|readyz)(\/|$)/.test(path)
}

/** As the server has it now; without a network as it was the last time. */
async function findPage(event) {
  try {
    const page = await fetch(event.request)
    if (page.ok) event.waitUntil(keepPage(page.clone()))
    return page
  } catch {
    return find('/')
  }
}

async function find(path) {
  return (await caches.match(path)) ?? Response.error()
}

/** A file never changes: asked for once, it is there. */
async function findFile(request) {
  const known = await caches.match(request)
  if (known) return known
  const file = await fetch(request)
  if (file.ok) await (await caches.open(KEPT)).put(request, file.clone())
  return file
}

/** Keeps the page with the files that it begins with. With another build goes everything that belonged to the one before. */
async function keepPage(page) {
  const text = await page.clone().text()
  const known = await caches.match('/')
  if (known && (await known.text()) === text) return
  await caches.delete(KEPT)
  const cache = await caches.open(KEPT)
  await cache.addAll([...SHELL, ...text.match(/\/assets\/[\w.-]+/g)])
  await cache.put('/', page)
}
