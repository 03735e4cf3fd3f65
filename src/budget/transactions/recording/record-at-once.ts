import { isGivenUp, sqlState } from '#/platform/database/database.ts'
import type { AtOnce } from '#/platform/idempotency/at-once.ts'
import type { transactions } from '#/budget/transactions/contract.ts'
import { isBookingDay } from './booking-day.ts'
import { type NewTransaction, toPayment } from './payment.ts'
import { recordAlone } from './record-alone.ts'
import { recordTogether } from './record-together.ts'

/**
 * `POST /transactions` by one statement, for a payment that moves no Expense’s money and is not announced. One round trip
 * instead of three, and under load the statement is shared. On several machines each household has statements of its own.
 */
export const recordAtOnce: AtOnce<typeof transactions.recordTransaction> = async (
  call,
  { body },
  request,
) => {
  if (needsMore(body) || !isBookingDay(body.booked_at, call)) return null
  const record = call.isDistributed ? recordAlone : recordTogether
  const { householdId } = call.caller
  try {
    const json = await record(call, { householdId, payment: toPayment(body, call), request })
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
