import type { Handle } from '#/platform/runtime/call.ts'
import type { home } from './contract.ts'

/** `POST /home/first-steps/dismiss`: hides the list from everybody in the household. */
export const dismissFirstSteps: Handle<typeof home.dismissFirstSteps> = async (call) => {
  await call.db
    .updateTable('households')
    .set({ first_steps_dismissed_at: call.now() })
    .where('household_id', '=', call.caller.householdId)
    .execute()
  return { success: true }
}
