import { recordChange } from '#/platform/audited/record-change.ts'
import type { Act } from '#/platform/runtime/call.ts'
import type { requestLog } from './app-contract.ts'

/** `PATCH /request-log` */
export const changeRequestLog: Act<typeof requestLog.changeRequestLog> = async (
  acting,
  { body: { kept } },
) => {
  const { householdId } = acting.caller
  const household = await acting.db
    .selectFrom('households')
    .select('requests_off_since')
    .where('household_id', '=', householdId)
    .executeTakeFirstOrThrow()
  const was = household.requests_off_since === null
  if (was === kept) return { kept }
  await acting.db
    .updateTable('households')
    .set({ requests_off_since: kept ? null : acting.now() })
    .where('household_id', '=', householdId)
    .execute()
  if (!kept) {
    await acting.db.deleteFrom('request_log').where('household_id', '=', householdId).execute()
  }
  await recordChange(acting, {
    action: 'request_log.change',
    subject: { type: 'household', id: householdId },
    before: { kept: was },
    after: { kept },
  })
  return { kept }
}
