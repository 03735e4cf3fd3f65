import type { Virtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useShortcut } from '#web/shell/keyboard.tsx'
import type { IndexedRow } from './edits.ts'
import { type Transaction, useHead } from './pages.ts'
import type { TableProps } from './table-props.ts'

/** The rows as they are drawn. */
type Drawn = {
  readonly virtual: Virtualizer<HTMLElement, Element>
  readonly rowAt: (index: number) => Transaction | undefined
  readonly scroller: { readonly current: HTMLElement | null }
}

/** Handles the focused row and the keys that move it and act on it. */
export function useRowKeys(props: TableProps, { virtual, rowAt, scroller }: Drawn) {
  const { total = 0 } = props
  const [at, setIndex] = useState(0)
  const wasFocused = useRef(false)
  const setAt = useCallback((index: number) => {
    wasFocused.current = true
    setIndex(index)
  }, [])
  const follow = useFollowing(props, { at, rowAt })
  const go = (step: number) => {
    const isInside = scroller.current?.contains(document.activeElement) ?? false
    // The first key press focuses the current row; only the next one moves. The inspector moves with the list.
    const isMoving = isInside || props.open !== undefined
    const to = isMoving ? Math.max(0, Math.min(total - 1, at + step)) : Math.min(at, total - 1)
    setAt(to)
    follow(to)
    virtual.scrollToIndex(to, { align: 'auto' })
    return to
  }
  const move = (step: number) => {
    const to = go(step)
    requestAnimationFrame(() => requestAnimationFrame(() => focusRow(scroller.current, to)))
  }
  useFindOpen(props, (index) => {
    setIndex(index)
    virtual.scrollToIndex(index, { align: 'center' })
  })
  const { step } = props
  useEffect(() => {
    // The focus stays on the button of the inspector, so that it can be pressed again.
    step.current = go
  })
  useRowShortcuts(props, { at, rowAt, scroller, move, wasFocused })
  return { at, setAt }
}

type Current = Pick<Drawn, 'rowAt' | 'scroller'> & {
  readonly at: number
  readonly move: (step: number) => void
  /** Some row has had the focus. */
  readonly wasFocused: { readonly current: boolean }
}

function useRowShortcuts(props: TableProps, current: Current) {
  const { selection, onOpen, onPick, onUnassign, onSplit, onRemove } = props
  const { at, rowAt, scroller, move, wasFocused } = current
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
}

/** Focuses the current row again if it was drawn again while it had the focus, because it went to another day. */
export function useKeptFocus(scroller: Drawn['scroller'], at: number) {
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
function useFollowing({ open, onOpen }: TableProps, { at, rowAt }: Following) {
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
function useFindOpen({ filters, open }: TableProps, go: (index: number) => void) {
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
