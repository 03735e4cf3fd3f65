import type { Writable } from 'node:stream'
import { sql } from 'kysely'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg, { type Pool, type PoolClient, type QueryResult } from 'pg'
import { createPatience, type Patience } from './patience.ts'

/** Texts beyond this many run unnamed: a writer of endless new texts must not fill PostgreSQL's memory. */
const NAMED_MAX = 400
const names = new Map<string, string | null>()
const ANEW = '/* planned anew */'

/**
 * Stands in a statement whose best plan depends on its parameters. PostgreSQL plans a prepared one for these five times, and
 * then for any.
 */
export const plannedAnew = sql.raw(ANEW)

type Prepared = {
  /** Called with the text of each statement: lets tests count them. */
  readonly onStatement: (text: string) => void
  /** Milliseconds after which a connection without an answer is cut; null: never. */
  readonly patience: number | null
}

/**
 * A pool whose statements are all prepared once a connection, under a name derived from their text: parsing and
 * planning a page of transactions costs more than running it.
 */
export function preparePool(pool: Pool, { onStatement, patience }: Prepared): PostgresPool {
  const patiences = new WeakMap<PoolClient, Patience>()
  pool.on('connect', (client) => {
    // The pool listens to idle connections only. One that breaks while a transaction thinks, or in the moment in which
    // it is handed out, would end the process; heard, it is told by the next statement, which fails.
    client.on('error', ignore)
    if (patience !== null) patiences.set(client, createPatience(streamOf(client), patience))
  })
  return {
    connect: async () => {
      const client = await pool.connect()
      return prepareClient(client, { onStatement, patience: patiences.get(client) ?? endless })
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

type Watching = { readonly onStatement: (text: string) => void; readonly patience: Patience }

const endless: Patience = { sent: ignore, answered: ignore }

function prepareClient(client: PoolClient, { onStatement, patience }: Watching) {
  const stream = streamOf(client)
  // Whether a transaction is to begin with the next statement.
  let beginning = false
  const send = (text: string, values: readonly unknown[]) => {
    patience.sent()
    // Without parameters it is transaction control or a migration of many statements: sent as it is.
    const name = values.length === 0 ? null : nameOf(text)
    return run(client, { text, name, values: values.map(toParameter), ended: patience.answered })
  }
  const query = (text: string, values: readonly unknown[]) => {
    onStatement(text)
    if (text === 'begin') {
      beginning = true
      return Promise.resolve(begun)
    }
    if (!beginning) return send(text, values)
    beginning = false
    // Corked, the two leave as one message.
    stream.cork()
    try {
      // If this fails the connection is gone, and the statement behind it fails too.
      client.query('begin').catch(() => {})
      return send(text, values)
    } finally {
      stream.uncork()
    }
  }
  // pg types a result's command as any text, kysely as one of seven words; at run time they are the same.
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (discard?: boolean) => {
      // pg cuts a connection whose patience has run out, and the pool learns of it too late not to lend it again.
      client.release(discard || stream.destroyed)
    },
  }
}

type Statement = {
  readonly text: string
  readonly name: string | null
  readonly values: unknown[]
  /** Called when the answer has come, or never will. */
  readonly ended: () => void
}

/** Sends a statement as pg does from a configuration, which it would copy by its property descriptors each time. */
function run(client: PoolClient, { text, name, values, ended }: Statement): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    const query: Named = new pg.Query(text, values)
    if (name !== null) query.name = name
    query.callback = (error, result) => {
      ended()
      if (error) reject(error)
      else resolve(result)
    }
    client.query(query)
  })
}

/** What pg's queries have beyond their declaration. */
type Named = pg.Query & {
  name?: string
  callback?: (error: Error | null, result: QueryResult) => void
}

function nameOf(text: string): string | null {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= NAMED_MAX) return null
  const name = text.includes(ANEW) ? null : `s${names.size}`
  names.set(text, name)
  return name
}

/** The answer to a `begin` that waits: it is sent with the first statement, which saves a journey to PostgreSQL. */
const begun = { command: 'BEGIN', rowCount: null, rows: [] }

// pg would send an instant as JSON text, quotes included.
function toParameter(value: unknown): unknown {
  return value instanceof Temporal.Instant ? value.toString() : value
}

function ignore(): void {}

/** The connection's socket, which pg does not declare. */
function streamOf(client: PoolClient): Writable {
  return (client as unknown as { readonly connection: { readonly stream: Writable } }).connection
    .stream
}
