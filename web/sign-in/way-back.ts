/**
 * Validates the address to open after signing in: returns a path of this application, or null. Browsers read `//host` and
 * `/\host` as another host, so these are rejected.
 */
export function readWayBack(given: unknown, origin: string): string | null {
  if (typeof given !== 'string' || !given.startsWith('/')) return null
  const url = URL.parse(given, origin)
  return url?.origin === origin ? url.pathname + url.search + url.hash : null
}

/** Pages that links in mails open, with a token in their fragment. */
const byLink: readonly string[] = ['/invite', '/settings/notices']

/** Keeps the fragment of the address as a fragment: in a query, its token would reach servers, proxies and their logs. */
export function wayBackWith(to: string | undefined, hash: string): string | undefined {
  return to !== undefined && byLink.includes(to) ? to + hash : to
}
