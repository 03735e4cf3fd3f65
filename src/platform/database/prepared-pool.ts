import type { Writable } from 'node:stream'
import { sql } from 'kysely'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg, { type Pool, type PoolClient, type QueryResult } from 'pg'
import { READ_ONLY, sqlState } from './gone.ts'
import { createPatience, type Doubt, doubting, type Patience } from './patience.ts'
import { seekPrimary } from './seek-primary.ts'
import { PreparedQuery } from './prepared-query.ts'
import { mayBeElsewhere, type Servers, standbyError } from './servers.ts'
import { keepsPrepared, Session } from './session.ts'

/** The most prepared statements per connection. Further texts run unnamed, so that they cannot fill PostgreSQL's memory. */
const NAMED_MAX = 400
const names = new Map<string, string | null>()
/** Milliseconds without an answer or a connection after which another server may be the primary. */
const DOUBT = 1000
const PLANNED_EACH_TIME = '/* planned each time */'

/**
 * A marker in statements whose best plan depends on their parameters; they are not prepared. PostgreSQL plans a prepared
 * statement for its parameters only five times, and then uses one plan for all.
 */
export const plannedEachTime = sql.raw(PLANNED_EACH_TIME)

const SENT_WITH_NEXT = '/* sent with the next */'

/**
 * A marker at the beginning of a statement of a transaction whose answer nobody reads. It is sent with the next statement, such
 * as `commit`, which saves a round trip. If it fails, the next one fails with its error.
 */
export const sentWithNext = sql.raw(SENT_WITH_NEXT)

type Prepared = {
  readonly servers: Servers
  /** Called with the text of each statement, so that tests can count them. */
  readonly onStatement: (text: string) => void
  /** Milliseconds after which a connection without an answer is cut; null: never. */
  readonly patience: number | null
}

/**
 * A pool that prepares every statement once per connection, under a name derived from its text, because parsing and
 * planning a page of transactions costs more than running it.
 */
