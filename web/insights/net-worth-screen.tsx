import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChartLine } from 'lucide-react'
import { useState } from 'react'
import { ask } from '#web/calls/queries.ts'
import { useFormats } from '#web/text/text.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Money } from '#web/ui/money.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './insights.module.css'
import { daysOf, NetWorthChart } from './net-worth-chart.tsx'
import { ReportCard } from './report-card.tsx'
import { failureOf, useAsked } from './use-insights.ts'
import type { Worth, WorthSeries } from './worth.ts'
import { useInsightWords } from './words.ts'

/** Shows assets minus debts and how they developed, each currency for itself. */
export function NetWorthScreen() {
  const text = useInsightWords().worth
  const asked = useAsked()
  const worth = useQuery({
    ...ask('GET /insights/net-worth', { query: asked.bounds }),
    enabled: asked.today !== undefined,
    placeholderData: (before: Worth | undefined) => before,
  })
  const { data, isPlaceholderData } = worth
  if (!data) {
    const { error, retry } = failureOf(worth, asked)
    return error ? <Failed error={error} retry={retry} /> : <Skeleton height="480px" />
  }
  if (data.accounts.length === 0) {
    return (
      <Empty
        picture={ChartLine}
        title={text.none}
        actions={
          <Link to="/accounts" search={{ add: 'manual' }} className={buttonClass('primary')}>
            {text.add}
          </Link>
        }
      >
        {text.noneWords}
      </Empty>
    )
  }
  return (
    <div className={styles.content}>
      {data.series.map((series) => (
        <Series key={series.currency} data={data} series={series} isBusy={isPlaceholderData} />
      ))}
    </div>
  )
}

type SeriesProps = {
  readonly data: Worth
  readonly series: WorthSeries
  readonly isBusy: boolean
}

/** One currency: its line, and its accounts beside it. */
function Series({ data, series, isBusy }: SeriesProps) {
  const insights = useInsightWords()
  const words = insights.worth
  const { points, currency } = series
  const [read, setRead] = useState<number | null>(null)
  const at = Math.min(read ?? points.length - 1, points.length - 1)
  const isOne = data.series.length === 1
  const table = {
    currency,
    columns: [
      { label: words.day, kind: 'day' as const },
      { label: words.assets, kind: 'money' as const },
      { label: words.debts, kind: 'money' as const },
      { label: words.net, kind: 'money' as const },
    ],
    rows: points
      .map(({ date, assets, liabilities, net_worth }, index) => ({
        key: date,
        filters: daysOf(points, index),
        cells: [date, assets, liabilities, net_worth],
      }))
      .toReversed(),
  }
  return (
    <div className={styles.worth}>
      <ReportCard
        title={isOne ? words.chart : `${words.chart} (${currency})`}
        file={`net-worth-${currency.toLowerCase()}`}
        table={table}
        isBusy={isBusy}
        head={points.length > 0 && <Readout series={series} at={at} />}
      >
        {points.length > 1 && (
          <NetWorthChart data={data} series={series} at={at} onCursor={setRead} />
        )}
        <Beginnings data={data} series={series} />
        {!isOne && <p className={styles.hint}>{insights.neverAdded(currency)}</p>}
      </ReportCard>
      <Accounts data={data} currency={currency} />
    </div>
  )
}

/** Says which accounts begin within the picture, so that nobody takes the step for money earned. */
function Beginnings({ data, series }: Pick<SeriesProps, 'data' | 'series'>) {
  const words = useInsightWords().worth
  const { day } = useFormats()
  const { data: accounts = [] } = useQuery(ask('GET /accounts'))
  const first = series.points[0]?.date ?? data.today
  const begun = data.accounts.filter(({ currency, known_from }) => {
    return currency === series.currency && (known_from ?? data.today) > first
  })
  return begun.map(({ account_id, known_from }) => (
    <p key={account_id} className={styles.hint}>
      {words.begins(
        accounts.find(({ id }) => id === account_id)?.name ?? '',
        day(known_from ?? data.today, 'dated'),
      )}
    </p>
  ))
}

/** Shows the figures at the cursor, or the last ones without one. */
function Readout({ series, at }: { readonly series: WorthSeries; readonly at: number }) {
  const words = useInsightWords().worth
  const { money, day } = useFormats()
  const { currency, points } = series
  const [first, point] = [points[0]!, points[at]!]
  return (
    <div className={styles.readout}>
      <div>
        <p className="soft">{day(point.date, 'long')}</p>
        <Money cents={point.net_worth} currency={currency} className={styles.figure} />
        <p className="soft money">
          {words.since(
            money(point.net_worth - first.net_worth, currency, { signed: true }),
            day(first.date, 'dated'),
          )}
        </p>
      </div>
      <dl className={styles.figures}>
        <div>
          <dt>
            <span className={`${styles.swatch} ${styles.in}`} />
            {words.assets}
          </dt>
          <dd>
            <Money cents={point.assets} currency={currency} />
          </dd>
        </div>
        <div>
          <dt>
            <span className={`${styles.swatch} ${styles.out}`} />
            {words.debts}
          </dt>
          <dd>
            <Money cents={point.liabilities} currency={currency} />
          </dd>
        </div>
      </dl>
    </div>
  )
}

/** Lists today's accounts; each leads to its transactions, and says since when it is known. */
function Accounts({ data, currency }: { readonly data: Worth; readonly currency: string }) {
  const words = useInsightWords().worth
  const { day } = useFormats()
  const { data: accounts = [] } = useQuery(ask('GET /accounts'))
  const own = data.accounts.filter((one) => one.currency === currency)
  return (
    <Card title={words.accounts} flush>
      <ul>
        {own
          .toSorted((a, b) => b.balance - a.balance)
          .map(({ account_id, balance, known_from }) => (
            <li key={account_id}>
              <Link to="/transactions" search={{ account_id }} className={styles.account}>
                <span>
                  {accounts.find(({ id }) => id === account_id)?.name}
                  <span className={styles.known}>
                    {words.known(day(known_from ?? data.today, 'dated'))}
                  </span>
                </span>
                <Money cents={balance} currency={currency} />
              </Link>
            </li>
          ))}
      </ul>
      <p className={styles.value}>
        <Link to="/accounts">{words.values}</Link>
      </p>
    </Card>
  )
}
