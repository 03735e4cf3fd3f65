import { type RawBuilder, sql } from 'kysely'

export type Page = {
  readonly sort: 'booked_at' | 'created_at'
  readonly limit: number
  readonly offset: number
}

export function order({ sort }: Pick<Page, 'sort'>): RawBuilder<unknown> {
  return sort === 'created_at'
    ? sql`order by t.created_at desc, t.id desc`
    : sql`order by t.booked_at desc, t.created_at desc, t.id desc`
}

/**
 * The usual limits are part of the text. PostgreSQL takes a limit that it does not know for a tenth of the table, and so would
 * plan each page again, which costs twice what reading it does.
 */
const usualLimits: readonly number[] = [5, 10, 20, 25, 50, 51, 100]

export function limitOf({ limit }: Pick<Page, 'limit'>): RawBuilder<unknown> {
  return usualLimits.includes(limit) ? sql.lit(limit) : sql`${limit}`
}
