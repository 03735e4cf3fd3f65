import { Check } from 'lucide-react'
import { Mark } from '#web/ui/mark.tsx'
import { useFormats, useText } from '#web/text/text.tsx'
import { classes } from '#web/ui/classes.ts'
import styles from './calendar.module.css'
import type { CalendarDay } from './calendar-data.ts'
import { sayDay } from './say-day.ts'

/** Lines that a day has room for; more are counted. */
const LINES = 3

type Props = {
  readonly day: CalendarDay
  readonly currency: string
  readonly today: string
  readonly isPicked: boolean
  readonly isLow: boolean
  /** The height of the water, from 0 to 1. */
  readonly water: number
  readonly onPick: (day: string) => void
}

/** One day: its bills and paydays, its sum, and free-to-spend as water. */
export function DayCell({ day, currency, today, isPicked, isLow, water, onPick }: Props) {
  const text = useText()
  const formats = useFormats()
  const { date, free, spent, received } = day
  const whole = (cents: number, signed = false, code = currency) =>
    formats.money(cents, code, { whole: true, signed })
  const lines = linesOf(day, currency)
  const sum = received - spent - (day.due.length > 1 ? dueOf(day) : 0)
  return (
    <td
      role="gridcell"
      aria-selected={isPicked}
      className={classes(styles.cell, date < today && styles.past)}
    >
      <button
        type="button"
        data-day={date}
        tabIndex={isPicked ? 0 : -1}
        aria-current={date === today ? 'date' : undefined}
        onClick={() => onPick(date)}
        className={classes(styles.day, isPicked && styles.picked, isLow && styles.low)}
      >
        {/* Its content is the name: a label that lacks the visible text would mislead people who speak to the page. */}
        <span className="unseen">{sayDay(day, { isLow, currency, text, formats })}</span>
        {free !== null && (
          <span
            aria-hidden
            className={classes(styles.water, free < 0 && styles.below)}
            style={{ height: `${water * 46}%` }}
          />
        )}
        <span className={styles.top} aria-hidden>
          <span className={classes(styles.date, date === today && styles.today)}>
            {Number(date.slice(8))}
          </span>
          {sum !== 0 && <span className={classes('money', styles.sum)}>{whole(sum, true)}</span>}
        </span>
        <span className={styles.lines} aria-hidden>
          {lines.slice(0, LINES).map((line) => (
            <span key={line.key} className={classes(styles.line, line.isShort && styles.isShort)}>
              <Mark look={line.look} small round={!line.isPay} />
              <span className={styles.what}>{line.name}</span>
              {line.isPaid && <Check size={12} className={styles.check} aria-hidden />}
              <span className="money">
                {whole(Math.abs(line.amount), line.isPay, line.currency)}
              </span>
            </span>
          ))}
          {lines.length > LINES && <span className={styles.more}>+{lines.length - LINES}</span>}
        </span>
        {isLow && (
          <span aria-hidden className={classes('money', styles.flag)}>
            ↓ {whole(free ?? 0)}
          </span>
        )}
      </button>
    </td>
  )
}

function dueOf({ due }: CalendarDay): number {
  return due.reduce((total, { payment }) => total + payment, 0)
}

type Line = {
  readonly key: string
  readonly name: string
  readonly look: CalendarDay['due'][number]['look']
  readonly amount: number
  readonly currency: string
  readonly isShort: boolean
  readonly isPay: boolean
  readonly isPaid: boolean
}

/** Lists the lines of a cell: pay first, then what is due, then what was paid. */
function linesOf({ payday, due, paid }: CalendarDay, own: string): readonly Line[] {
  const pay: Line[] = payday
    ? [
        {
          key: 'payday',
          name: '',
          look: { hue: 'sky', icon: 'banknote' },
          amount: payday.deposit,
          currency: own,
          isShort: false,
          isPay: true,
          isPaid: false,
        },
      ]
    : []
  return [
    ...pay,
    ...due.map(({ expense_id, name, look, payment, missing }) => ({
      key: expense_id,
      name,
      look,
      amount: payment,
      currency: own,
      isShort: missing > 0,
      isPay: false,
      isPaid: false,
    })),
    ...paid.map(({ transaction_id, expense_id, name, look, amount, currency }) => ({
      key: `${transaction_id} ${expense_id ?? ''}`,
      name,
      look,
      amount,
      currency,
      isShort: false,
      isPay: expense_id === null,
      isPaid: expense_id !== null,
    })),
  ]
}
