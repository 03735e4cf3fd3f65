import { sql } from 'kysely'
import { rollupRows, type Facet } from '#/budget/reports/rows.ts'
import { dividedSpans, type Span } from '#/budget/reports/spans.ts'
import { addDays, type Day, dayAt, startOfMonth, toDay } from '#/core/values/day.ts'
import type { Call } from '#/platform/runtime/call.ts'

export type AskedPeriod = {
  readonly from?: Day | undefined
  readonly to?: Day | undefined
  readonly currency?: string | undefined
}

/** The period that is reported, its currency, and how the household counts months. */
export type Period = {
  readonly from: Day
  readonly to: Day
  readonly today: Day
  readonly first: Day | null
  readonly currency: string
  readonly currencies: readonly string[]
  /** The day on which the household's months begin, 1 to 28. */
  readonly begins: number
}

const EARLIEST = toDay('1970-01-01')

/** Completes a period by one read: by default all days from the first transaction to today. */
export async function readPeriod(call: Call, asked: AskedPeriod): Promise<Period> {
  const { householdId, currency, zone } = call.caller
  const today = dayAt(call.now(), zone)
  const { rows } = await sql<{ begins: number; first: Day | null; currencies: string[] }>`
    select h.month_starts_on_day as begins,
      (select min(t.booked_at) from transactions t
        where t.household_id = ${householdId} and t.visible) as first,
      array(select c.currency from (
        select r.currency from transaction_totals r
        where ${rollupRows(householdId, all, [{ grain: 'ever', from: null, until: null }])}
        group by 1 having sum(r.transactions) > 0
        union
        select a.currency from accounts a where a.household_id = ${householdId} and not a.hidden
        ) c where c.currency <> ${currency} order by 1) as currencies
    from households h where h.household_id = ${householdId}`.execute(call.db)
  const { begins, first, currencies } = rows[0]!
  const to = within(EARLIEST, asked.to ?? today, today)
  const from = within(EARLIEST, asked.from ?? first ?? startOfMonth(to, begins), to)
  return {
    from,
    to,
    today,
    first,
    currency: asked.currency ?? currency,
    currencies: [currency, ...currencies],
    begins,
  }
}

function within(least: Day, day: Day, most: Day): Day {
  return day < least ? least : day > most ? most : day
}

/** The facet of all transactions. */
export const all: Facet = { facet: 'all', key: '' }

/** The fewest rollups for some days, both ends included. Months that do not begin on the first are read day by day. */
export function spansOfDays(from: Day, to: Day, begins: number): readonly Span[] {
  if (to < from) return []
  if (begins === 1) return dividedSpans(from, to)
  return [{ grain: 'day', from, until: addDays(to, 1) }]
}

/** The fields of a period that every report repeats. */
export function answerPeriod({ currency, currencies, today, from, to, first }: Period) {
  return { currency, currencies: [...currencies], today, from, to, first_day: first }
}
