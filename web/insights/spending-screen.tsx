import { ChartColumn } from 'lucide-react'
import { Empty } from '#web/ui/empty.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CategoryMeans } from './category-means.tsx'
import styles from './insights.module.css'
import { Merchants } from './merchants.tsx'
import { MonthStack } from './month-stack.tsx'
import { OtherCurrencies } from './other-currencies.tsx'
import { useMonths } from './use-insights.ts'
import { useInsightWords } from './words.ts'

/** Where money went: by month and category, against what is usual, and to whom. */
export function SpendingScreen() {
  const words = useInsightWords().spending
  const { data, error, retry, isBusy, own } = useMonths()
  if (!data) return error ? <Failed error={error} retry={retry} /> : <Skeleton height="480px" />
  const isEmpty = data.spent.every((cents) => cents === 0)
  return (
    <div className={styles.content}>
      <OtherCurrencies currencies={data.currencies} shown={data.currency} />
      {isEmpty ? (
        <Empty picture={ChartColumn} title={words.none}>
          {words.noneWords}
        </Empty>
      ) : (
        <>
          <MonthStack data={data} isBusy={isBusy} />
          <CategoryMeans key={data.to} data={data} isBusy={isBusy} />
          {data.currency === own && <Merchants from={data.from} to={data.to} />}
        </>
      )}
    </div>
  )
}
