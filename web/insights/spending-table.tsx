import { Link } from '@tanstack/react-router'
import { useCounting } from '#web/shell/session.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Money } from '#web/ui/money.tsx'
import { filtersOf, useGroupName } from './spending-groups.ts'
import type { Spending } from './spending.ts'
import styles from './table.module.css'

/** Shows the chart as a table. */
export function SpendingTable({
  data,
  today,
}: {
  readonly data: Spending
  readonly today: string
}) {
  const counting = useCounting()
  const words = useText().insights.spending
  const { percent, number } = useFormats()
  const nameOf = useGroupName(data)
  return (
    <table className={styles.table}>
      <caption className="unseen">{words.chart}</caption>
      <thead>
        <tr>
          <th scope="col">{words.bys[data.group_by]}</th>
          <th scope="col">{words.transactions}</th>
          <th scope="col">{words.share}</th>
          <th scope="col">{words.amount}</th>
        </tr>
      </thead>
      <tbody>
        {data.groups.map((group) => {
          const filters = filtersOf(group, data, { today, counting })
          return (
            <tr key={group.key}>
              <th scope="row">
                {filters === null ? (
                  nameOf(group)
                ) : (
                  <Link to="/transactions" search={filters}>
                    {nameOf(group)}
                  </Link>
                )}
              </th>
              <td>{number(group.transaction_count)}</td>
              <td>{percent(group.share_bps / 10_000)}</td>
              <td>
                <Money cents={group.spent} currency={data.currency} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
