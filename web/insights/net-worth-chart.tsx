import { area, line } from 'd3-shape'
import { useNavigate } from '@tanstack/react-router'
import { addDays, toDay } from '#/core/values/day.ts'
import { useFormats } from '#web/text/text.tsx'
import { axisOf } from './axis.ts'
import { Grid, Ticks } from './bars.tsx'
import styles from './insights.module.css'
import type { Worth, WorthSeries } from './worth.ts'
import { useInsightWords } from './words.ts'

type Props = {
  readonly data: Worth
  readonly series: WorthSeries
  /** Index of the point under the cursor. */
  readonly at: number
  readonly onCursor: (at: number | null) => void
}

type Point = WorthSeries['points'][number]

/** Draws assets above zero, debts below, and the net worth as a line. Pointer and arrow keys read any point. */
export function NetWorthChart({ data, series, at, onCursor }: Props) {
  const { points, currency } = series
  const last = points.length - 1
  const axis = axisOf(points.flatMap(({ assets, liabilities }) => [assets, liabilities]))
  const y = (cents: number) => axis.place(cents) * 100
  const filled = (of: (point: Point) => number) =>
    area<Point>(
      (_, index) => index,
      y(0),
      (point) => y(of(point)),
    )([...points]) ?? ''
  const net = line<Point>(
    (_, index) => index,
    ({ net_worth }) => y(net_worth),
  )
  const point = points[at]!
  return (
    <figure className={styles.chart}>
      <Ticks axis={axis} currency={currency} />
      <div className={styles.plot}>
        <Grid axis={axis} />
        <svg
          className={styles.over}
          viewBox={`0 0 ${last} 100`}
          preserveAspectRatio="none"
          aria-hidden
        >
          <path className={styles.assets} d={filled(({ assets }) => assets)} />
          <path className={styles.owed} d={filled(({ liabilities }) => liabilities)} />
          <path className={styles.netLine} d={net([...points]) ?? ''} />
        </svg>
        <span className={styles.cursor} style={{ left: `${(at / last) * 100}%` }} />
        <span
          className={styles.dot}
          style={{ left: `${(at / last) * 100}%`, top: `${y(point.net_worth)}%` }}
        />
        <Reader series={series} at={at} onCursor={onCursor} />
      </div>
      <Days data={data} points={points} />
    </figure>
  )
}

/** The days since the point before. */
export function daysOf(points: readonly Point[], at: number): { from: string; to: string } {
  const { date } = points[at]!
  const before = points[at - 1]?.date
  return { from: before === undefined ? date : addDays(toDay(before), 1), to: date }
}

/** Reads the points by pointer and arrow keys; a click or Enter opens the transactions of the time. */
function Reader({ series, at, onCursor }: Omit<Props, 'data'>) {
  const words = useInsightWords().worth
  const { money, day } = useFormats()
  const navigate = useNavigate()
  const { points, currency } = series
  const point = points[at]!
  const last = points.length - 1
  const open = () => void navigate({ to: '/transactions', search: daysOf(points, at) })
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    Home: 0,
    End: last,
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      className={styles.slider}
      aria-label={words.chart}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at}
      aria-valuetext={words.mark(day(point.date, 'long'), money(point.net_worth, currency), [
        money(point.assets, currency),
        money(point.liabilities, currency),
      ])}
      onPointerMove={({ clientX, currentTarget }) => {
        const { left, width } = currentTarget.getBoundingClientRect()
        const share = Math.min(1, Math.max(0, (clientX - left) / width))
        onCursor(Math.round(share * last))
      }}
      onPointerLeave={() => onCursor(null)}
      onBlur={() => onCursor(null)}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key === 'Enter') open()
        const to = steps[event.key]
        if (to === undefined) return
        event.preventDefault()
        onCursor(Math.min(last, Math.max(0, to)))
      }}
    />
  )
}

function Days({ data, points }: { readonly data: Worth; readonly points: readonly Point[] }) {
  const { day } = useFormats()
  const last = points.length - 1
  const shown = [...new Set([0, 1, 2, 3, 4].map((part) => Math.round((part / 4) * last)))]
  return (
    <div className={styles.days} aria-hidden>
      {shown.map((index) => (
        <span key={index}>
          {day(points[index]!.date, data.step === 'month' ? 'monthYear' : 'short')}
        </span>
      ))}
    </div>
  )
}
