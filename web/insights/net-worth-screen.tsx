import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChartLine } from 'lucide-react'
import { useState } from 'react'
import { ask } from '#web/calls/queries.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Money } from '#web/ui/money.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { InsightsPage } from './insights-page.tsx'
import { NetWorthChart } from './net-worth-chart.tsx'
import styles from './net-worth-screen.module.css'
import { NetWorthTable } from './net-worth-table.tsx'
import type { NetWorth } from './net-worth.ts'

/** Shows assets minus debts and how they developed. */
export function NetWorthScreen() {
  const text = useText().insights.worth
  const { data, error, refetch } = useQuery(ask('GET /analytics/net-worth'))
  return (
    <InsightsPage>
      {data?.by_account.length === 0 ? (
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
      ) : data ? (
        <Content data={data} />
      ) : error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton height="480px" />
      )}
    </InsightsPage>
  )
}

function Content({ data }: { readonly data: NetWorth }) {
  const words = useText().insights
  const [asTable, setAsTable] = useState(false)
  const last = data.series.length - 1
  const [at, setAt] = useState(last)
  // Other currencies are not converted: without an account in the household's currency there is nothing to draw.
  if (data.by_account.every(({ currency }) => currency !== data.currency)) {
    return <Accounts data={data} />
  }
  return (
    <div className={styles.content}>
      <Card
        title={words.worth.chart}
        aside={
          <Button look="quiet" size="small" edge="end" onClick={() => setAsTable(!asTable)}>
            {asTable ? words.asChart : words.asTable}
          </Button>
        }
      >
        {asTable ? (
          <NetWorthTable data={data} />
        ) : (
          <>
            <Readout data={data} at={at} />
            <div onMouseLeave={() => setAt(last)}>
              <NetWorthChart data={data} at={at} onCursor={setAt} />
            </div>
            <p className={styles.hint}>{words.marksHint}</p>
          </>
        )}
      </Card>
      <Accounts data={data} />
    </div>
  )
}

/** Shows the figures at the cursor, or today's without one. */
function Readout({ data, at }: { readonly data: NetWorth; readonly at: number }) {
  const words = useText().insights.worth
  const { money, day } = useFormats()
  const { currency, series } = data
  const point = series[at]!
  const change = point.net_worth - series[0]!.net_worth
  return (
    <div className={styles.readout}>
      <div>
        <p className={styles.soft}>{day(point.date, 'long')}</p>
        <Money cents={point.net_worth} currency={currency} className={styles.figure} />
        <p className={styles.soft}>
          <span className="money">
            {words.since(money(change, currency, { signed: true }), day(series[0]!.date, 'dated'))}
          </span>
        </p>
      </div>
      <dl className={styles.parts}>
        <div>
          <dt>{words.assets}</dt>
          <dd>
            <Money cents={point.assets} currency={currency} />
          </dd>
        </div>
        <div className={styles.debts}>
          <dt>{words.debts}</dt>
          <dd>
            <Money cents={point.liabilities} currency={currency} />
          </dd>
        </div>
      </dl>
    </div>
  )
}

/** Lists today's accounts; each leads to its transactions. */
function Accounts({ data }: { readonly data: NetWorth }) {
  const words = useText().insights.worth
  const { data: accounts = [] } = useQuery(ask('GET /accounts'))
  const own = data.by_account.filter(({ currency }) => currency === data.currency)
  const other = data.by_account.filter(({ currency }) => currency !== data.currency)
  const rows = (some: NetWorth['by_account']) => (
    <ul>
      {some
        .toSorted((a, b) => b.balance - a.balance)
        .map(({ account_id, currency, balance }) => (
          <li key={account_id}>
            <Link to="/transactions" search={{ account_id }} className={styles.account}>
              <span>{accounts.find(({ id }) => id === account_id)?.name}</span>
              <Money cents={balance} currency={currency} />
            </Link>
          </li>
        ))}
    </ul>
  )
  return (
    <Card title={words.accounts} flush>
      {own.length > 0 && rows(own)}
      {other.length > 0 && (
        <>
          <p className={styles.other}>{words.other}</p>
          {rows(other)}
        </>
      )}
    </Card>
  )
}
