import { ArrowLeftRight } from 'lucide-react'
import { Empty } from '#web/ui/empty.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CashFlow } from './cash-flow.tsx'
import { Flow } from './flow.tsx'
import styles from './insights.module.css'
import { OtherCurrencies } from './other-currencies.tsx'
import { useMonths } from './use-insights.ts'
import { useInsightWords } from './words.ts'

/** Shows money that came in and went out, and where it went. */
export function CashFlowScreen() {
  const words = useInsightWords().flow
  const { data, error, retry, isBusy } = useMonths()
  if (!data) return error ? <Failed error={error} retry={retry} /> : <Skeleton height="480px" />
  const isEmpty = [...data.spent, ...data.income].every((cents) => cents === 0)
  return (
    <div className={styles.content}>
      <OtherCurrencies currencies={data.currencies} shown={data.currency} />
      {isEmpty ? (
        <Empty picture={ArrowLeftRight} title={words.none}>
          {words.noneWords}
        </Empty>
      ) : (
        <>
          <Flow />
          <CashFlow data={data} isBusy={isBusy} />
        </>
      )}
    </div>
  )
}
