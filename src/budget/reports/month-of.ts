import { type RawBuilder, sql } from 'kysely'

/** The first day of the month that a day lies in, as household `h` counts its months. */
export function monthOf(day: RawBuilder<string>): RawBuilder<string> {
  const shift = sql`(h.month_starts_on_day - 1)`
  return sql<string>`(date_trunc('month', (${day} - ${shift})::timestamp)::date + ${shift})`
}
