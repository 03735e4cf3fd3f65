import { Link } from '@tanstack/react-router'
import { daysBetween, toDay } from '#/core/values/day.ts'
import { Mark, paintOf } from '#web/ui/mark.tsx'
import { useFormats } from '#web/text/text.tsx'
import { type Filters, searchFor } from '#web/transactions/filters.ts'
import { classes } from '#web/ui/classes.ts'
import { Money } from '#web/ui/money.tsx'
import styles from './insights.module.css'
import type { Recurring } from './recurring.ts'
import { useCategoryNames } from './use-names.ts'
import { useInsightWords } from './words.ts'

type Payment = Recurring['payments'][number]

export function filtersOfPayment({ name, first }: Payment): Filters {
  return { type: 'expense', search: searchFor(name), from: first }
}

type Props = { readonly one: Payment; readonly share: number; readonly today: string }

/** One payment that recurs: its price, what it was, and what it costs in a year. It leads to its transactions. */
export function Subscription({ one, share, today }: Props) {
  const words = useInsightWords().recurring
  const formats = useFormats()
  const { look } = useCategoryNames()(one.category_id)
  const money = (cents: number, signed = false) => formats.money(cents, one.currency, { signed })
  const { change } = one
  const price = one.varies ? words.about(money(one.amount)) : money(one.amount)
  const facts = [
    words.interval(one.interval_months, one.interval_days),
    words.nextOn(formats.dayNear(one.next, today)),
  ]
  return (
    <li>
      <Link to="/transactions" search={filtersOfPayment(one)} className={styles.subscription}>
        <Mark look={look ?? { hue: 'blue', icon: 'receipt-text' }} />
        <span className={styles.subName}>
          <span className={styles.name}>{one.name}</span>
          <span className="soft">{facts.join(' · ')}</span>
        </span>
        <Prices one={one} today={today} />
        <span className={styles.subChange}>
          {change ? (
            <>
              <span className="money">
                {money(change.before)} → {price}
              </span>
              <span className={classes('soft money', change.per_year > 0 && styles.dearer)}>
                {words.changed(formats.dayNear(change.since, today), money(change.per_year, true))}
              </span>
            </>
          ) : (
            <>
              <span className="money">{price}</span>
              <span className="soft">{one.varies ? words.varies : words.same}</span>
            </>
          )}
        </span>
        <span className={styles.subYear}>
          <Money cents={one.per_year} currency={one.currency} />
          <span className={styles.track} aria-hidden>
            <span
              className={classes(styles.filled, look ? styles.hued : styles.grey)}
              style={{ ...(look && paintOf(look)), width: `${share * 100}%` }}
            />
          </span>
        </span>
      </Link>
    </li>
  )
}

const WIDTH = 100
const HEIGHT = 26

/** Draws the prices as steps over time. The words beside it say the last of them. */
function Prices({ one, today }: { readonly one: Payment; readonly today: string }) {
  const { prices, first } = one
  if (prices.length < 2) return <span className={styles.noPrices} />
  const all = prices.map(({ amount }) => amount)
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const days = Math.max(1, daysBetween(toDay(first), toDay(today)))
  const x = (day: string) => (daysBetween(toDay(first), toDay(day)) / days) * WIDTH
  const y = (amount: number) => 3 + (1 - (amount - low) / Math.max(1, high - low)) * (HEIGHT - 6)
  const steps = prices.map(({ since, amount }, index) =>
    index === 0 ? `M0,${y(amount)}` : `H${x(since)}V${y(amount)}`,
  )
  return (
    <svg
      className={styles.prices}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <path d={`${steps.join('')}H${WIDTH}`} />
    </svg>
  )
}
