import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite'

/** A row of a foreign database, whose columns may hold anything. */
export type SqliteRow = {
  /** Empty for null and for columns that the database lacks. */
  readonly text: (column: string) => string
  /** Null for anything that is not a whole number. */
  readonly integer: (column: string) => number | null
  /** True for a number other than 0. */
  readonly flag: (column: string) => boolean
}

/** Reads a foreign SQLite database. */
export function createQueries(database: DatabaseSync) {
  const rowOf = (values: Record<string, SQLOutputValue>): SqliteRow => {
    const integer = (column: string) => {
      const value = values[column]
      const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value
      return typeof number === 'number' && Number.isSafeInteger(number) ? number : null
    }
    return {
      text: (column) => {
        const value = values[column]
        // PostgreSQL stores no NUL.
        const isText = typeof value === 'string' || typeof value === 'number'
        return isText ? String(value).replaceAll('\0', '') : ''
      },
      integer,
      flag: (column) => (integer(column) ?? 0) !== 0,
    }
  }
  const iterate = function* (query: string, ...given: SQLInputValue[]): Generator<SqliteRow> {
    for (const values of database.prepare(query).iterate(...given)) yield rowOf(values)
  }
  const columnsOf = (table: string) =>
    new Set(
      [...iterate('select name from pragma_table_info(?)', table)].map((row) => row.text('name')),
    )
  return {
    iterate,
    all: (query: string, ...given: SQLInputValue[]) => [...iterate(query, ...given)],
    hasTable: (name: string) =>
      [...iterate("select name from sqlite_master where type = 'table' and name = ?", name)]
        .length === 1,
    /** Builds a column of a query that older databases may lack: then it is null. */
    columnOr: (table: string, column: string) =>
      columnsOf(table).has(column) ? column : `null as ${column}`,
    isSound: () =>
      [...iterate('pragma quick_check(1)')].every((row) => row.text('quick_check') === 'ok'),
  }
}

export type Queries = ReturnType<typeof createQueries>
