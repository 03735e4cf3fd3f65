import { type RawBuilder, sql } from 'kysely'
import { plannedEachTime } from '#/platform/database/prepared-pool.ts'
import type { Act } from '#/platform/runtime/call.ts'
import type { Answer } from '#/platform/contract/endpoint.ts'
import { PAYEES_MAX, transactionsApp } from './app-contract.ts'
import { containing, containsText } from './filter.ts'

/** The newest rows, among which nearly every payee is found that somebody types. */
const NEWEST = 2000
/** The most older payments of payees that are not among the newest. */
const OLDER = 500
/** Fewer letters have no trigram, so that they would be sought in every text of the household. */
const LETTERS_MIN = 3

/** `GET /payees`: one statement, which reads the newest payments, and older ones by the index of their text. */
export const listPayees: Act<typeof transactionsApp.listPayees> = async (
  { db, caller: { householdId } },
  { query: { search } },
) => {
  const typed = search.trim()
  const pattern = sql`lower(${containing(typed)}::text)`
  const columns = sql`t.concept, t.merchant, t.category_id, t.expense_goal_id, t.splits, t.amount,
    t.currency, t.booked_at, t.created_at, t.id`
  const own = sql`t.household_id = ${householdId} and t.visible`
  const newest = sql`order by t.booked_at desc, t.created_at desc, t.id desc`
  const older: RawBuilder<unknown> =
    typed.length < LETTERS_MIN
      ? sql`select ${columns} from near t where false`
      : sql`select * from (select ${columns} from transactions t
          where (select count(distinct merchant) from near) < ${PAYEES_MAX}
            and ${own} and t.type <> 'transfer' and ${containsText(householdId, typed)}
            and lower(t.concept) like ${pattern} offset 0) t ${newest} limit ${OLDER}`
  const { rows } = await sql<Answer<typeof transactionsApp.listPayees>[number]>`
    with near as materialized (
      select * from (select ${columns}, t.type from transactions t where ${own} ${newest} limit ${NEWEST}) t
      where t.type <> 'transfer' and lower(t.concept) like ${pattern}
    ), older as materialized (${older}), found as (
      select ${columns} from near t union select * from older
    )
    select p.name, p.category_id, e.id as expense_goal_id, p.amount, p.currency, p.booked_at from (
      select merchant, count(*) as times, (array_agg(t.concept ${newest}))[1] as name,
        (array_agg(t.category_id ${newest}) filter (where t.category_id is not null and t.splits is null))[1] as category_id,
        (array_agg(t.expense_goal_id ${newest}))[1] as expense_id,
        (array_agg(t.amount ${newest}))[1] as amount, (array_agg(t.currency ${newest}))[1] as currency,
        max(t.booked_at) as booked_at
      from found t group by merchant
    ) p left join expenses e on e.household_id = ${householdId} and e.id = p.expense_id and e.archived_at is null
    order by starts_with(lower(p.name), lower(${typed}::text)) desc, p.times desc, p.booked_at desc
    limit ${PAYEES_MAX} ${plannedEachTime}`.execute(db)
  return rows
}
