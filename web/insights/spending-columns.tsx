import { scaleBand, scaleLinear } from 'd3-scale'
import { useState } from 'react'
import { useCounting } from '#web/shell/session.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { classes } from '#web/ui/classes.ts'
import styles from './chart.module.css'
import { Marks } from './marks.tsx'
import { Ticks } from './net-worth-chart.tsx'
import { filtersOf, useGroupName } from './spending-groups.ts'
import type { Spending } from './spending.ts'

const WIDTH = 1000
const HEIGHT = 280

/** Draws one column for each month. */
export function SpendingColumns({
  data,
  today,
}: {
  readonly data: Spending
  readonly today: string
}) {
  const counting = useCounting()
  const words = useText().insights
  const { money, day } = useFormats()
  const nameOf = useGroupName(data)
  const { groups, currency } = data
  const [at, setAt] = useState(groups.length - 1)
  const most = Math.max(1, ...groups.map(({ spent }) => spent))
  const x = scaleBand(
    groups.map(({ key }) => key),
    [0, WIDTH],
  ).padding(0.25)
  const y = scaleLinear([0, most], [HEIGHT, 0]).nice(4)
  const step = 1 / Math.max(1, groups.length)
  const marks = groups.map((group, index) => ({
    key: group.key,
    words: words.spending.mark(
      nameOf(group),
      money(group.spent, currency),
      words.count(group.transaction_count),
    ),
    filters: filtersOf(group, data, { today, counting }) ?? {},
    left: index * step,
    width: step,
  }))
  const current = groups[Math.min(at, groups.length - 1)]!
  return (
    <figure className={styles.chart}>
      <Ticks values={y.ticks(4)} place={(value) => y(value) / HEIGHT} currency={currency} />
      <div className={styles.plot}>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
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
          {groups.map((group) => (
            <rect
              key={group.key}
              className={classes(styles.column, group === current && styles.current)}
              x={x(group.key)}
              width={x.bandwidth()}
              y={y(group.spent)}
              height={HEIGHT - y(group.spent)}
            />
          ))}
        </svg>
        <Marks name={words.spending.chart} marks={marks} at={at} onCursor={setAt} />
      </div>
      <figcaption className={styles.months}>
        <span aria-hidden>{day(`${groups[0]!.key}-01`, 'month')}</span>
        <strong className="money">
          {nameOf(current)}: {money(current.spent, currency)}
        </strong>
      </figcaption>
    </figure>
  )
}
