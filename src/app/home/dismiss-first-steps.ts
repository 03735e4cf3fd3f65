import type { Handle } from '#/platform/runtime/call.ts'
import type { home } from './contract.ts'

/** `POST /home/first-steps/dismiss`: the list is not shown any more, to nobody in the household. */
export const dismissFirstSteps: Handle<typeof home.dismissFirstSteps> = async (call) => {
  await call.db
    .updateTable('households')
    .set({ first_steps_dismissed_at: call.now() })
    .where('household_id', '=', call.caller.householdId)
    .execute()
  return { success: true }
}
