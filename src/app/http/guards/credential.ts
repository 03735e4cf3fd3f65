import type { Code } from '#/platform/contract/codes.ts'
import { type Token, readToken } from '#/access/keys/token.ts'
import { SESSION_COOKIES } from '#/access/sessions/session.ts'

export type Credential =
  | { readonly token: Token; readonly refusal: null }
  | { readonly token: null; readonly refusal: Code }

/** What the headers say about who is calling, before any key is looked up (Spec, Authentication 4). */
export function readCredential(headers: {
  readonly authorization: string | undefined
  readonly cookie: string | undefined
}): Credential {
  if (headers.authorization === undefined) return { token: null, refusal: 'missing_api_key' }
  if (hasSession(headers.cookie)) return { token: null, refusal: 'invalid_credential_context' }
  // The scheme's name is case-insensitive (RFC 9110, 11.1).
  const found = /^bearer +(\S+)$/i.exec(headers.authorization.trim())
  const token = found ? readToken(found[1]!) : null
  return token ? { token, refusal: null } : { token: null, refusal: 'invalid_api_key' }
}

/** Whether a browser's session comes along, valid or not, under either of its names. A request that carries it beside a key is refused. */
export function hasSession(cookie: string | undefined): boolean {
  if (cookie === undefined) return false
  return cookie
    .split(';')
    .some((pair) => SESSION_COOKIES.includes(pair.split('=')[0]?.trim() ?? ''))
}
