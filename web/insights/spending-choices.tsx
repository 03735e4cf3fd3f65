import { useCounting } from '#web/shell/session.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { type Bounds, boundsOf, periods } from './period.ts'
import { type GroupBy, groupings, type SpendingSearch } from './search.ts'
import styles from './spending-screen.module.css'

/** The address may contain days that match no period. */
const OTHER = 'other'

/** Chooses the grouping and the period. */
export function SpendingChoices({
  by,
  bounds,
  today,
  onChange,
}: {
  readonly by: GroupBy
  readonly bounds: Bounds
  readonly today: string
  readonly onChange: (search: SpendingSearch) => void
}) {
  const words = useText().insights.spending
  const { day } = useFormats()
  const counting = useCounting()
  const period = periods.find((one) => {
    const { from, to } = boundsOf(one, today, counting)
    return from === bounds.from && to === bounds.to
  })
  return (
    <div className={styles.choices}>
      <SelectField
        label={words.by}
        value={by}
        onChange={(event) => {
          const chosen = groupings.find((one) => one === event.target.value) ?? 'category'
          // Grouping by month needs more than one month.
          onChange(
            chosen === 'month' || by === 'month' ? { by: chosen } : { by: chosen, ...bounds },
          )
        }}
      >
        {groupings.map((one) => (
          <option key={one} value={one}>
            {words.bys[one]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={words.period}
        value={period ?? OTHER}
        onChange={(event) => {
          const chosen = periods.find((one) => one === event.target.value)
          if (chosen) onChange({ by, ...boundsOf(chosen, today, counting) })
        }}
      >
        {period === undefined && (
          <option value={OTHER}>
            {words.fromTo(day(bounds.from, 'dated'), day(bounds.to, 'dated'))}
          </option>
        )}
        {periods.map((one) => (
          <option key={one} value={one}>
            {words.periods[one]}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
