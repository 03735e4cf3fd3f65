import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '#web/calls/queries.ts'
import { useFormats } from '#web/text/text.tsx'
import { searchFor } from '#web/transactions/filters.ts'
import { Button } from '#web/ui/button.tsx'
import { Money } from '#web/ui/money.tsx'
import styles from './insights.module.css'
import { ReportCard } from './report-card.tsx'
import { useInsightWords } from './words.ts'

const SHOWN = 8

type Props = { readonly from: string; readonly to: string }

/** Where most was spent, in the household's currency. */
export function Merchants({ from, to }: Props) {
  const words = useInsightWords()
  const { percent } = useFormats()
  const [all, setAll] = useState(false)
  const { data, isPlaceholderData } = useQuery({
    ...ask('GET /analytics/spending', { query: { from, to, group_by: 'merchant' } }),
    placeholderData: (before) => before,
  })
  if (!data || data.groups.length === 0) return null
  const filtersOf = (label: string) => ({
    type: 'expense' as const,
    search: searchFor(label),
    from,
    to,
  })
  const most = Math.max(1, ...data.groups.map(({ spent }) => spent))
  const table = {
    currency: data.currency,
    columns: [
      { label: words.merchant, kind: 'text' as const },
      { label: words.transactions, kind: 'count' as const },
      { label: words.spent, kind: 'money' as const },
    ],
    rows: data.groups.map(({ key, label, transaction_count: count, spent }) => ({
      key,
      filters: filtersOf(label),
      cells: [label, count, spent],
    })),
  }
  return (
    <ReportCard title={words.merchants} file="merchants" table={table} isBusy={isPlaceholderData}>
      <ul className={styles.means}>
        {data.groups
          .slice(0, all ? undefined : SHOWN)
          .map(({ key, label, spent, share_bps, transaction_count: count }) => (
            <li key={key}>
              <Link to="/transactions" search={filtersOf(label)} className={styles.mean}>
                <span className={styles.meanName}>{label}</span>
                <span className="soft">
                  {percent(share_bps / 10_000)} · {words.count(count)}
                </span>
                <Money cents={spent} currency={data.currency} />
                <span className={styles.track} aria-hidden>
                  <span className={styles.filled} style={{ width: `${(spent / most) * 100}%` }} />
                </span>
              </Link>
            </li>
          ))}
      </ul>
      {data.groups.length > SHOWN && !all && (
        <Button look="quiet" size="small" edge="start" onClick={() => setAll(true)}>
          {words.spending.more(data.groups.length - SHOWN)}
        </Button>
      )}
    </ReportCard>
  )
}
