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

/** The first page, which says how many rows there are. While other filters are asked for, it is the old one. */
export function useHead(filters: Filters) {
  return useQuery({ ...pageQuery(filters, 1), placeholderData: keepPreviousData })
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
