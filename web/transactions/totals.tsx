import { memo } from 'react'
import { useText } from '#web/text/text.tsx'
import { Money } from '#web/ui/money.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Filters } from './filters.ts'
import { countOf, useTotals } from './pages.ts'
import styles from './totals.module.css'

/** Shows the totals of the whole list, separately for each currency. */
export const Totals = memo(({ filters }: { readonly filters: Filters }) => {
  const text = useText()
  const { data } = useTotals(filters)
  const words = text.transactions.totals
  if (!data) return <Skeleton width="20em" height="1.5em" />
  return (
    <div className={styles.totals} role="status">
      <span>{text.transactions.count(countOf(data))}</span>
      {data.by_currency.map((sums) => (
        <span key={sums.currency} className={styles.sums}>
          <span>
            {words.in} <Money cents={sums.income} currency={sums.currency} toned />
          </span>
          <span>
            {words.out} <Money cents={sums.expense} currency={sums.currency} />
          </span>
          <span className={styles.net}>
            {words.net} <Money cents={sums.net} currency={sums.currency} />
          </span>
        </span>
      ))}
    </div>
  )
})
