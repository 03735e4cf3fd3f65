import type { Asking } from './asking.ts'

/** An instance that is asked over HTTP, with the API key of one of its members. */
export type Target = {
  /** The name of the profile; null if the environment says all. */
  readonly profile: string | null
  /** The origin, such as `https://budget.example`. */
  readonly url: string
  readonly apiKey: string
}

/** The household of an API key. */
export type Remote = Asking & {
  readonly target: Target
  /** Ends when the command was interrupted; what is under way is given up. */
  readonly signal: AbortSignal
}
