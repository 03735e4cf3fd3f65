import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { Filters } from './filters.ts'
import { loadRows, type RowRange, type Transaction } from './pages.ts'

/** Keeps the selected rows, wherever they are in the list, and changes the selection. */
export function useSelection(filters: Filters) {
  const queries = useQueryClient()
  const [rows, setRows] = useState<ReadonlyMap<string, Transaction>>(new Map())
  const [anchor, setAnchor] = useState(0)
  const clear = useCallback(() => setRows(new Map()), [])
  const add = async (range: RowRange) => {
    const found = await loadRows(queries, filters, range)
    setRows((before) => new Map([...before, ...found.map(([, row]) => [row.id, row] as const)]))
  }
  return {
    rows,
    has: (id: string) => rows.has(id),
    clear,
    toggle: (row: Transaction, index: number) => {
      setAnchor(index)
      setRows((before) => {
        const after = new Map(before)
        if (!after.delete(row.id)) after.set(row.id, row)
        return after
      })
    },
    /** Selects everything between the last selected row and this one. */
    extendTo: (index: number) =>
      add({ from: Math.min(anchor, index), to: Math.max(anchor, index) }),
    all: (total: number) => add({ from: 0, to: total - 1 }),
  }
}

export type Selection = ReturnType<typeof useSelection>
