/** Counted outcomes of background work. */
export type Tallied = 'sync' | 'delivery'

/**
 * Counts background work of this process by its outcome, for `GET /metrics`. The process that imports for a server passes
 * its counts on to the server's.
 */
export type Tally = {
  readonly add: (what: Tallied, outcome: string, count?: number) => void
  readonly read: (what: Tallied) => ReadonlyMap<string, number>
}

export function createTally(): Tally {
  const counts: Record<Tallied, Map<string, number>> = { sync: new Map(), delivery: new Map() }
  return {
    add: (what, outcome, count = 1) => {
      counts[what].set(outcome, (counts[what].get(outcome) ?? 0) + count)
    },
    read: (what) => counts[what],
  }
}
