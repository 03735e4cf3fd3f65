import { invalidParameter, notFound } from '#/platform/contract/refusal.ts'
import { processedThrough } from '#/access/households/processed-through.ts'
import { wakeEngine } from '#/access/households/wake-engine.ts'
import { changeRecord } from '#/platform/audited/change.ts'
import { findRecord } from '#/platform/audited/find.ts'
import type { Day } from '#/core/values/day.ts'
import { dayAt } from '#/core/values/day.ts'
import type { Act, Acting } from '#/platform/runtime/call.ts'
import type { fundingApp } from './app-contract.ts'

/** The most extra paydays that may lie ahead of a schedule. */
const AHEAD_MAX = 50

/**
 * `POST /funding-schedules/{id}/extra-paydays` adds a payday, for a bonus or an early salary. Its day must be after today,
 * because today's paydays have run.
 */
export const addPayday: Act<typeof fundingApp.addPayday> = async (acting, { params, body }) => {
  const row = await findRecord(acting, 'funding_schedules', params)
  const { day } = body
  if (!isAhead(acting, day)) {
    throw invalidParameter('day', 'Send a day after today.', { name: 'day_passed' })
  }
  const today = dayAt(acting.now(), acting.caller.zone)
  if (row.extra_days.filter((each) => each > today).length >= AHEAD_MAX) {
    throw invalidParameter('day', `At most ${AHEAD_MAX} extra paydays may lie ahead.`, {
      name: 'paydays_ahead',
      max: AHEAD_MAX,
    })
  }
  const days = [...new Set([...row.extra_days, day])].toSorted()
  return storeDays(acting, { row, days, expected: body.expected_updated_at })
}

/** `DELETE /funding-schedules/{id}/extra-paydays/{day}` removes a payday that has not run; one that has run stays. */
export const removePayday: Act<typeof fundingApp.removePayday> = async (
  acting,
  { params, query },
) => {
  const row = await findRecord(acting, 'funding_schedules', params)
  const { day } = params
  if (!row.extra_days.includes(day) || !isAhead(acting, day)) throw notFound('day')
  const days = row.extra_days.filter((each) => each !== day)
  return storeDays(acting, { row, days, expected: query.expected_updated_at })
}

function isAhead(acting: Acting, day: Day): boolean {
  const { zone } = acting.caller
  return day > processedThrough(acting) && day >= dayAt(acting.now(), zone)
}

async function storeDays(
  acting: Acting,
  change: {
    readonly row: Awaited<ReturnType<typeof findRecord<'funding_schedules'>>>
    readonly days: Day[]
    readonly expected: string | undefined
  },
) {
  const { row, days, expected } = change
  const { changed, ...version } = await changeRecord(acting, 'funding_schedules', {
    row,
    set: { extra_days: days },
    expected,
  })
  if (changed) await wakeEngine(acting)
  return version
}
