import { createHash } from 'node:crypto'

/** The name of the session cookie. */
const SESSION_COOKIE = 'earmark_session'

/**
 * The binding of Earmark's cookies. `host`: the public address is https, so browsers send them only to this host over
 * https and accept them from no other (prefix `__Host-`). `secure`: this browser seems to use https. `plain`: http.
 */
export type CookieKind = 'host' | 'secure' | 'plain'

/** All names that the session cookie may have, for any binding. */
export const SESSION_COOKIES = [SESSION_COOKIE, `__Host-${SESSION_COOKIE}`]

export function cookieName(base: string, kind: CookieKind): string {
  return kind === 'host' ? `__Host-${base}` : base
}

/** The days that an unused session lasts. */
export const SESSION_DAYS = 30

/** The minutes after a proof of identity in which sensitive actions are allowed. */
const SUDO_MINUTES = 5

/** The minutes after which `last_seen_at` is updated, so that most requests write nothing. */
export const SEEN_MINUTES = 5

/** Computes the digest of a session token; only the digest is stored. */
export function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Derives a name for a session, for use in memory; the token cannot be derived from it. */
export function nameOf(token: string): string {
  return digestOf(token).toString('base64')
}

/** Reads the session token from a `Cookie` header; null without one. */
export function readSessionCookie(cookie: string | undefined, kind: CookieKind): string | null {
  return readCookie(cookie, cookieName(SESSION_COOKIE, kind))
}

/** Reads one cookie from a `Cookie` header; null without it. */
export function readCookie(cookie: string | undefined, name: string): string | null {
  for (const pair of cookie?.split(';') ?? []) {
    const at = pair.indexOf('=')
    if (at >= 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return null
}

/** Writes the `Set-Cookie` header that signs a browser in, or out if `token` is null. */
export function writeSessionCookie(token: string | null, kind: CookieKind): string {
  const age = token === null ? 0 : SESSION_DAYS * 24 * 3600
  return `${cookieName(SESSION_COOKIE, kind)}=${token ?? ''}; ${cookieAttributes(age, kind)}`
}

const LOGIN_COOKIE = 'earmark_oidc'

/** Reads the secret that binds a login at a provider to the browser that began it; null without one that is well-formed. */
export function readLoginCookie(cookie: string | undefined, kind: CookieKind): string | null {
  const value = readCookie(cookie, cookieName(LOGIN_COOKIE, kind))
  return value !== null && /^[\w-]{43}$/.test(value) ? value : null
}

export function writeLoginCookie(secret: string, ageSeconds: number, kind: CookieKind): string {
  return `${cookieName(LOGIN_COOKIE, kind)}=${secret}; ${cookieAttributes(ageSeconds, kind)}`
}

/** Writes the attributes of every cookie. `Secure` only over https, because browsers drop such a cookie otherwise. */
export function cookieAttributes(ageSeconds: number, kind: CookieKind): string {
  return `Path=/; Max-Age=${ageSeconds}; HttpOnly; SameSite=Lax${kind === 'plain' ? '' : '; Secure'}`
}

/** Returns the end of the time in which a proof allows sensitive actions. */
export function sudoUntil(provedAt: Temporal.Instant): Temporal.Instant {
  return provedAt.add({ minutes: SUDO_MINUTES })
}

/** True if the last proof is recent enough for sensitive actions. */
export function isProved(provedAt: Temporal.Instant, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(now, sudoUntil(provedAt)) < 0
}
