import { invalidParameter, notFound, Refusal } from '#/platform/contract/refusal.ts'
import { recordChange } from '#/platform/audited/record-change.ts'
import type { Act, Acting } from '#/platform/runtime/call.ts'
import type { Tables } from '#/platform/database/tables.ts'
import type { Cents } from '#/core/values/cents.ts'
import type { fundingByHand } from './fund-contract.ts'
import { freeToSpend } from '#/budget/expenses/free-to-spend.ts'
import { loadTouched, type TouchedHolding } from '#/budget/expenses/holdings.ts'
import { moveMoney } from '#/budget/expenses/move-money.ts'
import {
  amountToFund,
  amountToRelease,
  missingToDue,
  type MoveFault,
} from '#/budget/expenses/rules/fund-by-hand.ts'
import { balanceOf, type Lanes } from '#/budget/expenses/rules/holding.ts'
import { deposit, withdraw } from '#/budget/expenses/rules/lanes.ts'

type Kind = Tables['expense_moves']['kind']

/** `GET /expenses/{id}/fill` says what is missing; it changes nothing. */
export const showFill: Act<typeof fundingByHand.showFill> = async (acting, { params }) => {
  const holding = await loadLive(acting, params.id)
  return {
    currency: acting.caller.currency,
    missing: missingToDue(holding),
    balance: balanceOf(holding.lanes),
    free_to_spend: await freeToSpend(acting),
  }
}

/** `POST /expenses/{id}/fund` sets money aside from free-to-spend, which must be enough. */
export const fundExpense: Act<typeof fundingByHand.fundExpense> = async (
  acting,
  { params, body },
) => {
  const wanted = oneOf(body.amount, body.fill && 'fill')
  const holding = await loadLive(acting, params.id)
  const free = await freeToSpend(acting)
  const amount = orRefuse(amountToFund(holding, { wanted, free }))
  const lanes = deposit(holding.terms, holding.lanes, amount)
  return move(acting, { kind: 'fund', holding, lanes, amount, free })
}

/** `POST /expenses/{id}/release` takes money back from an Expense that holds it. */
export const releaseExpense: Act<typeof fundingByHand.releaseExpense> = async (
  acting,
  { params, body },
) => {
  const wanted = oneOf(body.amount, body.all && 'all')
  const holding = await loadLive(acting, params.id)
  const amount = orRefuse(amountToRelease(holding, wanted))
  const free = await freeToSpend(acting)
  const lanes = withdraw(holding.terms, holding.lanes, amount)
  return move(acting, { kind: 'release', holding, lanes, amount, free })
}

type Move = {
  readonly kind: Kind
  readonly holding: TouchedHolding
  readonly lanes: Lanes
  readonly amount: Cents
  /** Free-to-spend before the move. */
  readonly free: Cents
}

async function move(acting: Acting, { kind, holding, lanes, amount, free }: Move) {
  const { householdId, currency } = acting.caller
  const moveId = acting.newId()
  await moveMoney(acting, { before: [holding], after: [{ ...holding, lanes }], reason: kind })
  await acting.db
    .insertInto('expense_moves')
    .values({
      household_id: householdId,
      id: moveId,
      expense_id: holding.id,
      kind,
      amount,
      cycle: holding.cycle,
      free_before: free,
      revision: acting.revision,
      created_at: acting.now(),
      undone_at: null,
    })
    .execute()
  const [was, is] = [balanceOf(holding.lanes), balanceOf(lanes)]
  await recordChange(acting, {
    action: `expense.${kind}`,
    subject: { type: 'expense', id: holding.id },
    before: { balance: was },
    after: { balance: is, amount },
  })
  return { move_id: moveId, amount, currency, balance: is, free_to_spend: free + was - is }
}

async function loadLive(acting: Acting, id: string): Promise<TouchedHolding> {
  const touched = { ids: [id] }
  const [holding] = await loadTouched(acting.db, acting.caller.householdId, touched)
  if (!holding || holding.archived) throw notFound('id')
  return holding
}

function oneOf<Whole extends string>(
  amount: Cents | undefined,
  whole: Whole | undefined,
): Cents | Whole {
  if (amount !== undefined && whole === undefined) return amount
  if (amount === undefined && whole !== undefined) return whole
  throw invalidParameter('amount', 'Send exactly one of the two: the amount, or all of it.')
}

function orRefuse(amount: Cents | MoveFault): Cents {
  if (typeof amount === 'number') return amount
  throw new Refusal(amount, amount === 'nothing_to_move' ? {} : { param: 'amount' })
}
