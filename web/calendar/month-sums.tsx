import { lowPointOf } from '#/core/values/low-point.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import styles from './calendar.module.css'
import type { CalendarData } from './calendar-data.ts'
import { sumsOf } from './month.ts'

/** Says the month in figures: what was spent, what is due and expected, and the low point. */
export function MonthSums({ data }: { readonly data: CalendarData }) {
  const words = useText().calendar
  const { money, day } = useFormats()
  const { due, short, expected, spent, received } = sumsOf(data.days)
  const low = lowPointOf(data.days)
  const amount = (cents: number) => money(cents, data.currency)
  const sums = [
    spent > 0 && [words.spent, amount(spent)],
    received > 0 && [words.received, amount(received)],
    due > 0 && [data.days[0]!.date <= data.today ? words.stillDue : words.due, amount(due)],
    short > 0 && [words.short, amount(short)],
    expected > 0 && [words.expected, amount(expected)],
    low !== null && [words.lowPoint, words.lowOn(amount(low.free), day(low.day))],
  ].filter((one) => one !== false)
  return (
    <dl className={styles.sums}>
      {sums.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="money">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
