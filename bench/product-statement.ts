import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { Tables } from '#/platform/database/tables.ts'
import { listTransactions } from '#/budget/transactions/list.ts'
import type { Call } from '#/platform/runtime/call.ts'

/** A statement of the product with the positions of its parameters that name the household. */
export type Statement = {
  readonly text: string
  readonly values: readonly unknown[]
  readonly householdAt: readonly number[]
}

const HOUSEHOLD = '00000000-0000-0000-0000-000000000000'

/** The statement that the product sends for a page of transactions: taken from it, so the two never part. */
export async function listStatement(limit: number): Promise<Statement> {
  let found: Statement | null = null
  const db = new Kysely<Tables>({
    dialect: {
      createDriver: () => new DummyDriver(),
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => {
      const values = query.parameters
      const householdAt = [...values.keys()].filter((index) => values[index] === HOUSEHOLD)
      found = { text: query.sql, values, householdAt }
    },
  })
  const call = { db, caller: { householdId: HOUSEHOLD } } as unknown as Call
  // The dummy driver finds no row, which the verb does not expect.
  await listTransactions(call, { query: { page: 1, limit, sort: 'booked_at' } }).catch(() => {})
  if (found === null) throw new Error('The list has sent no statement.')
  return found
}
