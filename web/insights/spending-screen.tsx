import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ChartColumn } from 'lucide-react'
import { useState } from 'react'
import { ask } from '#web/calls/queries.ts'
import { useCounting } from '#web/shell/session.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Money } from '#web/ui/money.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { InsightsPage } from './insights-page.tsx'
import { boundsOf } from './period.ts'
import type { SpendingSearch } from './search.ts'
import { SpendingBars } from './spending-bars.tsx'
import { SpendingColumns } from './spending-columns.tsx'
import { SpendingChoices } from './spending-choices.tsx'
import styles from './spending-screen.module.css'
import { SpendingTable } from './spending-table.tsx'
import type { Spending } from './spending.ts'

/** Shows spending by group. Every bar and column leads to its transactions. */
export function SpendingScreen() {
  const { data: home, error, refetch } = useQuery(ask('GET /home'))
  return (
    <InsightsPage>
      {home ? (
        <Content today={home.today} />
      ) : error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton height="480px" />
      )}
    </InsightsPage>
  )
}

function Content({ today }: { readonly today: string }) {
  const words = useText().insights
  const search = useSearch({ from: '/inside/insights/spending' })
  const navigate = useNavigate({ from: '/insights/spending' })
  const [asTable, setAsTable] = useState(false)
  const by = search.by ?? 'category'
  const wanted = boundsOf(by === 'month' ? 'year' : 'month', today, useCounting())
  const { from = wanted.from, to = wanted.to } = search
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...ask('GET /analytics/spending', { query: { from, to, group_by: by } }),
    placeholderData: (before: Spending | undefined) => before,
  })
  const go = (changed: SpendingSearch) => void navigate({ search: changed, resetScroll: false })
  return (
    <div className={styles.content}>
      <SpendingChoices by={by} bounds={{ from, to }} today={today} onChange={go} />
      {data ? (
        <Card
          title={words.spending.chart}
          aside={
            data.groups.length > 0 && (
              <Button look="quiet" size="small" edge="end" onClick={() => setAsTable(!asTable)}>
                {asTable ? words.asChart : words.asTable}
              </Button>
            )
          }
        >
          <div aria-busy={isPlaceholderData}>
            <Sums data={data} />
            <Chart data={data} asTable={asTable} today={today} />
          </div>
        </Card>
      ) : error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton height="420px" />
      )}
    </div>
  )
}

function Sums({ data }: { readonly data: Spending }) {
  const words = useText().insights
  const { day, money } = useFormats()
  const { spent, refunded, currency, from, to, transaction_count: count } = data
  const facts = [
    words.spending.fromTo(day(from, 'dated'), day(to, 'dated')),
    words.count(count),
    refunded > 0 && `${words.spending.refunded} ${money(refunded, currency)}`,
  ].filter((fact) => fact !== false)
  return (
    <div className={styles.sums}>
      <Money cents={spent} currency={currency} className={styles.figure} />
      <p className={styles.soft}>{facts.join(' · ')}</p>
    </div>
  )
}

type ChartProps = { readonly data: Spending; readonly asTable: boolean; readonly today: string }

function Chart({ data, asTable, today }: ChartProps) {
  const words = useText().insights.spending
  if (data.transaction_count === 0) {
    return (
      <Empty picture={ChartColumn} title={words.none}>
        {words.noneWords}
      </Empty>
    )
  }
  if (asTable) return <SpendingTable data={data} today={today} />
  if (data.group_by === 'month') return <SpendingColumns data={data} today={today} />
  return <SpendingBars data={data} today={today} />
}
