import { OutboundFailure } from '#/platform/outbound/failure.ts'

/**
 * `unavailable`: the provider cannot be reached or does not work. `denied`: it answered with an error. `not_linked`: nobody
 * here has this identity; `taken`: somebody else has; `other_account`: the proof came from another account than the
 * signed-in one. The others: what came back is not valid.
 */
export type OidcFault =
  | 'unavailable'
  | 'denied'
  | 'wrong_issuer'
  | 'wrong_token'
  | 'wrong_signature'
  | 'expired'
  | 'not_fresh'
  | 'code_refused'
  | 'state_unknown'
  | 'not_linked'
  | 'other_account'
  | 'taken'

/** A login at a provider that did not succeed. `detail` is for the log: a code of the standard, never a token. */
export class OidcFailure extends Error {
  readonly fault: OidcFault
  readonly detail: string

  constructor(fault: OidcFault, detail = '', options?: ErrorOptions) {
    super(`sign-in with a provider: ${fault} ${detail}`.trim(), options)
    this.name = 'OidcFailure'
    this.fault = fault
    this.detail = detail
  }
}

/** Finds the fault behind an error of the library or of the guarded requests. Rethrows our own bugs. */
export function readFailure(error: unknown): OidcFailure {
  if (error instanceof OidcFailure) return error
  const outbound = causeOf(error, OutboundFailure)
  if (outbound) return new OidcFailure('unavailable', outbound.message, { cause: error })
  if (!(error instanceof Error)) throw error
  const code = codeOf(error)
  if (code === null) throw error
  const attribute = attributeOf(error)
  const detail = [code, attribute].filter((text) => text !== null).join(' ')
  return new OidcFailure(faultOf(error, code, attribute), detail, { cause: error })
}

function faultOf(error: Error, code: string, attribute: string | null): OidcFault {
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') return 'denied'
  if (code === 'OAUTH_RESPONSE_BODY_ERROR') {
    return errorField(error) === 'invalid_grant' ? 'code_refused' : 'unavailable'
  }
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') {
    return attribute === 'auth_time' ? 'not_fresh' : 'expired'
  }
  if (code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED') {
    return attribute === 'iss' ? 'wrong_issuer' : 'wrong_token'
  }
  if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') return 'wrong_issuer'
  if (/^OAUTH_(KEY_SELECTION|UNSUPPORTED)/.test(code) || failedSignature(error)) {
    return 'wrong_signature'
  }
  if (/^OAUTH_(TIMEOUT|ABORT|RESPONSE_IS|PARSE|WWW)/.test(code)) return 'unavailable'
  return 'wrong_token'
}

/** Reads the standard’s error code of an answer, such as `access_denied`; others are cut, because strangers write them. */
export function errorField(error: Error): string | null {
  return 'error' in error && typeof error.error === 'string'
    ? error.error.replaceAll(/[^\w.-]/g, '').slice(0, 60)
    : null
}

function codeOf(error: Error): string | null {
  if ('code' in error && typeof error.code === 'string' && error.code.startsWith('OAUTH_')) {
    return error.code
  }
  // The library passes on aborted requests, and wraps what it does not know.
  if (error.name === 'ClientError' || error.name === 'TimeoutError') return 'OAUTH_INVALID_RESPONSE'
  return null
}

/** The claim or parameter whose check failed, if the library names it. */
function attributeOf(error: Error): string | null {
  if (errorField(error) !== null) return errorField(error)
  for (let at: unknown = error, depth = 0; depth < 4 && isObject(at); depth += 1) {
    for (const name of ['claim', 'attribute'] as const) {
      if (typeof at[name] === 'string') return at[name]
    }
    at = at['cause']
  }
  return null
}

/** True if a published key did not verify a signature; the library has no code of its own for that. */
function failedSignature(error: Error): boolean {
  for (let at: unknown = error, depth = 0; depth < 4 && isObject(at); depth += 1) {
    if ('signature' in at) return true
    at = at['cause']
  }
  return false
}

function causeOf<T extends Error>(error: unknown, kind: new (...args: never[]) => T): T | null {
  for (let at: unknown = error, depth = 0; depth < 4 && isObject(at); depth += 1) {
    if (at instanceof kind) return at
    at = at['cause']
  }
  return null
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
