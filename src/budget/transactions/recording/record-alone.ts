import { sql } from 'kysely'
import type { WriteRequest } from '#/platform/idempotency/at-once.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { inTurn } from './in-turn.ts'
import type { Payment } from './payment.ts'

/** A payment of a request, which may have an Idempotency-Key. */
export type RequestedPayment = {
  readonly householdId: string
  readonly payment: Payment
  readonly request: WriteRequest
}

/**
 * Records a payment by the function `record_payment` of the database. Returns it as the wire has it, or null if nothing was
 * done, because the key is known already or the payment needs more.
 */
export async function recordAlone(
  { db, wait }: Pick<Runtime, 'db' | 'wait'>,
  { householdId, payment, request }: RequestedPayment,
): Promise<string | null> {
  const { key, fingerprint, requestId, now } = request
  const { id, account_id, amount, concept, booked_at, type, merchant, edited } = payment
  const statement = sql<{ json: string | null }>`select record_payment(
    ${householdId}, ${key}, ${fingerprint}, ${requestId}, ${now}, ${id}, ${account_id}, ${amount}, ${concept}, ${booked_at},
    ${type}, ${payment.category_id ?? null}, ${payment.notes ?? null}, ${merchant}, ${edited}) as json`
  const { rows } = await inTurn(householdId, wait, () => statement.execute(db))
  return rows[0]!.json
}
