import type { RefObject } from 'react'
import type { IndexedRow, Refused } from './edits.ts'
import type { Filters } from './filters.ts'
import type { Transaction } from './pages.ts'
import type { PickedField } from './picked-field.ts'
import type { Selection } from './selection.ts'

/** All that the table of transactions shows and does. */
export type TableProps = {
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
