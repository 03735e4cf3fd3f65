/**
 * Every column whose values are sealed. A seal takes no other place that is stored, a rotation of the master secret goes through all of
 * them, and a test holds them against every column of bytes that the database has.
 */
export const sealedColumns = [
  sealed('authenticators', 'secret', ['person_id']),
  sealed('connections', 'secret', ['household_id', 'id']),
  sealed('ending_items', 'secret', ['id']),
  sealed('webhooks', 'headers', ['household_id', 'id']),
  sealed('webhooks', 'secret', ['household_id', 'id']),
]

export type SealedColumn = (typeof sealedColumns)[number]

/**
 * Where a sealed value stands, to which it is bound: its column, and the last part of its row's key; or whom it was handed
 * to.
 */
export type Place = ReturnType<SealedColumn['place']> | LinkPlace | 'known browser'

/** What is sealed for whoever gets it, and stored nowhere: a rotation has nothing to do there. */
export type LinkPlace = `plaid link:${string}`

function sealed<T extends string, C extends string>(table: T, column: C, key: readonly string[]) {
  const place = (id: string): `${T}.${C}:${string}` => `${table}.${column}:${id}`
  return { table, column, key, place }
}
