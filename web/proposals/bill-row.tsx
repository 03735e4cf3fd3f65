import { Pencil, X } from 'lucide-react'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import { useFormats, useText } from '#web/text/text.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Money } from '#web/ui/money.tsx'
import type { BillEdit, EditedBill } from './edited-bill.ts'
import type { BillProposal } from './openings.ts'
import styles from './proposals.module.css'
import { nameOf } from './take-bills.ts'

const EditBill = lazy(() => import('./edit-bill.tsx').then((file) => ({ default: file.EditBill })))

type Props = {
  readonly found: BillProposal
  readonly bill: EditedBill
  readonly edit: BillEdit | undefined
  readonly currency: string
  readonly checked: boolean
  /** It is set aside already, while the others are taken. */
  readonly isTaken: boolean
  readonly onToggle: (on: boolean) => void
  readonly onEdit: (edit: BillEdit | null) => void
  readonly onDismiss: () => void
}

/** One proposed bill: to tick, to change before it is accepted, and to dismiss. */
export function BillRow({ found, bill, edit, currency, ...does }: Props) {
  const text = useText()
  const formats = useFormats()
  const id = useId()
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { amount } = bill
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  return (
    <li className={classes(styles.bill, does.isTaken && styles.taken)} data-bill={nameOf(found)}>
      <input
        id={id}
        type="checkbox"
        disabled={does.isTaken}
        aria-describedby={`${id}-facts`}
        checked={does.checked}
        onChange={(event) => does.onToggle(event.target.checked)}
      />
      <label htmlFor={id} className={styles.words}>
        <span>{bill.name || found.name}</span>
        <span id={`${id}-facts`} className="soft">
          <Facts bill={bill} />
        </span>
      </label>
      {found.varies && edit?.amount === undefined ? (
        <span className={`${styles.amount} money`}>
          {text.firstSteps.bills.about(formats.money(amount, currency))}
        </span>
      ) : (
        <Money cents={amount} currency={currency} className={styles.amount} />
      )}
      <span className={styles.deeds}>
        <IconButton
          ref={opener}
          name={text.proposals.edit.open(found.name)}
          aria-expanded={open}
          onClick={() => (open ? close() : setOpen(true))}
        >
          <Pencil size={18} aria-hidden />
        </IconButton>
        <IconButton name={text.proposals.dismiss(found.name)} onClick={does.onDismiss}>
          <X size={18} aria-hidden />
        </IconButton>
      </span>
      {open && (
        <Suspense>
          <EditBill
            found={found}
            edit={edit}
            currency={currency}
            onChange={does.onEdit}
            onClose={close}
          />
        </Suspense>
      )}
    </li>
  )
}

function Facts({ bill }: { readonly bill: EditedBill }) {
  const text = useText()
  const formats = useFormats()
  const words = text.firstSteps.bills
  if (bill.kind === 'envelope') return text.proposals.edit.refilled
  if (bill.due === '') return null
  const interval =
    bill.interval_days === null
      ? words.intervals[bill.interval_months ?? 1]
      : words.intervals[`${bill.interval_days}d`]
  return words.next(interval, formats.day(bill.due, 'short'))
}
