import { CallFailure } from './failure.ts'

/** Limits how long reads are held back, in seconds: after that another person may have signed in. */
const HELD_MAX = 60

/**
 * Holds the refusal of an empty request budget and the time (ms) at which the budget is full again; null: not known to be
 * empty.
 */
let empty: { readonly failure: CallFailure; readonly until: number } | null = null

/**
 * Remembers that the server refused because the request budget is empty. Until it refills, reads fail without being sent,
 * because screens that poll would only get the same answer. A slot for large requests may become free sooner, so that refusal
 * is not remembered.
 */
export function rememberEmptyBudget(failure: CallFailure): void {
  const { code, detail, retryAfterSeconds } = failure
  if (code !== 'rate_limit_exceeded' && code !== 'account_rate_limit_exceeded') return
  if (detail !== null || retryAfterSeconds === null) return
  const seconds = Math.min(retryAfterSeconds, HELD_MAX)
  empty = { failure, until: performance.now() + seconds * 1000 }
}

/** Throws the remembered refusal with the seconds that remain. */
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
