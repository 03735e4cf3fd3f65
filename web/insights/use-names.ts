import { useQuery } from '@tanstack/react-query'
import { ask } from '#web/calls/queries.ts'
import type { Look } from '#web/ui/look.ts'
import type { Filters } from '#web/transactions/filters.ts'
import { useInsightWords } from './words.ts'

export type Named = { readonly name: string; readonly look: Look | null }

/** Returns a function that names a category and finds its face; null stands for payments without one. */
export function useCategoryNames(): (id: string | null) => Named {
  const words = useInsightWords()
  const { data: categories = [] } = useQuery(ask('GET /categories'))
  const byId = new Map(categories.map((one) => [one.id, one]))
  return (id) => {
    const found = id === null ? undefined : byId.get(id)
    return found ? { name: found.name, look: found.look } : { name: words.unfiled, look: null }
  }
}

type Span = { readonly from: string; readonly to: string }

/** The filters that list the transactions of a category on some days. */
export function filtersOfCategory(
  id: string | null,
  type: 'expense' | 'income',
  { from, to }: Span,
): Filters {
  return id === null
    ? { type, without_category: 'true', from, to }
    : { type, category_id: id, from, to }
}
