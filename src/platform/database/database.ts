import { Kysely, PostgresDialect, sql, Transaction } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'
import { isDatabaseGone, sqlState } from './gone.ts'
import { preparePool } from './prepared-pool.ts'
import { type Servers, serversOf } from './servers.ts'
import { Session, sessionOptions, withoutOptions } from './session.ts'

export { isDatabaseGone, sqlState }

/** A pool of connections to PostgreSQL, or one transaction. Handlers work with either. */
export type Database = Kysely<Tables>

export type DatabaseOptions = {
  /** It may name several servers; connections go to the primary (`servers.ts`). */
  readonly url: string
  readonly connectionsMax: number
  /** Called with the text of every statement that is sent. */
  readonly onStatement?: (text: string) => void
  /** Called when an idle connection breaks; the pool opens another by itself. */
  readonly onLost?: (error: Error) => void
  /** Commits return before they are on disk. For counters, whose last second a crash may lose. */
  readonly asynchronousCommit?: boolean
  /**
   * Seconds after which an unanswered statement fails and its connection is closed, because a server that froze or vanished
   * would never answer. Without it statements may take any time, as long migrations need.
   */
  readonly patienceSeconds?: number
}

/** The longest run time of a statement. A longer one is a bug, and would hold its household's lock. */
const STATEMENT_TIMEOUT_SECONDS = 60
const CONNECT_TIMEOUT_SECONDS = 5
/** The longest time that a write waits for another write of its household. */
export const LOCK_TIMEOUT = '15s'

/** Settings of each session. `requireSession` knows which of them a pooler may lose. */
export const sessionSettings = {
  // Measured with PostgreSQL 18 on two cores: compiling plans costs more than it saves.
  jit: 'off',
  statement_timeout: `${STATEMENT_TIMEOUT_SECONDS}s`,
  lock_timeout: LOCK_TIMEOUT,
  idle_in_transaction_session_timeout: '600s',
} as const

/** Opens a pool. Nothing is connected until the first statement. */
export function openDatabase(options: DatabaseOptions): Database {
  const servers = serversOf(options.url)
  const common = {
    max: options.connectionsMax,
    connectionTimeoutMillis: CONNECT_TIMEOUT_SECONDS * 1000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // Sends a statement before the previous one is answered.
    pipeline: true,
    application_name: 'earmark',
    types: { getTypeParser },
  }
  const settings = {
    ...sessionSettings,
    synchronous_commit: options.asynchronousCommit ? 'off' : 'on',
  }
  const connections = new Set<Connection>()
  class Connection extends Session {
    constructor() {
      const url = servers.current()
      const config = {
        connectionString: withoutOptions(url),
        options: sessionOptions(url, settings),
      }
      super({ ...common, ...config })
      this.origin = { url, generation: servers.generation() }
      connections.add(this)
      this.once('end', () => connections.delete(this))
    }
  }
  // The former primary may be unreachable without a word: what waits for it would wait for minutes.
  const stopListening = servers.listen(() => {
    for (const one of connections) if (one.origin?.url !== servers.current()) one.cut()
  })
  const pool = new pg.Pool({ ...common, Client: Connection })
  pool.on('error', (error) => options.onLost?.(error))
  const prepared = preparePool(pool, {
    servers,
    onStatement: options.onStatement ?? (() => {}),
    patience: options.patienceSeconds === undefined ? null : options.patienceSeconds * 1000,
  })
  const end = () => {
    stopListening()
    return prepared.end()
  }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: { ...prepared, end } }) })
  pools.set(db, { pool, servers })
  return db
}

const pools = new WeakMap<Database, { readonly pool: pg.Pool; readonly servers: Servers }>()

/** The state of a pool. `waiting`: statements without a connection. */
export type PoolState = {
  readonly used: number
  readonly idle: number
  readonly waiting: number
  readonly max: number
}

export function describePool(db: Database): PoolState {
  const pool = pools.get(db)?.pool
  if (!pool) return { used: 0, idle: 0, waiting: 0, max: 0 }
  const { totalCount, idleCount: idle, waitingCount: waiting } = pool
  return { used: totalCount - idle, idle, waiting, max: pool.options.max }
}

