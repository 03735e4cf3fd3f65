import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Money } from '#web/ui/money.tsx'
import { Row, Rows } from '#web/ui/rows.tsx'
import { useNames } from './names.ts'
import type { Whole } from './split-draft.ts'
import styles from './transaction-details.module.css'

/** Lists the parts of a split transaction, in place of the fields for one category and one Expense. */
export function PartsSummary({
  row,
  onSplit,
}: {
  readonly row: Whole
  readonly onSplit: () => void
}) {
  const text = useText()
  const words = text.transactions.split
  const names = useNames()
  return (
    <div className={styles.parts}>
      <Rows label={words.parts}>
        {row.splits.map((part, index) => (
          <Row
            key={index}
            title={names.category(part.category_id) ?? text.transactions.noCategory}
            detail={[names.expense(part.expense_goal_id) ?? text.transactions.free, part.note]
              .filter(Boolean)
              .join(' · ')}
            aside={<Money cents={part.amount} currency={row.currency} />}
          />
        ))}
      </Rows>
      <Button onClick={onSplit}>{words.change}</Button>
    </div>
  )
}
