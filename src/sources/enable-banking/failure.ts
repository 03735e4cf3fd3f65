import { plainMessage } from '#/sources/provider/plain-text.ts'
import { ProviderFailure, type ProviderFailureKind } from '#/sources/provider/provider.ts'

/** A failure that Enable Banking names by a word, such as `EXPIRED_SESSION`; empty if it names none. */
export class EnableBankingFailure extends ProviderFailure {
  override readonly name = 'EnableBankingFailure'
  readonly code: string

  constructor(
    code: string,
    said: { kind: ProviderFailureKind; message: string; wait?: number | null },
  ) {
    super(said.kind, said.message, said.wait ?? null)
    this.code = code
  }
}

/** The consent no longer holds: only a new one helps. */
const ended = new Set([
  'EXPIRED_SESSION',
  'CLOSED_SESSION',
  'REVOKED_SESSION',
  'SESSION_DOES_NOT_EXIST',
  'WRONG_SESSION_STATUS',
  'ACCOUNT_DOES_NOT_EXIST',
  'ASPSP_ACCOUNT_NOT_ACCESSIBLE',
  'ASPSP_PSU_ACTION_REQUIRED',
])
/** The answer of a bank does not count. */
export const CODE_REFUSED = new Set([
  'WRONG_AUTHORIZATION_CODE',
  'EXPIRED_AUTHORIZATION_CODE',
  'ALREADY_AUTHORIZED',
  'AUTHORIZATION_NOT_PROVIDED',
])
const needsPerson = new Set(['PSU_HEADER_NOT_PROVIDED', 'PSU_HEADER_INVALID'])
/** The bank has no rows that old. */
export const PERIOD_REFUSED = new Set(['WRONG_TRANSACTIONS_PERIOD', 'WRONG_DATE_INTERVAL'])

/** Seconds to wait when a bank allows no more requests and does not say for how long: a quarter of the day that it counts. */
const QUOTA_SECONDS = 6 * 60 * 60
const QUOTA_SECONDS_MAX = 24 * 60 * 60

type Refused = {
  readonly status: number
  /** The word of the error; empty without one. */
  readonly code: string
  readonly retryAfter: string | undefined
  /** The answer concerns a consent or its accounts. */
  readonly isOfConsent: boolean
}

/** Turns an answer that is not 2xx into the failure of its connection. */
export function failureOf({
  status,
  code,
  retryAfter,
  isOfConsent,
}: Refused): EnableBankingFailure {
  const fail = (kind: ProviderFailureKind, message: string) =>
    new EnableBankingFailure(code, { kind, message })
  if (status === 429 || code === 'ASPSP_RATE_LIMIT_EXCEEDED') {
    const sent = /^\d{1,9}$/.test(retryAfter ?? '') ? Number(retryAfter) : QUOTA_SECONDS
    const wait = Math.min(Math.max(sent, 1), QUOTA_SECONDS_MAX)
    const message = 'The bank accepts no more requests for today.'
    return new EnableBankingFailure(code, { kind: 'quota', message, wait })
  }
  if (ended.has(code)) {
    return fail('reauth', 'The consent at the bank has ended. Give it again to go on importing.')
  }
  if (CODE_REFUSED.has(code)) {
    return fail('refused', 'The bank’s answer does not count, or was used before. Begin again.')
  }
  if (code === 'REDIRECT_URI_NOT_ALLOWED') {
    return fail(
      'refused',
      'Enable Banking does not know the address of this Earmark. Its operator must register it there.',
    )
  }
  if (needsPerson.has(code)) {
    return fail('unavailable', 'This bank answers only while you are here. Press Sync now.')
  }
  if (status === 403 && isOfConsent) {
    return fail('reauth', 'The bank no longer gives access. Give your consent again.')
  }
  if (status === 401 || status === 403) {
    return fail(
      'refused',
      'Enable Banking does not accept the key of this Earmark. Its operator must check it.',
    )
  }
  if (code.startsWith('ASPSP_') || status === 408 || status >= 500) {
    return fail('unavailable', 'The bank cannot be reached through Enable Banking right now.')
  }
  return fail(
    'nonsense',
    `Enable Banking did not understand the request (${plainMessage(code) || `HTTP ${status}`}).`,
  )
}
