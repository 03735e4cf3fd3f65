import type { Received } from '#/platform/contract/endpoint.ts'
import { announceStoredIncome } from '#/budget/funding/announce-income.ts'
import type { Call, Handle } from '#/platform/runtime/call.ts'
import { loadSubject } from './assign.ts'
import { checkBookingDay } from './booking-day.ts'
import type { transactions } from '#/budget/transactions/contract.ts'
import { merchantOf } from '#/budget/transactions/naming/merchant.ts'
import { moveBalance } from './move-balance.ts'
import { partTransfers } from './pair-transfers.ts'
import { refusalOf } from '#/budget/transactions/constraints.ts'
import { resettle } from './settle.ts'

type Stored = Awaited<ReturnType<typeof loadSubject>>
type Change = Received<typeof transactions.editTransaction>['body']

/**
 * `PATCH /transactions/{id}`. Another amount or type settles the transaction anew, as if it had always been so;
 * another day moves no money. What a person has sent is remembered, also where it was so already, so that no import
 * overwrites it.
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
    await partTransfers(call)
    await announceStoredIncome(call)
  }
  return { success: true }
}

/** The fields that are sent. */
function sentFields(body: Change): string[] {
  return Object.entries(body).flatMap(([name, value]) => (value === undefined ? [] : name))
}

/** The fields that are sent and differ from what is stored. */
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
 * Makes fields a person's own that say already what they sent. Nothing that a reader sees changes, so neither does the
 * time of the last change.
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

/** Which fields are a person's own after a change. A category of theirs has no other reason. */
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

// What the provider sent stays known; null while the concept still says it (Spec, Transaction).
function originalOf(before: Stored, concept: string): string | null {
  if (before.provider === 'manual') return null
  const sent = before.originalConcept ?? before.concept
  return sent === concept ? null : sent
}
