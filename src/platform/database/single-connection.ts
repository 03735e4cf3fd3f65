import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type BufferPool, copyOut, createCopySocket } from './copy-out.ts'
import type { Database } from './database.ts'
import { seekPrimary } from './seek-primary.ts'
import { serversOf, standbyError } from './servers.ts'
import { Session } from './session.ts'
import type { Tables } from './tables.ts'

/** One connection without time limits, for work that concerns the whole database. The caller begins transactions by itself. */
export type SingleConnection = {
  /** The same connection for kysely; its statements run in the transaction that was begun. */
  readonly db: Database
  /** Begins a transaction with the settings that a backup needs: they end with it, also behind a pooler. */
  readonly begin: (mode: '' | 'isolation level repeatable read read only') => Promise<void>
  /** Runs statements without parameters. */
  readonly run: (text: string) => Promise<void>
  /** Runs one statement and returns its rows; every value is text or null. */
  readonly rows: (text: string, values?: readonly unknown[]) => Promise<readonly TextRow[]>
  /** Yields the rows of a `copy … to stdout`, see `copyOut`. Read all of it, or close the connection. */
  readonly copyOut: (text: string, pool: BufferPool) => AsyncGenerator<Buffer, number>
  /** Feeds a `copy … from stdin`, and returns the number of rows. */
  readonly copyIn: (text: string, data: AsyncIterable<Uint8Array>) => Promise<number>
  /** Closes it; a transaction that is not committed has not happened. */
  readonly close: () => Promise<void>
}

export type TextRow = Readonly<Record<string, string | null>>

const CONNECT_TIMEOUT = 10_000

/** The texts of values must not depend on the settings of a server or a role. */
const SETTINGS = {
  timezone: 'UTC',
  datestyle: 'ISO, YMD',
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  search_path: 'public',
  jit: 'off',
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  row_security: 'off',
}

export async function connectSingle(address: string): Promise<SingleConnection> {
  const client = await connectToPrimary(address)
  const run = async (text: string) => void (await client.query(text))
  let copying = 0
  return {
    db: kyselyOn(client),
    begin: (mode) => run(`begin ${mode};${settings}`),
    run,
    rows: async (text, values = []) => {
      const { rows } = await client.query<TextRow>({ text, values: [...values], types: asText })
      return rows
    },
    copyOut: async function* (text, pool) {
      copying += 1
      const rows = yield* copyOut(client, text, pool)
      copying -= 1
      return rows
    },
    copyIn: async (text, data) => {
      copying += 1
      const stream: Writable & { readonly rowCount: number } = client.query(copyFrom(text))
      await pipeline(data, stream)
      copying -= 1
      return stream.rowCount
    },
    close: async () => {
      // In the middle of a copy the server would not hear that we leave.
      if (copying > 0) streamOf(client).destroy()
      await client.end().catch(() => {})
    },
  }
}

const settings = Object.entries(SETTINGS)
  .map(([name, value]) => `set local ${name} = '${value}'`)
  .join(';')

/** Connects to the server of the address that is the primary. */
async function connectToPrimary(address: string): Promise<pg.Client> {
  const servers = serversOf(address)
  if (servers.count > 1) await seekPrimary(servers)
  const url = servers.current()
  const client = new Session({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    keepAlive: true,
    application_name: 'earmark backup',
    client_encoding: 'UTF8',
    ...(usesTls(url) ? {} : { stream: createCopySocket }),
  })
  // The running statement fails, which is enough.
  client.on('error', () => {})
  try {
    await client.connect()
    if (servers.needsPrimary && client.isStandby) throw standbyError()
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/** Asks pg, which reads the address and the environment. */
function usesTls(url: string): boolean {
  return Boolean((new pg.Client({ connectionString: url }) as unknown as { ssl: unknown }).ssl)
}

const asText = { getTypeParser: () => (text: string | Buffer) => text.toString() }

/** A pool of this one connection, which kysely neither opens nor closes. */
function kyselyOn(client: pg.Client): Database {
  const lent = {
    query: (text: string, values: readonly unknown[]) =>
      client.query(text, values.map(toParameter)),
    release: () => {},
  }
  const pool = { connect: () => Promise.resolve(lent), end: () => Promise.resolve() }
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as never }) })
}

function toParameter(value: unknown): unknown {
  return value instanceof Temporal.Instant ? value.toString() : value
}

/** The connection's socket, which pg does not declare. */
function streamOf(client: pg.Client): Writable {
  return (client as unknown as { readonly connection: { readonly stream: Writable } }).connection
    .stream
}
