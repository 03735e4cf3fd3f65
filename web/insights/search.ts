import { parseDay } from '#/core/values/day.ts'

export const ranges = ['3m', '6m', '1y', 'all'] as const

export type Range = (typeof ranges)[number]

/** The selection of the insights, as it stands in the address. Days of one's own take the place of a range. */
export type InsightsSearch = {
  readonly range?: Range
  readonly from?: string
  readonly to?: string
  /** A currency other than the household's. */
  readonly currency?: string
}

/** Ignores invalid values, because people edit addresses and keep old ones. */
export function readInsightsSearch(search: Readonly<Record<string, unknown>>): InsightsSearch {
  const range = ranges.find((one) => one === search['range'])
  const day = (value: unknown) => (typeof value === 'string' ? parseDay(value) : null)
  const [from, to] = [day(search['from']), day(search['to'])]
  const { currency } = search
  const fits = from !== null && to !== null && from <= to
  return {
    ...(fits ? { from, to } : range && { range }),
    ...(typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) && { currency }),
  }
}
