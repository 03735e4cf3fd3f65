import { Plus, StickyNote } from 'lucide-react'
import { memo } from 'react'
import type { Look } from '#web/ui/look.ts'
import { Mark } from '#web/ui/mark.tsx'
import { useFormats, useText } from '#web/text/text.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Money } from '#web/ui/money.tsx'
import { Monogram } from '#web/ui/monogram.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { IndexedRow, Refused } from './edits.ts'
import type { Names } from './names.ts'
import type { Transaction } from './pages.ts'
import type { PickedField } from './picked-field.ts'
import styles from './transaction-row.module.css'

type Props = {
  readonly index: number
  /** Pixels from the top of its day. */
  readonly offset: number
  /** Undefined while it loads. */
  readonly row: Transaction | undefined
  readonly names: Names
  /** Days of other years are shown with their year. */
  readonly today: string
  /** True for the one row that the Tab key reaches. */
  readonly isCurrent: boolean
  /** The inspector shows it. */
  readonly isOpen: boolean
  readonly isSelecting: boolean
  readonly isSelected: boolean
  readonly refused: Refused | undefined
  readonly onFocus: (index: number) => void
  readonly onOpen: (id: string) => void
  readonly onPick: (field: PickedField, of: IndexedRow) => void
  readonly onSelect: (of: IndexedRow, extend: boolean) => void
  readonly onUndoAssignment: (row: Transaction) => void
}

/** Names the columns for those who cannot see them; everybody else reads them off the rows. */
export function HeadRow() {
  const { columns } = useText().transactions
  const names = [
    columns.selected,
    columns.day,
    columns.concept,
    columns.category,
    columns.expense,
    columns.account,
    columns.amount,
  ]
  return (
    <div role="rowgroup" className="unseen">
      <div role="row" aria-rowindex={1}>
        {names.map((name) => (
          <span key={name} role="columnheader">
            {name}
          </span>
        ))}
      </div>
    </div>
  )
}

export const TransactionRow = memo(function TransactionRow(props: Props) {
  const { index, offset, row, isCurrent, isOpen, isSelecting, isSelected, refused } = props
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-current={isOpen || undefined}
      data-index={index}
      tabIndex={isCurrent ? 0 : -1}
      className={classes(
        styles.row,
        isOpen && styles.open,
        isSelecting && styles.selecting,
        isSelected && styles.selected,
        refused && styles.refused,
      )}
      style={{ transform: `translateY(${offset}px)` }}
      onFocus={() => props.onFocus(index)}
      onClick={(event) => {
        if (!row) return
        if (isSelecting) props.onSelect({ row, index }, event.shiftKey)
        else props.onOpen(row.id)
      }}
    >
      {row ? <Cells {...props} row={row} /> : <Coming />}
    </div>
  )
})

function Coming() {
  return (
    <>
      <span role="cell" className={styles.select}>
        <Skeleton width="26px" height="26px" />
      </span>
      <span role="cell" className={styles.concept}>
        <Skeleton width="60%" />
      </span>
    </>
  )
}

function Cells(props: Props & { readonly row: Transaction }) {
  const { row, index, names, isSelected } = props
  const text = useText()
  const { dayNear } = useFormats()
  const placed = { row, index }
  const look = names.look(row.category_id)
  return (
    <>
      <span role="cell" className={styles.select}>
        <Monogram name={row.concept} look={look} />
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={text.transactions.select(row.concept)}
          checked={isSelected}
          onClick={(event) => {
            event.stopPropagation()
            props.onSelect(placed, event.shiftKey)
          }}
          onChange={doNothing}
        />
      </span>
      <span role="cell" className="unseen">
        <time dateTime={row.booked_at}>{dayNear(row.booked_at, props.today || row.booked_at)}</time>
      </span>
      <Concept {...props} />
      <PickCell field="category_id" name={names.category(row.category_id)} look={look} {...props} />
      <ExpenseCell {...props} />
      <span role="cell" className={styles.account}>
        {names.account(row.account_id)}
      </span>
      <span role="cell" className={styles.sum}>
        <Money cents={row.amount} currency={row.currency} toned signed={row.amount > 0} />
      </span>
    </>
  )
}

