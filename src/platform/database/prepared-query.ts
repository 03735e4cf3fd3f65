import pg from 'pg'

/** Parts of pg that it does not declare. */
type Connection = { readonly describe: (what: object) => void }
type RowDescription = { readonly fields: readonly object[] }
type Columns = {
  readonly fields: readonly object[]
  readonly _parsers: readonly unknown[]
  readonly _prebuiltEmptyResultObject: object
}
type Undeclared = {
  readonly name?: string
  readonly _result: Columns
  _accumulateRows?: boolean
  readonly hasBeenParsed: (connection: Connection) => boolean
  readonly prepare: (connection: Connection) => void
  readonly handleRowDescription: (description: RowDescription) => void
}
const undeclared = (query: object) => query as Undeclared
const inherited = undeclared(pg.Query.prototype)

/** The columns of the statements that a connection has prepared, by their names. */
const known = new WeakMap<Connection, Map<string, Columns>>()

/**
 * A query that asks for the columns of its answer once for each connection, instead of each time. They stay the same, because
 * PostgreSQL refuses a prepared statement whose columns have changed. Describing 19 columns, and reading that, costs both
 * sides together a tenth of an admission.
 */
export class PreparedQuery extends pg.Query {
  #connection: Connection | null = null

  /** Overrides a method of pg, which calls it to send the query. */
  prepare(connection: Connection): void {
    const self = undeclared(this)
    const columns = known.get(connection)?.get(self.name ?? '')
    if (!columns || !self.hasBeenParsed(connection)) {
      this.#connection = connection
      inherited.prepare.call(this, connection)
      return
    }
    Object.assign(self._result, columns)
    self._accumulateRows = true
    inherited.prepare.call(this, withoutDescribing(connection))
  }

  /** Overrides a method of pg, which calls it with the columns, before the rows. */
  handleRowDescription(description: RowDescription): void {
    inherited.handleRowDescription.call(this, description)
    const { name, _result: result } = undeclared(this)
    if (name === undefined || this.#connection === null) return
    const { fields, _parsers, _prebuiltEmptyResultObject } = result
    const statements = known.get(this.#connection) ?? new Map<string, Columns>()
    known.set(this.#connection, statements)
    statements.set(name, { fields, _parsers, _prebuiltEmptyResultObject })
  }
}

const quiet = new WeakMap<Connection, Connection>()

function withoutDescribing(connection: Connection): Connection {
  const before = quiet.get(connection)
  if (before) return before
  const made: Connection = Object.assign(Object.create(connection), { describe: () => {} })
  quiet.set(connection, made)
  return made
}
