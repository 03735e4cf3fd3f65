import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useText } from '#web/text/text.tsx'
import { useNames } from './names.ts'
import { PickCategory, PickExpense } from './pick.tsx'
import styles from './pick-field.module.css'

/** A form field for a category or an Expense: a button that shows the choice and opens the list. */
export function PickField({
  of,
  chosen,
  onPick,
}: {
  readonly of: 'category' | 'expense'
  readonly chosen: string | null
  readonly onPick: (id: string | null) => void
}) {
  const text = useText().transactions
  const names = useNames()
  const [open, setOpen] = useState(false)
  const label = of === 'category' ? text.category : text.spendFrom
  const none = of === 'category' ? text.noCategory : text.free
  const Pick = of === 'category' ? PickCategory : PickExpense
  const name = names[of](chosen) ?? none
  return (
    <div className={styles.field}>
      <span className={styles.label} aria-hidden>
        {label}
      </span>
      <button
        type="button"
        className={styles.button}
        aria-haspopup="dialog"
        aria-label={`${label}: ${name}`}
        onClick={() => setOpen(true)}
      >
        <span>{name}</span>
        <ChevronDown size={16} aria-hidden />
      </button>
      {open && <Pick chosen={chosen} onPick={onPick} onClose={() => setOpen(false)} />}
    </div>
  )
}
