import type { ClusterFiles } from './cluster-files.ts'
import type { Programs } from './programs.ts'

/** Resolves after this many milliseconds, or at once when the signal aborts. */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>

/** Writes one line to the service's log. */
export type Log = (event: string, facts?: object) => void

/** The context of starting and stopping a PostgreSQL. */
export type ClusterContext = {
  readonly files: ClusterFiles
  readonly programs: Programs
  readonly durable: boolean
  readonly wait: Wait
  readonly log: Log
}
