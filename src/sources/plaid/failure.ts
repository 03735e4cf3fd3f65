import { plainMessage } from '#/sources/provider/plain-text.ts'
import { ProviderFailure, type ProviderFailureKind } from '#/sources/provider/provider.ts'

/** A failure that Plaid named. `code` is its `error_code`. */
export class PlaidFailure extends ProviderFailure {
  readonly code: string

  constructor(code: string, failed: { kind: ProviderFailureKind; message: string; wait?: number }) {
    super(failed.kind, failed.message, failed.wait ?? null)
    this.name = 'PlaidFailure'
    this.code = code
  }
}

/** Plaid sends no header that says how long. Its limits are those of a minute. */
const QUOTA_SECONDS = 60

const gone = new Set([
  'ITEM_NOT_FOUND',
  'INVALID_ACCESS_TOKEN',
  'ACCESS_NOT_GRANTED',
  'USER_PERMISSION_REVOKED',
  'USER_ACCOUNT_REVOKED',
])

/** Item errors that pass, or that signing in again would not mend. */
const passing = new Set(['PRODUCT_NOT_READY', 'ITEM_NO_ERROR', 'ITEM_CONCURRENTLY_DELETED'])

type Told = {
  readonly error_type: string
  readonly error_code: string
  readonly display_message?: string | null | undefined
}

/** What an error of Plaid means for its connection. */
export function failureOf(told: Told, status: number): PlaidFailure {
  const { error_type: type, error_code: code } = told
  const said = plainMessage(told.display_message ?? '')
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
      'Plaid does not know this public token. It is good for 30 minutes, once.',
    )
  }
  if (code === 'INVALID_API_KEYS') {
    return fail(
      'refused',
      'Plaid does not accept the keys of this Earmark. Its operator must check them.',
    )
  }
  if (type === 'ITEM_ERROR' && !passing.has(code)) {
    return fail('reauth', said || 'The bank wants you to sign in again.')
  }
  if (type === 'INSTITUTION_ERROR') {
    return fail('unavailable', said || 'The bank cannot be reached by Plaid right now.')
  }
  if (type === 'INVALID_REQUEST' || type === 'INVALID_INPUT') {
    return fail('nonsense', `Plaid did not understand the request (${plainMessage(code)}).`)
  }
  return fail('unavailable', said || `Plaid could not answer (${plainMessage(code)}).`)
}
