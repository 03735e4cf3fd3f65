import { Link } from '@tanstack/react-router'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useFormats } from '#web/text/text.tsx'
import type { Filters } from '#web/transactions/filters.ts'
import { classes } from '#web/ui/classes.ts'
import { useWidth } from '#web/ui/use-width.ts'
import styles from './insights.module.css'

/** A part of a column, with its edges as amounts. It leads to its transactions. */
export type Bar = {
  readonly key: string
  readonly words: string
  readonly filters: Filters
  readonly low: number
  readonly high: number
  readonly className?: string | undefined
  readonly style?: CSSProperties | undefined
}

export type BarColumn = {
  readonly key: string
  readonly label: string
  readonly bars: readonly Bar[]
}

/** Amounts of an axis, and the place of an amount as a share of the height, 0 at the top. */
export type Axis = {
  readonly ticks: readonly number[]
  readonly place: (cents: number) => number
}

type Props = {
  readonly name: string
  readonly columns: readonly BarColumn[]
  readonly axis: Axis
  readonly currency: string
  /** Index of the column that is read, or null. */
  readonly at: number | null
  readonly onCursor: (at: number | null) => void
  /** Drawn over the columns, in a box of one unit for each column and 100 in height. */
  readonly over?: ReactNode
}

/** The least pixels of a label below a column. */
const LABEL = 46

/**
 * Draws columns of bars. Tab reaches one bar; arrow keys go to the next column or to the next bar of a column; each says what
 * it is.
 */
export function Bars({ name, columns, axis, currency, at, onCursor, over }: Props) {
  const { ref, value: every } = useWidth((width) => {
    return Math.max(1, Math.ceil((columns.length * LABEL) / Math.max(1, width - 60)))
  })
  const list = useRef<HTMLOListElement>(null)
  const [held, setHeld] = useState<readonly [number, number]>([columns.length - 1, 0])
  const column = Math.min(held[0], columns.length - 1)
  const bar = Math.min(held[1], Math.max(0, (columns[column]?.bars.length ?? 0) - 1))
  const go = (event: KeyboardEvent) => {
    const to = nextBar(event.key, [column, bar], columns)
    if (to === null) return
    event.preventDefault()
    list.current?.children[to[0]]?.querySelectorAll('a')[to[1]]?.focus()
  }
  return (
    <figure ref={ref} className={styles.chart} onMouseLeave={() => onCursor(null)}>
      <Ticks axis={axis} currency={currency} />
      <div className={styles.plot}>
        <Grid axis={axis} />
        <ol ref={list} className={styles.columns} aria-label={name} onKeyDown={go}>
          {columns.map(({ key, label, bars }, index) => (
            <li
              key={key}
              className={classes(styles.column, at === index && styles.read)}
              onMouseEnter={() => onCursor(index)}
            >
              {bars.map((one, place) => (
                <Link
                  key={one.key}
                  to="/transactions"
                  search={one.filters}
                  aria-label={one.words}
                  tabIndex={index === column && place === bar ? 0 : -1}
                  onFocus={() => {
                    setHeld([index, place])
                    onCursor(index)
                  }}
                  className={classes(styles.bar, one.className)}
                  style={{
                    ...one.style,
                    top: `${axis.place(one.high) * 100}%`,
                    height: `${(axis.place(one.low) - axis.place(one.high)) * 100}%`,
                  }}
                />
              ))}
              {(columns.length - 1 - index) % every === 0 && (
                <span className={styles.label} aria-hidden>
                  {label}
                </span>
              )}
            </li>
          ))}
        </ol>
        {over && (
          <svg
            className={styles.over}
            viewBox={`0 0 ${columns.length} 100`}
            preserveAspectRatio="none"
            aria-hidden
          >
            {over}
          </svg>
        )}
      </div>
    </figure>
  )
}

type Place = readonly [column: number, bar: number]

/** Finds the bar that a key leads to; columns without bars are passed over. */
function nextBar(key: string, [column, bar]: Place, columns: readonly BarColumn[]): Place | null {
  const bars = columns[column]?.bars.length ?? 0
  const filled = columns.flatMap(({ bars: some }, index) => (some.length > 0 ? [index] : []))
  const to = {
    ArrowLeft: filled.findLast((index) => index < column),
    ArrowRight: filled.find((index) => index > column),
    Home: filled[0],
    End: filled.at(-1),
  }[key]
  if (to !== undefined) return [to, Math.min(bar, columns[to]!.bars.length - 1)]
  if (key === 'ArrowUp' && bar < bars - 1) return [column, bar + 1]
  if (key === 'ArrowDown' && bar > 0) return [column, bar - 1]
  return null
}

/** Labels the axis. Hidden from screen readers, because bars and points state their amounts. */
export function Ticks({ axis, currency }: { readonly axis: Axis; readonly currency: string }) {
  const { money } = useFormats()
  return (
    <div className={styles.ticks} aria-hidden>
      {axis.ticks.map((value) => (
        <span key={value} className="money" style={{ top: `${axis.place(value) * 100}%` }}>
          {money(value, currency, { whole: true })}
        </span>
      ))}
    </div>
  )
}

export function Grid({ axis }: { readonly axis: Axis }) {
  return (
    <div aria-hidden>
      {axis.ticks.map((value) => (
        <span
          key={value}
          className={classes(styles.grid, value === 0 && styles.ground)}
          style={{ top: `${axis.place(value) * 100}%` }}
        />
      ))}
    </div>
  )
}
