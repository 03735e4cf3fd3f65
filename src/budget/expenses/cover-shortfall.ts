import { invalidParameter, notFound, Refusal } from '#/platform/contract/refusal.ts'
import { recordChange } from '#/platform/audited/record-change.ts'
import type { Cents } from '#/core/values/cents.ts'
import { breathe } from '#/platform/runtime/breathe.ts'
import type { Act, Acting } from '#/platform/runtime/call.ts'
import type { covering } from './cover-contract.ts'
import { proposeCover } from '#/budget/expenses/rules/cover.ts'
import { freeToSpend } from './free-to-spend.ts'
import { balanceOf, type Holding } from '#/budget/expenses/rules/holding.ts'
import { loadExpenses, loadTouched, toHoldings } from './holdings.ts'
import { deposit, withdraw } from '#/budget/expenses/rules/lanes.ts'
import { moveMoney } from './move-money.ts'

type Parts = readonly { readonly expense_id: string; readonly amount: Cents }[]

/** `GET /cover` proposes; it changes nothing. */
export const showCover: Act<typeof covering.proposeCover> = async (acting) => {
  const { householdId, currency } = acting.caller
  const free = await freeToSpend(acting)
  const rows = await loadExpenses(acting.db, householdId)
  const missing = Math.max(0, -free)
  const holdings = toHoldings(rows)
  await breathe()
  const found = proposeCover(holdings, missing)
  await breathe()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const parts = found.map(({ id, amount, reason }) => {
    const { name, ready, building, reserve } = byId.get(id)!
    return { expense_id: id, name, amount, balance: ready + building + reserve, reason }
  })
  const given = parts.reduce((sum, { amount }) => sum + amount, 0)
  await breathe()
  return { currency, free_to_spend: free, parts, left_open: missing - given }
}

/** `POST /cover` takes all parts or none. */
export const coverShortfall: Act<typeof covering.coverShortfall> = (acting, { body }) =>
  move(acting, {
    parts: body.parts,
    action: 'household.cover',
    change: (holding, amount, param) => {
      if (balanceOf(holding.lanes) < amount) {
        throw new Refusal('insufficient_expense_balance', { param })
      }
      return withdraw(holding.terms, holding.lanes, amount)
    },
  })

/** `POST /cover/undo` deposits each part into its Expense again. */
export const undoCover: Act<typeof covering.undoCover> = (acting, { body }) =>
  move(acting, {
    parts: body.parts,
    action: 'household.undo_cover',
    change: (holding, amount) => deposit(holding.terms, holding.lanes, amount),
  })

type Move = {
  readonly parts: Parts
  readonly action: string
  readonly change: (holding: Holding, amount: Cents, param: string) => Holding['lanes']
}

async function move(
  acting: Acting,
  { parts, action, change }: Move,
): Promise<{ free_to_spend: Cents }> {
  const { householdId } = acting.caller
  const ids = parts.map(({ expense_id }) => expense_id)
  const found = await loadTouched(acting.db, householdId, { ids })
  const before = ids.map((id, index) => {
    const param = `parts[${index}].expense_id`
    if (ids.indexOf(id) !== index) {
      throw invalidParameter(param, 'Send each Expense once.', { name: 'repeated' })
    }
    const holding = found.find((one) => one.id === id && !one.archived)
    if (!holding) throw notFound(param)
    return holding
  })
  const after = before.map((holding, index) => {
    const lanes = change(holding, parts[index]!.amount, `parts[${index}].amount`)
    return { ...holding, lanes }
  })
  await moveMoney(acting, { before, after, reason: 'cover' })
  await recordChange(acting, {
    action,
    subject: { type: 'household', id: householdId },
    before: null,
    after: { parts },
  })
  return { free_to_spend: await freeToSpend(acting) }
}
