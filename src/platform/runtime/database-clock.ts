import { sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'

const LOOKS = 3
/** Less may as well be the way to the database and back. In milliseconds. */
const NOTICED = 100

/**
 * How far the database's clock is ahead of `now`, in whole milliseconds: the clock that all processes of an instance share,
 * so that what one of them makes due is due for the others too.
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
