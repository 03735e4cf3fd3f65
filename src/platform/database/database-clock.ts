import { sql } from 'kysely'
import type { Database } from './database.ts'

const LOOKS = 3
/** Smaller differences are ignored, because they may be the round trip to the database. In milliseconds. */
const NOTICED = 100

/**
 * Measures how far the database's clock is ahead of `now`, in whole milliseconds. All processes of an instance use the
 * database's clock, so that work which one of them schedules is due for the others at the same time.
 */
export async function measureLead(db: Database, now: () => Temporal.Instant): Promise<number> {
  const leads: number[] = []
  for (let look = 0; look < LOOKS; look += 1) {
    const before = now().epochMilliseconds
    const { rows } = await sql<{ at: Temporal.Instant }>`select now() as at`.execute(db)
    const middle = (before + now().epochMilliseconds) / 2
    leads.push(rows[0]!.at.epochMilliseconds - middle)
  }
  const median = leads.toSorted((a, b) => a - b)[Math.floor(LOOKS / 2)]!
  return Math.abs(median) < NOTICED ? 0 : Math.round(median)
}
