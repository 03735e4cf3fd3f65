import { notFound } from '#/platform/contract/refusal.ts'
import { type Endpoint, isWrite } from '#/platform/contract/endpoint.ts'
import { inTransaction } from '#/platform/database/database.ts'
import { beginWrite } from '#/access/households/begin-write.ts'
import type { Acting, Call } from '#/platform/runtime/call.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** A handler as the command line calls it. */
export type Verb = (acting: ActingAtCli, input: never) => Promise<unknown>

/** The context of a handler at the command line. */
export type ActingAtCli = Acting & Runtime & Pick<Call, 'hasWebhooks'>

/**
 * Runs a handler for a household as the operator, in one transaction, and returns its answer as a value. Throws
 * `resource_not_found` if there is no such household.
 */
export async function actFor(
  runtime: Runtime,
  householdId: string,
  { endpoint, verb, input }: { endpoint: Endpoint; verb: Verb; input: object },
): Promise<unknown> {
  return inTransaction(runtime.db, async (db) => {
    const household = await db
      .selectFrom('households')
      .select(['timezone', 'currency'])
      .where('household_id', '=', householdId)
      .executeTakeFirst()
    if (!household) throw notFound('household_id')
    const { timezone: zone, currency } = household
    const caller = { householdId, zone, currency, memberId: null, through: 'cli' as const }
    const begun = isWrite(endpoint)
      ? await beginWrite({ ...runtime, db }, householdId)
      : { revision: 0, hasWebhooks: false, workedOff: null }
    const answer = await verb({ ...runtime, db, caller, ...begun }, input as never)
    const written = answer !== null && typeof answer === 'object' && 'json' in answer
    return written ? (JSON.parse(String(answer.json)) as unknown) : answer
  })
}

/** Finds the currency of a household, in which its amounts are written. */
export async function currencyOf({ db }: Runtime, householdId: string): Promise<string> {
  const { currency } = await db
    .selectFrom('households')
    .select('currency')
    .where('household_id', '=', householdId)
    .executeTakeFirstOrThrow()
  return currency
}
