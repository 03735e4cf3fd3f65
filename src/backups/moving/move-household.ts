import { beginMove } from './begin-move.ts'
import { copyHousehold } from './copy-household.ts'
import { deleteRows } from './delete-rows.ts'
import {
  type Copied,
  HouseholdMoveFault,
  type Moved,
  type MoveMeans,
  type MoveOrder,
} from './household-move.ts'
import { type Departure, findDeparture, lockArrival, noteArrival } from './move-records.ts'
import { type TwoDatabases, withDatabases } from './open-databases.ts'
import { pauseWork, resumeWork } from './pause-work.ts'
import { requireSameSchema } from './require-same-schema.ts'

/** How often a household is copied whose rows change meanwhile, although nobody may write. */
const COPIES_MAX = 3

/**
 * Moves a household to another database, exactly once. Its states, each a commit of one database:
 *
 * 1. The destination expects it. Nothing has changed for anybody.
 * 2. The source says `moving`: requests get 503, background work rests. Nobody serves it.
 * 3. The destination has all of it, and says `arrived`. It serves it from here on.
 * 4. The source has deleted its rows, and says that it has moved.
 *
 * A process that dies leaves one of these states, and the same command goes on from there. It asks the destination
 * whether the third commit has happened, which keeps the answer for ever.
 */
export async function moveHousehold(order: MoveOrder, means: MoveMeans): Promise<Moved> {
  return withDatabases(means, order, async (both) => {
    const { householdId } = order
    await requireSameSchema(both)
    const known = await findDeparture(both.source, householdId)
    if (known?.movedAt) {
      const { destination, movedAt } = known
      return { householdId, destination, movedAt, copied: null }
    }
    const departure = known ?? (await beginMove(both, order, means))
    return await finish(both, departure, { order, means })
  })
}

type Finishing = { readonly order: MoveOrder; readonly means: MoveMeans }

async function finish(
  both: TwoDatabases,
  departure: Departure,
  { order, means }: Finishing,
): Promise<Moved> {
  const { householdId } = order
  const { destination } = departure
  const copied = await bring(both, departure, { order, means }).catch((error: unknown) => {
    throw interrupted(error, 'Run the same command again, or with --cancel.')
  })
  const movedAt = means.now()
  try {
    await noteArrival(both.source, householdId, movedAt)
    await deleteRows(both.source, householdId, movedAt)
  } catch (error) {
    throw interrupted(
      error,
      'The household has arrived, and its rows are not deleted here: run the same command again.',
    )
  }
  return { householdId, destination, movedAt, copied }
}

/** Has the household arrive, unless it has arrived already; returns what was copied. */
async function bring(
  both: TwoDatabases,
  departure: Departure,
  { order, means }: Finishing,
): Promise<Copied | null> {
  const { source, destination } = both
  const { householdId } = order
  for (let copy = 1; copy <= COPIES_MAX; copy += 1) {
    await destination.begin('')
    const state = await lockArrival(destination, departure.token)
    if (state === 'arrived') {
      await destination.run('commit')
      return null
    }
    if (state !== 'expected') throw elsewhere(departure, state)
    await pauseWork(source, householdId, means)
    const copied = await copyHousehold(both, order)
    if (copied === null) {
      await destination.run('rollback')
      continue
    }
    await settle(both, departure, { order, means })
    return copied
  }
  throw new HouseholdMoveFault(
    'busy',
    'Rows of the household went on changing while it was copied. It waits, and is not served: run the same command again.',
  )
}

/** Commits the arrival: the household is served at the destination from here on. */
async function settle(
  { destination }: TwoDatabases,
  { token, standing }: Departure,
  { order: { householdId }, means: { now } }: Finishing,
): Promise<void> {
  await resumeWork(destination, householdId, { standing, now: now() })
  // Its browsers are signed in at the source.
  await destination.rows(
    'update notice_ways set session_id = null where household_id = $1 and session_id is not null',
    [householdId],
  )
  // It has come back.
  await destination.rows(
    'delete from household_departures where household_id = $1 and moved_at is not null',
    [householdId],
  )
  await destination.rows('update household_arrivals set arrived_at = $2 where token = $1', [
    token,
    now().toString(),
  ])
  await destination.run('commit')
}

function elsewhere({ destination }: Departure, state: 'unknown' | 'cancelled'): HouseholdMoveFault {
  return new HouseholdMoveFault(
    'unfinished',
    state === 'cancelled'
      ? 'The cancelling of this move is not finished: run the command with --cancel again.'
      : `A move of this household to ${destination} is not finished, and --to is another database. Name that one, or ` +
          'cancel that move there with --cancel.',
  )
}

/** Explains a failure in the middle. The household is safe in one of the states above. */
function interrupted(error: unknown, advice: string): HouseholdMoveFault {
  if (error instanceof HouseholdMoveFault && error.code !== 'interrupted') return error
  const reason = error instanceof Error ? error.message : String(error)
  return new HouseholdMoveFault(
    'interrupted',
    `The move was interrupted: ${reason.replace(/\.$/, '')}. Nothing is lost, and until it is finished one database at most serves ` +
      `the household. ${advice}`,
    { cause: error },
  )
}
