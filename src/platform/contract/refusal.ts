import { type Code, codes } from './codes.ts'
import type { Detail } from './detail.ts'

type Details = {
  /** The one parameter at fault, as a dotted path: `booked_at`, `account_ids[3]`. */
  readonly param?: string
  /** Replaces the code's own text. People see it, so it contains nothing internal. */
  readonly message?: string
  /** The same as data, which the application translates. */
  readonly detail?: Detail | undefined
  /** Whole seconds until the same request may succeed. */
  readonly retryAfterSeconds?: number
  readonly cause?: unknown
}

/** An expected refusal. Any other error that is thrown is a bug, and is answered with `internal_error`. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: Code
  readonly param: string | undefined
  readonly detail: Detail | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: Code, details: Details = {}) {
    super(details.message ?? codes[code].message, { cause: details.cause })
    this.code = code
    this.param = details.param
    this.detail = details.detail
    this.retryAfterSeconds = details.retryAfterSeconds
  }
}

/** Returns the refusal of a parameter, with a text that says what would be valid. */
export function invalidParameter(param: string, message: string, detail?: Detail): Refusal {
  return new Refusal('invalid_parameter', { param, message, detail })
}

/** Returns the refusal of an id that is unknown in this household. An id of another household gets the same answer. */
export function notFound(param: string): Refusal {
  const message = `\`${param}\` names nothing that exists here.`
  return new Refusal('resource_not_found', { param, message })
}
