import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Money } from '#web/ui/money.tsx'
import { Row, Rows } from '#web/ui/rows.tsx'
import { Buttons, Stack } from '#web/ui/stack.tsx'
import { useNames } from './names.ts'
import type { Whole } from './split-draft.ts'

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
    <Stack dense>
      <Rows label={words.parts} bare>
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
      <Buttons>
        <Button onClick={onSplit}>{words.change}</Button>
      </Buttons>
    </Stack>
  )
}