function Concept({ row, refused }: Pick<Props, 'refused'> & { readonly row: Transaction }) {
  const text = useText()
  const { original_concept: descriptor } = row
  return (
    <span role="cell" className={styles.concept}>
      <span className={styles.name}>{row.concept}</span>
      {row.status === 'pending' && <Badge>{text.transactions.pending}</Badge>}
      {row.splits.length > 0 && <Badge>{text.transactions.split.badge(row.splits.length)}</Badge>}
      {row.notes !== null && (
        <StickyNote
          size={14}
          role="img"
          aria-label={text.transactions.hasNote(row.notes)}
          className={styles.note}
        />
      )}
      {row.type === 'transfer' && <Badge>{text.transactions.types.transfer}</Badge>}
      {refused ? (
        <Refusal refused={refused} />
      ) : (
        descriptor !== null &&
        descriptor !== row.concept && <span className={styles.descriptor}>{descriptor}</span>
      )}
    </span>
  )
}

/** Shows the Expense; if Earmark has assigned it, with a button that takes it back. */
function ExpenseCell(props: Props & { readonly row: Transaction }) {
  const { row, names, onUndoAssignment } = props
  const words = useText().assignments
  const name = names.expense(row.expense_goal_id)
  const picked = {
    field: 'expense_goal_id',
    name,
    look: names.expenseLook(row.expense_goal_id),
    ...props,
  } as const
  if (!name || row.expense_why === null) return <PickCell {...picked} />
  return (
    <span role="cell" className={classes(styles.pickCell, styles.expense_goal_id)}>
      <PickButton {...picked} />
      <button
        type="button"
        tabIndex={-1}
        className={styles.undo}
        aria-label={words.undoOf(row.concept, name)}
        onClick={(event) => {
          event.stopPropagation()
          onUndoAssignment(row)
        }}
      >
        {words.undo}
      </button>
    </span>
  )
}

type PickCellProps = Pick<Props, 'index' | 'onPick'> & {
  readonly row: Transaction
  readonly field: PickedField
  readonly name: string | null
  readonly look?: Look | null
}

/** A cell that is edited in place. */
function PickCell(props: PickCellProps) {
  return (
    <span role="cell" className={classes(styles.pickCell, styles[props.field])}>
      <PickButton {...props} />
    </span>
  )
}

function PickButton({ field, name, look, row, index, onPick }: PickCellProps) {
  const { columns, free, choose: words, split, addCategory } = useText().transactions
  const isSplit = row.splits.length > 0
  const isCategory = field === 'category_id'
  const label = isCategory ? columns.category : columns.expense
  const none = isSplit ? split.byPart : isCategory ? words : free
  return (
    <button
      type="button"
      tabIndex={-1}
      data-pick={field}
      className={classes(
        styles.pick,
        name === null && (isCategory && !isSplit ? styles.ghost : styles.none),
        // Free to spend is no answer for money that comes in or only moves.
        name === null && !isCategory && row.type !== 'expense' && styles.idle,
      )}
      aria-label={`${label}: ${name ?? none}`}
      onClick={(event) => {
        event.stopPropagation()
        onPick(field, { row, index })
      }}
    >
      {look && <Mark look={look} small round={!isCategory} />}
      {name === null && isCategory && !isSplit ? (
        <>
          <Plus size={13} aria-hidden />
          {addCategory}
        </>
      ) : (
        <span className={styles.label}>{name ?? none}</span>
      )}
    </button>
  )
}

function Refusal({ refused }: { readonly refused: Refused }) {
  const text = useText()
  return (
    <span className={styles.refusal} role="alert">
      {refused.words}
      <Button
        size="small"
        look="quiet"
        onClick={(event) => {
          event.stopPropagation()
          refused.retry()
        }}
      >
        {text.ui.retry}
      </Button>
    </span>
  )
}

function doNothing() {}
