import type { Counting } from '#/platform/contract/preferences.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import type { Filters } from '#web/transactions/filters.ts'
import { firstOf, monthBounds } from './period.ts'
import type { Spending } from './spending.ts'

export type SpendingGroup = Spending['groups'][number]

/**
 * Returns the filters that list a group's transactions; null for those without a category, because no filter expresses that.
 */
export function filtersOf(
  group: SpendingGroup,
  { group_by, from, to }: Pick<Spending, 'group_by' | 'from' | 'to'>,
  { today, counting }: { readonly today: string; readonly counting: Counting },
): Filters | null {
  if (group_by === 'month')
    return {
      type: 'expense',
      ...within(monthBounds(firstOf(group.key, counting), today, counting), from, to),
    }
  if (group_by === 'merchant') return { type: 'expense', search: group.label, from, to }
  if (group.category_id === null) return null
  return { type: 'expense', category_id: group.category_id, from, to }
}

function within(month: { from: string; to: string }, from: string, to: string) {
  return { from: month.from < from ? from : month.from, to: month.to > to ? to : month.to }
}

/** Returns a function that names a group in the person's language. */
export function useGroupName({ group_by }: Pick<Spending, 'group_by'>) {
  const words = useText().insights.spending
  const { day } = useFormats()
  return (group: SpendingGroup) => {
    if (group_by === 'month') return day(`${group.key}-01`, 'month')
    return group_by === 'category' && group.category_id === null ? words.unfiled : group.label
  }
}
