import { X } from 'lucide-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { call, makeIdempotencyKeys } from '#web/calls/call.ts'
import { refresh } from '#web/calls/changes.ts'
import type { Output } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Money } from '#web/ui/money.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Form } from '#web/ui/stack.tsx'
import { toast } from '#web/ui/toast.ts'
import { useDismissProposal } from './dismiss.ts'
import { type BillProposal, openingsOf } from './openings.ts'
import styles from './proposals.module.css'

type Props = {
  readonly bills: Output<'GET /proposals'>['bills']
  readonly currency: string
  /** Free-to-spend, in cents. */
  readonly free: number
}

const nameOf = ({ name, due, amount }: BillProposal) => `${name} ${due} ${amount}`

/**
 * Proposes recurring bills to tick: each becomes an Expense, starting with the amount that would have been collected by now.
 * Others can be dismissed and are not proposed again.
 */
export function BillProposals({ bills, currency, free }: Props) {
  const words = useText().firstSteps.bills
  const { money } = useFormats()
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  // A transfer to one's own savings looks like a bill, so it is ticked only by a person.
  const isTicked = (bill: BillProposal) => changed.has(nameOf(bill)) === bill.own_transfer
  const chosen = bills.filter(isTicked)
  const openings = openingsOf(chosen, free)
  const now = openings.reduce((sum, cents) => sum + cents, 0)
  const add = useAddExpenses()
  const dismiss = useDismissProposal('bill')
  // Set at once: the second click of a double click arrives before the screen is redrawn.
  const sent = useRef(false)
  const tick = (bill: BillProposal, on: boolean) => {
    const next = new Set(changed)
    if (on === bill.own_transfer) next.add(nameOf(bill))
    else next.delete(nameOf(bill))
    setChanged(next)
  }
  return (
    <Form
      onSubmit={() => {
        if (sent.current || chosen.length === 0) return
        sent.current = true
        add.mutate(
          chosen.map((bill, index) => ({ bill, balance: openings[index]! })),
          { onSettled: () => (sent.current = false) },
        )
      }}
    >
      {add.error && <Failed error={add.error} />}
      <ul aria-label={words.list}>
        {bills.map((bill) => (
          <Bill
            key={nameOf(bill)}
            bill={bill}
            currency={currency}
            checked={isTicked(bill)}
            onToggle={(on) => tick(bill, on)}
            onDismiss={() => dismiss(bill)}
          />
        ))}
      </ul>
      <div className={styles.proposal}>
        <p className="soft money">{now > 0 ? words.now(money(now, currency)) : words.later}</p>
        <Button look="primary" type="submit" busy={add.isPending} disabled={chosen.length === 0}>
          {words.add(chosen.length)}
        </Button>
      </div>
    </Form>
  )
}

type BillProps = {
  readonly bill: BillProposal
  readonly currency: string
  readonly checked: boolean
  readonly onToggle: (on: boolean) => void
  readonly onDismiss: () => void
}

function Bill({ bill, currency, checked, onToggle, onDismiss }: BillProps) {
  const text = useText()
  const words = text.firstSteps.bills
  const formats = useFormats()
  const id = useId()
  const { name, amount, varies, interval_months: interval, due } = bill
  return (
    <li className={styles.bill}>
      <input
        id={id}
        type="checkbox"
        aria-describedby={`${id}-facts`}
        checked={checked}
        onChange={(event) => onToggle(event.target.checked)}
      />
      <label htmlFor={id} className={styles.words}>
        <span>{name}</span>
        <span id={`${id}-facts`} className="soft">
          {words.next(words.intervals[interval], formats.day(due, 'short'))}
        </span>
      </label>
      {varies ? (
        <span className={`${styles.amount} money`}>
          {words.about(formats.money(amount, currency))}
        </span>
      ) : (
        <Money cents={amount} currency={currency} className={styles.amount} />
      )}
      <IconButton name={text.proposals.dismiss(name)} onClick={onDismiss}>
        <X size={18} aria-hidden />
      </IconButton>
    </li>
  )
}

type Chosen = { readonly bill: BillProposal; readonly balance: number }

/** Creates one Expense for each write, with its own idempotency key, so that a retry does not create any of them twice. */
function useAddExpenses() {
  const words = useText().firstSteps.bills
  const queries = useQueryClient()
  const { data: schedules } = useQuery(ask('GET /funding-schedules'))
  const [keyFor] = useState(makeIdempotencyKeys)
  return useMutation({
    mutationFn: async (all: readonly Chosen[]) => {
      const known = schedules ?? (await call('GET /funding-schedules'))
      const funding_schedule_ids = known.filter(({ enabled }) => enabled).map(({ id }) => id)
      for (const { bill, balance } of all) {
        const body = {
          name: bill.name,
          target_amount: bill.amount,
          recurrence_interval_months: bill.interval_months,
          recurrence_anchor_date: bill.due,
          funding_schedule_ids,
          balance,
          payee: bill.payee,
        }
        await call('POST /expenses', { body, idempotencyKey: keyFor(JSON.stringify(body)) })
      }
      return all.length
    },
    onSuccess: (count) => toast(words.added(count)),
    // Refetches, so that only the remaining proposals are shown.
    onSettled: () => refresh(queries),
  })
}
