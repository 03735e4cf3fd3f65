import { type RawBuilder, sql } from 'kysely'
import { restEngine } from '#/access/households/wake-engine.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { runHousehold } from './run-household.ts'

/** The number of households in one batch, and how many of them are processed concurrently. */
const BATCH = 64
const CONCURRENCY = 4

/** The condition that a household has days to work off. */
export function areDaysDue(now: Temporal.Instant): RawBuilder<boolean> {
  return sql`exists (select 1 from households where due_at <= ${now}
    and (engine_rests_until is null or engine_rests_until <= ${now}) and standing <> 'closed')`
}

/** Processes one batch of due households and returns its size. A worker calls it until it returns 0. */
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
  const runners = Array.from({ length: CONCURRENCY }, async () => {
    let done = 0
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      if (await runOne(runtime, id)) done += 1
    }
    return done
  })
  // Wait for all runners even if one has failed, so that no work continues after this function has returned.
  const ended = await Promise.allSettled(runners)
  const failed = ended.find((runner) => runner.status === 'rejected')
  if (failed) throw failed.reason
  return ended.reduce((sum, runner) => sum + (runner.status === 'fulfilled' ? runner.value : 0), 0)
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
