import { useQuery } from '@tanstack/react-query'
import { ask } from '#web/calls/queries.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Money } from '#web/ui/money.tsx'
import type { Expense } from './expense.ts'
import styles from './plan-summary.module.css'

/** Summarises the plan in three figures: set aside, next payday, and still to come. */
export function PlanSummary({ expenses }: { readonly expenses: readonly Expense[] }) {
  const text = useText()
  const formats = useFormats()
  const { data: home } = useQuery(ask('GET /home'))
  const currency = expenses[0]!.currency
  const sum = (of: (expense: Expense) => number) => expenses.reduce((all, one) => all + of(one), 0)
  const payday = home?.next_payday
  const words = text.plan.summary
  return (
    <dl className={styles.summary}>
      <div>
        <dt>{words.setAside}</dt>
        <dd>
          <Money cents={sum(({ balance }) => balance)} currency={currency} />
        </dd>
      </div>
      <div>
        <dt>{words.missing}</dt>
        <dd>
          <Money cents={sum(({ reserveShortfall }) => reserveShortfall)} currency={currency} />
        </dd>
      </div>
      {payday && (
        <div>
          <dt>{words.next}</dt>
          <dd>
            <Money cents={payday.funded} currency={currency} />
            <span className={styles.note}>{text.plan.onDay(formats.day(payday.date))}</span>
          </dd>
        </div>
      )}
    </dl>
  )
}
