import type { Code } from '#/platform/contract/codes.ts'
import type { Detail } from '#/platform/contract/detail.ts'
import type { Errand } from '#/app/http/errand.ts'
import type { FileKind } from '#/platform/runtime/call.ts'
import type { Signal } from '#/platform/runtime/bell.ts'

/** A command from the server to the process. */
export type HelperCommand =
  | { readonly errand: Errand; readonly hasBody: boolean }
  /** The next piece of the body, after a `read`. */
  | { readonly bytes: Uint8Array }
  /** The body has ended. */
  | { readonly bodyEnd: true }
  /** The next piece of the answer is wanted. */
  | { readonly more: true }
  /** Nobody waits for the answer any more. */
  | { readonly cancel: true }

export type Refused = {
  readonly code: Code
  readonly message: string
  readonly param: string | undefined
  readonly detail: Detail | undefined
  readonly retryAfterSeconds: number | undefined
}

export type Head = {
  readonly status: number
  readonly replayed: boolean
  /** Bytes of the answer; null if unknown. */
  readonly length: number | null
  readonly file?: FileKind
}

/** A report from the process to the server. */
export type HelperReport =
  | { readonly ready: true }
  | { readonly word: Signal }
  /** Milliseconds of processor time that the request has used so far. */
  | { readonly computed: number }
  /** The next piece of the body is wanted. */
  | { readonly read: true }
  | { readonly head: Head }
  | { readonly bytes: Uint8Array }
  | { readonly end: true }
  /** `fault`: the stack of an internal error, for the log. */
  | { readonly refused: Refused; readonly fault: string | null }
