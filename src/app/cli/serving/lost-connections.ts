import { codeOf } from '#/platform/postgres/failure.ts'

/** Milliseconds for which losses are gathered: a stopped database ends all connections at once. */
const GATHERED = 500

export type LostConnections = {
  readonly note: (error: Error) => void
  /** Reports nothing more: a server that stops expects to lose its connections. */
  readonly stop: () => void
}

/**
 * Reports lost connections to the database, those of one moment together and without stacks, which would all be the same.
 * The report comes late enough to leave out what a signal to stop ends: service managers send it to PostgreSQL too.
 */
export function reportLost(report: (facts: object) => void): LostConnections {
  let isGathering = false
  let isStopping = false
  let count = 0
  return {
    note: (error) => {
      if (isStopping) return
      count += 1
      if (isGathering) return
      isGathering = true
      // Does not keep the process alive.
      AbortSignal.timeout(GATHERED).addEventListener('abort', () => {
        if (!isStopping) report({ connections: count, code: codeOf(error), reason: error.message })
        isGathering = false
        count = 0
      })
    },
    stop: () => {
      isStopping = true
    },
  }
}
