import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSend, useSendOnce } from '#web/calls/changes.ts'
import type { Output } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { remember } from '#web/shell/history.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { useReportAnswered } from '#web/transactions/assignment-answered.ts'
import { useReason } from '#web/transactions/assignment-reason.ts'
import lists from '#web/transactions/matches.module.css'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DayText, Money } from '#web/ui/money.tsx'
import { Facts } from '#web/ui/rows.tsx'
import { Buttons } from '#web/ui/stack.tsx'
import styles from '#web/proposals/proposals.module.css'

type Offer = Output<'GET /past-payments'>[number]

/**
 * Offers payments that free-to-spend has paid to the Expenses that they look like: after bills were accepted or a bank was
 * connected. Hidden if there are none.
 */
export function PastPayments() {
  const words = useText().assignments.past
  const { data = [] } = useQuery(ask('GET /past-payments', { query: {} }))
  if (data.length === 0) return null
  return (
    <Card title={words.title}>
      <ul className={lists.matches}>
        {data.map((offer) => (
          <OneOffer key={offer.expense.id} offer={offer} />
        ))}
      </ul>
    </Card>
  )
}

function OneOffer({ offer }: { readonly offer: Offer }) {
  const words = useText().assignments.past
  const { money } = useFormats()
  const { expense, payments } = offer
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const chosen = payments.filter(({ id }) => !left.has(id))
  const { accept, leave } = useAnswers(
    expense,
    chosen.map(({ id }) => id),
  )
  const moved = chosen.reduce((sum, { moves }) => sum + moves, 0)
  const currency = payments[0]!.currency
  const toggle = (id: string) => {
    setLeft((before) => {
      return before.has(id)
        ? new Set([...before].filter((one) => one !== id))
        : new Set([...before, id])
    })
  }
  return (
    <li className={lists.match} aria-label={expense.name}>
      <p>
        {words.words(payments.length, expense.name)}{' '}
        <span className="soft">
          {moved > 0 ? words.returns(money(moved, currency), expense.name) : words.history}
        </span>
      </p>
      <details>
        <summary>{words.show}</summary>
        <ul>
          {payments.map((payment) => (
            <Payment
              key={payment.id}
              payment={payment}
              checked={!left.has(payment.id)}
              onToggle={() => toggle(payment.id)}
            />
          ))}
        </ul>
      </details>
      <Buttons>
        <Button
          size="small"
          look="primary"
          busy={accept.isPending}
          disabled={chosen.length === 0}
          onClick={accept.send}
        >
          {words.accept(expense.name)}
        </Button>
        <Button
          size="small"
          busy={leave.isPending}
          disabled={chosen.length === 0}
          onClick={leave.send}
        >
          {words.leave}
        </Button>
      </Buttons>
    </li>
  )
}

/** Answers an offer, with an undo. Says calmly if somebody else was quicker. */
function useAnswers(expense: Offer['expense'], transaction_ids: readonly string[]) {
  const text = useText()
  const words = text.assignments.past
  const ids = [...transaction_ids]
  const link = { expense_id: expense.id, transaction_ids: ids }
  const restore = useSend('POST /past-payments/restore')
  const acceptAgain = useSend('POST /past-payments/accept')
  const leaveAgain = useSend('POST /past-payments/dismiss')
  const accept = useSendOnce('POST /past-payments/accept', {
    onDone: ({ transaction_ids: linked }) => {
      const body = { ...link, transaction_ids: linked }
      remember(
        {
          words: words.accepted(linked.length, expense.name),
          undo: () => restore.mutateAsync({ body }),
          redo: () => acceptAgain.mutateAsync({ body }),
        },
        text,
      )
    },
  })
  const leave = useSendOnce('POST /past-payments/dismiss', {
    onDone: () => {
      const body = { transaction_ids: ids }
      remember(
        {
          words: words.left(expense.name),
          undo: () => restore.mutateAsync({ body }),
          redo: () => leaveAgain.mutateAsync({ body }),
        },
        text,
      )
    },
  })
  const report = useReportAnswered()
  return {
    accept: { isPending: accept.isPending, send: () => accept.send({ body: link }, report) },
    leave: {
      isPending: leave.isPending,
      send: () => leave.send({ body: { transaction_ids: ids } }, report),
    },
  }
}

function Payment({
  payment,
  checked,
  onToggle,
}: {
  readonly payment: Offer['payments'][number]
  readonly checked: boolean
  readonly onToggle: () => void
}) {
  const reason = useReason()
  const { concept, booked_at, amount, currency, account_name, why } = payment
  return (
    <li>
      <label className={styles.bill}>
        <input type="checkbox" checked={checked} onChange={onToggle} />
        <span className={styles.words}>
          <span>{concept}</span>
          <span className="soft">
            <Facts>
              {[<DayText key="day" day={booked_at} />, account_name, reason(why, currency)]}
            </Facts>
          </span>
        </span>
        <Money cents={amount} currency={currency} toned />
      </label>
    </li>
  )
}
