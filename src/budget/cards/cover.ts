import { sql } from 'kysely'
import { processedThrough } from '#/access/households/processed-through.ts'
import { createExpense } from '#/budget/expenses/create.ts'
import { freeToSpend } from '#/budget/expenses/free-to-spend.ts'
import { addMonths, type Day } from '#/core/values/day.ts'
import { notFound, Refusal } from '#/platform/contract/refusal.ts'
import type { Act, Acting } from '#/platform/runtime/call.ts'
import type { cardsApp } from './app-contract.ts'
import { nextCardDueDay, proposeCardCover } from './propose-cover.ts'
import { uncoveredCards } from './uncovered-cards.ts'

/** Months back in which a payment of the card says on which day it is paid. */
const PAID_MONTHS = 3
/** The most schedules that an Expense is funded by. */
const SCHEDULES_MAX = 20

/**
 * `POST /uncovered-cards/{id}/cover` creates the card's Expense, without a question: it pays all that is owed, every
 * month on the day of the last payment, from every payday. It opens with what is owed now, as far as free-to-spend
 * allows; paydays set aside the rest. What is owed is read again here, because it may have changed since it was shown.
 */
export const coverCard: Act<typeof cardsApp.coverCard> = async (acting, { params }) => {
  const { rows } = await uncoveredCards(acting.caller.householdId).execute(acting.db)
  const card = rows.find(({ account_id: id }) => id === params.id)
  if (!card) throw await refusalFor(acting, params.id)
  const { owed, name } = card
  const cover = proposeCardCover(owed, await freeToSpend(acting))
  const { lastPaid, schedules } = await loadHabits(acting, params.id)
  const due = nextCardDueDay(lastPaid, processedThrough(acting))
  const { id } = await createExpense(acting, {
    body: {
      name,
      type: 'credit_card',
      group_id: null,
      target_amount: null,
      funding_priority: 'normal',
      recurrence_interval_months: due === null ? null : 1,
      recurrence_interval_days: null,
      recurrence_anchor_date: due,
      fund_ahead_payment_count: 1,
      fund_ahead_build_by: null,
      funding_schedule_ids: schedules,
      card_account_id: params.id,
      paused: false,
      hue: null,
      icon: null,
      balance: cover.set_aside,
    },
  }).then(asRecord)
  return { expense_id: id, name, owed, ...cover }
}

type Habits = { readonly lastPaid: Day | null; readonly schedules: string[] }

/** Loads the day on which the card was paid last, and the ids of the schedules that pay. */
async function loadHabits(acting: Acting, accountId: string): Promise<Habits> {
  const { householdId } = acting.caller
  const { rows } = await sql<Habits>`
    select (select max(t.booked_at) from transactions t
        where t.household_id = ${householdId} and t.account_id = ${accountId} and t.visible
          and t.amount > 0 and t.type = 'transfer'
          and t.booked_at > ${addMonths(processedThrough(acting), -PAID_MONTHS)}) as "lastPaid",
      coalesce((select json_agg(f.id order by f.position, f.id) from (
        select id, position from funding_schedules
        where household_id = ${householdId} and not paused
        order by position, id limit ${SCHEDULES_MAX}) f), '[]') as schedules`.execute(acting.db)
  return rows[0]!
}

/** Says why a card cannot be covered: somebody else has just covered it, or there is no such card with a debt. */
async function refusalFor({ db, caller }: Acting, accountId: string): Promise<Refusal> {
  const linked = await db
    .selectFrom('expenses')
    .select('id')
    .where('household_id', '=', caller.householdId)
    .where('card_account_id', '=', accountId)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return linked ? new Refusal('card_already_linked', { param: 'id' }) : notFound('id')
}

/** Narrows the answer of a handler that may also answer as text. */
function asRecord(answer: Awaited<ReturnType<typeof createExpense>>) {
  if ('json' in answer) throw new Error('a created Expense is answered as a record')
  return answer
}
