import { type RawBuilder, sql } from 'kysely'
import { notFound } from '#/contract/refusal.ts'
import { resettle, type Subject } from '#/transactions/settle.ts'
import type { Cents } from '#/values/cents.ts'
import type { Day } from '#/values/day.ts'
import type { Act, Acting } from '#/world/call.ts'
import type { matchesApp } from './app-contract.ts'

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
  readonly booked_at: Day
}

/** Suggestions that still say something: nobody has answered, and both payments are as they were. */
const isOpen = (householdId: string): RawBuilder<unknown> => sql`
  match_suggestions s
  join transactions p on p.household_id = s.household_id and p.id = s.pending_id
    and p.status = 'pending' and not p.hidden and 'deleted_at' <> all (p.edited)
  join transactions b on b.household_id = s.household_id and b.id = s.booked_id and b.visible
  where s.household_id = ${householdId} and s.dismissed_at is null`

/** `GET /match-suggestions` */
export const listMatchSuggestions: Act<typeof matchesApp.listMatchSuggestions> = async ({
  db,
  caller,
}) => {
  const shown = (of: string) =>
    sql`json_build_object('id', ${sql.ref(`${of}.id`)}, 'concept', ${sql.ref(`${of}.concept`)},
      'amount', ${sql.ref(`${of}.amount`)}, 'booked_at', ${sql.ref(`${of}.booked_at`)})`
  const { rows } = await sql<Listed>`
    select s.id, ${shown('p')} as pending, ${shown('b')} as booked,
      to_char(s.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
    from ${isOpen(caller.householdId)} order by s.created_at, s.id`.execute(db)
  return rows
}

type Side = Subject & {
  readonly booked: Day
  readonly edited: readonly string[]
  readonly deleted: boolean
}
type Pair = { readonly pending: Side; readonly booked: Side }

/**
 * `POST /match-suggestions/{id}/accept`. The pending keeps its identity, and what people said of it; the booking's
 * contents become its own where nobody has said otherwise, and what it took from its Expense is given back.
 */
export const acceptMatchSuggestion: Act<typeof matchesApp.acceptMatchSuggestion> = async (
  acting,
  { params },
) => {
  const { householdId } = acting.caller
  const { pending, booked } = await findPair(acting, params.id)
  const now = acting.now()
  await sql`
    update provider_transactions set
      removed_at = case when transaction_id = ${pending.id} then coalesce(removed_at, ${now}) end,
      transaction_id = ${pending.id}
    where household_id = ${householdId} and transaction_id in (${pending.id}, ${booked.id})`.execute(
    acting.db,
  )
  const stamp = sql`revision = ${acting.revision}, updated_at = ${now}`
  await sql`
    update transactions set deleted_at = ${now}, ${stamp}
    where household_id = ${householdId} and id = ${booked.id}`.execute(acting.db)
  await resettle(acting, booked, null)
  const own = (
    field: string,
  ) => sql`case when ${field} = any (p.edited) then ${sql.ref(`p.${field}`)}
    else ${sql.ref(`b.${field}`)} end`
  // The amount is the bank's: it has changed since the pending was told.
  const { rows } = await sql<Pick<Subject, 'amount' | 'type' | 'expenseId'> & { booked: Day }>`
    update transactions p set amount = b.amount, booked_at = ${own('booked_at')},
      type = ${own('type')}, concept = ${own('concept')}, merchant = case
        when 'concept' = any (p.edited) then p.merchant else b.merchant end,
      original_concept = coalesce(b.original_concept, b.concept),
      category_id = coalesce(p.category_id, b.category_id),
      category_why = case when p.category_id is null then b.category_why else p.category_why end,
      notes = coalesce(p.notes, b.notes), status = 'booked', deleted_at = null,
      edited = array_remove(p.edited, 'amount'), ${stamp},
      expense_goal_id = case when exists (select from expenses e where e.household_id = p.household_id
        and e.id = p.expense_goal_id and e.archived_at is null) then p.expense_goal_id end
    from transactions b
    where p.household_id = ${householdId} and p.id = ${pending.id}
      and b.household_id = p.household_id and b.id = ${booked.id}
    returning p.amount, p.type, p.booked_at as booked, p.expense_goal_id as "expenseId"`.execute(
    acting.db,
  )
  await resettle(acting, pending.deleted ? null : pending, { ...pending, ...rows[0]! })
  return { transaction_id: pending.id }
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

async function findPair({ db, caller }: Acting, id: string): Promise<Pair> {
  const side = (of: string) =>
    sql`json_build_object('id', ${sql.ref(`${of}.id`)}, 'accountId', ${sql.ref(`${of}.account_id`)},
      'amount', ${sql.ref(`${of}.amount`)}, 'type', ${sql.ref(`${of}.type`)},
      'booked', ${sql.ref(`${of}.booked_at`)}, 'expenseId', ${sql.ref(`${of}.expense_goal_id`)},
      'history', ${sql.ref(`${of}.history`)}, 'edited', ${sql.ref(`${of}.edited`)},
      'deleted', ${sql.ref(`${of}.deleted_at`)} is not null)`
  const { rows } = await sql<Pair>`
    select ${side('p')} as pending, ${side('b')} as booked
    from ${isOpen(caller.householdId)} and s.id = ${id}`.execute(db)
  const [found] = rows
  if (!found) throw notFound('id')
  return found
}
