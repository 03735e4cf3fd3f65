import { notFound, Refusal } from '#/platform/contract/refusal.ts'
import { recordChange } from '#/platform/audited/record-change.ts'
import type { Act, Acting } from '#/platform/runtime/call.ts'
import type { Tables } from '#/platform/database/tables.ts'
import type { fundingByHand } from './fund-contract.ts'
import { freeToSpend } from '#/budget/expenses/free-to-spend.ts'
import { loadTouched } from '#/budget/expenses/holdings.ts'
import { moveMoney } from '#/budget/expenses/move-money.ts'
import { type Parts, undoFund, undoRelease } from '#/budget/expenses/rules/fund-by-hand.ts'
import { balanceOf } from '#/budget/expenses/rules/holding.ts'

type Kind = Tables['expense_moves']['kind']

/** `POST /expense-moves/{id}/undo` gives the parts of a move back, as far as their money is still there. */
export const undoMove: Act<typeof fundingByHand.undoMove> = async (acting, { params }) => {
  const { expense_id, kind, amount, cycle, ...made } = await claimUndo(acting, params.id)
  const [before] = await loadTouched(acting.db, acting.caller.householdId, {
    ids: [expense_id],
  })
  // An archived Expense has given all its money back; after a due date, its lanes belong to another payment.
  if (!before || before.archived || before.cycle !== cycle) throw new Refusal('undo_too_late')
  const free = await freeToSpend(acting)
  const parts = await partsOf(acting, { kind, revision: made.revision })
  const available = Math.max(0, free - Math.min(0, made.free_before))
  const lanes =
    kind === 'fund' ? undoFund(before, parts) : undoRelease(before, { parts, available })
  const [was, is] = [balanceOf(before.lanes), balanceOf(lanes)]
  const restored = Math.abs(is - was)
  if (restored === 0) throw new Refusal('undo_too_late')
  await moveMoney(acting, { before: [before], after: [{ ...before, lanes }], reason: kind })
  await recordChange(acting, {
    action: `expense.undo_${kind}`,
    subject: { type: 'expense', id: expense_id },
    before: { balance: was },
    after: { balance: is, amount: restored },
  })
  return {
    expense_id,
    restored,
    not_restored: amount - restored,
    currency: acting.caller.currency,
    balance: is,
    free_to_spend: free + was - is,
  }
}

/** Marks a move as undone. The household's lock lets only one undo of a move through. */
async function claimUndo(acting: Acting, id: string) {
  const { db, caller } = acting
  const found = await db
    .selectFrom('expense_moves')
    .select(['expense_id', 'kind', 'amount', 'cycle', 'free_before', 'revision', 'undone_at'])
    .where('household_id', '=', caller.householdId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw notFound('id')
  if (found.undone_at !== null) throw new Refusal('already_undone')
  await db
    .updateTable('expense_moves')
    .set({ undone_at: acting.now() })
    .where('household_id', '=', caller.householdId)
    .where('id', '=', id)
    .execute()
  return found
}

/** Reads the parts of a move from its ledger entries: each took money out of a lane or put it in. */
async function partsOf(
  { db, caller }: Acting,
  { kind, revision }: { readonly kind: Kind; readonly revision: number },
): Promise<Parts> {
  const entries = await db
    .selectFrom('ledger_entries')
    .select(['amount', 'from_lane', 'to_lane'])
    .where('household_id', '=', caller.householdId)
    .where('revision', '=', revision)
    .where('reason', '=', kind)
    .execute()
  const inLane = (lane: keyof Parts) =>
    entries
      .filter(({ from_lane, to_lane }) => (kind === 'fund' ? to_lane : from_lane) === lane)
      .reduce((sum, { amount }) => sum + amount, 0)
  return { ready: inLane('ready'), building: inLane('building'), reserve: inLane('reserve') }
}
