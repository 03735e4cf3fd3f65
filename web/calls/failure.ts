import type { Code } from '#/platform/contract/codes.ts'
import type { Detail } from '#/platform/contract/detail.ts'

/** `unreachable`: nothing answered; `unreadable`: something that is not Earmark did. */
export type FailureCode = Code | 'unreachable' | 'unreadable'

/**
 * A call that did not succeed. `param` is the field at fault; `message` the server's sentence, in English: what people
 * read is `failureText`.
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

/** The longest time that the server may ask for and that a read waits for by itself, in seconds. */
const PATIENCE = 5

/**
 * Whether to ask again without anybody changing anything. A budget that is used up for longer is left alone: asking
 * again would only use it up further.
 */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof CallFailure)) return false
  if (error.status === 429) return (error.retryAfterSeconds ?? Infinity) <= PATIENCE
  return error.code === 'unreachable' || error.status >= 500
}

/** How long to wait before a try, in milliseconds: as long as the server asked for, else longer each time. */
export function delayBefore(count: number, error: unknown): number {
  const seconds = error instanceof CallFailure ? error.retryAfterSeconds : null
  return (seconds ?? 2 ** count) * 1000
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof CallFailure && error.code === 'session_required'
}

/** Whether the household that was named is none, or none of theirs any more. */
export function isNoHousehold(error: unknown): boolean {
  return error instanceof CallFailure && error.param === 'X-Earmark-Household'
}

/** The failure, where it is about one field of a form; null where it is about something else. */
export function faultOf(error: unknown, param: string): CallFailure | null {
  return error instanceof CallFailure && error.param === param ? error : null
}
