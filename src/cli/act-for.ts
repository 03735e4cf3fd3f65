import { notFound } from '#/contract/refusal.ts'
import { type Endpoint, isWrite } from '#/contract/endpoint.ts'
import { inTransaction } from '#/database/database.ts'
import { beginWrite } from '#/households/begin-write.ts'
import type { Acting } from '#/world/call.ts'
import type { World } from '#/world/world.ts'

/** A verb as the command line calls it. */
export type Verb = (acting: Acting, input: never) => Promise<unknown>

/**
 * Runs a verb for a household as the operator, in one transaction, as a request would; its answer as a value. Throws
 * `resource_not_found` where there is no such household.
 */
export async function actFor(
  world: World,
  householdId: string,
  { endpoint, verb, input }: { endpoint: Endpoint; verb: Verb; input: object },
): Promise<unknown> {
  return inTransaction(world.db, async (db) => {
    const household = await db
      .selectFrom('households')
      .select(['timezone', 'currency'])
      .where('household_id', '=', householdId)
      .executeTakeFirst()
    if (!household) throw notFound('household_id')
    const { timezone: zone, currency } = household
    const caller = { householdId, zone, currency, memberId: null, through: 'cli' as const }
    const begun = isWrite(endpoint)
      ? await beginWrite(db, householdId)
      : { revision: 0, hasWebhooks: false }
    const answer = await verb({ ...world, db, caller, ...begun }, input as never)
    const written = answer !== null && typeof answer === 'object' && 'json' in answer
    return written ? (JSON.parse(String(answer.json)) as unknown) : answer
  })
}
