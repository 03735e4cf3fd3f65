import { keepPreviousData, type QueryClient, useQueries, useQuery } from '@tanstack/react-query'
import type { Told } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { useRested } from '#web/ui/use-rested.ts'
import type { Filters } from './filters.ts'

export type Transaction = Told<'GET /transaction-rows'>['data'][number]

/** Rows that are read at once. */
export const PAGE_ROWS = 100

/** One page of the list, as it is read and kept. */
export function pageQuery(filters: Filters, page: number) {
  return ask('GET /transaction-rows', { query: { ...filters, page, limit: PAGE_ROWS } })
}

/**
 * The first page, and how many rows there are. A search is shown before it has been counted: until then the list is as long
 * as what has been found. While other filters are asked for, it is the old one.
 */
export function useHead(filters: Filters) {
  const first = useQuery({ ...pageQuery(filters, 1), placeholderData: keepPreviousData })
  const totals = useTotals(filters)
  const { data } = first
  const counted = totals.data && !totals.isPlaceholderData ? countOf(totals.data) : undefined
  const found = data?.has_more === true ? counted : undefined
  return { ...first, total: data && (data.total ?? found ?? data.data.length) }
}

type Totals = Told<'GET /transactions/summary'>

export function countOf({ by_currency }: Totals): number {
  return by_currency.reduce((sum, { count }) => sum + count, 0)
}

/** How long a search rests before all of what it finds is added up, in milliseconds. */
const TOTALS_REST_MS = 300

/**
 * What all of the list adds up to; of the filters before while these are asked for. The rows of a search come first: adding
 * up reads every one that is found, and would keep the rows of the next letter waiting.
 */
export function useTotals(filters: Filters) {
  const key = JSON.stringify(filters)
  const rested = useRested(key, TOTALS_REST_MS)
  return useQuery({
    ...ask('GET /transactions/summary', { query: filters }),
    enabled: filters.search === undefined || rested === key,
    placeholderData: keepPreviousData,
  })
}

export type RowRange = { readonly from: number; readonly to: number }

/**
 * The rows between two indexes of the whole list, read a page at a time and kept for a while. Nothing else is loaded,
 * however long the list is; what is not there yet is undefined.
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

/** The rows from one index to another, wherever in the list: read now where they have not been. */
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

/** Changes a row where it is kept, at once; only its own page is touched, however many are loaded. */
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
