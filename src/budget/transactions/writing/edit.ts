import type { Received } from '#/platform/contract/endpoint.ts'
import { announceStoredIncome } from '#/budget/funding/announce-income.ts'
import type { Call, Handle } from '#/platform/runtime/call.ts'
import { loadSubject } from '#/budget/assignments/assign.ts'
import { checkBookingDay } from '#/budget/transactions/recording/booking-day.ts'
import type { transactions } from '#/budget/transactions/contract.ts'
import { refuseSplit } from '#/budget/transactions/refuse-split.ts'
import { merchantOf } from '#/budget/transactions/naming/merchant.ts'
import { moveBalance } from './move-balance.ts'
import { unpairTransfers } from './pair-transfers.ts'
import { refusalOf } from '#/budget/transactions/constraints.ts'
import { resettle } from '#/budget/assignments/settle.ts'

type Stored = Awaited<ReturnType<typeof loadSubject>>
type Change = Received<typeof transactions.editTransaction>['body']

/**
 * `PATCH /transactions/{id}`. A new amount or type settles the transaction again, as if it had always been so; a new
 * day moves no money. Each sent field belongs to the person from now on, even if its value is the same, so that no
 * import overwrites it.
 */
export const editTransaction: Handle<typeof transactions.editTransaction> = async (
  call,
  { params, body },
) => {
  const before = await loadSubject(call, params.id)
  const changed = changedFields(before, body)
  if (changed.length === 0) {
    await confirm(call, before, body)
    return { success: true }
  }
  if (changed.includes('category_id')) refuseSplit(before, 'category_id')
  if (body.booked_at !== undefined) checkBookingDay(body.booked_at, call)
  const after = {
    ...before,
    amount: body.amount ?? before.amount,
    type: body.type ?? before.type,
    booked: body.booked_at ?? before.booked,
    concept: body.concept ?? before.concept,
  }
  try {
    await store(call, before, body)
    await moveBalance(call, before, after)
  } catch (error) {
    throw refusalOf(error) ?? error
  }
  if (after.amount !== before.amount || after.type !== before.type) {
    await resettle(call, before, after)
    await unpairTransfers(call)
    await announceStoredIncome(call)
  }
  return { success: true }
}

/** Returns the names of the sent fields. */
function sentFields(body: Change): string[] {
  return Object.entries(body).flatMap(([name, value]) => (value === undefined ? [] : name))
}

/** Returns the names of the sent fields that differ from the stored ones. */
function changedFields(before: Stored, body: Change): string[] {
  const stored: Record<string, unknown> = {
    amount: before.amount,
    concept: before.concept,
    booked_at: before.booked,
    type: before.type,
    category_id: before.categoryId,
    notes: before.notes,
  }
  return sentFields(body).filter((name) => body[name as keyof Change] !== stored[name])
}

/**
 * Records that unchanged fields belong to the person. Nothing visible changes, so the time of the last change stays.
 */
async function confirm(call: Call, before: Stored, body: Change): Promise<void> {
  if (sentFields(body).every((name) => before.edited.includes(name))) return
  await call.db
    .updateTable('transactions')
    .set(ownership(before, body))
    .where('household_id', '=', call.caller.householdId)
    .where('id', '=', before.id)
    .execute()
}

/** Returns the fields that a person owns after a change. A category of their own has no other reason. */
function ownership(before: Stored, body: Change) {
  return {
    edited: [...new Set([...before.edited, ...sentFields(body)])].toSorted(),
    ...(body.category_id !== undefined && { category_why: null }),
  }
}

async function store(call: Call, before: Stored, body: Change): Promise<void> {
  const { concept } = body
  await call.db
    .updateTable('transactions')
    .set({
      ...(body.amount !== undefined && { amount: body.amount }),
      ...(body.booked_at !== undefined && { booked_at: body.booked_at }),
      ...(body.type !== undefined && { type: body.type }),
      ...(body.category_id !== undefined && { category_id: body.category_id }),
      ...(body.notes !== undefined && { notes: body.notes }),
      ...(concept !== undefined && {
        concept,
        merchant: merchantOf(concept),
        original_concept: originalOf(before, concept),
      }),
      ...ownership(before, body),
      revision: call.revision,
      updated_at: call.now(),
    })
    .where('household_id', '=', call.caller.householdId)
    .where('id', '=', before.id)
    .execute()
}

// Keeps the provider's own text; null if the concept is the same (Spec, Transaction).
function originalOf(before: Stored, concept: string): string | null {
  if (before.provider === 'manual') return null
  const sent = before.originalConcept ?? before.concept
  return sent === concept ? null : sent
}
