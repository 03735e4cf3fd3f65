import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { ask } from '#web/calls/queries.ts'
import { useCounting, useSession } from '#web/shell/session.ts'
import type { Months } from './months.ts'
import { boundsOfSearch } from './period.ts'
import type { InsightsSearch } from './search.ts'

/** The period and currency that the address asks for. `today` is undefined until it is known. */
export function useAsked() {
  const search: InsightsSearch = useSearch({ from: '/inside/insights' })
  const counting = useCounting()
  const own = useSession()?.household?.currency
  const { data: home, error, refetch } = useQuery(ask('GET /home'))
  const bounds = home ? boundsOfSearch(search, home.today, counting) : {}
  const { currency } = search
  const query = { ...bounds, ...(currency !== undefined && { currency }) }
  return { search, today: home?.today, bounds, query, own, error, retry: () => void refetch() }
}

/**
 * Reads the months that the address asks for; those of another period stay until they are there. Waits for the categories too:
 * without them, all would be called payments without a category.
 */
export function useMonths() {
  const asked = useAsked()
  const categories = useQuery(ask('GET /categories'))
  const months = useQuery({
    ...ask('GET /insights/months', { query: asked.query }),
    enabled: asked.today !== undefined,
    placeholderData: (before: Months | undefined) => before,
  })
  return {
    ...asked,
    data: categories.data && months.data,
    isBusy: months.isPlaceholderData,
    ...failureOf(months.data ? categories : months, asked),
  }
}

type Report = { readonly error: unknown; readonly refetch: () => Promise<unknown> }
type Asked = Pick<ReturnType<typeof useAsked>, 'today' | 'error' | 'retry'>

/** Returns what failed and tries only that again: the report, or `today`, which every period needs. */
export function failureOf({ error, refetch }: Report, asked: Asked) {
  return asked.today === undefined
    ? { error: asked.error, retry: asked.retry }
    : { error, retry: () => void refetch() }
}
