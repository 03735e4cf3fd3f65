import {
  HouseholdMoveFault,
  type MoveMeans,
  type MoveOrder,
  NOTHING_CHANGED,
} from './household-move.ts'
import { matchPeople } from './match-people.ts'
import type { Departure } from './move-records.ts'
import { describeAddress, type TwoDatabases } from './open-databases.ts'
import { markMoving, takeLeases } from './pause-work.ts'
import { requireSameSecrets } from './require-same-secrets.ts'

type Beginning = Pick<MoveMeans, 'now' | 'newId'>

/**
 * Checks all that can be checked, and begins the move: the destination expects the household, and then the source refuses
 * requests. A crash between the two leaves an expectation that nobody meets, which does no harm.
 */
export async function beginMove(
  both: TwoDatabases,
  { householdId, to, linkPeople }: MoveOrder,
  { now, newId }: Beginning,
): Promise<Departure> {
  const { source, destination } = both
  await requireMovable(both, householdId)
  await requireSameSecrets(both, householdId)
  await matchPeople(both, { householdId, linkPeople })
  const token = newId()
  await destination.rows(
    'insert into household_arrivals (token, household_id, expected_at) values ($1, $2, $3)',
    [token, householdId, now().toString()],
  )
  const place = describeAddress(to)
  await source.begin('')
  // Waits for the write that runs.
  const [row] = await source.rows(
    'select standing from households where household_id = $1 for no key update',
    [householdId],
  )
  if (!row) throw missing(householdId)
  const standing = row['standing']!
  await source.rows(
    `insert into household_departures (token, household_id, destination, standing, began_at)
     values ($1, $2, $3, $4, $5)`,
    [token, householdId, place, standing, now().toString()],
  )
  await markMoving(source, householdId)
  await takeLeases(source, householdId, now())
  await source.run('commit')
  return { token, destination: place, standing, movedAt: null }
}

async function requireMovable(
  { source, destination }: TwoDatabases,
  householdId: string,
): Promise<void> {
  const query = 'select demo_since from households where household_id = $1'
  const [here] = await source.rows(query, [householdId])
  if (!here) throw missing(householdId)
  if (here['demo_since'] !== null) {
    throw new HouseholdMoveFault(
      'not_movable',
      `The household is a demo, which ends with the visit of its guest. ${NOTHING_CHANGED}`,
    )
  }
  const [there] = await destination.rows(query, [householdId])
  if (!there) return
  throw new HouseholdMoveFault(
    'exists',
    `The destination has a household with the id ${householdId}. ${NOTHING_CHANGED}`,
  )
}

function missing(householdId: string): HouseholdMoveFault {
  return new HouseholdMoveFault(
    'not_movable',
    `There is no household ${householdId} here. ${NOTHING_CHANGED}`,
  )
}
