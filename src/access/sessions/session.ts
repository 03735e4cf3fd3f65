import { createHash } from 'node:crypto'

/** The cookie that shows who is signed in. */
const SESSION_COOKIE = 'earmark_session'

/**
 * How our cookies are bound. `host`: the public address is https, so that browsers send them to this host alone, over https, and
 * take them from nobody else (the prefix `__Host-`). `secure`: this browser speaks https, as far as we can tell. `plain`: http.
 */
export type CookieKind = 'host' | 'secure' | 'plain'

/** The names that the session's cookie may have, here or elsewhere. */
export const SESSION_COOKIES = [SESSION_COOKIE, `__Host-${SESSION_COOKIE}`]

export function cookieName(base: string, kind: CookieKind): string {
  return kind === 'host' ? `__Host-${base}` : base
}

/** How long somebody stays signed in who does not come back, in days. */
export const SESSION_DAYS = 30

/** How long a proof of who one is opens what is most sensitive, in minutes. */
const SUDO_MINUTES = 5

/** How old `last_seen_at` may be while somebody is here, in minutes: most requests write nothing. */
export const SEEN_MINUTES = 5

/** All that is stored of a session's token. */
export function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** A name for a session that does not open it, for what is kept in memory. */
export function nameOf(token: string): string {
  return digestOf(token).toString('base64')
}

/** The session's token among the cookies of a request; null without one. */
export function readSessionCookie(cookie: string | undefined, kind: CookieKind): string | null {
  return readCookie(cookie, cookieName(SESSION_COOKIE, kind))
}

/** One of the cookies of a request; null: it did not come. */
export function readCookie(cookie: string | undefined, name: string): string | null {
  for (const pair of cookie?.split(';') ?? []) {
    const at = pair.indexOf('=')
    if (at >= 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return null
}

/** The `Set-Cookie` that signs a browser in; without a token the one that signs it out. */
export function writeSessionCookie(token: string | null, kind: CookieKind): string {
  const age = token === null ? 0 : SESSION_DAYS * 24 * 3600
  return `${cookieName(SESSION_COOKIE, kind)}=${token ?? ''}; ${cookieAttributes(age, kind)}`
}

/** What every cookie of ours is bound to. `Secure` only over https: a browser drops such a cookie otherwise. */
export function cookieAttributes(ageSeconds: number, kind: CookieKind): string {
  return `Path=/; Max-Age=${ageSeconds}; HttpOnly; SameSite=Lax${kind === 'plain' ? '' : '; Secure'}`
}

/** Until when a proof opens what is most sensitive. */
export function sudoUntil(provedAt: Temporal.Instant): Temporal.Instant {
  return provedAt.add({ minutes: SUDO_MINUTES })
}

/** Whether the last proof is recent enough for what is most sensitive. */
export function isProved(provedAt: Temporal.Instant, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(now, sudoUntil(provedAt)) < 0
}