/**
 * Asks whether writes are possible; rejects if the database does not answer. After a fail-over the former primary may answer
 * reads: then its connections are closed, so that the next ones look for its successor.
 */
export async function isWritable(db: Database): Promise<boolean> {
  const { rows } = await sql<{ writable: boolean }>`
    select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as writable`.execute(
    db,
  )
  const { writable } = rows[0]!
  const servers = pools.get(db)?.servers
  if (!writable) servers?.lose(servers.current())
  return writable
}

/** The longest wait for a connection, in milliseconds. Most statements are shorter, so after this time the pool is stuck. */
const ROOM_WAIT_MAX = 25

/**
 * Resolves when the pool has, or soon will have, a free connection; at the latest after 25 ms, so that a database that has
 * stopped is noticed by the statement that follows. `wait`: the runtime's.
 */
export async function whenRoom(
  db: Database,
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const pool = pools.get(db)?.pool
  const isFull = () => pool !== undefined && pool.waitingCount > pool.options.max / 4
  if (!pool || !isFull()) return
  const room = new AbortController()
  const look = () => isFull() || room.abort('there is room')
  pool.on('release', look)
  await wait(ROOM_WAIT_MAX, room.signal)
  pool.off('release', look)
}

/** Citus: a part of the statement was done where its household was, which has moved to another worker meanwhile. */
const HOUSEHOLD_MOVED = 'CIINF'

/** SQLSTATEs of transactions that were aborted in favour of another one. Running them again helps. */
const retryable = new Set(['40001', '40P01', HOUSEHOLD_MOVED])
const ATTEMPTS_MAX = 3

/**
 * Runs `work` in one transaction: all of it is stored, or nothing. A transaction that PostgreSQL aborted in favour of
 * another one runs again, at most three times, so `work` must have no effects outside the database. Within a transaction,
 * the work becomes part of that one.
 */
export async function inTransaction<T>(
  db: Database,
  work: (tx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  if (db instanceof Transaction) return work(db)
  for (let attempt = 1; ; attempt += 1) {
    try {
      let begun: Database | null = null
      const result = await db.transaction().execute((tx) => {
        begun = tx
        return work(tx)
      })
      for (const act of begun === null ? [] : (followUps.get(begun) ?? [])) await act()
      return result
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || !isGivenUp(error)) throw error
    }
  }
}

/** Returns true if PostgreSQL aborted a transaction in favour of another one, so that running it again may succeed. */
export function isGivenUp(error: unknown): boolean {
  return retryable.has(sqlState(error) ?? '')
}

type FollowUp = () => void | Promise<void>

const followUps = new WeakMap<Database, FollowUp[]>()

/**
 * Calls `act` after the transaction that `inTransaction` began is committed; never after a rollback. `inTransaction` waits
 * for it. Without a transaction, calls it at once, because everything before is committed.
 */
export function afterCommit(tx: Database, act: FollowUp): void {
  if (!tx.isTransaction) {
    void act()
    return
  }
  followUps.set(tx, [...(followUps.get(tx) ?? []), act])
}

/** The type id of `date[]`, for which pg has no name. */
const DATE_ARRAY = 1182

function getTypeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  if (format !== 'binary') {
    if (oid === pg.types.builtins.INT8) return readInteger
    // A day stays text: `YYYY-MM-DD` compares and prints as it is.
    if (oid === pg.types.builtins.DATE) return (text) => text
    if (oid === DATE_ARRAY) return (text) => (text === '{}' ? [] : text.slice(1, -1).split(','))
    if (oid === pg.types.builtins.TIMESTAMPTZ) return (text) => Temporal.Instant.from(text)
    if (oid === pg.types.builtins.JSON || oid === pg.types.builtins.JSONB) return JSON.parse
  }
  return pg.types.getTypeParser(oid, format) as (text: string) => unknown
}

function readInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`not an exact integer: ${text}`)
  return value
}
