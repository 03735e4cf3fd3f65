import { useState } from 'react'
import { useFormats, useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Money } from '#web/ui/money.tsx'
import type { HomeData } from './home-data.ts'
import styles from './month-card.module.css'
import { MonthChart } from './month-chart.tsx'
import { MonthTable } from './month-table.tsx'

/** Compares this month's spending so far with last month's on the same day. */
export function MonthCard({ data }: { readonly data: HomeData }) {
  const text = useText()
  const [asTable, setAsTable] = useState(false)
  const { month, currency } = data
  const words = text.home.month
  return (
    <Card
      title={words.title}
      aside={
        <Button
          look="quiet"
          size="small"
          edge="end"
          className={styles.switch}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? words.chart : words.table}
        </Button>
      }
    >
      <Money cents={month.spent} currency={currency} className={styles.sum} />
      <Comparison data={data} />
      {asTable ? <MonthTable month={month} currency={currency} /> : <MonthChart data={data} />}
    </Card>
  )
}

function Comparison({ data: { month, currency } }: { readonly data: HomeData }) {
  const words = useText().home.month
  const { money } = useFormats()
  const difference = month.spent - month.last_spent
  const amount = money(Math.abs(difference), currency)
  return (
    <p className={styles.comparison}>
      {difference === 0 ? words.same : difference < 0 ? words.less(amount) : words.more(amount)}
    </p>
  )
}
