import type { EventEmitter } from 'node:events'
import type { Writable } from 'node:stream'
import pg from 'pg'

/**
 * Settings that texts of values depend on. They are sent as parameters of the connection: PostgreSQL prefers these to those
 * of a role, a database or `?options=`, and PgBouncer keeps them for each client, also in transaction mode.
 */
const TEXTS = { TimeZone: 'UTC', DateStyle: 'ISO, YMD' }

/** The function of PostgreSQL that warns when it stops waiting; its text depends on the server's language. */
const WAIT_FOR_STANDBY = 'SyncRepWaitForLSN'

type Reported = { readonly parameterName: string; readonly parameterValue: string }
type Startup = Record<string, string>

/** Parts of pg that it does not declare. */
const undeclared = (client: object) =>
  client as {
    readonly connection: EventEmitter<{ parameterStatus: [Reported] }> & {
      readonly stream: Writable
    }
    readonly processID: number | null
  }
const startupOf = (pg.Client.prototype as unknown as { getStartupConf: () => Startup })
  .getStartupConf

/** A connection whose instants are UTC, even if the role, the database or the address says otherwise. */
export class Session extends pg.Client {
  /** PostgreSQL says so by itself when a connection begins. */
  isStandby = false
  /** The address that this connection went to, and the generation of connections that it belongs to. */
  origin: { readonly url: string; readonly generation: number } | null = null
  /** The last commit was given up while it waited for the standby. */
  #unconfirmed = false

  constructor(config: pg.ClientConfig) {
    super(config)
    undeclared(this).connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'in_hot_standby') this.isStandby = parameterValue === 'on'
    })
    this.on('notice', ({ routine }) => {
      if (routine === WAIT_FOR_STANDBY) this.#unconfirmed = true
    })
  }

  /**
   * Returns the error of a commit that PostgreSQL reports as done although the synchronous standby has not confirmed it,
   * because somebody cancelled the wait. Acknowledged, it would be lost if the primary is lost now.
   */
  takeUnconfirmed(): Error | null {
    if (!this.#unconfirmed) return null
    this.#unconfirmed = false
    const error = new Error('The synchronous standby has not confirmed the commit.')
    return Object.assign(error, { code: 'ETIMEDOUT' })
  }

  /** Closes it without a farewell, which a server that has vanished would not hear; waiting statements fail. */
  cut(): void {
    const error = new Error('Another server has become the primary.')
    undeclared(this).connection.stream.destroy(Object.assign(error, { code: 'ECONNRESET' }))
  }

  /** Overrides a method of pg, which calls it to begin a connection. */
  getStartupConf(): Startup {
    return { ...startupOf.call(this), ...TEXTS }
  }
}

/** Settings of the session that limit time and planning, in the form of `options`. The last value of a name counts. */
export function sessionOptions(url: string, values: Readonly<Record<string, string>>): string {
  const theirs = URL.canParse(url) ? new URL(url).searchParams.get('options') : null
  const ours = Object.entries(values).map(([name, value]) => `-c ${name}=${value}`)
  return [theirs ?? '', ...ours].join(' ').trim()
}

/** The address without its `options`, which pg would prefer to ours. */
export function withoutOptions(url: string): string {
  if (!URL.canParse(url)) return url
  const changed = new URL(url)
  if (!changed.searchParams.has('options')) return url
  changed.searchParams.delete('options')
  return changed.href
}

/**
 * Finds out whether statements may be prepared. A pooler that lends its connections by transaction gives a client a process
 * id of its own; since 1.21 PgBouncer keeps prepared statements for its clients, under names of its own.
 */
export async function keepsPrepared(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const { processID } = undeclared(client)
  if (rows[0]?.pid === processID) return true
  const name = `earmark_${rows[0]?.pid}_${processID}`
  await client.query('begin')
  try {
    const found = await client.query<{ name: string }>({
      name,
      text: `select name from pg_prepared_statements where position($1 in statement) > 0 -- ${name}`,
      values: [name],
    })
    // Under its own name it belongs to the connection, which the next transaction may not get.
    const isOurs = found.rows.some((row) => row.name === name)
    if (isOurs) await client.query(`deallocate "${name}"`)
    return !isOurs && found.rows.length > 0
  } finally {
    await client.query('rollback')
  }
}
