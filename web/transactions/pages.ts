import { keepPreviousData, type QueryClient, useQueries, useQuery } from '@tanstack/react-query'
import type { Output } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import type { Filters } from './filters.ts'

export type Transaction = Output<'GET /transaction-rows'>['data'][number]

/** The parts of a search that were not understood. */
export type Faults = Output<'GET /transaction-rows'>['faults']

/** How many rows one request reads. */
export const PAGE_ROWS = 100

/** Reads one page of the list and caches it. */
export function pageQuery(filters: Filters, page: number) {
  return ask('GET /transaction-rows', { query: { ...filters, page, limit: PAGE_ROWS } })
}

/**
 * Returns the first page and the number of rows. A search is shown before it is counted; until then the list is as long as the
 * rows found so far. While new filters load, the previous result stays.
 */
export function useHead(filters: Filters) {
  const first = useQuery({ ...pageQuery(filters, 1), placeholderData: keepPreviousData })
  const totals = useTotals(filters)
  const { data } = first
  const counted = totals.data && !totals.isPlaceholderData ? countOf(totals.data) : undefined
  const found = data?.has_more === true ? counted : undefined
  return { ...first, total: data && (data.total ?? found ?? data.data.length) }
}

type Totals = Output<'GET /transaction-totals'>

export function countOf({ by_currency }: Totals): number {
  return by_currency.reduce((sum, { count }) => sum + count, 0)
}

/** How long typing must pause before the totals of a search are requested, in milliseconds. */
const TOTALS_DEBOUNCE_MS = 300

/**
 * Returns the totals of the whole list; while new filters load, those of the previous ones. The rows of a search are requested
 * first: totals read every match and would delay the rows for the next letter.
 */
export function useTotals(filters: Filters) {
  const key = JSON.stringify(filters)
  const rested = useDebounced(key, TOTALS_DEBOUNCE_MS)
  return useQuery({
    ...ask('GET /transaction-totals', { query: filters }),
    enabled: filters.search === undefined || rested === key,
    placeholderData: keepPreviousData,
  })
}

/** Returns the days of the whole list with their sums; undefined until they are known. Those of a search follow its rows. */
export function useDays(filters: Filters) {
  const key = JSON.stringify(filters)
  const rested = useDebounced(key, TOTALS_DEBOUNCE_MS)
  const { data } = useQuery({
    ...ask('GET /transaction-days', { query: filters }),
    enabled: filters.search === undefined || rested === key,
  })
  return data?.days
}

export type RowRange = { readonly from: number; readonly to: number }

/**
 * Returns the rows between two indexes of the whole list; unloaded ones are undefined. Pages are read one at a time and cached
 * for a while, and no others are loaded, however long the list is.
 */
export function usePages(filters: Filters, { from, to }: RowRange) {
  const first = pageOf(from)
  const numbers = Array.from({ length: pageOf(to) - first + 1 }, (_, index) => first + index)
  const pages = useQueries({ queries: numbers.map((page) => pageQuery(filters, page)) })
  const byNumber = new Map(numbers.map((page, index) => [page, pages[index]!.data]))
  return {
    error: pages.find(({ error }) => error)?.error ?? null,
    rowAt: (index: number): Transaction | undefined => {
      return byNumber.get(pageOf(index))?.data[index % PAGE_ROWS]
    },
  }
}

function pageOf(index: number): number {
  return Math.floor(Math.max(0, index) / PAGE_ROWS) + 1
}

/** Returns the rows between two indexes anywhere in the list, and reads those that are not cached. */
export async function loadRows(
  queries: QueryClient,
  filters: Filters,
  { from, to }: RowRange,
): Promise<readonly (readonly [index: number, row: Transaction])[]> {
  const found: (readonly [number, Transaction])[] = []
  for (let page = pageOf(from); page <= pageOf(to); page += 1) {
    const { data } = await queries.ensureQueryData(pageQuery(filters, page))
    data.forEach((row, at) => {
      const index = (page - 1) * PAGE_ROWS + at
      if (index >= from && index <= to) found.push([index, row])
    })
  }
  return found
}

/** Updates a cached row at once; only its own page is touched, however many are loaded. */
export function patchRow(
  queries: QueryClient,
  { filters, index }: { readonly filters: Filters; readonly index: number },
  change: Partial<Transaction>,
): void {
  const { queryKey } = pageQuery(filters, pageOf(index))
  queries.setQueryData(queryKey, (page) => {
    if (!page) return page
    const at = index % PAGE_ROWS
    return { ...page, data: page.data.map((row, n) => (n === at ? { ...row, ...change } : row)) }
  })
}
