import type { Code } from '#/platform/contract/codes.ts'
import type { Detail } from '#/platform/contract/detail.ts'

/** `unreachable`: no answer arrived; `unreadable`: the answer did not come from Earmark. */
export type FailureCode = Code | 'unreachable' | 'unreadable'

/**
 * Reports a call that did not succeed. `param` is the field at fault; `message` is the server's English sentence, while people
 * read `failureText`.
 */
export class CallFailure extends Error {
  override name = 'CallFailure'
  readonly code: FailureCode
  readonly status: number
  readonly param: string | null
  readonly detail: Detail | null
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null

  constructor(
    code: FailureCode,
    details: {
      readonly status?: number
      readonly message?: string
      readonly param?: string | undefined
      readonly detail?: Detail | undefined
      readonly requestId?: string | undefined
      readonly retryAfterSeconds?: number | undefined
    } = {},
  ) {
    super(details.message ?? code)
    this.code = code
    this.status = details.status ?? 0
    this.param = details.param ?? null
    this.detail = details.detail ?? null
    this.requestId = details.requestId ?? null
    this.retryAfterSeconds = details.retryAfterSeconds ?? null
  }
}

/** The longest delay, in seconds, that a read waits by itself when the server asks for it. */
const PATIENCE = 5

/**
 * Decides if a retry may succeed without a change by the person. An empty budget that needs longer to refill is not retried,
 * because retries would use it up further.
 */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof CallFailure)) return false
  if (error.status === 429) return (error.retryAfterSeconds ?? Infinity) <= PATIENCE
  return error.code === 'unreachable' || error.status >= 500
}

/** The delay before a retry in milliseconds: as long as the server asked for, otherwise longer each time. */
export function delayBefore(count: number, error: unknown): number {
  const seconds = error instanceof CallFailure ? error.retryAfterSeconds : null
  return (seconds ?? 2 ** count) * 1000
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof CallFailure && error.code === 'session_required'
}

/** True if the household named in the request does not exist or the person does not belong to it any more. */
export function isNoHousehold(error: unknown): boolean {
  return error instanceof CallFailure && error.param === 'X-Earmark-Household'
}

/** Returns the failure if it concerns this field of a form, otherwise null. */
export function faultOf(error: unknown, param: string): CallFailure | null {
  return error instanceof CallFailure && error.param === param ? error : null
}

/** True if somebody has changed a record since it was read. */
export function isConflict(error: unknown): boolean {
  return error instanceof CallFailure && error.code === 'edit_conflict'
}

/** True for a 409: the page may show older data than the server has. */
export function isOutdated(error: unknown): boolean {
  return error instanceof CallFailure && error.status === 409
}
