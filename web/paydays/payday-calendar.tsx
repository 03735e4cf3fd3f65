import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useCounting } from '#web/shell/session.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { usePhone } from '#web/ui/use-phone.ts'
import { monthsFrom, someWeek, weeksOf } from './month.ts'
import styles from './payday-calendar.module.css'
import type { Forecast } from './schedule.ts'

/** How many months a forecast covers. */
const MONTHS = 13

type Props = {
  readonly forecast: Forecast
  readonly picked: string
  readonly onPick: (day: string) => void
}

/** Shows months with their paydays as buttons; the picked one is simulated beside them. */
export function PaydayCalendar({ forecast, picked, onPick }: Props) {
  const text = useText().paydays
  const isPhone = usePhone()
  const shown = isPhone ? 1 : 2
  const [first, setFirst] = useState(0)
  const months = monthsFrom(forecast.from, MONTHS)
  const paydays = new Set(forecast.paydays.map(({ date }) => date))
  const turn = (by: number) => setFirst(Math.max(0, Math.min(MONTHS - shown, first + by)))
  return (
    <div className={styles.calendar}>
      <div className={styles.turn}>
        <IconButton name={text.month.before} disabled={first === 0} onClick={() => turn(-shown)}>
          <ChevronLeft size={18} aria-hidden />
        </IconButton>
        <IconButton
          name={text.month.after}
          disabled={first >= MONTHS - shown}
          onClick={() => turn(shown)}
        >
          <ChevronRight size={18} aria-hidden />
        </IconButton>
      </div>
      <div className={styles.months}>
        {months.slice(first, first + shown).map((month) => (
          <Month
            key={month}
            month={month}
            today={forecast.from}
            paydays={paydays}
            picked={picked}
            onPick={onPick}
          />
        ))}
      </div>
    </div>
  )
}

type MonthProps = Omit<Props, 'forecast'> & {
  readonly month: string
  readonly today: string
  readonly paydays: ReadonlySet<string>
}

function Month({ month, today, paydays, picked, onPick }: MonthProps) {
  const text = useText().paydays
  const formats = useFormats()
  const { week_starts_on: starts } = useCounting()
  return (
    <table className={styles.month}>
      <caption>{formats.day(month, 'month')}</caption>
      <thead>
        <tr>
          {someWeek(starts).map((day) => (
            <th key={day} scope="col" abbr={formats.weekday(day, 'long')}>
              {formats.weekday(day, 'narrow')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month, starts).map((week, index) => (
          <tr key={index}>
            {week.map((day, place) => (
              <td key={day ?? place} className={classes(day === today && styles.today)}>
                {day === null ? null : paydays.has(day) ? (
                  <button
                    type="button"
                    className={classes(styles.payday, day === picked && styles.picked)}
                    aria-label={text.isPayday(formats.day(day, 'weekday'))}
                    aria-pressed={day === picked}
                    onClick={() => onPick(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                ) : (
                  Number(day.slice(8))
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
