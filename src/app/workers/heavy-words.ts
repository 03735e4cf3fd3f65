import type { Code } from '#/platform/contract/codes.ts'
import type { Detail } from '#/platform/contract/detail.ts'
import type { Errand } from '#/app/http/errand.ts'
import type { Word } from '#/platform/runtime/bell.ts'
import type { Config } from '#/platform/runtime/config.ts'

/** What a process for heavy requests begins with. */
export type Begin = {
  readonly config: Omit<Config, 'now'> & { readonly now: string | null }
  readonly databaseUrl: string
  readonly serverPid: number
}

/** What the server says to it. */
export type Asked =
  | { readonly errand: Errand; readonly hasBody: boolean }
  /** The next piece of the body, which it has asked for. */
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
  /** Bytes of the answer; null: nobody knows yet. */
  readonly length: number | null
}

/** What it says to the server. */
export type Said =
  | { readonly ready: true }
  | { readonly word: Word }
  /** Milliseconds of processor time that the request has cost so far. */
  | { readonly computed: number }
  /** The next piece of the body is wanted. */
  | { readonly read: true }
  | { readonly head: Head }
  | { readonly bytes: Uint8Array }
  | { readonly end: true }
  /** `fault`: a bug behind it, for the log. */
  | { readonly refused: Refused; readonly fault: string | null }
