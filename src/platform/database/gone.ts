import pg from 'pg'

/** The SQLSTATE of a write that met a standby, or a database that takes no writes. */
export const READ_ONLY = '25006'

/** The words of libpq with which Citus reports a worker that is lost within a statement, as an internal error. */
const WORKER_LOST =
  /^(server closed the connection unexpectedly|could not (receive data from|send data to) server)/

/** The SQLSTATE of an error that PostgreSQL raised; null for any other. */
export function sqlState(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.code ?? null) : null
}

/**
 * Returns true if the statement failed in its wait for a row of the table: PostgreSQL names the table then, and Citus the
 * table's part on that machine.
 */
export function isWaitFor(table: string, error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== '55P03') return false
  const names = (error.where ?? '').matchAll(/"(\w+?)(?:_\d+)?"/g)
  return [...names].some(([, name]) => name === table)
}

/** Returns true if an error means that the database is not available now, so that trying later may succeed. */
export function isDatabaseGone(error: unknown): boolean {
  const state = sqlState(error)
  // 55P03: another write held the household's lock for too long. 25006: another server has become the primary.
  if (state !== null && /^(08|25006|57P0|53|55P03)/.test(state)) return true
  if (!(error instanceof Error)) return false
  if (state !== null) return state === 'XX000' && WORKER_LOST.test(error.message)
  if ('code' in error && typeof error.code === 'string') {
    if (error.code === READ_ONLY) return true
    if (
      /^(ECONN|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/.test(
        error.code,
      )
    ) {
      return true
    }
  }
  if (error instanceof AggregateError) return error.errors.some(isDatabaseGone)
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/.test(
    error.message,
  )
}
