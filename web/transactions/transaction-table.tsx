import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import {
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useQuery } from '@tanstack/react-query'
import { ask } from '#web/calls/queries.ts'
import { useShortcut } from '#web/shell/keyboard.tsx'
import { useText } from '#web/text/text.tsx'
import { classes } from '#web/ui/classes.ts'
import { useStable } from '#web/ui/use-stable.ts'
import { useThrottled } from '#web/ui/use-throttled.ts'
import { useWidth } from '#web/ui/use-width.ts'
import { daysOf, layOut } from './day-layout.ts'
import { type DayOfList, DayRows } from './day-rows.tsx'
import type { IndexedRow, Refused } from './edits.ts'
import { useUndoAssignment } from './undo-assignment.ts'
import type { Filters } from './filters.ts'
import { useNames } from './names.ts'
import { type Transaction, useDays, useHead, usePages } from './pages.ts'
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
  /** The transaction that the inspector shows. */
  readonly open: string | undefined
  /** Moves to the next or previous row; set by the table. */
  readonly step: RefObject<(step: number) => void>
  readonly refused: ReadonlyMap<string, Refused>
  readonly onOpen: (id: string) => void
  readonly onPick: (field: PickedField, of: IndexedRow | 'selection') => void
  readonly onUnassign: (of: IndexedRow | 'selection') => void
  readonly onSplit: (row: Transaction) => void
  readonly onRemove: (of: IndexedRow | 'selection') => void
}

const ROW_PX = 44
/** The height of a row on two lines, for narrow lists. */
const TALL_ROW_PX = 68
/** Narrower lists have rows on two lines. The style has the same limit. */
const TALL_BELOW_PX = 560
export const HEADING_PX = 34
/** How often fast scrolling requests the pages that pass by, in milliseconds. */
const FLIGHT_MS = 60

/** A table of any length: only visible rows are rendered and read, and the scroll bar reflects the full length. */
export function TransactionTable(props: Props) {
  const { filters, total, selection, refused } = props
  const text = useText()
  const names = useNames()
  const { data: home } = useQuery(ask('GET /home'))
  const { ref, width } = useWidth()
  const row = width < TALL_BELOW_PX ? TALL_ROW_PX : ROW_PX
  const { days, layout } = useLayout(filters, total, row)
  const virtual = useVirtualizer({
    count: total ?? 12,
    getScrollElement: () => ref.current,
    estimateSize: layout.heightOf,
    overscan: 8,
    scrollPaddingStart: HEADING_PX,
  })
  useLayoutEffect(() => virtual.measure(), [virtual, layout])
  const items = virtual.getVirtualItems()
  const seen = { from: items[0]?.index ?? 0, to: items.at(-1)?.index ?? 0 }
  const range = useThrottled(seen, FLIGHT_MS, `${seen.from} ${seen.to}`)
  const { rowAt } = usePages(filters, range)
  const { at, setAt } = useRowKeys(props, { virtual, rowAt, scroller: ref })
  const keepFocus = useKeptFocus(ref, at)
  // Stable callbacks: a key press or a scroll frame renders only the rows that changed.
  const onOpen = useStable(props.onOpen)
  const onPick = useStable(props.onPick)
  const onSelect = useStable((placed: IndexedRow, extend: boolean) => {
    if (extend) void selection.extendTo(placed.index)
    else selection.toggle(placed.row, placed.index)
  })
  const onUndoAssignment = useStable(useUndoAssignment())
  const today = home?.today ?? ''
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
                    onOpen={onOpen}
                    onPick={onPick}
                    onSelect={onSelect}
                    onUndoAssignment={onUndoAssignment}
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

/** Lays the list out by its days. Until they are known, the first page says which come first. */
function useLayout(filters: Filters, total: number | undefined, row: number) {
  const known = useDays(filters)
  const { data } = useHead(filters)
  return useMemo(() => {
    const days: readonly DayOfList[] = known ?? daysOf(data?.data ?? [])
    return { days, layout: layOut(days, total ?? 12, { row, heading: HEADING_PX }) }
  }, [known, data, total, row])
}

type Drawn = {
  readonly virtual: Virtualizer<HTMLElement, Element>
  readonly rowAt: (index: number) => Transaction | undefined
  readonly scroller: { readonly current: HTMLElement | null }
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
  const follow = useFollowing(props, { at, rowAt })
  const move = (step: number) => {
    const isInside = scroller.current?.contains(document.activeElement) ?? false
    // The first key press focuses the current row; only the next one moves. The inspector moves with the list.
    const isMoving = isInside || props.open !== undefined
    const to = isMoving ? Math.max(0, Math.min(total - 1, at + step)) : Math.min(at, total - 1)
    setAt(to)
    follow(to)
    virtual.scrollToIndex(to, { align: 'auto' })
    requestAnimationFrame(() => requestAnimationFrame(() => focusRow(scroller.current, to)))
  }
  useFindOpen(props, (index) => {
    setIndex(index)
    virtual.scrollToIndex(index, { align: 'center' })
  })
  const { step } = props
  useEffect(() => {
    step.current = move
  })
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

/** Focuses the current row again if it was drawn again while it had the focus, because it went to another day. */
function useKeptFocus(scroller: Drawn['scroller'], at: number) {
  const isInside = useRef(false)
  useLayoutEffect(() => {
    if (isInside.current && document.activeElement === document.body) {
      focusRow(scroller.current, at)
    }
  })
  return {
    onFocus: () => {
      isInside.current = true
    },
    onBlur: () => {
      isInside.current = false
    },
  }
}

type Following = { readonly at: number; readonly rowAt: Drawn['rowAt'] }

/** Lets the inspector follow the keys: it shows the current row as soon as that is loaded. */
function useFollowing({ open, onOpen }: Props, { at, rowAt }: Following) {
  const [wanted, setWanted] = useState<number | null>(null)
  const id = wanted === at ? rowAt(at)?.id : undefined
  const show = useEffectEvent(onOpen)
  useEffect(() => {
    if (id === undefined) return
    setWanted(null)
    show(id)
  }, [id])
  return (to: number) => {
    if (open !== undefined) setWanted(to)
  }
}

/** Goes to the row that the address opens, if it is on the first page. */
function useFindOpen({ filters, open }: Props, go: (index: number) => void) {
  const { data } = useHead(filters)
  const [sought, setSought] = useState(open)
  const index = sought === undefined ? -1 : (data?.data.findIndex(({ id }) => id === sought) ?? -1)
  const find = useEffectEvent(go)
  useEffect(() => {
    if (index < 0) return
    setSought(undefined)
    find(index)
  }, [index])
}

function focusRow(scroller: HTMLElement | null, index: number): void {
  scroller?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true })
}
