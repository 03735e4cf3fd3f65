import { isDatabaseGone, READ_ONLY, sqlState } from './gone.ts'
import { readAddress } from './read-address.ts'

/** The servers that one address names, of which one is the primary. All pools of a process with that address share this. */
export type Servers = {
  /** The address of the server that new connections go to. */
  readonly current: () => string
  readonly urls: readonly string[]
  readonly count: number
  /** A standby is refused, because another server of the address is the primary. */
  readonly needsPrimary: boolean
  /** Connections of an earlier generation are closed instead of lent. */
  readonly generation: () => number
  /** Closes all connections: the server has become read-only, so its successor is somewhere else. */
  readonly lose: (failed: string) => void
  /** Takes the server that has said that it is the primary. Connections to another one are closed, also busy ones. */
  readonly take: (primary: string) => void
  /** Calls `moved` whenever another server is taken, until the returned function is called. */
  readonly listen: (moved: () => void) => () => void
  /** False behind a pooler that forgets prepared statements; null until the first connection. */
  prepares: boolean | null
}

const known = new Map<string, Servers>()

/** Finds the servers of an address; the same object for the same address. */
export function serversOf(address: string): Servers {
  const found = known.get(address)
  if (found) return found
  const { urls, needsPrimary } = readAddress(address)
  let [at, generation] = [0, 0]
  const listeners = new Set<() => void>()
  const servers: Servers = {
    current: () => urls[at]!,
    urls,
    count: urls.length,
    needsPrimary,
    generation: () => generation,
    lose: (failed) => {
      if (failed !== urls[at]) return
      generation += 1
      at = (at + 1) % urls.length
    },
    take: (primary) => {
      if (primary === urls[at]) return
      at = urls.indexOf(primary)
      for (const moved of listeners) moved()
    },
    listen: (moved) => {
      listeners.add(moved)
      return () => void listeners.delete(moved)
    },
    prepares: null,
  }
  known.set(address, servers)
  return servers
}

/** Tells if another server may accept a connection that failed with this error. A full server is not a reason to leave it. */
export function mayBeElsewhere(error: unknown): boolean {
  if (sqlState(error)?.startsWith('53')) return false
  if (error instanceof Error && error.message === 'timeout exceeded when trying to connect') {
    return false
  }
  return isDatabaseGone(error)
}

/** Refuses a standby, as PostgreSQL does when somebody writes there. */
export function standbyError(): Error {
  const message = 'This PostgreSQL is a standby, which only answers reads.'
  return Object.assign(new Error(message), { code: READ_ONLY })
}
