import { useText } from '#web/text/text.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { DayText, Money } from '#web/ui/money.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Names } from './names.ts'
import type { Transaction } from './pages.ts'
import styles from './transaction-row.module.css'

type Props = {
  readonly index: number
  /** Pixels from the top of the list. */
  readonly offset: number
  readonly row: Transaction | undefined
  readonly names: Names
  readonly onOpen: (id: string) => void
}

export function TransactionRow({ index, offset, row, names, onOpen }: Props) {
  const text = useText()
  return (
    <div
      role="row"
      tabIndex={0}
      aria-rowindex={index + 1}
      className={styles.row}
      style={{ transform: `translateY(${offset}px)` }}
      onClick={() => row && onOpen(row.id)}
    >
      {row ? (
        <>
          <span role="cell" className={styles.day}>
            <DayText day={row.booked_at} />
          </span>
          <span role="cell" className={styles.concept}>
            {row.concept}
            {row.status === 'pending' && <Badge>{text.transactions.pending}</Badge>}
          </span>
          <span role="cell" className={styles.category}>
            {names.category(row.category_id)}
          </span>
          <span role="cell" className={styles.sum}>
            <Money cents={row.amount} currency={row.currency} toned signed={row.amount > 0} />
          </span>
        </>
      ) : (
        <span role="cell">
          <Skeleton width="60%" />
        </span>
      )}
    </div>
  )
}
