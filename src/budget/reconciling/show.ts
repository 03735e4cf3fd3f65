import { type RawBuilder, sql } from 'kysely'
import { loadTouched } from '#/budget/expenses/holdings.ts'
import { freeToSpend } from '#/budget/expenses/free-to-spend.ts'
import { balanceOf } from '#/budget/expenses/rules/holding.ts'
import type { transaction } from '#/budget/transactions/contract.ts'
import { wireColumns } from '#/budget/transactions/row.ts'
import type { Cents } from '#/core/values/cents.ts'
import { addDays, type Day } from '#/core/values/day.ts'
import { isSpendable } from '#/core/values/spendable.ts'
import type { Act, Acting } from '#/platform/runtime/call.ts'
import type * as z from 'zod'
import type { reconcilingApp } from './app-contract.ts'
import {
  balanceOn,
  type CheckedAccount,
  countedSql,
  loadAccount,
  pastDay,
} from './checked-account.ts'
import { type Candidate, findLikely } from './likely-rows.ts'
import { listStated, toWire } from './stated-balances.ts'

/** `GET /accounts/{id}/reconciliation`: compares, and changes nothing. */
export const showReconciliation: Act<typeof reconcilingApp.showReconciliation> = async (
  acting,
  { params, query },
) => {
  const account = await loadAccount(acting, params.id)
  const day = pastDay(acting, query.day)
  const own = await balanceOn(acting, account, day)
  const difference = query.balance - own
  const stated = await listStated(
    acting,
    account.id,
    account.way === 'value' ? 'value' : 'reconciliation',
  )
  const last = stated.at(-1)
  const free = await freeToSpend(acting)
  return {
    account_id: account.id,
    way: account.way,
    currency: account.currency,
    day,
    balance: query.balance,
    own_balance: own,
    difference,
    current_balance: { before: account.balance, after: account.balance + difference },
    free_to_spend: {
      before: free,
      after: free + (await effectOnFree(acting, account, difference)),
    },
    likely: account.way === 'value' ? [] : await likelyRows(acting, account, { difference, day }),
    last: last ? toWire(last) : null,
  }
}

/**
 * Computes how a correction changes free-to-spend, in cents. On a card with a card Expense, spending is set aside for the
 * bill at once, and a refund gives back as much as the Expense holds.
 */
async function effectOnFree(
  acting: Acting,
  account: CheckedAccount,
  difference: Cents,
): Promise<Cents> {
  if (account.way === 'value' || account.currency !== acting.caller.currency) return 0
  const cash = account.subscribed && isSpendable(account) ? difference : 0
  const [card] = await loadTouched(acting.db, acting.caller.householdId, {
    ids: [],
    cardAccountIds: [account.id],
  })
  return cash + (card ? Math.min(difference, balanceOf(card.lanes)) : 0)
}

type Row = z.infer<typeof transaction>
type Found = { readonly candidate: Candidate; readonly row: Row }

/** The most rows that are looked at. */
const ROWS = 1000

async function likelyRows(
  { db, caller }: Acting,
  account: CheckedAccount,
  { difference, day }: { readonly difference: Cents; readonly day: Day },
) {
  if (difference === 0) return []
  const near = sql`t.booked_at between ${addDays(day, -75)} and ${addDays(day, 7)}`
  // Swapped digits differ by a multiple of nine.
  const fits = sql`(abs(t.amount) = abs(${difference}::bigint) or -2 * t.amount = ${difference}
    or ${difference}::bigint % 9 = 0)`
  const some = (also: RawBuilder<unknown>) => sql`
    select t.household_id, t.id, t.booked_at, t.created_at from transactions t
    where t.household_id = ${caller.householdId} and t.account_id = ${account.id} and ${also}`
  // Three queries, because an index serves each of them and none serves all.
  const { rows } = await sql<Found>`
    with found as materialized (
      ${some(sql`t.visible and t.status = 'booked' and ${near} and ${fits}`)}
      union all
      ${some(sql`t.visible and t.status = 'pending'`)}
      union all
      ${some(sql`t.deleted_at is not null and not t.hidden and 'deleted_at' = any(t.edited)
        and (t.status = 'pending' or ${near} and ${fits})`)}
      order by booked_at desc, created_at desc, id limit ${ROWS}
    )
    select json_build_object('id', t.id, 'amount', t.amount, 'counted', ${countedSql},
        'merchant', t.merchant, 'booked', t.booked_at,
        'state', case when t.deleted_at is not null then 'deleted' else t.status end,
        'isCorrection', exists (select 1 from stated_balances s
          where s.household_id = ${caller.householdId} and s.account_id = t.account_id
            and s.transaction_id = t.id)) as candidate,
      (select row_to_json(p) from (select ${wireColumns}) p) as row
    from found f join transactions t on t.household_id = ${caller.householdId} and t.id = f.id
    join accounts a on a.household_id = ${caller.householdId} and a.id = t.account_id
    order by t.booked_at desc, t.created_at desc, t.id`.execute(db)
  const byId = new Map(rows.map(({ row }) => [row.id, row]))
  const candidates = rows.map(({ candidate }) => candidate)
  return findLikely(candidates, { difference, day }).map(({ kind, ids }) => ({
    kind,
    transactions: ids.map((id) => byId.get(id)!),
  }))
}
