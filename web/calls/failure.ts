import type { Code } from '#/contract/codes.ts'

/** `unreachable`: nothing answered; `unreadable`: something that is not Earmark did. */
export type FailureCode = Code | 'unreachable' | 'unreadable'

/** A call that did not succeed. `message` is the server's sentence, for people; `param` the field at fault. */
export class CallFailure extends Error {
  override name = 'CallFailure'
  readonly code: FailureCode
  readonly status: number
  readonly param: string | null
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null

  constructor(
    code: FailureCode,
    details: {
      readonly status?: number
      readonly message?: string
      readonly param?: string | undefined
      readonly requestId?: string | undefined
      readonly retryAfterSeconds?: number | undefined
    } = {},
  ) {
    super(details.message ?? code)
    this.code = code
    this.status = details.status ?? 0
    this.param = details.param ?? null
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

/** What is wrong with one field of a form, in the server's words; null where the failure is about something else. */
export function faultOf(error: unknown, param: string): string | null {
  return error instanceof CallFailure && error.param === param ? error.message : null
}
