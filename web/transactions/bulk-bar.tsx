import { Trash2, X } from 'lucide-react'
import { useFormats, useText } from '#web/text/text.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import styles from './bulk-bar.module.css'
import type { Change } from './edits.ts'
import type { Selection } from './selection.ts'
import type { PickedField } from './picked-field.ts'

type Props = {
  readonly selection: Selection
  readonly total: number
  readonly onPick: (field: PickedField) => void
  readonly onType: (type: NonNullable<Change['type']>) => void
  readonly onRemove: () => void
}

/** Offers the actions for all selected rows at once. */
export function BulkBar({ selection, total, onPick, onType, onRemove }: Props) {
  const text = useText()
  const { number } = useFormats()
  const words = text.transactions.bulk
  const count = selection.rows.size
  return (
    <div className={styles.bar} role="region" aria-label={words.label} data-bulk>
      <span className={styles.count} role="status">
        {words.selected(count)}
      </span>
      {count < total && (
        <Button size="small" look="quiet" onClick={() => void selection.all(total)}>
          {words.all(number(total))}
        </Button>
      )}
      <span className={styles.space} />
      <Button size="small" data-pick="category_id" onClick={() => onPick('category_id')}>
        {text.transactions.category}
      </Button>
      <Button size="small" data-pick="expense_goal_id" onClick={() => onPick('expense_goal_id')}>
        {text.transactions.spendFrom}
      </Button>
      <select
        className={styles.type}
        aria-label={text.transactions.columns.type}
        value=""
        onChange={(event) => onType(event.target.value as NonNullable<Change['type']>)}
      >
        <option value="" disabled>
          {text.transactions.columns.type}
        </option>
        {(['expense', 'income', 'transfer'] as const).map((type) => (
          <option key={type} value={type}>
            {text.transactions.types[type]}
          </option>
        ))}
      </select>
      <IconButton name={text.transactions.remove} onClick={onRemove}>
        <Trash2 size={16} aria-hidden />
      </IconButton>
      <IconButton name={words.clear} onClick={selection.clear}>
        <X size={16} aria-hidden />
      </IconButton>
    </div>
  )
}
