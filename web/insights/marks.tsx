import { Link } from '@tanstack/react-router'
import type { Filters } from '#web/transactions/filters.ts'
import { moveAmongLinks } from './arrows.ts'
import styles from './marks.module.css'

/** A touchable part of a chart: its horizontal position as shares of the width, and its link. */
export type Mark = {
  readonly key: string
  readonly words: string
  readonly filters: Filters
  readonly left: number
  readonly width: number
}

/**
 * Covers a chart with one link for each mark, over its full height. Tab reaches one of them, arrow keys the others; each
 * describes its part of the chart in words.
 */
export function Marks({
  name,
  marks,
  at,
  onCursor,
}: {
  readonly name: string
  readonly marks: readonly Mark[]
  readonly at: number
  readonly onCursor: (at: number) => void
}) {
  return (
    <ol className={styles.marks} aria-label={name} onKeyDown={moveAmongLinks}>
      {marks.map(({ key, words, filters, left, width }, index) => (
        <li key={key} style={{ left: `${left * 100}%`, width: `${width * 100}%` }}>
          <Link
            to="/transactions"
            search={filters}
            aria-label={words}
            tabIndex={index === at ? 0 : -1}
            onFocus={() => onCursor(index)}
            onMouseEnter={() => onCursor(index)}
          />
        </li>
      ))}
    </ol>
  )
}
