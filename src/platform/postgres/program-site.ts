import type { Place } from './data-place.ts'
import type { Programs } from './programs.ts'

/** Resolves after so many milliseconds; at once when the signal aborts, if it heeds signals. */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>

/** Writes one line to the service's log. */
export type Log = (event: string, facts?: object) => void

/** Everything that a step of starting or stopping needs to know. */
export type Site = {
  readonly place: Place
  readonly programs: Programs
  readonly durable: boolean
  readonly wait: Wait
  readonly log: Log
}
