import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { ask } from '#web/calls/queries.ts'
import { useShortcut } from '#web/shell/keyboard.tsx'
import { useText } from '#web/text/text.tsx'
import { classes } from '#web/ui/classes.ts'
import { usePhone } from '#web/ui/use-phone.ts'
import { useStable } from '#web/ui/use-stable.ts'
import { useThrottled } from '#web/ui/use-throttled.ts'
import type { IndexedRow, Refused } from './edits.ts'
import { useUndoAssignment } from './undo-assignment.ts'
import type { Filters } from './filters.ts'
import { useNames } from './names.ts'
import { type Transaction, usePages } from './pages.ts'
import type { Selection } from './selection.ts'
import type { PickedField } from './picked-field.ts'
import { HeadRow, TransactionRow } from './transaction-row.tsx'
import styles from './transaction-table.module.css'

type Props = {
  readonly filters: Filters
  /** Undefined until it is known. */
  readonly total: number | undefined
  /** The rows shown still belong to the previous filters. */
  readonly isStale: boolean
  readonly isSelecting: boolean
  readonly selection: Selection
  readonly refused: ReadonlyMap<string, Refused>
  readonly onOpen: (id: string) => void
  readonly onPick: (field: PickedField, of: IndexedRow | 'selection') => void
  readonly onUnassign: (of: IndexedRow | 'selection') => void
  readonly onSplit: (row: Transaction) => void
  readonly onRemove: (of: IndexedRow | 'selection') => void
}

const ROW_PX = 48
const PHONE_ROW_PX = 66
/** How often fast scrolling requests the pages that pass by, in milliseconds. */
const FLIGHT_MS = 60

/** A table of any length: only visible rows are rendered and read, and the scroll bar reflects the full length. */
export function TransactionTable(props: Props) {
  const { filters, total, selection, refused } = props
  const text = useText()
  const names = useNames()
  const isPhone = usePhone()
  const { data: home } = useQuery(ask('GET /home'))
  const scroller = useRef<HTMLDivElement>(null)
  const size = isPhone ? PHONE_ROW_PX : ROW_PX
  const virtual = useVirtualizer({
    count: total ?? 12,
    getScrollElement: () => scroller.current,
    estimateSize: () => size,
    overscan: 10,
    scrollPaddingStart: isPhone ? 0 : 36,
  })
  useEffect(() => virtual.measure(), [virtual, size])
  const items = virtual.getVirtualItems()
  const seen = { from: items[0]?.index ?? 0, to: items.at(-1)?.index ?? 0 }
  const range = useThrottled(seen, FLIGHT_MS, `${seen.from} ${seen.to}`)
  const { rowAt } = usePages(filters, range)
  const { at, setAt } = useRowKeys(props, { virtual, rowAt, scroller })
  // Stable callbacks: a key press or a scroll frame renders only the rows that changed.
  const onOpen = useStable(props.onOpen)
  const onPick = useStable(props.onPick)
  const onSelect = useStable((placed: IndexedRow, extend: boolean) => {
    if (extend) void selection.extendTo(placed.index)
    else selection.toggle(placed.row, placed.index)
  })
  const onUndoAssignment = useStable(useUndoAssignment())
  return (
    <div className={classes(styles.scroller, props.isStale && styles.stale)} ref={scroller}>
      <div
        role="table"
        aria-label={text.transactions.title}
        aria-rowcount={total === undefined ? -1 : total + 1}
        className={styles.table}
      >
        <HeadRow />
        <div role="rowgroup" className={styles.rows} style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const row = rowAt(index)
            return (
              <TransactionRow
                key={index}
                index={index}
                offset={start}
                row={row}
                names={names}
                today={home?.today ?? ''}
                isCurrent={index === Math.min(at, (total ?? 1) - 1)}
                isSelecting={props.isSelecting}
                isSelected={row !== undefined && selection.has(row.id)}
                refused={row && refused.get(row.id)}
                onFocus={setAt}
                onOpen={onOpen}
                onPick={onPick}
                onSelect={onSelect}
                onUndoAssignment={onUndoAssignment}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}

type Drawn = {
  readonly virtual: Virtualizer<HTMLDivElement, Element>
  readonly rowAt: (index: number) => Transaction | undefined
  readonly scroller: { readonly current: HTMLDivElement | null }
}

/** Handles the focused row and the keys that move it and act on it. */
function useRowKeys(props: Props, { virtual, rowAt, scroller }: Drawn) {
  const { total = 0, selection, onOpen, onPick, onUnassign, onSplit, onRemove } = props
  const [at, setIndex] = useState(0)
  const wasFocused = useRef(false)
  const setAt = useCallback((index: number) => {
    wasFocused.current = true
    setIndex(index)
  }, [])
  const move = (step: number) => {
    const isInside = scroller.current?.contains(document.activeElement) ?? false
    // The first key press focuses the current row; only the next one moves.
    const to = isInside ? Math.max(0, Math.min(total - 1, at + step)) : Math.min(at, total - 1)
    setAt(to)
    virtual.scrollToIndex(to, { align: 'auto' })
    requestAnimationFrame(() => requestAnimationFrame(() => focusRow(scroller.current, to)))
  }
  const withRow = (act: (placed: IndexedRow) => void) => () => {
    const row = rowAt(at)
    if (row) act({ row, index: at })
  }
  /** Acts on the selection if there is one, otherwise on the current row. */
  const withSome = (act: (some: IndexedRow | 'selection') => void) => () => {
    if (selection.rows.size > 0) act('selection')
    else withRow(act)()
  }
  useShortcut('next', () => move(1))
  useShortcut('previous', () => move(-1))
  useShortcut(
    'openRow',
    withRow(({ row }) => onOpen(row.id)),
  )
  useShortcut(
    'notes',
    withRow(({ row }) => onOpen(row.id)),
  )
  useShortcut(
    'selectRow',
    withRow(({ row, index }) => selection.toggle(row, index)),
  )
  useShortcut('extendSelection', () => void selection.extendTo(at))
  useShortcut(
    'spendFrom',
    withSome((some) => onPick('expense_goal_id', some)),
  )
  useShortcut(
    'category',
    withSome((some) => onPick('category_id', some)),
  )
  useShortcut('unassign', withSome(onUnassign))
  useShortcut(
    'split',
    withRow(({ row }) => onSplit(row)),
  )
  useShortcut('removeRow', () => {
    // Never deletes a row that nobody has chosen: outside of the list, the keys belong to something else.
    const isOutside =
      document.activeElement?.closest('[role=dialog]') === null &&
      document.activeElement !== document.body &&
      scroller.current?.contains(document.activeElement) === false
    if (selection.rows.size > 0 || (wasFocused.current && !isOutside)) withSome(onRemove)()
  })
  return { at, setAt }
}

function focusRow(scroller: HTMLElement | null, index: number): void {
  scroller?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true })
}
