import type { Runtime } from './runtime.ts'

/**
 * Enough to read one household's records. `db` is a connection, or the transaction that the read is part of.
 * Every `Call` and every `WriteContext` is one.
 */
export type ReadContext = Pick<Runtime, 'db'> & {
  readonly caller: { readonly householdId: string }
}

/**
 * Enough to change one household's records. `db` is a transaction that holds the household's lock, and `revision` the
 * number that it stamps on every changed row; `caller.zone` decides which day is today.
 */
export type WriteContext = Pick<Runtime, 'db' | 'now' | 'newId'> & {
  readonly revision: number
  readonly caller: { readonly householdId: string; readonly zone: string }
}
