import { sql } from 'kysely'
import type { transactionsApp } from '#/budget/transactions/app-contract.ts'
import type { ProviderCategory } from '#/budget/categories/provider-codes.ts'
import { notFound } from '#/platform/contract/refusal.ts'
import type { Act } from '#/platform/runtime/call.ts'
import { categorise } from './categorise.ts'

/** The last choices for a payee that count. */
const CHOICES_MAX = 30
/** The most suggestions of each kind: more are no shorter than the whole list. */
const SUGGESTED_MAX = 4

type Row = {
  readonly account_id: string
  readonly concept: string
  readonly merchant: string
  readonly descriptor: string
  readonly amount: number
  readonly mcc: string | null
  readonly providerCategory: ProviderCategory | null
  readonly category_ids: string[]
  readonly expense_goal_ids: string[]
}

/**
 * `GET /transactions/{id}/suggestions`: what people chose for earlier payments to the same payee, the most frequent first, and
 * what rules, bank and brand say of this one.
 */
export const suggestChoices: Act<typeof transactionsApp.suggestChoices> = async (
  { db, caller: { householdId } },
  { params: { id } },
) => {
  const { rows } = await sql<Row>`
    select t.account_id, t.concept, t.merchant, coalesce(t.original_concept, t.concept) as descriptor,
      t.amount, m.mcc, m.category as "providerCategory",
      array(select f.category_id from (
          select o.category_id, o.booked_at from transactions o
          where o.household_id = ${householdId} and o.merchant = t.merchant and o.category_id is not null
            and o.category_why is null and o.deleted_at is null and o.id <> t.id
          order by o.booked_at desc, o.created_at desc limit ${CHOICES_MAX}) f
        group by 1 order by count(*) desc, max(f.booked_at) desc limit ${SUGGESTED_MAX}) as category_ids,
      array(select d.expense_goal_id from (
          select o.expense_goal_id, o.booked_at from transactions o
          where o.household_id = ${householdId} and o.merchant = t.merchant and o.deleted_at is null
            and (o.expense_goal_id is not null or 'expense_goal_id' = any (o.edited)) and o.id <> t.id
          order by o.booked_at desc limit ${CHOICES_MAX}) d
        join expenses e on e.household_id = ${householdId} and e.id = d.expense_goal_id
          and e.archived_at is null
        group by 1 order by count(*) desc, max(d.booked_at) desc limit ${SUGGESTED_MAX}) as expense_goal_ids
    from transactions t left join lateral (
      select p.mcc, p.category from provider_transactions p
      where p.household_id = ${householdId} and p.transaction_id = t.id
      order by p.removed_at is not null, p.first_seen_at desc limit 1) m on true
    where t.household_id = ${householdId} and t.id = ${id} and t.visible`.execute(db)
  const [found] = rows
  if (!found) throw notFound('id')
  const { account_id: accountId, category_ids, expense_goal_ids, ...payment } = found
  const [filed] = await categorise(db, { householdId, payments: [{ accountId, ...payment }] })
  const guessed = filed?.categoryId ? [filed.categoryId] : []
  return {
    category_ids: [...new Set([...category_ids, ...guessed])].slice(0, SUGGESTED_MAX),
    expense_goal_ids,
  }
}
