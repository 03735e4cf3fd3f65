import { plainMessage } from '#/sources/provider/plain-text.ts'
import { ProviderFailure, type ProviderFailureKind } from '#/sources/provider/provider.ts'

/** An error that Plaid named. `code` is its `error_code`. */
export class PlaidFailure extends ProviderFailure {
  readonly code: string

  constructor(code: string, failed: { kind: ProviderFailureKind; message: string; wait?: number }) {
    super(failed.kind, failed.message, failed.wait ?? null)
    this.name = 'PlaidFailure'
    this.code = code
  }
}

/** Seconds to wait after a rate limit: Plaid limits by minute, and sends no Retry-After. */
const QUOTA_SECONDS = 60

const gone = new Set([
  'ITEM_NOT_FOUND',
  'INVALID_ACCESS_TOKEN',
  'ACCESS_NOT_GRANTED',
  'USER_PERMISSION_REVOKED',
  'USER_ACCOUNT_REVOKED',
])

/** Item errors that pass by themselves, or that signing in again does not repair. */
const passing = new Set(['PRODUCT_NOT_READY', 'ITEM_NO_ERROR', 'ITEM_CONCURRENTLY_DELETED'])

type PlaidError = {
  readonly error_type: string
  readonly error_code: string
  readonly display_message?: string | null | undefined
}

/** Turns an error of Plaid into the failure of its connection. `status` is the HTTP status. */
export function failureOf(error: PlaidError, status: number): PlaidFailure {
  const { error_type: type, error_code: code } = error
  const shown = plainMessage(error.display_message ?? '')
  const fail = (kind: ProviderFailureKind, message: string) =>
    new PlaidFailure(code, { kind, message })
  if (type === 'RATE_LIMIT_EXCEEDED' || status === 429) {
    const message = 'Plaid asks for fewer requests.'
    return new PlaidFailure(code, { kind: 'quota', message, wait: QUOTA_SECONDS })
  }
  if (gone.has(code)) return fail('revoked', 'Plaid no longer has access to this bank.')
  if (code === 'INVALID_PUBLIC_TOKEN') {
    return fail(
      'refused',
      'Plaid does not know this public token. It works once, within 30 minutes.',
    )
  }
  if (code === 'INVALID_API_KEYS') {
    return fail(
      'refused',
      'Plaid does not accept the keys of this Earmark. Its operator must check them.',
    )
  }
  if (type === 'ITEM_ERROR' && !passing.has(code)) {
    return fail('reauth', shown || 'The bank wants you to sign in again.')
  }
  if (type === 'INSTITUTION_ERROR') {
    return fail('unavailable', shown || 'The bank cannot be reached by Plaid right now.')
  }
  if (type === 'INVALID_REQUEST' || type === 'INVALID_INPUT') {
    return fail('nonsense', `Plaid did not understand the request (${plainMessage(code)}).`)
  }
  return fail('unavailable', shown || `Plaid could not answer (${plainMessage(code)}).`)
}
