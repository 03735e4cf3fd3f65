import { parseDay } from '#/core/values/day.ts'

/** The selection of spending in the address. */
export type SpendingSearch = {
  readonly by?: GroupBy
  readonly from?: string
  readonly to?: string
}

export const groupings = ['category', 'merchant', 'month'] as const

export type GroupBy = (typeof groupings)[number]

/** Ignores invalid values, because people edit addresses and keep old ones. */
export function readSpendingSearch(search: Readonly<Record<string, unknown>>): SpendingSearch {
  const by = groupings.find((one) => one === search['by'])
  const day = (value: unknown) => (typeof value === 'string' ? parseDay(value) : null)
  const [from, to] = [day(search['from']), day(search['to'])]
  const fits = from !== null && to !== null && from <= to
  return { ...(by && { by }), ...(fits && { from, to }) }
}
