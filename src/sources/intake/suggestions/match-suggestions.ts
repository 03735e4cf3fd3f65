import { type RawBuilder, sql } from 'kysely'
import type { Answer } from '#/platform/contract/endpoint.ts'
import { notFound } from '#/platform/contract/refusal.ts'
import { pairTransfers, unpairTransfers } from '#/budget/transactions/writing/pair-transfers.ts'
import { resettle, type Subject } from '#/budget/assignments/settle.ts'
import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'
import type { Act, Acting } from '#/platform/runtime/call.ts'
import type { matchesApp } from './app-contract.ts'
import { keepJoined, noteBefore } from './joined-match.ts'

type Listed = {
  readonly id: string
  readonly pending: Shown
  readonly booked: Shown
  readonly created_at: string
}
type Shown = {
  readonly id: string
  readonly concept: string
  readonly amount: Cents
  readonly currency: string
  readonly booked_at: Day
  readonly account_name: string
  readonly provider: Answer<typeof matchesApp.listMatchSuggestions>[number]['booked']['provider']
}

/**
 * Selects the open suggestions: not dismissed, and both payments still unmatched. A pending payment that its bank has
 * removed may still match. A payment from another source must exist, and no bank may have reported it since. A split
 * payment matches no other.
 */
export const openMatches = (householdId: string): RawBuilder<unknown> => sql`
  match_suggestions s
  join transactions p on p.household_id = ${householdId} and p.id = s.pending_id
    and not p.hidden and 'deleted_at' <> all (p.edited) and p.splits is null
    and case when p.provider in ('provider_a', 'provider_b', 'provider_c') then p.status = 'pending'
      else p.deleted_at is null and not exists (
        select 1 from provider_transactions m
        join provider_accounts e on e.household_id = ${householdId} and e.id = m.provider_account_id
        where m.household_id = ${householdId} and m.transaction_id = p.id and m.removed_at is null
          and e.connection_id is not null) end
  join transactions b on b.household_id = ${householdId} and b.id = s.booked_id and b.visible
    and b.splits is null
  where s.household_id = ${householdId} and s.dismissed_at is null`

/** `GET /match-suggestions` */
export const listMatchSuggestions: Act<typeof matchesApp.listMatchSuggestions> = async ({
  db,
  caller,
}) => {
  const shown = (of: string) =>
    sql`json_build_object('id', ${sql.ref(`${of}.id`)}, 'concept', ${sql.ref(`${of}.concept`)},
      'amount', ${sql.ref(`${of}.amount`)}, 'booked_at', ${sql.ref(`${of}.booked_at`)},
      'provider', ${sql.ref(`${of}.provider`)}, 'currency', ${sql.ref(`${of}.currency`)},
      'account_name', (select name from accounts a
        where a.household_id = ${caller.householdId} and a.id = ${sql.ref(`${of}.account_id`)}))`
  const { rows } = await sql<Listed>`
    select s.id, ${shown('p')} as pending, ${shown('b')} as booked,
      to_char(s.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
    from ${openMatches(caller.householdId)} order by s.created_at, s.id`.execute(db)
  return rows
}

type Side = Subject & {
  readonly edited: readonly string[]
  readonly deleted: boolean
}
type Pair = { readonly pending: Side; readonly booked: Side }

/**
 * `POST /match-suggestions/{id}/accept`. The first payment keeps its identity and what people have set on either; its
 * other fields come from the booking. The booking's Expense gets its money back, and the first payment's Expense is
 * settled again with the booked amount. The two can be separated again.
 */
export const acceptMatchSuggestion: Act<typeof matchesApp.acceptMatchSuggestion> = async (
  acting,
  { params },
) => {
  const { householdId } = acting.caller
  const { pending, booked } = await findPair(acting, params.id)
  const now = acting.now()
  const before = await noteBefore(acting, { pendingId: pending.id, bookedId: booked.id })
  // The same bank's mirror of the first payment becomes a tombstone. Mirrors of other sources stay active.
  await sql`
    update provider_transactions m set transaction_id = ${pending.id},
      removed_at = case when m.transaction_id = ${pending.id} and exists (
          select 1 from provider_transactions b
          where b.household_id = ${householdId} and b.transaction_id = ${booked.id}
            and b.provider_account_id = m.provider_account_id)
        then coalesce(m.removed_at, ${now}) else m.removed_at end
    where m.household_id = ${householdId} and m.transaction_id in (${pending.id}, ${booked.id})`.execute(
    acting.db,
  )
  await resettle(acting, booked, null)
  const merged = await merge(acting, { pending, booked })
  await resettle(acting, pending.deleted ? null : pending, { ...pending, ...merged })
  await keepJoined(acting, params.id, {
    ...before,
    pendingId: pending.id,
    acceptedAt: now,
  })
  await unpairTransfers(acting)
  await pairTransfers(acting)
  return { transaction_id: pending.id }
}

type Merged = Pick<Subject, 'amount' | 'type' | 'expenseId' | 'booked'>

