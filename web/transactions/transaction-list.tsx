import { Link } from '@tanstack/react-router'
import { Inbox, SearchX } from 'lucide-react'
import { lazy, type RefObject, Suspense, useEffect, useState } from 'react'
import type { CreatedCategory } from '#web/categories/use-created.ts'
import { useText } from '#web/text/text.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.ts'
import { type Always, alwaysOf } from './always.ts'
import { BulkBar } from './bulk-bar.tsx'
import { type Change, type Described, type IndexedRow, useEdits } from './edits.ts'
import { countFilters, type Filters } from './filters.ts'
import { type Faults, type Transaction, useHead } from './pages.ts'
import { PickCategory, PickExpense } from './pick.tsx'
import { useRemoving } from './removing.ts'
import { useSelection } from './selection.ts'
import { TransactionTable } from './transaction-table.tsx'
import type { PickedField } from './picked-field.ts'

const SplitDialog = lazy(() =>
  import('./split-dialog.tsx').then((file) => ({ default: file.SplitDialog })),
)

type Props = {
  readonly filters: Filters
  /** A tap selects a row: for phones, where checkboxes do not fit. */
  readonly isSelecting: boolean
  /** The transaction that the inspector shows. */
  readonly open: string | undefined
  readonly step: RefObject<(step: number) => void>
  readonly onOpen: (id: string) => void
  /** Offers to make a rule of a change. */
  readonly onAlways: (always: Always) => void
  readonly onClear: () => void
  readonly onAdd: () => void
}

/** Shows the list and handles its actions: changing a row, selecting many, and the text for an empty list. */
export function TransactionList(props: Props) {
  const { filters, isSelecting, open, step, onOpen, onAlways, onClear, onAdd } = props
  const text = useText()
  const head = useHead(filters)
  const selection = useSelectionWhile(isSelecting, filters)
  const { refused, editOne, editMany } = useEdits(filters)
  const editSelected = useUnlessSplit(editMany)
  const offerAlways = useOfferAlways(onAlways)
  const [picking, setPicking] = useState<Omit<PickingProps, 'onPick' | 'onClose'> | null>(null)
  const [splitting, setSplitting] = useState<Transaction | null>(null)
  /** Edits one field of a row; a split row opens its parts. */
  const unlessSplit = (of: IndexedRow | 'selection', edit: () => void) => {
    if (of !== 'selection' && of.row.splits.length > 0) setSplitting(of.row)
    else edit()
  }
  const apply = (of: IndexedRow | 'selection', change: Change, described: Described) => {
    if (of !== 'selection') {
      const further = offerAlways(of.row.concept, change)
      return void editOne(of, change, { ...described, further })
    }
    editSelected([...selection.rows.values()], change, described)
    selection.clear()
  }
  const pick = (field: PickedField, of: IndexedRow | 'selection') => {
    setPicking({ field, of, anchor: anchorOf(field, of) })
  }
  const removeSome = useRemoveSome(selection)
  if (head.error) return <Failed error={head.error} retry={() => void head.refetch()} />
  if (head.total === 0) {
    return <Nothing filters={filters} faults={head.data?.faults} onClear={onClear} onAdd={onAdd} />
  }
  return (
    <>
      <TransactionTable
        filters={filters}
        total={head.total}
        isStale={head.isPlaceholderData}
        isSelecting={isSelecting}
        selection={selection}
        open={open}
        step={step}
        refused={refused}
        onOpen={onOpen}
        onPick={(field, of) => unlessSplit(of, () => pick(field, of))}
        onUnassign={(of) =>
          unlessSplit(of, () =>
            apply(of, { expense_goal_id: null }, { words: text.transactions.done.free }),
          )
        }
        onSplit={setSplitting}
        onRemove={removeSome}
      />
      <Bulk
        selection={selection}
        total={head.total ?? 0}
        onPick={(field) => pick(field, 'selection')}
        onChange={(change, words) => apply('selection', change, { words })}
        onRemove={() => removeSome('selection')}
      />
      <Splitting row={splitting} onClose={() => setSplitting(null)} />
      {picking && (
        <Picking
          {...picking}
          onPick={(change, described) => apply(picking.of, change, described)}
          onClose={() => setPicking(null)}
        />
      )}
    </>
  )
}

/** A selection that ends with selecting. */
function useSelectionWhile(isSelecting: boolean, filters: Filters) {
  const selection = useSelection(filters)
  const { clear } = selection
  useEffect(() => {
    if (!isSelecting) clear()
  }, [isSelecting, clear])
  return selection
}

