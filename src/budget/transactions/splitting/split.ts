import { sql } from 'kysely'
import { requireSame } from '#/platform/audited/require-unchanged.ts'
import { invalidParameter, notFound, Refusal } from '#/platform/contract/refusal.ts'
import type { Act, Acting } from '#/platform/runtime/call.ts'
import { loadSubject } from '#/budget/assignments/assign.ts'
import { resettle } from '#/budget/assignments/settle.ts'
import type { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { commonOf, faultOf, largestOf, type Part, sharesOf } from '#/budget/transactions/parts.ts'
import { keepSplitChange } from './split-state.ts'

type Stored = Awaited<ReturnType<typeof loadSubject>>

/**
 * `PUT /transactions/{id}/splits`. The whole keeps its amount, account and name. Its Expense gets its money back, and the
 * Expenses of the parts pay them. From now on the categories are a person's, so nothing chooses others.
 */
export const splitTransaction: Act<typeof transactionsApp.splitTransaction> = async (
  acting,
  { params, body },
) => {
  const before = await loadSubject(acting, params.id)
  requireSame(before.updatedAt, body.expected_updated_at)
  const parts = body.parts.map(({ amount, category_id, expense_goal_id, note }) => ({
    amount,
    category_id: category_id ?? null,
    expense_goal_id: expense_goal_id ?? null,
    note: note?.trim() ? note : null,
  }))
  checkParts(parts, before.amount)
  await refusePair(acting, before)
  await checkCategories(acting, parts)
  const after = {
    parts,
    categoryId: commonOf(parts, 'category_id'),
    expenseId: commonOf(parts, 'expense_goal_id'),
  }
  return { undo: await change(acting, before, { after, action: 'transaction.split' }) }
}

/** `DELETE /transactions/{id}/splits`: the whole gets the category and the Expense of its largest part. */
export const joinTransaction: Act<typeof transactionsApp.joinTransaction> = async (
  acting,
  { params, query },
) => {
  const before = await loadSubject(acting, params.id)
  requireSame(before.updatedAt, query.expected_updated_at)
  if (before.parts === null) throw notFound('id')
  const { category_id: categoryId, expense_goal_id: expenseId } = largestOf(before.parts)
  const after = { parts: null, categoryId, expenseId }
  return { undo: await change(acting, before, { after, action: 'transaction.join' }) }
}

type Divided = Pick<Stored, 'parts' | 'categoryId' | 'expenseId'>

async function change(
  acting: Acting,
  before: Stored,
  { after, action }: { readonly after: Divided; readonly action: string },
): Promise<string> {
  const { id, accountId } = before
  const next = { expense_goal_id: after.expenseId, splits: after.parts }
  return keepSplitChange(
    acting,
    { id, accountId, action },
    {
      next,
      work: async () => {
        await store(acting, before, after)
        const isMoved =
          JSON.stringify(sharesOf(before)) !== JSON.stringify(sharesOf({ ...before, ...after }))
        if (isMoved) await resettle(acting, before, { ...before, ...after })
      },
    },
  )
}

async function store(acting: Acting, before: Stored, after: Divided): Promise<void> {
  await acting.db
    .updateTable('transactions')
    .set({
      splits: after.parts && JSON.stringify(after.parts),
      category_id: after.categoryId,
      category_why: null,
      expense_goal_id: after.expenseId,
      expense_why: null,
      edited: [...new Set([...before.edited, 'category_id', 'expense_goal_id'])].toSorted(),
      revision: acting.revision,
      updated_at: acting.now(),
    })
    .where('household_id', '=', acting.caller.householdId)
    .where('id', '=', before.id)
    .execute()
}

function checkParts(parts: readonly Part[], whole: number): void {
  const fault = faultOf(parts, whole)
  if (fault === null) return
  const { name, position } = fault
  if (name === 'parts_sum') {
    const cents = parts.reduce((rest, { amount }) => rest - amount, whole)
    const message = `The parts must add up to the amount of the transaction; ${cents} cents are left.`
    throw invalidParameter('parts', message, { name, cents })
  }
  const param = `parts[${position}].amount`
  throw name === 'part_zero'
    ? invalidParameter(param, `\`${param}\` must not be 0.`, { name })
    : invalidParameter(param, `\`${param}\` must have the sign of the whole.`, { name })
}

/** Refuses to split a side of a transfer between two accounts: its other side is the whole amount. */
async function refusePair({ db, caller }: Acting, { id }: Stored): Promise<void> {
  const { rows } = await sql`
    select 1 from account_transfers p
    where p.household_id = ${caller.householdId} and ${id} in (p.out_id, p.in_id)`.execute(db)
  if (rows.length === 0) return
  throw new Refusal('edit_conflict', {
    message:
      'This is one side of a transfer between two accounts. Change its type before splitting it.',
    detail: { name: 'split_pair' },
  })
}

/** Throws `resource_not_found` for a category that does not exist. `resettle` checks the Expenses. */
async function checkCategories({ db, caller }: Acting, parts: readonly Part[]): Promise<void> {
  const named = [...new Set(parts.flatMap(({ category_id: id }) => id ?? []))]
  if (named.length === 0) return
  const found = await db
    .selectFrom('categories')
    .select('id')
    .where('household_id', '=', caller.householdId)
    .where('id', 'in', named)
    .execute()
  if (found.length < named.length) throw notFound('category_id')
}