export function preparePool(pool: Pool, prepared: Prepared): PostgresPool {
  const { servers, onStatement, patience } = prepared
  const patiences = new WeakMap<PoolClient, Patience>()
  const doubt = doubtOf(servers)
  pool.on('connect', (client) => {
    // The pool listens for errors of idle connections only. Without this listener, a connection that breaks between two
    // statements of a transaction would end the process. With it, the next statement fails.
    client.on('error', ignore)
    if (patience === null) return
    patiences.set(client, createPatience(streamOf(client), { most: patience, doubt }))
  })
  return {
    connect: async () => {
      const client = await lend(pool, servers)
      const watching = { onStatement, patience: patiences.get(client) ?? endless }
      return prepareClient(client, servers, watching)
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

/** Lends a connection to the primary: a server that cannot be reached, or is a standby, is left for the one that is. */
async function lend(pool: Pool, servers: Servers): Promise<PoolClient> {
  let tries = servers.count
  for (;;) {
    try {
      const client = await connect(pool, servers)
      if (!isCurrent(client, servers)) {
        client.release(true)
        continue
      }
      if (servers.prepares !== null && !servers.needsPrimary) return client
      await examine(client, servers)
      return client
    } catch (error) {
      tries -= 1
      if (tries === 0 || !mayBeElsewhere(error) || !(await seekPrimary(servers))) throw error
    }
  }
}

/** Takes a connection of the pool. One that is long in coming may belong to a server that has vanished. */
function connect(pool: Pool, servers: Servers): Promise<PoolClient> {
  const doubt = pool.idleCount > 0 ? null : doubtOf(servers)
  return doubt ? doubting(pool.connect(), doubt) : pool.connect()
}

/** Null: there is no other server that could answer. */
function doubtOf(servers: Servers): Doubt | null {
  return servers.count > 1 ? { every: DOUBT, call: () => void seekPrimary(servers) } : null
}

/** Refuses a standby if the primary may be elsewhere, and learns from the first connection whether a pooler lends it. */
async function examine(client: PoolClient, servers: Servers): Promise<void> {
  try {
    if (servers.needsPrimary && client instanceof Session && client.isStandby) throw standbyError()
    servers.prepares ??= await keepsPrepared(client)
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** False for connections to a server that is not the primary any more. */
function isCurrent(client: PoolClient, servers: Servers): boolean {
  if (!(client instanceof Session) || client.origin === null) return true
  const { url, generation } = client.origin
  return url === servers.current() && generation === servers.generation()
}

type Watching = { readonly onStatement: (text: string) => void; readonly patience: Patience }

const endless: Patience = { sent: ignore, answered: ignore }

function prepareClient(client: PoolClient, servers: Servers, { onStatement, patience }: Watching) {
  const stream = streamOf(client)
  // True if a transaction begins with the next statement.
  let beginning = false
  // The answer to a statement that is sent with the next one.
  let early: Promise<QueryResult> | null = null
  const send = (text: string, values: readonly unknown[]) => {
    patience.sent()
    // Without parameters, the text is transaction control or a migration of several statements, which cannot be prepared.
    const name = values.length === 0 || servers.prepares === false ? null : nameOf(text)
    const ended = (error: Error | null) => {
      patience.answered()
      const isReadOnly = error !== null && sqlState(error) === READ_ONLY
      if (isReadOnly && client instanceof Session && client.origin) servers.lose(client.origin.url)
    }
    return run(client, { text, name, values: values.map(toParameter), ended })
  }
  const query = (text: string, values: readonly unknown[]) => {
    onStatement(text)
    if (text === 'begin') {
      beginning = true
      return Promise.resolve(begun)
    }
    // The first statement of a transaction is sent with its `begin` instead.
    if (!beginning && text.startsWith(SENT_WITH_NEXT)) {
      if (early === null) stream.cork()
      const [first, sent] = [early ?? Promise.resolve(), send(text, values)]
      early = Promise.all([first, sent]).then(([, answer]) => answer)
      // The next statement says so.
      early.catch(ignore)
      return Promise.resolve(unread)
    }
    if (early !== null) return sendAfter(early, text, values)
    if (!beginning) return send(text, values)
    beginning = false
    // Corking sends both as one message.
    stream.cork()
    try {
      // If this fails, the connection is closed, and the statement after it fails too.
      client.query('begin').catch(() => {})
      return send(text, values)
    } finally {
      stream.uncork()
    }
  }
  const sendAfter = (first: Promise<QueryResult>, text: string, values: readonly unknown[]) => {
    early = null
    try {
      const answered = send(text, values)
      // PostgreSQL answers `commit` without an error if a statement before it failed, and rolls back.
      answered.catch(ignore)
      return first.then(() => answered)
    } finally {
      stream.uncork()
    }
  }
  // Safe: pg types a result's command as string, kysely as one of seven words, but the values are the same.
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (discard?: boolean) => {
      // The pool would lend a connection again that the timeout has just closed, so remove it here.
      client.release(discard || stream.destroyed || !isCurrent(client, servers))
    },
  }
}

type Statement = {
  readonly text: string
  readonly name: string | null
  readonly values: unknown[]
  /** Called when the answer has arrived or the connection has ended. */
  readonly ended: (error: Error | null) => void
}

/** Sends a statement without pg's `QueryConfig`, which pg copies by its property descriptors each time. */
function run(client: PoolClient, { text, name, values, ended }: Statement): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    const query: Named = new PreparedQuery(text, values)
    if (name !== null) query.name = name
    query.callback = (failed, result) => {
      const error = failed ?? (client instanceof Session ? client.takeUnconfirmed() : null)
      ended(error)
      if (error) reject(error)
      else resolve(result)
    }
    client.query(query)
  })
}

/** Fields of pg's queries that its types do not declare. */
type Named = pg.Query & {
  name?: string
  callback?: (error: Error | null, result: QueryResult) => void
}

function nameOf(text: string): string | null {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= NAMED_MAX) return null
  const name = text.includes(PLANNED_EACH_TIME) ? null : `s${names.size}`
  names.set(text, name)
  return name
}

/** The answer to a deferred `begin`, which is sent with the first statement to save a round trip. */
const begun = { command: 'BEGIN', rowCount: null, rows: [] }

/** The answer to a statement whose answer nobody reads. */
const unread = { command: 'UPDATE', rowCount: 0, rows: [] }

// Without this, pg would send an instant as JSON text with quotes.
function toParameter(value: unknown): unknown {
  return value instanceof Temporal.Instant ? value.toString() : value
}

function ignore(): void {}

/** The connection's socket, which pg does not declare. */
function streamOf(client: PoolClient): Writable {
  return (client as unknown as { readonly connection: { readonly stream: Writable } }).connection
    .stream
}
