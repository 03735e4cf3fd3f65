import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormats, useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { Money } from '#web/ui/money.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { type Forecast, partsOn, type Payday } from './schedule.ts'
import styles from './simulation.module.css'

/** How many Expenses are listed at first. */
const SHOWN = 8

/** Simulates a payday before it comes: the income, the amounts set aside, and the rest. */
export function Simulation({
  forecast,
  payday,
}: {
  readonly forecast: Forecast
  readonly payday: Payday
}) {
  const text = useText().paydays.simulation
  const { money, day } = useFormats()
  const { currency } = forecast
  const { deposit, planned, funded, free_to_spend: free } = payday
  return (
    <Card title={text.title(day(payday.date, 'weekday'))}>
      <dl className={styles.sums}>
        {deposit > 0 && (
          <div>
            <dt>{text.deposit}</dt>
            <dd>
              <Money cents={deposit} currency={currency} toned signed />
            </dd>
          </div>
        )}
        <div>
          <dt>{text.funded}</dt>
          <dd>
            <Money cents={-funded} currency={currency} />
          </dd>
        </div>
        <div className={styles.strong}>
          <dt>{text.free}</dt>
          <dd>
            <Money cents={free} currency={currency} className={classes(free < 0 && styles.bad)} />
          </dd>
        </div>
      </dl>
      {funded < planned && (
        <Notice tone="warn">
          <span className="money">{text.short(money(planned - funded, currency))}</span>
        </Notice>
      )}
      <Parts forecast={forecast} date={payday.date} />
      <p className={styles.note}>{text.assumption}</p>
    </Card>
  )
}

function Parts({ forecast, date }: { readonly forecast: Forecast; readonly date: string }) {
  const text = useText().paydays.simulation
  const { money } = useFormats()
  const [all, setAll] = useState(false)
  const parts = partsOn(forecast, date)
  const most = Math.max(1, ...parts.map(({ planned }) => planned))
  const further = parts.length - SHOWN
  if (parts.length === 0) return <p className={styles.note}>{text.nothing}</p>
  return (
    <div className={styles.parts}>
      <h3>{text.to}</h3>
      <ul>
        {parts
          .slice(0, all ? undefined : SHOWN)
          .map(({ expense_id: id, name, planned, funded }) => (
            <li key={id} className={styles.part}>
              <Link to="/plan/$id" params={{ id }} className={styles.name}>
                {name}
              </Link>
              <span className={styles.sum}>
                <Money cents={funded} currency={forecast.currency} />
                {funded < planned && (
                  <span className={classes('money', styles.short)}>
                    {text.of(money(planned, forecast.currency))}
                  </span>
                )}
              </span>
              <span className={styles.bar} aria-hidden>
                <span style={{ width: `${(planned / most) * 100}%` }} className={styles.asked}>
                  <span
                    style={{ width: `${(funded / planned) * 100}%` }}
                    className={styles.given}
                  />
                </span>
              </span>
            </li>
          ))}
      </ul>
      {further > 0 && !all && (
        <Button look="quiet" size="small" edge="start" onClick={() => setAll(true)}>
          {text.further(further)}
        </Button>
      )}
    </div>
  )
}
