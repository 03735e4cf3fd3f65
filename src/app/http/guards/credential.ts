import type { Code } from '#/platform/contract/codes.ts'
import { type Token, readToken } from '#/access/keys/token.ts'
import { SESSION_COOKIES } from '#/access/sessions/session.ts'

export type Credential =
  | { readonly token: Token; readonly refusal: null }
  | { readonly token: null; readonly refusal: Code }

/** Reads the API key of a request's headers, before any key is looked up (Spec, Authentication 4). */
export function readCredential(headers: {
  readonly authorization: string | undefined
  readonly cookie: string | undefined
}): Credential {
  if (headers.authorization === undefined) return { token: null, refusal: 'missing_api_key' }
  if (hasSession(headers.cookie)) return { token: null, refusal: 'invalid_credential_context' }
  const sent = readBearer(headers.authorization)
  const token = sent === null ? null : readToken(sent)
  return token ? { token, refusal: null } : { token: null, refusal: 'invalid_api_key' }
}

/** Returns the token after `Bearer`, or null. The scheme's name is case-insensitive (RFC 9110, 11.1). */
export function readBearer(authorization: string | undefined): string | null {
  return /^bearer +(\S+)$/i.exec(authorization?.trim() ?? '')?.[1] ?? null
}

/** True if a session's cookie was sent, valid or not, under either of its names. Beside an API key it is refused. */
export function hasSession(cookie: string | undefined): boolean {
  if (cookie === undefined) return false
  return cookie
    .split(';')
    .some((pair) => SESSION_COOKIES.includes(pair.split('=')[0]?.trim() ?? ''))
}
