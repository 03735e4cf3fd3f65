import { useFormats, useText } from '#web/text/text.tsx'
import type { HomeData } from './home-data.ts'
import styles from './month-chart.module.css'

const WIDTH = 400
const HEIGHT = 120

/**
 * Draws cumulative spending: this month solid, last month dashed. It is hand-written SVG, so that Home loads no chart library.
 */
export function MonthChart({ data: { month, currency } }: { readonly data: HomeData }) {
  const words = useText().home.month
  const formats = useFormats()
  const now = summedUp(month.days)
  const then = summedUp(month.last_days)
  const days = Math.max(month.last_days.length, 31)
  const most = Math.max(1, now.at(-1) ?? 0, then.at(-1) ?? 0)
  const x = (day: number) => (day / days) * WIDTH
  const y = (cents: number) => HEIGHT - 2 + (cents / most) * (6 - (HEIGHT - 2))
  /** Draws steps: the spending of a day counts from the end of that day. */
  const path = (sums: readonly number[]) => {
    const steps = sums.slice(1).map((cents, index) => `H${x(index + 1)}V${y(cents)}`)
    return `M0,${y(0)}${steps.join('')}`
  }
  const today = month.days.length
  return (
    <figure>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className={styles.chart}
        role="img"
        aria-label={words.chartLabel(
          formats.money(month.spent, currency),
          formats.money(month.last_spent, currency),
        )}
      >
        <line className={styles.ground} x1="0" x2={WIDTH} y1={HEIGHT - 1} y2={HEIGHT - 1} />
        <path className={styles.then} d={path(then)} />
        <path
          className={styles.area}
          d={`${path(now)}L${x(today)},${HEIGHT - 1}L0,${HEIGHT - 1}Z`}
        />
        <path className={styles.now} d={path(now)} />
        <line className={styles.today} x1={x(today)} x2={x(today)} y1="0" y2={HEIGHT} />
      </svg>
      <figcaption className={styles.legend}>
        <span>{words.this}</span>
        <span className={styles.thenKey}>{words.last}</span>
      </figcaption>
    </figure>
  )
}

/** Sums up the spending by the end of each day, starting at 0. */
function summedUp(days: readonly number[]): number[] {
  let sum = 0
  return [0, ...days.map((cents) => (sum += cents))]
}
