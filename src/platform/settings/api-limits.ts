/** Requests of the public API that the plan of an instance of one's own allows. */
export type ApiLimits = {
  /** By one key in a minute. */
  readonly minute: number
  /** By all keys of a household in an hour. */
  readonly hour: number
}

/** The specification's numbers (Spec, Rate limits, second paid tier). */
export const specified: ApiLimits = { minute: 60, hour: 1500 }