/** Joins both transactions. The amount is the bank's: it has changed since the first report. */
async function merge(
  { db, caller, now, revision }: Acting,
  { pending, booked }: Pair,
): Promise<Merged> {
  const { householdId } = caller
  const stamp = sql`revision = ${revision}, updated_at = ${now()}`
  await sql`
    update transactions set deleted_at = ${now()}, ${stamp}
    where household_id = ${householdId} and id = ${booked.id}`.execute(db)
  // A person owns every field of a manual transaction.
  const isOwn = (field: string) => sql`(${field} = any (p.edited) or p.provider = 'manual')`
  const own = (field: string) => sql`case when ${isOwn(field)} then ${sql.ref(`p.${field}`)}
    else ${sql.ref(`b.${field}`)} end`
  const isFiledLater = sql`('category_id' <> all (p.edited) and p.category_id is null or p.category_why is not null
    and b.category_id is not null and b.category_why is null)`
  // A person's decision goes before Earmark's, and the first payment's before the booking's.
  const isDecided = (of: string) => sql`(${sql.ref(`${of}.expense_why`)} is null
    and (${sql.ref(`${of}.expense_goal_id`)} is not null or 'expense_goal_id' = any (${sql.ref(`${of}.edited`)})))`
  const ofChosen = (field: string) => sql`case
    when ${isDecided('p')} then ${sql.ref(`p.${field}`)} when ${isDecided('b')} then ${sql.ref(`b.${field}`)}
    when p.expense_goal_id is not null then ${sql.ref(`p.${field}`)} else ${sql.ref(`b.${field}`)} end`
  const { rows } = await sql<Merged>`
    update transactions p set amount = b.amount, booked_at = ${own('booked_at')},
      type = ${own('type')}, concept = ${own('concept')}, merchant = case
        when ${isOwn('concept')} then p.merchant else b.merchant end,
      original_concept = coalesce(b.original_concept, b.concept),
      category_id = case when ${isFiledLater} then b.category_id else p.category_id end,
      category_why = case when ${isFiledLater} then b.category_why else p.category_why end,
      notes = coalesce(p.notes, b.notes), status = b.status, deleted_at = null,
      edited = array(select distinct field
        from unnest(array_remove(p.edited, 'amount') || b.edited) as e (field) order by field), ${stamp},
      expense_goal_id = (select e.id from expenses e where e.household_id = ${householdId}
        and e.id = ${ofChosen('expense_goal_id')} and e.archived_at is null),
      expense_why = (select ${ofChosen('expense_why')} from expenses e
        where e.household_id = ${householdId}
          and e.id = ${ofChosen('expense_goal_id')} and e.archived_at is null)
    from transactions b
    where p.household_id = ${householdId} and p.id = ${pending.id}
      and b.household_id = ${householdId} and b.id = ${booked.id}
    returning p.amount, p.type, p.booked_at as booked, p.expense_goal_id as "expenseId"`.execute(db)
  return rows[0]!
}

/** `POST /match-suggestions/{id}/dismiss` */
export const dismissMatchSuggestion: Act<typeof matchesApp.dismissMatchSuggestion> = async (
  acting,
  { params },
) => {
  await findPair(acting, params.id)
  await acting.db
    .updateTable('match_suggestions')
    .set({ dismissed_at: acting.now() })
    .where('household_id', '=', acting.caller.householdId)
    .where('id', '=', params.id)
    .execute()
  return { success: true as const }
}

/** `POST /match-suggestions/{id}/restore` */
export const restoreMatchSuggestion: Act<typeof matchesApp.restoreMatchSuggestion> = async (
  { db, caller },
  { params },
) => {
  const restored = await db
    .updateTable('match_suggestions')
    .set({ dismissed_at: null })
    .where('household_id', '=', caller.householdId)
    .where('id', '=', params.id)
    .returning('id')
    .executeTakeFirst()
  if (!restored) throw notFound('id')
  return { success: true as const }
}

async function findPair({ db, caller }: Acting, id: string): Promise<Pair> {
  const side = (of: string) =>
    sql`json_build_object('id', ${sql.ref(`${of}.id`)}, 'accountId', ${sql.ref(`${of}.account_id`)},
      'amount', ${sql.ref(`${of}.amount`)}, 'type', ${sql.ref(`${of}.type`)},
      'booked', ${sql.ref(`${of}.booked_at`)}, 'expenseId', ${sql.ref(`${of}.expense_goal_id`)},
      'history', ${sql.ref(`${of}.history`)}, 'edited', ${sql.ref(`${of}.edited`)},
      'deleted', ${sql.ref(`${of}.deleted_at`)} is not null)`
  const { rows } = await sql<Pair>`
    select ${side('p')} as pending, ${side('b')} as booked
    from ${openMatches(caller.householdId)} and s.id = ${id}`.execute(db)
  const [found] = rows
  if (!found) throw notFound('id')
  return found
}
