// Serves the application without a network: the page, and the files whose names change with their content. Answers of the API
// are never stored here; the application itself keeps the last ones of the person (`web/offline`).
const KEPT = 'earmark'
const SHELL = [
  '/boot.js',
  '/icon.svg',
  '/icon-192.png',
  '/apple-touch-icon.png',
  '/manifest.webmanifest',
]

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
  void caches.open(KEPT).then((cache) => addMissing(cache, files))
})

addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(findFile(request))
  else if (SHELL.includes(pathname)) event.respondWith(fetch(request).catch(() => find(pathname)))
  else if (request.mode === 'navigate' && isPage(pathname)) event.respondWith(findPage(event))
})

// Shows a notice that the server has sent (`src/notices/push`). Each push must show one: browsers end subscriptions otherwise.
addEventListener('push', (event) => {
  const { title, text, tag, place } = event.data.json()
  const options = { body: text, tag, icon: '/icon-192.png', data: { place } }
  event.waitUntil(registration.showNotification(title, options))
})

addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPlace(event.notification.data.place))
})

/** Opens a page of the application, in a window that is open already if there is one. */
async function openPlace(place) {
  const [shown] = await clients.matchAll({ type: 'window' })
  if (!shown) return clients.openWindow(place)
  await shown.navigate(place)
  return shown.focus()
}

// The browser's push service has given it another address.
addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event)))

async function renewSubscription({ oldSubscription, newSubscription }) {
  const options = oldSubscription?.options
  const changed =
    newSubscription ?? (options && (await registration.pushManager.subscribe(options)))
  if (!changed) return
  const { endpoint: url, keys } = changed.toJSON()
  await fetch('/app/api/notices/push', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url, p256dh: keys.p256dh, auth: keys.auth }),
  })
}

/** True if the application itself draws this address. */
function isPage(path) {
  return !/^\/(v1|app|docs|ingest|healthz|readyz)(\/|$)|\.ics$/.test(path)
}

/** How long the server may take for the page before the stored copy is shown, in milliseconds. */
const PATIENCE_MS = 4000

/**
 * Fetches the page from the server. Without a network, or if a server at home does not answer on the way, returns the stored
 * copy.
 */
async function findPage(event) {
  const stored = await caches.match('/')
  const fetched = fetch(event.request)
  // A page that comes late is stored too: the next visit shows it.
  event.waitUntil(fetched.then((page) => page.ok && keepPage(page.clone())).catch(() => undefined))
  if (!stored) return fetched
  const late = new Promise((resolve) => setTimeout(() => resolve(stored), PATIENCE_MS))
  return Promise.race([fetched, late]).catch(() => stored)
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

/** Stores the page with the files that it names, then deletes those of the previous build. */
async function keepPage(page) {
  const text = await page.clone().text()
  const known = await caches.match('/')
  if (known && (await known.text()) === text) return
  const cache = await caches.open(KEPT)
  const files = [...new Set(text.match(/\/assets\/[\w.-]+/g))]
  // The page comes last: it is stored only together with all that it needs.
  await cache.addAll(SHELL)
  await addMissing(cache, files)
  await cache.put('/', page)
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url)
    if (known && pathname.startsWith('/assets/') && !files.includes(pathname)) {
      await cache.delete(url)
    }
  }
}

/** Adds files that are not stored yet. */
async function addMissing(cache, files) {
  const stored = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  await cache.addAll(files.filter((path) => !stored.has(path)))
}
