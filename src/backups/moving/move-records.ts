import type { SingleConnection } from '#/platform/database/single-connection.ts'

/** The record of a move in the database that the household leaves. */
export type Departure = {
  readonly token: string
  readonly destination: string
  /** The household's standing before. */
  readonly standing: string
  readonly movedAt: Temporal.Instant | null
}

export async function findDeparture(
  source: SingleConnection,
  householdId: string,
): Promise<Departure | null> {
  const [row] = await source.rows(
    `select token, destination, standing, moved_at from household_departures where household_id = $1`,
    [householdId],
  )
  if (!row) return null
  const at = row['moved_at'] ?? null
  return {
    token: row['token']!,
    destination: row['destination']!,
    standing: row['standing']!,
    movedAt: at === null ? null : Temporal.Instant.from(at),
  }
}

/**
 * Notes at the source that the household has arrived. A process that dies just before leaves no note: then only the
 * destination knows.
 */
export async function noteArrival(
  source: SingleConnection,
  householdId: string,
  at: Temporal.Instant,
): Promise<void> {
  await source.rows(
    'update household_departures set arrived_at = coalesce(arrived_at, $2) where household_id = $1',
    [householdId, at.toString()],
  )
}

/** The state of a move in the database that the household goes to. `unknown`: this is not the database of the move. */
export type ArrivalState = 'unknown' | 'expected' | 'arrived' | 'cancelled'

/** Finds the arrival of a move, and locks it: a process that worked on it has ended, even if its commit was not answered. */
export async function lockArrival(
  destination: SingleConnection,
  token: string,
): Promise<ArrivalState> {
  const [row] = await destination.rows(
    `select case when arrived_at is not null then 'arrived' when cancelled_at is not null then 'cancelled'
       else 'expected' end as state
     from household_arrivals where token = $1 for update`,
    [token],
  )
  return row === undefined ? 'unknown' : (row['state'] as ArrivalState)
}
