import { restEngine } from '#/access/households/wake-engine.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { runHousehold } from './run-household.ts'

/** Households that one look takes on, and how many of them are worked off side by side. */
const BATCH = 64
const SIDE_BY_SIDE = 4

/** Works off households whose day has come; how many there were. For a worker to call until it answers 0. */
export async function runDueHouseholds(runtime: Runtime): Promise<number> {
  const due = await runtime.db
    .selectFrom('households')
    .select('household_id')
    .where('due_at', '<=', runtime.now())
    .where((is) =>
      is.or([is('engine_rests_until', 'is', null), is('engine_rests_until', '<=', runtime.now())]),
    )
    .where('standing', '<>', 'closed')
    .orderBy('due_at')
    .limit(BATCH)
    .execute()
  const waiting = due.map(({ household_id }) => household_id)
  const lines = Array.from({ length: SIDE_BY_SIDE }, async () => {
    let done = 0
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      if (await runOne(runtime, id)) done += 1
    }
    return done
  })
  // Every line is waited for, also when one has failed: nothing may go on behind the caller's back.
  const ended = await Promise.allSettled(lines)
  const failed = ended.find((line) => line.status === 'rejected')
  if (failed) throw failed.reason
  return ended.reduce((sum, line) => sum + (line.status === 'fulfilled' ? line.value : 0), 0)
}

async function runOne(runtime: Runtime, householdId: string): Promise<boolean> {
  try {
    return await runHousehold(runtime, householdId)
  } catch (error) {
    runtime.log('error', 'engine.fault', { household_id: householdId, error })
    await restEngine(runtime, householdId)
    return false
  }
}
