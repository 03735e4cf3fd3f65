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

/** Whether asking again later may help without anybody changing anything. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof CallFailure)) return false
  return error.code === 'unreachable' || error.status >= 500 || error.status === 429
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
