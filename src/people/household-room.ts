import { requireRoom } from '#/platform/contract/caps.ts'
import type { Database } from '#/platform/database/database.ts'

/**
 * Throws `limit_reached` if a person belongs to the maximum of households; the demo does not count. Locks the person's
 * row until the transaction ends, so that two requests cannot take the same room.
 */
export async function requireRoomForHousehold(db: Database, personId: string): Promise<void> {
  await db.selectFrom('persons').select('id').where('id', '=', personId).forNoKeyUpdate().execute()
  const { count } = await db
    .selectFrom('members as m')
    .innerJoin('households as h', 'h.household_id', 'm.household_id')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('m.person_id', '=', personId)
    .where('m.removed_at', 'is', null)
    .where('h.demo_since', 'is', null)
    .executeTakeFirstOrThrow()
  requireRoom('households', count)
}
