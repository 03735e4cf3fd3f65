import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { ask } from '#web/calls/queries.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Mark, paintOf } from '#web/ui/mark.tsx'
import { Money } from '#web/ui/money.tsx'
import { Failed, Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Buttons } from '#web/ui/stack.tsx'
import { useFundNow } from './by-hand.ts'
import type { Expense } from './expense.ts'
import styles from './expense-details.module.css'
import { Explanation } from './explanation.tsx'
import { FundedBar } from './funded-bar.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import type { PlanAction } from './search.ts'
import { StateBadge } from './state-badge.tsx'
import { Transfers } from './transfers.tsx'
import { WhatIfPanel } from './what-if-panel.tsx'

/** Shows one Expense beside the plan: its state, its next events, and their explanation. */
export function ExpenseDetails() {
  const text = useText()
  const navigate = useNavigate()
  const { id } = useParams({ from: '/inside/plan/$id' })
  const { do: action } = useSearch({ from: '/inside/plan' })
  const { data, error, refetch } = useQuery(ask('GET /expenses'))
  const expense = data?.find((one) => one.id === id)
  const open = (what?: PlanAction) =>
    void navigate({ to: '/plan/$id', params: { id }, search: what ? { do: what } : {} })
  return (
    <Dialog
      title={expense?.name ?? text.plan.setAsideTitle}
      mark={expense && <Mark look={expense.look} round />}
      shape="panel"
      open
      onClose={() => void navigate({ to: '/plan' })}
      actions={
        expense && (
          <>
            <Button onClick={() => open('archive')}>{text.plan.archive}</Button>
            <Button onClick={() => open('transfer')}>{text.plan.transfer}</Button>
            <Button look="primary" onClick={() => open('edit')}>
              {text.plan.edit}
            </Button>
          </>
        )
      }
    >
      {expense ? (
        <Content expense={expense} onOpen={open} />
      ) : error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : data ? (
        <Notice>{text.plan.details.missingExpense}</Notice>
      ) : (
        <Skeleton height="320px" />
      )}
      {action !== undefined && <PlanDialog action={action} id={id} onClose={() => open()} />}
    </Dialog>
  )
}

type ContentProps = {
  readonly expense: Expense
  readonly onOpen: (action: PlanAction) => void
}

function Content({ expense, onOpen }: ContentProps) {
  const text = useText().plan
  return (
    <div className={styles.details} style={paintOf(expense.look)}>
      <Holding expense={expense} />
      <ByHand expense={expense} onOpen={onOpen} />
      <Explanation id={expense.id} />
      <WhatIfPanel key={expense.id} expense={expense} />
      <Transfers id={expense.id} />
      <Link
        to="/transactions"
        search={{ expense_goal_id: expense.id }}
        className={styles.transactions}
      >
        {text.details.spent}
      </Link>
    </div>
  )
}

/** Moves money between this Expense and free-to-spend. */
function ByHand({ expense, onOpen }: ContentProps) {
  const text = useText().plan
  const { money } = useFormats()
  const fund = useFundNow()
  const { id, balance, currency } = expense
  const { data } = useQuery(ask('GET /expenses/{id}/fill', { params: { id } }))
  const missing = data?.missing ?? 0
  return (
    <Buttons>
      <Button size="small" onClick={() => onOpen('fund')}>
        {text.setAside}
      </Button>
      {missing > 0 && (
        <Button size="small" onClick={() => void fund(expense, { fill: true })}>
          {text.fill}: <span className="money">{money(missing, currency)}</span>
        </Button>
      )}
      {balance > 0 && (
        <Button size="small" onClick={() => onOpen('release')}>
          {text.takeBack}
        </Button>
      )}
    </Buttons>
  )
}

function Holding({ expense }: { readonly expense: Expense }) {
  const text = useText().plan
  const { money, day } = useFormats()
  const { currency, reserveGoal, extraReserve, spent_amount: spent, due_date: due } = expense
  const ahead = expense.fund_ahead_payment_count > 1
  const facts = [
    due !== null && (expense.type === 'goal' ? text.by : text.due)(day(due, 'dated')),
    ahead && text.reserved(expense.paymentsReserved),
    ahead && expense.reserveShortfall > 0 && text.short(money(expense.reserveShortfall, currency)),
    spent > 0 && text.spent(money(spent, currency)),
  ].filter((fact) => fact !== false)
  return (
    <section className={styles.holding}>
      <p className={styles.figure}>
        <Money cents={expense.balance} currency={currency} className={styles.held} />
        <StateBadge expense={expense} />
      </p>
      {reserveGoal > 0 && (
        <p className={styles.soft}>
          <span className="money">{text.of(money(reserveGoal, currency))}</span>
        </p>
      )}
      <FundedBar expense={expense} />
      {extraReserve > 0 && (
        <p className={styles.legend}>
          <span>
            {text.legend.ordinary} <Money cents={expense.ordinaryBalance} currency={currency} />
          </span>
          <span className={styles.ahead}>
            {text.legend.ahead} <Money cents={extraReserve} currency={currency} />
          </span>
        </p>
      )}
      <p className={styles.soft}>{facts.join(' · ')}</p>
    </section>
  )
}
