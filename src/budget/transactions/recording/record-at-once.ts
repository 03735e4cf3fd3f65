import { sql } from 'kysely'
import { isGivenUp, sqlState } from '#/platform/database/database.ts'
import type { AtOnce } from '#/platform/idempotency/at-once.ts'
import type { transactions } from '#/budget/transactions/contract.ts'
import { isBookingDay } from './booking-day.ts'
import { inTurn } from './in-turn.ts'
import { type NewTransaction, toPayment } from './payment.ts'

/**
 * `POST /transactions` by one statement, for a payment that moves no Expense’s money and is not announced: the function
 * `record_payment` of the database. One round trip instead of three.
 */
export const recordAtOnce: AtOnce<typeof transactions.recordTransaction> = async (
  call,
  { body },
  request,
) => {
  if (needsMore(body) || !isBookingDay(body.booked_at, call)) return null
  const { id, edited, type, merchant } = toPayment(body, call)
  const { key, fingerprint, requestId, now } = request
  try {
    const { householdId } = call.caller
    const statement = sql<{ json: string | null }>`select record_payment(
      ${householdId}, ${key}, ${fingerprint}, ${requestId}, ${now}, ${id}, ${body.account_id},
      ${body.amount}, ${body.concept}, ${body.booked_at}, ${type}, ${body.category_id ?? null}, ${body.notes ?? null},
      ${merchant}, ${edited}) as json`
    const { rows } = await inTurn(householdId, call.wait, () => statement.execute(call.db))
    const { json } = rows[0]!
    return json === null ? null : { status: 200, body: json }
  } catch (error) {
    // A refused value is reported by the way step by step, which knows its parameter.
    if (isGivenUp(error) || /^2[23]/.test(sqlState(error) ?? '')) return null
    throw error
  }
}

/** True for what is paid from an Expense, or may be the other side of a transfer. */
function needsMore({ expense_goal_id, type }: NewTransaction): boolean {
  return expense_goal_id != null || type === 'transfer'
}
