import * as z from 'zod'

/** The most records of one page of a list. */
export const PAGE = 40

export function cursorField() {
  return z
    .string()
    .regex(/^from-\d{1,6}$/)
    .optional()
    .describe('The `next_cursor` of the last page.')
}

export function startOf(cursor: string | undefined): number {
  return Number(cursor?.slice('from-'.length) ?? 0)
}

export function nextOf(from: number, count: number): object {
  return from + PAGE < count ? { next_cursor: `from-${from + PAGE}` } : {}
}
