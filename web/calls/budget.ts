import { CallFailure } from './failure.ts'

/** Reads are held back no longer than so many seconds: by then somebody else may have signed in. */
const HELD_MAX = 60

/** The refusal of an empty budget, and when the budget is full again; null: none that is known to be empty. */
let empty: { readonly failure: CallFailure; readonly until: number } | null = null

/**
 * Remembers that the server has refused for the number of requests. Until it takes some again, reads fail without
 * being sent: screens that read again and again would only meet the same answer. A place among the large requests may
 * be free sooner, and is asked for.
 */
export function heedBudget(failure: CallFailure): void {
  const { code, detail, retryAfterSeconds } = failure
  if (code !== 'rate_limit_exceeded' && code !== 'account_rate_limit_exceeded') return
  if (detail !== null || retryAfterSeconds === null) return
  const seconds = Math.min(retryAfterSeconds, HELD_MAX)
  empty = { failure, until: performance.now() + seconds * 1000 }
}

/** Throws the remembered refusal with the seconds that are left of it. */
export function requireBudget(): void {
  if (empty === null) return
  const left = Math.ceil((empty.until - performance.now()) / 1000)
  if (left <= 0) {
    empty = null
    return
  }
  const { code, status, message } = empty.failure
  throw new CallFailure(code, { status, message, retryAfterSeconds: left })
}
