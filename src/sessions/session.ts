import { createHash } from 'node:crypto'

/** The cookie that shows who is signed in. */
export const SESSION_COOKIE = 'earmark_session'

/** How long somebody stays signed in, in days. */
export const SESSION_DAYS = 30

/** All that is stored of a session's token. */
export function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** The session's token among the cookies of a request; null without one. */
export function readSessionCookie(cookie: string | undefined): string | null {
  for (const pair of cookie?.split(';') ?? []) {
    const at = pair.indexOf('=')
    if (at >= 0 && pair.slice(0, at).trim() === SESSION_COOKIE) return pair.slice(at + 1).trim()
  }
  return null
}
