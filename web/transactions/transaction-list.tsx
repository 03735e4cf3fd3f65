import { useVirtualizer } from '@tanstack/react-virtual'
import { SearchX } from 'lucide-react'
import { useRef } from 'react'
import { useText } from '#web/text/text.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Failed } from '#web/ui/notice.tsx'
import type { Filters } from './filters.ts'
import { useNames } from './names.ts'
import { useRows } from './pages.ts'
import styles from './transaction-list.module.css'
import { TransactionRow } from './transaction-row.tsx'

const ROW_PX = 52

/** A table of any length: only what is seen is drawn and read, and the scroll bar tells how long it is. */
export function TransactionList({
  filters,
  onOpen,
}: {
  readonly filters: Filters
  readonly onOpen: (id: string) => void
}) {
  const text = useText()
  const names = useNames()
  const scroller = useRef<HTMLDivElement>(null)
  const count = useRef(0)
  const virtual = useVirtualizer({
    count: count.current,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
  })
  const items = virtual.getVirtualItems()
  const range = { from: items[0]?.index ?? 0, to: items.at(-1)?.index ?? 0 }
  const { total, rowAt, error, retry } = useRows(filters, range)
  if (total !== undefined && total !== count.current) {
    count.current = total
    virtual.setOptions({ ...virtual.options, count: total })
  }
  if (error) return <Failed error={error} retry={retry} />
  if (total === 0) return <Empty picture={SearchX} title={text.transactions.noneMatch} />
  return (
    <div className={styles.scroller} ref={scroller}>
      <div
        role="table"
        aria-label={text.transactions.title}
        aria-rowcount={total ?? -1}
        style={{ height: virtual.getTotalSize() }}
        className={styles.table}
      >
        <div role="rowgroup">
          {items.map(({ index, start }) => (
            <TransactionRow
              key={index}
              index={index}
              offset={start}
              row={rowAt(index)}
              names={names}
              onOpen={onOpen}
            />
          ))}
        </div>
      </div>
    </div>
  )
}
