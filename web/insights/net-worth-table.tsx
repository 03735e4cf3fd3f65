import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ask } from '#web/calls/queries.ts'
import { useCounting } from '#web/shell/session.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Money } from '#web/ui/money.tsx'
import type { NetWorth } from './net-worth.ts'
import { monthBounds } from './period.ts'
import styles from './table.module.css'

/** Shows the chart as a table, newest first. */
export function NetWorthTable({ data: { series, currency } }: { readonly data: NetWorth }) {
  const words = useText().insights.worth
  const { day } = useFormats()
  const { data: home } = useQuery(ask('GET /home'))
  const counting = useCounting()
  return (
    <table className={styles.table}>
      <caption className="unseen">{words.chart}</caption>
      <thead>
        <tr>
          <th scope="col">{words.day}</th>
          <th scope="col">{words.assets}</th>
          <th scope="col">{words.debts}</th>
          <th scope="col">{words.net}</th>
        </tr>
      </thead>
      <tbody>
        {series.toReversed().map(({ date, assets, liabilities, net_worth }) => (
          <tr key={date}>
            <th scope="row">
              <Link to="/transactions" search={monthBounds(date, home?.today ?? date, counting)}>
                {day(date, 'dated')}
              </Link>
            </th>
            {[assets, liabilities, net_worth].map((cents, index) => (
              <td key={index}>
                <Money cents={cents} currency={currency} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
