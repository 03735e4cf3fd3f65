// Serves the application without a network: the page, and the files whose names change with their content. Answers of the API
// are never stored.
const KEPT = 'earmark'
const SHELL = ['/boot.js', '/icon.svg', '/manifest.webmanifest']

addEventListener('install', (event) => {
  event.waitUntil(
    // Every address of the application has the same page; the first one redirects people who are not signed in.
    fetch('/sign-in')
      .then(keepPage)
      .then(() => skipWaiting()),
  )
})

addEventListener('activate', (event) => event.waitUntil(clients.claim()))

// Stores the files that a page loaded before this worker was active.
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

/** True if the application itself draws this address. */
function isPage(path) {
  return !/^\/(v1|app|docs|ingest|healthz|readyz)(\/|$)/.test(path)
}

/** Fetches the page from the server, or without a network returns the stored copy. */
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

/** Returns a stored file, or fetches it once: a file never changes under its name. */
async function findFile(request) {
  const known = await caches.match(request)
  if (known) return known
  const file = await fetch(request)
  if (file.ok) await (await caches.open(KEPT)).put(request, file.clone())
  return file
}

/** Stores the page with the files that it starts with, and deletes those of the previous build. */
async function keepPage(page) {
  const text = await page.clone().text()
  const known = await caches.match('/')
  if (known && (await known.text()) === text) return
  await caches.delete(KEPT)
  const cache = await caches.open(KEPT)
  await cache.addAll([...SHELL, ...text.match(/\/assets\/[\w.-]+/g)])
  await cache.put('/', page)
}
