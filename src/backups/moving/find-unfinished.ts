import type { Database } from '#/platform/database/database.ts'

/** A move of a household that has begun and not ended. */
export type UnfinishedMove = {
  readonly household_id: string
  readonly destination: string
  readonly began_at: Temporal.Instant
  /** Null: it has not arrived, as far as is known here. */
  readonly arrived_at: Temporal.Instant | null
}

/** Finds moves from this database that are not finished, the oldest first. */
export function findUnfinishedMoves(db: Database): Promise<UnfinishedMove[]> {
  return db
    .selectFrom('household_departures')
    .select(['household_id', 'destination', 'began_at', 'arrived_at'])
    .where('moved_at', 'is', null)
    .orderBy('began_at')
    .execute()
}
