import { HouseholdMoveFault, type MoveMeans, type MoveOrder } from './household-move.ts'
import { findDeparture, lockArrival } from './move-records.ts'
import { withDatabases } from './open-databases.ts'
import { resumeWork } from './pause-work.ts'

/**
 * Gives up a move that has not arrived: the household is served by the source again. The destination is asked first, because
 * it alone knows if it has arrived; it then never takes the household by this move.
 */
export async function cancelMove(order: MoveOrder, means: MoveMeans): Promise<void> {
  await withDatabases(means, order, async ({ source, destination }) => {
    const { householdId } = order
    const departure = await findDeparture(source, householdId)
    if (departure === null || departure.movedAt !== null) {
      throw new HouseholdMoveFault('unfinished', 'No move of this household is under way.')
    }
    const { token, standing } = departure
    await destination.begin('')
    const state = await lockArrival(destination, token)
    if (state === 'arrived') {
      throw new HouseholdMoveFault(
        'unfinished',
        'The household has arrived, and the destination serves it: run the command without --cancel to finish.',
      )
    }
    if (state === 'unknown') {
      throw new HouseholdMoveFault(
        'unfinished',
        `The move goes to ${departure.destination}, and --to is another database.`,
      )
    }
    await destination.rows(
      'update household_arrivals set cancelled_at = coalesce(cancelled_at, $2) where token = $1',
      [token, means.now().toString()],
    )
    await destination.run('commit')
    await source.begin('')
    await resumeWork(source, householdId, { standing, now: means.now() })
    await source.rows('delete from household_departures where household_id = $1', [householdId])
    await source.run('commit')
  })
}
