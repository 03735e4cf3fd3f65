import type { ErrorCodes } from './generated/types.ts'

/** The codes of answers that are not a success; `unexpected_answer` did not come from Earmark, but from something before it. */
export type ErrorCode = keyof ErrorCodes | 'unexpected_answer'

type Kinds = ErrorCodes & { unexpected_answer: { type: 'api_error'; status: number } }

type Common = Error & {
  readonly name: 'EarmarkError'
  /** The parameter at fault, if it is one. */
  readonly param: string | null
  /** Identifies the request for the service's operator. */
  readonly requestId: string | null
  /** Seconds after which the same request may succeed. */
  readonly retryAfter: number | null
  /** Where the plan can be changed. */
  readonly upgradeUrl: string | null
}

/** An error with one code. */
export type EarmarkErrorOf<C extends ErrorCode> = {
  [K in C]: Common & {
    readonly code: K
    readonly type: Kinds[K]['type']
    readonly status: Kinds[K]['status']
  }
}[C]

/** An answer that is not a success. Branch on `code`, which also decides `type` and `status`. */
export type EarmarkError = EarmarkErrorOf<ErrorCode>

type Facts = Pick<EarmarkError, 'param' | 'requestId' | 'retryAfter' | 'upgradeUrl'> & {
  readonly code: string
  readonly type: string
  readonly status: number
  readonly message: string
}

class AnsweredError extends Error {
  readonly code: string
  readonly type: string
  readonly status: number
  readonly param: string | null
  readonly requestId: string | null
  readonly retryAfter: number | null
  readonly upgradeUrl: string | null

  constructor(facts: Facts) {
    super(facts.message)
    this.name = 'EarmarkError'
    this.code = facts.code
    this.type = facts.type
    this.status = facts.status
    this.param = facts.param
    this.requestId = facts.requestId
    this.retryAfter = facts.retryAfter
    this.upgradeUrl = facts.upgradeUrl
  }
}

/** `error instanceof EarmarkError` narrows to the errors by code, so that `switch (error.code)` knows them all. */
export const EarmarkError: { new (facts: Facts): EarmarkError; readonly prototype: EarmarkError } =
  AnsweredError as never

/** Reads the error of an answer that is not a success. */
export function errorOf(answer: Response, text: string): EarmarkError {
  const error = readError(text)
  const seconds = answer.headers.get('retry-after')
  const requestId = answer.headers.get('x-request-id')
  const retryAfter = seconds !== null && /^\d+$/.test(seconds) ? Number(seconds) : null
  if (error === null) return unexpected(answer.status, explain(answer), { requestId, retryAfter })
  const { type, code, message, param, upgrade_url: upgrade } = error
  return new EarmarkError({
    type: String(type),
    code: String(code),
    message: `${String(code)}: ${String(message)}`,
    status: answer.status,
    param: typeof param === 'string' ? param : null,
    requestId,
    retryAfter,
    upgradeUrl: typeof upgrade === 'string' ? upgrade : null,
  })
}

/** An answer that does not look like one of Earmark. */
export function unexpected(
  status: number,
  message: string,
  known: Partial<Pick<Facts, 'requestId' | 'retryAfter'>> = {},
): EarmarkError {
  const unknown = { param: null, requestId: null, retryAfter: null, upgradeUrl: null }
  const code = 'unexpected_answer'
  return new EarmarkError({ ...unknown, ...known, code, type: 'api_error', status, message })
}

function readError(text: string): Readonly<Record<string, unknown>> | null {
  const body = readJson(text)
  const error = isRecord(body) ? body['error'] : null
  return isRecord(error) && typeof error['code'] === 'string' ? error : null
}

/** The value of a JSON text; undefined if it is not JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function explain({ status, headers }: Response): string {
  // Browsers hide where a redirect leads, and give it status 0.
  if (status === 0 || (status >= 300 && status < 400)) {
    const place = headers.get('location')
    return `The address redirects${place === null ? '' : ` to ${place}`}: use the final address as \`url\`.`
  }
  const kind = headers.get('content-type') ?? 'nothing'
  return `HTTP ${status} with ${kind} and no error of Earmark: is \`url\` the address of an Earmark server?`
}
