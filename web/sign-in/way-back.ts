/**
 * Where to go after signing in: an address of this application, however it was written; null: anything else. A browser takes
 * `//host` and `/\host` for another one.
 */
export function readWayBack(given: unknown, origin: string): string | null {
  if (typeof given !== 'string' || !given.startsWith('/')) return null
  const url = URL.parse(given, origin)
  return url?.origin === origin ? url.pathname + url.search + url.hash : null
}

/**
 * The same with what a link carries behind `#`, which goes along as such: in a query it would reach servers, proxies and their logs.
 */
export function wayBackWith(to: string | undefined, hash: string): string | undefined {
  return to === '/invite' ? to + hash : to
}
