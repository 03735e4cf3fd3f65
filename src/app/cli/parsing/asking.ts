import type { Endpoint, WireAnswer } from '#/platform/contract/endpoint.ts'

/** The input of an endpoint as it is typed and sent, before anything is decoded. */
export type Given = {
  readonly params?: Readonly<Record<string, string>> | undefined
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly body?: unknown
}

/** Asks one household, on the database of this machine or over HTTP; the answers are the same. */
export type Asking = {
  readonly ask: <const E extends Endpoint>(endpoint: E, given?: Given) => Promise<WireAnswer<E>>
  /** The household's currency, for amounts that have none beside them. */
  readonly currency: () => Promise<string>
  /** Writes another command for this household as a person would type it. */
  readonly line: (words: string, ...rest: readonly string[]) => string
}
