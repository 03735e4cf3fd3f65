import { sql } from 'kysely'
import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'
import type { Database } from '#/platform/database/database.ts'
import type { Book } from '#/documents/lists/book.ts'

/** The sum of a category in a currency. Parts of split transactions count by themselves; transfers are left out. */
export type CategorySum = {
  readonly category_id: string | null
  readonly type: 'expense' | 'income'
  readonly currency: string
  readonly count: number
  readonly sum: Cents
}

type Reading = {
  readonly snapshot: Database
  readonly book: Book
  readonly from: Day
  readonly to: Day
}

export async function readCategorySums({
  snapshot,
  book,
  from,
  to,
}: Reading): Promise<readonly CategorySum[]> {
  const { rows } = await sql<CategorySum>`
    select p.category_id, t.type, t.currency, count(*) as count, sum(p.amount)::bigint as sum
    from transactions t cross join lateral (
      select t.category_id, t.amount where t.splits is null
      union all
      select (s ->> 'category_id')::uuid, (s ->> 'amount')::bigint
      from jsonb_array_elements(t.splits) s where t.splits is not null
    ) p
    where t.household_id = ${book.stored.household.household_id} and t.visible and t.type <> 'transfer'
      and t.booked_at between ${from} and ${to}
    group by 1, 2, 3 order by t.type desc, t.currency, abs(sum(p.amount)) desc, p.category_id`.execute(
    snapshot,
  )
  return rows
}
