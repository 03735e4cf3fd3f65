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
