import { scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'
import { useQuery } from '@tanstack/react-query'
import { ask } from '#web/calls/queries.ts'
import { useCounting } from '#web/shell/session.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import styles from './chart.module.css'
import { Marks } from './marks.tsx'
import type { NetWorth } from './net-worth.ts'
import { monthBounds } from './period.ts'

const WIDTH = 1000
const HEIGHT = 280

type Props = {
  readonly data: NetWorth
  /** Index of the point under the cursor. */
  readonly at: number
  readonly onCursor: (at: number) => void
}

type Point = NetWorth['series'][number]

/** Draws assets above zero, debts striped below, and the net worth as a line. */
export function NetWorthChart({ data, at, onCursor }: Props) {
  const { series } = data
  const high = Math.max(0, ...series.map(({ assets }) => assets))
  const low = Math.min(0, ...series.map(({ liabilities }) => liabilities))
  const x = scaleLinear([0, Math.max(1, series.length - 1)], [0, WIDTH])
  // Only the upper end is rounded: rounding the lower one would give a small debt a whole step.
  const [, top = 1] = scaleLinear()
    .domain([0, Math.max(high, 1)])
    .nice(4)
    .domain()
  const y = scaleLinear([low, top], [HEIGHT, 0])
  const filled = (of: (point: Point) => number) =>
    area<Point>(
      (_, index) => x(index),
      y(0),
      (point) => y(of(point)),
    )(series) ?? ''
  const net = line<Point>(
    (_, index) => x(index),
    (point) => y(point.net_worth),
  )
  const point = series[at]!
  return (
    <figure className={styles.chart}>
      <Ticks values={y.ticks(4)} place={(value) => y(value) / HEIGHT} currency={data.currency} />
      <div className={styles.plot}>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
          <defs>
            <pattern id="owed" width="8" height="8" patternUnits="userSpaceOnUse">
              <path d="M0,8L8,0" className={styles.stripe} />
            </pattern>
          </defs>
          {y.ticks(4).map((value) => (
            <line
              key={value}
              className={styles.grid}
              x1="0"
              x2={WIDTH}
              y1={y(value)}
              y2={y(value)}
            />
          ))}
          <path className={styles.assets} d={filled(({ assets }) => assets)} />
          <path fill="url(#owed)" d={filled(({ liabilities }) => liabilities)} />
          <line className={styles.ground} x1="0" x2={WIDTH} y1={y(0)} y2={y(0)} />
          <path className={styles.net} d={net(series) ?? ''} />
          <line className={styles.cursor} x1={x(at)} x2={x(at)} y1="0" y2={HEIGHT} />
        </svg>
        <span
          className={styles.dot}
          style={{
            left: `${(x(at) / WIDTH) * 100}%`,
            top: `${(y(point.net_worth) / HEIGHT) * 100}%`,
          }}
        />
        <PointMarks data={data} at={at} onCursor={onCursor} />
      </div>
      <Months series={series} />
    </figure>
  )
}

function PointMarks({ data, at, onCursor }: Props) {
  const words = useText().insights.worth
  const { money, day } = useFormats()
  const { data: home } = useQuery(ask('GET /home'))
  const counting = useCounting()
  const { series, currency } = data
  const amount = (cents: number) => money(cents, currency)
  const step = 1 / Math.max(1, series.length - 1)
  const marks = series.map(({ date, net_worth, assets, liabilities }, index) => {
    const left = Math.max(0, (index - 0.5) * step)
    return {
      key: date,
      words: words.mark(day(date, 'long'), amount(net_worth), [
        amount(assets),
        amount(liabilities),
      ]),
      filters: monthBounds(date, home?.today ?? date, counting),
      left,
      width: Math.min(1, (index + 0.5) * step) - left,
    }
  })
  return <Marks name={words.chart} marks={marks} at={at} onCursor={onCursor} />
}

/** Labels the axis. Hidden from screen readers, because the marks state the amounts. */
export function Ticks({
  values,
  place,
  currency,
}: {
  readonly values: readonly number[]
  readonly place: (value: number) => number
  readonly currency: string
}) {
  const { money } = useFormats()
  return (
    <div className={styles.ticks} aria-hidden>
      {values.map((value) => (
        <span key={value} className="money" style={{ top: `${place(value) * 100}%` }}>
          {money(value, currency, { whole: true })}
        </span>
      ))}
    </div>
  )
}

function Months({ series }: { readonly series: readonly Point[] }) {
  const { day } = useFormats()
  const [first, middle, last] = [0, Math.floor((series.length - 1) / 2), series.length - 1]
  return (
    <div className={styles.months} aria-hidden>
      {[first, middle, last].map((index) => (
        <span key={index}>{day(series[index]!.date, 'dated')}</span>
      ))}
    </div>
  )
}
