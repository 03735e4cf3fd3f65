import { useRef, useState } from 'react'
import type { Output } from '#web/calls/operations.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Form } from '#web/ui/stack.tsx'
import { BillRow } from './bill-row.tsx'
import { useDismissProposal } from './dismiss.ts'
import { type BillEdit, editedBill } from './edited-bill.ts'
import { type BillProposal, openingsOf } from './openings.ts'
import styles from './proposals.module.css'
import { nameOf } from './take-bills.ts'
import { useTakeBills } from './use-take-bills.ts'

type Props = {
  readonly found: Output<'GET /proposals'>
  readonly currency: string
  /** Free-to-spend, in cents. */
  readonly free: number
  /** The screen itself shows that bills were taken, so nothing announces it. */
  readonly isQuiet?: boolean
}

/**
 * Proposes recurring bills to tick: each becomes an Expense, starting with the amount that would have been collected by now.
 * Each can be changed before. Others can be dismissed and are not proposed again.
 */
export function BillProposals({ found, currency, free, isQuiet = false }: Props) {
  const words = useText().firstSteps.bills
  const { money } = useFormats()
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  // A transfer to one's own savings looks like a bill, so it is ticked only by a person.
  const isTicked = (bill: BillProposal) => changed.has(nameOf(bill)) === bill.own_transfer
  const [edits, setEdits] = useState<ReadonlyMap<string, BillEdit>>(new Map())
  const bills = found.bills.map((bill) => {
    const edit = edits.get(nameOf(bill))
    return { found: bill, edit, bill: editedBill(bill, edit, found) }
  })
  const chosen = bills.filter((one) => isTicked(one.found))
  const isReady = chosen.length > 0 && chosen.every(({ bill }) => bill.isComplete)
  const openings = openingsOf(
    chosen.map(({ bill }) => bill),
    free,
  )
  const now = openings.reduce((sum, cents) => sum + cents, 0)
  const { take, taken } = useTakeBills({ isQuiet })
  const dismiss = useDismissProposal('bill')
  // Set at once: the second click of a double click arrives before the screen is redrawn.
  const sent = useRef(false)
  const tick = (bill: BillProposal, on: boolean) => {
    const next = new Set(changed)
    if (on === bill.own_transfer) next.add(nameOf(bill))
    else next.delete(nameOf(bill))
    setChanged(next)
  }
  const change = (bill: BillProposal, edit: BillEdit | null) => {
    const next = new Map(edits)
    if (edit) next.set(nameOf(bill), edit)
    else next.delete(nameOf(bill))
    setEdits(next)
  }
  return (
    <Form
      onSubmit={() => {
        if (sent.current || !isReady) return
        sent.current = true
        take.mutate(
          chosen.map((one, index) => ({ ...one, balance: openings[index]! })),
          { onSettled: () => (sent.current = false) },
        )
      }}
    >
      {take.error && <Failed error={take.error} />}
      <ul aria-label={words.list}>
        {bills.map((one) => (
          <BillRow
            key={nameOf(one.found)}
            {...one}
            currency={currency}
            checked={isTicked(one.found)}
            isTaken={taken.has(nameOf(one.found))}
            onToggle={(on) => tick(one.found, on)}
            onEdit={(edit) => change(one.found, edit)}
            onDismiss={() => dismiss(one.found)}
          />
        ))}
      </ul>
      <div className={styles.proposal}>
        <p className="soft money" role="status">
          {take.isPending ? words.taking : now > 0 ? words.now(money(now, currency)) : words.later}
        </p>
        <Button look="primary" type="submit" busy={take.isPending} disabled={!isReady}>
          {words.add(chosen.length)}
        </Button>
      </div>
    </Form>
  )
}
