import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ask } from '#web/calls/queries.ts'
import { Mark, fill, paintOf } from '#web/ui/mark.tsx'
import { Simulation } from '#web/paydays/simulation.tsx'
import { useFormats, useText } from '#web/text/text.tsx'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { Money } from '#web/ui/money.tsx'
import styles from './calendar.module.css'
import type { CalendarData, CalendarDay, Due, Paid } from './calendar-data.ts'

type Props = { readonly day: CalendarDay; readonly data: CalendarData }

/** A day in full: what is due and how far it is funded, what was paid, and what a payday will do. */
export function DayDetails({ day, data }: Props) {
  const words = useText().calendar
  const formats = useFormats()
  const { date, due, paid, spent, received, free, payday } = day
  const { currency, today } = data
  const sums = [
    date <= today && [words.received, received],
    date <= today && [words.spent, spent],
    due.length > 1 && [words.due, due.reduce((sum, { payment }) => sum + payment, 0)],
    free !== null && [words.freeThen, free],
  ].flatMap((one) => (one === false ? [] : [one]))
  return (
    <div className={styles.details}>
      <Card title={formats.day(date, 'weekday')}>
        <dl className={styles.facts}>
          {sums.map(([name, cents]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <Money cents={cents as number} currency={currency} />
              </dd>
            </div>
          ))}
        </dl>
        {due.length + paid.length > 0 && (
          <ul className={styles.list}>
            {due.map((one) => (
              <li key={one.expense_id}>
                <DueRow due={one} currency={currency} />
              </li>
            ))}
            {paid.map((one) => (
              <li key={`${one.transaction_id} ${one.expense_id ?? ''}`}>
                <PaidRow paid={one} day={date} />
              </li>
            ))}
          </ul>
        )}
        {due.length + paid.length === 0 && !payday && spent + received === 0 && (
          <p className="soft">{date < today ? words.nothingPaid : words.nothing}</p>
        )}
        {spent + received > 0 && (
          <Link to="/transactions" search={{ from: date, to: date }} className={styles.all}>
            {words.transactions}
          </Link>
        )}
      </Card>
      {payday && <Payday date={date} />}
    </div>
  )
}

/** Simulates the payday, once the forecast is there. */
function Payday({ date }: { readonly date: string }) {
  const { data: forecast } = useQuery(ask('GET /forecast', { query: { months: 13 } }))
  const payday = forecast?.paydays.find((one) => one.date === date)
  return forecast && payday ? <Simulation forecast={forecast} payday={payday} /> : null
}

function DueRow({ due, currency }: { readonly due: Due; readonly currency: string }) {
  const words = useText().calendar
  const { money } = useFormats()
  const { state, missing, held, payment } = due
  const said =
    state === 'short'
      ? words.shortBy(money(missing, currency))
      : state === 'funded'
        ? words.states.funded
        : words.heldOf(money(held, currency), money(payment, currency))
  return (
    <Link to="/plan/$id" params={{ id: due.expense_id }} className={styles.row}>
      <Mark look={due.look} round />
      <span className={styles.words}>
        <span className={styles.what}>{due.name}</span>
        <span className={classes('soft money', state === 'short' && styles.warn)}>{said}</span>
        <Share look={due.look} share={payment === 0 ? 1 : Math.min(1, held / payment)} />
      </span>
      <Money cents={payment} currency={currency} />
    </Link>
  )
}

/** The part of a payment that is set aside. The words beside it say the same. */
function Share({ look, share }: { readonly look: Due['look']; readonly share: number }) {
  return (
    <span className={styles.share} aria-hidden>
      <span
        className={classes(styles.shareFill, fill)}
        style={{ ...paintOf(look), width: `${share * 100}%` }}
      />
    </span>
  )
}

function PaidRow({ paid, day }: { readonly paid: Paid; readonly day: string }) {
  const words = useText().calendar
  return (
    <Link
      to="/transactions"
      search={{ from: day, to: day, open: paid.transaction_id }}
      className={styles.row}
    >
      <Mark look={paid.look} round={paid.expense_id !== null} />
      <span className={styles.words}>
        <span className={styles.what}>{paid.name}</span>
        <span className="soft">{paid.expense_id === null ? words.cameIn : words.paid}</span>
      </span>
      <Money cents={paid.amount} currency={paid.currency} signed={paid.amount > 0} />
    </Link>
  )
}
