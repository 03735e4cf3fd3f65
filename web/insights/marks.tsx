import { Link } from '@tanstack/react-router'
import type { Filters } from '#web/transactions/filters.ts'
import { moveAmongLinks } from './arrows.ts'
import styles from './marks.module.css'

/** A mark of a chart: where it lies from left to right, as shares of the width, and what it opens. */
export type Mark = {
  readonly key: string
  readonly words: string
  readonly filters: Filters
  readonly left: number
  readonly width: number
}

/**
 * What can be touched of a chart: one link a mark, over its whole height. One of them is reached by Tab, the others by arrow
 * keys; each says in words what the chart shows there.
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
