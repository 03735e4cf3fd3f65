import { sql } from 'kysely'
import { invalidParameter } from '#/platform/contract/refusal.ts'
import { addCents } from '#/core/values/cents.ts'
import { addDays, type Day, dayAt } from '#/core/values/day.ts'
import { startOfDay } from '#/core/values/instant.ts'
import type { Act, Acting } from '#/platform/runtime/call.ts'
import { logBegins } from './cash-at.ts'
import { EXPLAINED_DAYS_MAX, type freeToSpendChanges } from './changes-contract.ts'
import { explainChange } from './explain-change.ts'
import { loadMoves } from './load-moves.ts'

type Days = { readonly from?: Day | undefined; readonly to?: Day | undefined }

/** `GET /free-to-spend/changes`: compares what people saw at the ends of two days. Today has not ended: it means now. */
export const explainFreeToSpend: Act<typeof freeToSpendChanges.explainChange> = async (
  acting,
  { query },
) => {
  const { householdId, currency, zone } = acting.caller
  const today = dayAt(acting.now(), zone)
  const first = await firstDay(acting)
  const { from, to } = daysOf(query, { first, today })
  const moves = await loadMoves(acting.db, householdId, {
    since: startOfDay(addDays(from, 1), zone),
    until: to === today ? null : startOfDay(addDays(to, 1), zone),
  })
  const lines = explainChange(moves)
  const change = addCents(...lines.map(({ amount }) => amount))
  const { after } = moves
  return {
    currency,
    from,
    to,
    today,
    first_day: first,
    before: after - change,
    after,
    change,
    lines: lines.map((line) =>
      'parts' in line ? { ...line, parts: line.parts.map((part) => ({ ...part })) } : line,
    ),
  }
}

/** Returns the first day at whose end the household was there and its log had begun. */
async function firstDay({ db, caller }: Acting): Promise<Day> {
  const { rows } = await sql<{ begins: Temporal.Instant }>`
    select ${logBegins} as begins from households h where h.household_id = ${caller.householdId}`.execute(
    db,
  )
  return dayAt(rows[0]!.begins, caller.zone)
}

/**
 * Chooses the days that are compared. Throws `invalid_parameter` for a day that has not begun, one whose end nobody knows,
 * and days that are too far apart.
 */
function daysOf(
  query: Days,
  { first, today }: { readonly first: Day; readonly today: Day },
): { readonly from: Day; readonly to: Day } {
  const to = query.to ?? today
  requireWithin('to', to, { from: first, to: today })
  const earliest = latestOf(first, addDays(to, -EXPLAINED_DAYS_MAX))
  const from = query.from ?? latestOf(addDays(to, -1), first)
  requireWithin('from', from, { from: earliest, to })
  return { from, to }
}

function requireWithin(param: string, day: Day, bounds: { readonly from: Day; readonly to: Day }) {
  if (day >= bounds.from && day <= bounds.to) return
  const detail = { name: 'day_outside', ...bounds } as const
  throw invalidParameter(
    param,
    `\`${param}\` must be a day from ${bounds.from} to ${bounds.to}.`,
    detail,
  )
}

function latestOf(one: Day, other: Day): Day {
  return one > other ? one : other
}
