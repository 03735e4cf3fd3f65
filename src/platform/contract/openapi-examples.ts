import type { ErrorExamples } from './openapi-errors.ts'

/** One request for an operation and its answer, as JSON has them. */
export type OperationExample = {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly answer: unknown
  /** True if lists of the answer were cut, so that an example can be read. */
  readonly shortened?: boolean
}

/** One request that a webhook got. */
export type EventExample = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** The examples that a document shows beside its schemas. */
export type Examples = {
  readonly operations: Readonly<Record<string, OperationExample>>
  readonly events: Readonly<Record<string, EventExample>>
  readonly errors: ErrorExamples
  /** Values of headers, by their names. */
  readonly headers: Readonly<Record<string, string | number>>
}

export const noExamples: Examples = { operations: {}, events: {}, errors: {}, headers: {} }
