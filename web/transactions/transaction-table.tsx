import { useVirtualizer } from '@tanstack/react-virtual'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { ask } from '#web/calls/queries.ts'
import { useRowPx } from '#web/shell/density.ts'
import { useText } from '#web/text/text.tsx'
import { classes } from '#web/ui/classes.ts'
import { useStable } from '#web/ui/use-stable.ts'
import { useThrottled } from '#web/ui/use-throttled.ts'
import { useWidth } from '#web/ui/use-width.ts'
import { type DayLayout, daysOf, layOut } from './day-layout.ts'
import { type DayOfList, DayRows } from './day-rows.tsx'
import type { IndexedRow } from './edits.ts'
import type { Filters } from './filters.ts'
import { useNames } from './names.ts'
import { useDays, useHead, usePages } from './pages.ts'
import { useKeptFocus, useRowKeys } from './row-keys.ts'
import type { TableProps } from './table-props.ts'
import { HeadRow, TransactionRow } from './transaction-row.tsx'
import styles from './transaction-table.module.css'
import { useUndoAssignment } from './undo-assignment.ts'

/** The height of a row on two lines, for narrow lists. */
const TALL_ROW_PX = 68
/** Narrower lists have rows on two lines. The style has the same limit. */
const TALL_BELOW_PX = 560
const HEADING_PX = 34
/** How often fast scrolling requests the pages that pass by, in milliseconds. */
const FLIGHT_MS = 60

/** A table of any length: only visible rows are rendered and read, and the scroll bar reflects the full length. */
export function TransactionTable(props: TableProps) {
  const { filters, total, selection, refused } = props
  const text = useText()
  const names = useNames()
  const { ref, value: isNarrow } = useWidth((width) => width < TALL_BELOW_PX)
  const rowPx = useRowPx()
  const row = isNarrow ? TALL_ROW_PX : rowPx
  const { days, layout } = useLayout(filters, total, row)
  const virtual = useVirtualRows(ref, total, layout)
  const items = virtual.getVirtualItems()
  const rowAt = useRowsIn(filters, items)
  const { at, setAt } = useRowKeys(props, { virtual, rowAt, scroller: ref })
  const keepFocus = useKeptFocus(ref, at)
  const handlers = useHandlers(props)
  const today = useToday()
  const groups = Map.groupBy(items, ({ index }) => layout.dayOf(index))
  return (
    <div
      className={classes(styles.scroller, props.isStale && styles.stale)}
      {...keepFocus}
      ref={(element) => {
        ref.current = element
      }}
    >
      <div
        role="table"
        aria-label={text.transactions.title}
        aria-rowcount={total === undefined ? -1 : total + 1}
        className={styles.table}
      >
        <HeadRow />
        <div className={styles.rows} style={{ height: virtual.getTotalSize() }}>
          {[...groups].map(([number, some]) => (
            <DayRows
              key={days[number]?.day ?? 'rest'}
              day={days[number]}
              today={today}
              top={layout.dayTop(number)}
              height={layout.dayHeight(number)}
            >
              {some.map(({ index }) => {
                const found = rowAt(index)
                return (
                  <TransactionRow
                    key={index}
                    index={index}
                    offset={layout.rowTop(index) - layout.dayTop(number)}
                    row={found}
                    names={names}
                    today={today}
                    isCurrent={index === Math.min(at, (total ?? 1) - 1)}
                    isOpen={found !== undefined && found.id === props.open}
                    isSelecting={props.isSelecting}
                    isSelected={found !== undefined && selection.has(found.id)}
                    refused={found && refused.get(found.id)}
                    onFocus={setAt}
                    {...handlers}
                  />
                )
              })}
            </DayRows>
          ))}
        </div>
      </div>
    </div>
  )
}

function useVirtualRows(
  scroller: { readonly current: HTMLElement | null },
  total: number | undefined,
  layout: DayLayout,
) {
  const virtual = useVirtualizer({
    count: total ?? 12,
    getScrollElement: () => scroller.current,
    estimateSize: layout.heightOf,
    overscan: 8,
    scrollPaddingStart: HEADING_PX,
  })
  const measured = useRef(layout)
  useLayoutEffect(() => {
    // The first layout is measured already: a second time costs as much as drawing the screen where rows are many.
    if (measured.current === layout) return
    measured.current = layout
    virtual.measure()
  }, [virtual, layout])
  return virtual
}

/** Reads the rows that are drawn. */
function useRowsIn(filters: Filters, items: readonly { readonly index: number }[]) {
  const seen = { from: items[0]?.index ?? 0, to: items.at(-1)?.index ?? 0 }
  const range = useThrottled(seen, FLIGHT_MS, `${seen.from} ${seen.to}`)
  return usePages(filters, range).rowAt
}

function useToday(): string {
  const { data: home } = useQuery(ask('GET /home'))
  return home?.today ?? ''
}

/** Stable callbacks: a key press or a scroll frame renders only the rows that changed. */
function useHandlers({ selection, ...props }: TableProps) {
  const onOpen = useStable(props.onOpen)
  const onPick = useStable(props.onPick)
  const onSelect = useStable((placed: IndexedRow, extend: boolean) => {
    if (extend) void selection.extendTo(placed.index)
    else selection.toggle(placed.row, placed.index)
  })
  const onUndoAssignment = useStable(useUndoAssignment())
  return { onOpen, onPick, onSelect, onUndoAssignment }
}

/** Lays the list out by its days. Until they are known, the first page says which come first. */
function useLayout(filters: Filters, total: number | undefined, row: number) {
  const known = useDays(filters)
  const { data } = useHead(filters)
  return useMemo(() => {
    const days: readonly DayOfList[] = known ?? daysOf(data?.data ?? [])
    return { days, layout: layOut(days, total ?? 12, { row, heading: HEADING_PX }) }
  }, [known, data, total, row])
}
