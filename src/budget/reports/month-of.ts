import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#/core/values/day.ts'

/** Builds the first day of the month that contains a day, by the month start of household `h`. */
export function monthOf(day: RawBuilder<string>): RawBuilder<Day> {
  const shift = sql`(h.month_starts_on_day - 1)`
  return sql<Day>`(date_trunc('month', (${day} - ${shift})::timestamp)::date + ${shift})`
}