type BulkProps = Omit<Parameters<typeof BulkBar>[0], 'onType'> & {
  readonly onChange: (change: Change, words: string) => void
}

/** The actions for the selected rows, if there are any. */
function Bulk({ onChange, ...rest }: BulkProps) {
  const { done, types } = useText().transactions
  if (rest.selection.rows.size === 0) return null
  return <BulkBar {...rest} onType={(type) => onChange({ type }, done.typed(types[type]))} />
}

/** Offers to make a rule of a change. */
function useOfferAlways(onAlways: Props['onAlways']) {
  const { offer } = useText().transactions.always
  return (payee: string, change: Change) => {
    const always = alwaysOf(payee, change)
    return always ? { name: offer, run: () => onAlways(always) } : undefined
  }
}

/** Removes one row or the selected ones. */
function useRemoveSome(selection: ReturnType<typeof useSelection>) {
  const remove = useRemoving()
  return (of: IndexedRow | 'selection') => {
    void remove(of === 'selection' ? [...selection.rows.values()] : [of.row])
    selection.clear()
  }
}

type SplittingProps = { readonly row: Transaction | null; readonly onClose: () => void }

/** The dialog that divides a row, if there is one. */
function Splitting({ row, onClose }: SplittingProps) {
  return (
    row && (
      <Suspense>
        <SplitDialog row={row} onClose={onClose} />
      </Suspense>
    )
  )
}

type EditMany = ReturnType<typeof useEdits>['editMany']

/** Edits many rows. Split ones have a category and an Expense for each part, so these stay, and a toast says how many. */
function useUnlessSplit(editMany: EditMany) {
  const { left } = useText().transactions.split
  return (rows: readonly Transaction[], change: Change, { words, created }: Described) => {
    const open = 'type' in change ? rows : rows.filter(({ splits }) => splits.length === 0)
    const split = rows.length - open.length
    if (open.length === 0) toast(left(split))
    else {
      const all = split === 0 ? words : `${words} · ${left(split)}`
      void editMany(open, change, { words: all, created })
    }
  }
}

/** Finds the cell or button that a picker changes, to open beside it. */
function anchorOf(field: PickedField, of: IndexedRow | 'selection'): Element | null {
  const place = of === 'selection' ? '[data-bulk]' : `[data-index="${of.index}"]`
  return document.querySelector(`${place} [data-pick="${field}"]`)
}

type PickingProps = {
  readonly field: PickedField
  readonly of: IndexedRow | 'selection'
  readonly anchor: Element | null
  readonly onPick: (change: Change, described: Described) => void
  readonly onClose: () => void
}

function Picking({ field, of, anchor, onPick, onClose }: PickingProps) {
  const text = useText()
  const { done } = text.transactions
  const chosen = of === 'selection' ? null : of.row[field]
  const at = { chosen, anchor, onClose, ...(of !== 'selection' && { of: of.row.id }) }
  if (field === 'category_id') {
    const pick = (id: string | null, name: string, created?: CreatedCategory) => {
      const words = created ? text.settings.categories.createdAndFiled(name) : done.filed(name)
      onPick({ category_id: id }, { words, created })
    }
    const kind = of === 'selection' ? 'expense' : of.row.type
    return <PickCategory {...at} kind={kind} onPick={pick} />
  }
  const pick = (id: string | null, name: string) => {
    onPick({ expense_goal_id: id }, { words: id === null ? done.free : done.assigned(name) })
  }
  return <PickExpense {...at} onPick={pick} />
}

type NothingProps = Pick<Props, 'filters' | 'onClear' | 'onAdd'> & {
  readonly faults: Faults | undefined
}

function Nothing({ filters, faults = [], onClear, onAdd }: NothingProps) {
  const text = useText()
  const count = countFilters(filters)
  if (count === 0) {
    return (
      <Empty
        picture={Inbox}
        title={text.transactions.none}
        actions={
          <>
            <Link to="/accounts/import" className={buttonClass('primary')}>
              {text.imports.title}
            </Link>
            <Button onClick={onAdd}>{text.transactions.add}</Button>
          </>
        }
      >
        {text.transactions.noneWords}
      </Empty>
    )
  }
  return (
    <Empty
      picture={SearchX}
      title={text.transactions.noneMatch(count)}
      actions={<Button onClick={onClear}>{text.transactions.filters.clear(count)}</Button>}
    >
      {faults.map(({ part, kind }) => (
        <span key={part} role="alert">
          {text.transactions.sought[kind](part)}{' '}
        </span>
      ))}
    </Empty>
  )
}
