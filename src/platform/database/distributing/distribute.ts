import type { Database } from '#/platform/database/database.ts'
import { isDistributed } from '#/platform/database/is-distributed.ts'
import { delegateToHouseholds, distributeFunctions } from './distribute-functions.ts'
import { distributeTables, emptyLocalTables } from './distribute-tables.ts'
import { findObstacles } from './find-obstacles.ts'
import type { Obstacle } from './obstacle.ts'
import { settleWorkers } from './workers.ts'

export type Distributed = {
  /** Empty: all is done. Otherwise nothing was changed. */
  readonly obstacles: readonly Obstacle[]
  /** The tables and functions that were not distributed before. */
  readonly tables: readonly string[]
  readonly functions: readonly string[]
}

/**
 * Spreads the households of a database over the workers of its coordinator. What is distributed already stays, so that it may
 * be run again, after a failure too. Expects a single connection, and no server at work.
 */
export async function distribute(db: Database): Promise<Distributed> {
  const obstacles = await findObstacles(db)
  if (obstacles.length > 0) return { obstacles, tables: [], functions: [] }
  await settleWorkers(db)
  return { obstacles, ...(await distributeMissing(db)) }
}

/** Distributes what a migration has added to a distributed database. */
export async function distributeAdded(db: Database): Promise<void> {
  if (await isDistributed(db)) await distributeMissing(db)
}

async function distributeMissing(db: Database): Promise<Omit<Distributed, 'obstacles'>> {
  // The triggers of the tables call the functions.
  const functions = await distributeFunctions(db)
  const tables = await distributeTables(db)
  await emptyLocalTables(db)
  await delegateToHouseholds(db)
  return { tables, functions }
}
