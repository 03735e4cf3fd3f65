import { useEffect, useRef } from 'react'
import { lowPointOf } from '#/core/values/low-point.ts'
import { useCounting } from '#web/shell/session.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import styles from './calendar.module.css'
import type { CalendarData } from './calendar-data.ts'
import { DayCell } from './day-cell.tsx'
import { type Bounds, dayByKey, someWeek, waterOf, weeksOf } from './month.ts'

const nothing = { spent: 0, received: 0, free: null, payday: null, due: [], paid: [] }

type Props = {
  readonly month: string
  readonly data: CalendarData
  readonly picked: string
  readonly bounds: Bounds
  readonly onPick: (day: string) => void
}

/** The month as a grid. Tab reaches the picked day, arrow keys the others, also across the edges of the month. */
export function MonthGrid({ month, data, picked, bounds, onPick }: Props) {
  const words = useText().calendar
  const { weekday, day } = useFormats()
  const { week_starts_on: starts } = useCounting()
  const table = useRef<HTMLTableElement>(null)
  const isByKey = useRef(false)
  const days = new Map(data.days.map((one) => [one.date, one]))
  const low = lowPointOf(data.days)
  useEffect(() => {
    if (!isByKey.current) return
    const button = table.current?.querySelector<HTMLElement>('[tabindex="0"]')
    if (button?.dataset['day'] !== picked) return
    isByKey.current = false
    button.focus()
  })
  return (
    <table
      ref={table}
      role="grid"
      className={styles.grid}
      aria-label={words.grid(day(month, 'month'))}
      onKeyDown={(event) => {
        const to = dayByKey(event.key, picked, bounds)
        if (to === null || event.altKey || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        isByKey.current = true
        onPick(to)
      }}
    >
      <thead>
        <tr>
          {someWeek(starts).map((one) => (
            <th key={one} scope="col" abbr={weekday(one, 'long')}>
              {weekday(one, 'short')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month, starts).map((week, index) => (
          <tr key={index}>
            {week.map((date, place) => {
              if (date === null) return <td key={place} />
              if (date < bounds.first || date > bounds.last) {
                return (
                  <td key={place} className={styles.unknown}>
                    {Number(date.slice(8))}
                  </td>
                )
              }
              // A day that is still loading can be walked over, too.
              const found = days.get(date) ?? { ...nothing, date }
              return (
                <DayCell
                  key={place}
                  day={found}
                  currency={data.currency}
                  today={data.today}
                  isPicked={date === picked}
                  isLow={date === low?.day}
                  water={waterOf(found.free, data.days)}
                  onPick={onPick}
                />
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
