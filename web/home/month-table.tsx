import { useFormats, useText } from '#web/text/text.tsx'
import { Money } from '#web/ui/money.tsx'
import type { HomeData } from './home-data.ts'
import styles from './month-table.module.css'

/** Shows the chart as a table. */
export function MonthTable({
  month,
  currency,
}: {
  readonly month: HomeData['month']
  readonly currency: string
}) {
  const words = useText().home.month
  const formats = useFormats()
  const length = Math.max(month.days.length, month.last_days.length)
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={words.title}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{words.day}</th>
            <th scope="col">{words.this}</th>
            <th scope="col">{words.last}</th>
          </tr>
        </thead>
        <tbody>
          {Array.from({ length }, (_, index) => (
            <tr key={index}>
              <th scope="row">{formats.number(index + 1)}</th>
              {[month.days[index], month.last_days[index]].map((cents, column) => (
                <td key={column}>
                  {cents !== undefined && <Money cents={cents} currency={currency} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
