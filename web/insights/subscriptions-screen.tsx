import { useQuery } from '@tanstack/react-query'
import { Repeat } from 'lucide-react'
import { ask } from '#web/calls/queries.ts'
import { Empty } from '#web/ui/empty.tsx'
import { Money } from '#web/ui/money.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './insights.module.css'
import type { Recurring } from './recurring.ts'
import { ReportCard } from './report-card.tsx'
import { filtersOfPayment, Subscription } from './subscription.tsx'
import { useInsightWords } from './words.ts'

/** Payments that recur, with what each costs in a year and how its price has changed. */
export function SubscriptionsScreen() {
  const words = useInsightWords().recurring
  const { data, error, refetch } = useQuery(ask('GET /insights/recurring'))
  if (!data) {
    return error ? (
      <Failed error={error} retry={() => void refetch()} />
    ) : (
      <Skeleton height="480px" />
    )
  }
  if (data.payments.length === 0) {
    return (
      <Empty picture={Repeat} title={words.none}>
        {words.noneWords}
      </Empty>
    )
  }
  const currencies = [...new Set(data.payments.map(({ currency }) => currency))]
  const ordered = currencies.toSorted(
    (a, b) => Number(b === data.currency) - Number(a === data.currency),
  )
  return (
    <div className={styles.content}>
      {ordered.map((currency) => (
        <Payments key={currency} data={data} currency={currency} isOne={ordered.length === 1} />
      ))}
    </div>
  )
}

type Props = {
  readonly data: Recurring
  readonly currency: string
  /** The household has only one currency. */
  readonly isOne: boolean
}

function Payments({ data, currency, isOne }: Props) {
  const insights = useInsightWords()
  const words = insights.recurring
  const some = data.payments.filter((one) => one.currency === currency)
  const year = some.reduce((sum, { per_year }) => sum + per_year, 0)
  const risen = some.reduce((sum, { change }) => sum + (change?.per_year ?? 0), 0)
  const most = Math.max(1, ...some.map(({ per_year }) => per_year))
  const table = {
    currency,
    columns: [
      { label: words.payment, kind: 'text' as const },
      { label: words.howOften, kind: 'text' as const },
      { label: words.costs, kind: 'money' as const },
      { label: words.cost, kind: 'money' as const },
      { label: words.since, kind: 'day' as const },
      { label: words.aYear, kind: 'money' as const },
      { label: words.next, kind: 'day' as const },
    ],
    rows: some.map((one) => ({
      key: one.key,
      filters: filtersOfPayment(one),
      cells: [
        one.name,
        words.interval(one.interval_months, one.interval_days),
        one.amount,
        one.change?.before ?? null,
        one.change?.since ?? null,
        one.per_year,
        one.next,
      ],
    })),
  }
  const figures = [
    [words.aYear, year, false],
    [words.aMonth, Math.round(year / 12), false],
    ...(risen === 0 ? [] : [[words.risen, risen, true] as const]),
  ] as const
  return (
    <ReportCard
      title={isOne ? words.title : `${words.title} (${currency})`}
      file={`recurring-${currency.toLowerCase()}`}
      table={table}
      head={
        <>
          <Figures figures={figures} currency={currency} />
          {!isOne && <p className={styles.hint}>{insights.neverAdded(currency)}</p>}
        </>
      }
    >
      <ul className={styles.subscriptions}>
        {some.map((one) => (
          <Subscription key={one.key} one={one} share={one.per_year / most} today={data.today} />
        ))}
      </ul>
    </ReportCard>
  )
}

type FiguresProps = {
  readonly figures: readonly (readonly [name: string, cents: number, isSigned: boolean])[]
  readonly currency: string
}

function Figures({ figures, currency }: FiguresProps) {
  return (
    <dl className={styles.figures}>
      {figures.map(([name, cents, signed]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Money cents={cents} currency={currency} signed={signed} className={styles.figure} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
