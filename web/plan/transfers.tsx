import { useQuery } from '@tanstack/react-query'
import { ask } from '#web/calls/queries.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Money } from '#web/ui/money.tsx'
import styles from './transfers.module.css'

/** How many of the latest transfers are shown. */
const SHOWN = 5

/** Lists the latest transfers to and from this Expense. */
export function Transfers({ id }: { readonly id: string }) {
  const words = useText().plan.details
  const formats = useFormats()
  const { data: expenses } = useQuery(ask('GET /expenses'))
  const { data = [] } = useQuery(
    ask('GET /expense-transfers', { query: { expense_id: id, limit: SHOWN } }),
  )
  if (!expenses || data.length === 0) return null
  const nameOf = (other: string) => expenses.find((one) => one.id === other)?.name ?? words.gone
  return (
    <section>
      <h3>{words.transfers}</h3>
      <ul>
        {data.map(({ id: transfer, from_expense_id, to_expense_id, amount, ...rest }) => (
          <li key={transfer} className={styles.row}>
            <span className={styles.words}>
              {to_expense_id === id
                ? words.transferIn(nameOf(from_expense_id))
                : words.transferOut(nameOf(to_expense_id))}
              <span className="soft">
                {[formats.moment(rest.created_at), rest.note].filter(Boolean).join(' · ')}
              </span>
            </span>
            <Money
              cents={to_expense_id === id ? amount : -amount}
              currency={rest.currency}
              toned
              signed
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
