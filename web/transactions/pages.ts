import { keepPreviousData, type QueryClient, useQueries, useQuery } from '@tanstack/react-query'
import type { Told } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import type { Filters } from './filters.ts'

export type Transaction = Told<'GET /transactions'>['data'][number]

/** Rows that are read at once. */
export const PAGE_ROWS = 100

/** One page of the list, as it is read and kept. */
export function pageQuery(filters: Filters, page: number) {
  return ask('GET /transactions', { query: { ...filters, page, limit: PAGE_ROWS } })
}

/**
 * The rows between two indexes of the whole list, read a page at a time and kept for a while. Nothing else is loaded,
 * however long the list is; what is not there yet is undefined.
 */
export function useRows(filters: Filters, range: { readonly from: number; readonly to: number }) {
  const first = Math.floor(range.from / PAGE_ROWS) + 1
  const last = Math.floor(Math.max(range.from, range.to) / PAGE_ROWS) + 1
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const head = useQuery({ ...pageQuery(filters, 1), placeholderData: keepPreviousData })
  const pages = useQueries({ queries: numbers.map((page) => pageQuery(filters, page)) })
  const byNumber = new Map(numbers.map((page, index) => [page, pages[index]!.data]))
  const total = pages.find(({ data }) => data)?.data?.total ?? head.data?.total
  return {
    total,
    error: head.error ?? pages.find(({ error }) => error)?.error ?? null,
    isStale: head.isPlaceholderData,
    retry: () => void head.refetch(),
    rowAt: (index: number): Transaction | undefined => {
      return byNumber.get(Math.floor(index / PAGE_ROWS) + 1)?.data[index % PAGE_ROWS]
    },
  }
}

/** Changes a row where it is kept, at once; only its own page is touched, however many are loaded. */
export function patchRow(
  queries: QueryClient,
  { filters, index }: { readonly filters: Filters; readonly index: number },
  change: Partial<Transaction>,
): void {
  const { queryKey } = pageQuery(filters, Math.floor(index / PAGE_ROWS) + 1)
  queries.setQueryData(queryKey, (page) => {
    if (!page) return page
    const at = index % PAGE_ROWS
    return { ...page, data: page.data.map((row, n) => (n === at ? { ...row, ...change } : row)) }
  })
}
