import type { Loaded } from '#/documents/load.ts'
import type { Product } from './product.ts'

/** Payments that Earmark has assigned, suggestions with each answer, and the payee of a proposal. */
export async function assignedByEarmark(
  { db, runtime }: Product,
  loaded: Loaded,
  ruleId: string,
): Promise<void> {
  const { household_id, expenses, members } = loaded
  const named = await db
    .selectFrom('transactions')
    .select(['id', 'concept'])
    .where('household_id', '=', household_id)
    .execute()
  const idOf = (concept: string) => named.find((one) => one.concept === concept)!.id
  for (const [concept, why] of [
    ['Rent', { by: 'rule', rule_id: ruleId }],
    ['Tent', { by: 'choices', count: 3, changed_price: { from: 100, to: 112 } }],
  ] as const) {
    await db
      .updateTable('transactions')
      .set({ expense_why: JSON.stringify(why) })
      .where('household_id', '=', household_id)
      .where('concept', '=', concept)
      .execute()
  }
  const answers = [
    [expenses['rent'], null, { by: 'rule', rule_id: ruleId }],
    [expenses['trip'], 'dismissed', { by: 'amount' }],
    [expenses['old'], 'accepted', { by: 'name' }],
  ] as const
  for (const [expense, answer, why] of answers) {
    await db
      .insertInto('assignment_suggestions')
      .values({
        household_id,
        id: runtime.newId(),
        transaction_id: idOf('Shoes'),
        expense_id: expense!,
        why: JSON.stringify(why),
        created_at: runtime.now(),
        answered_at: answer && runtime.now(),
        answer,
        member_id: answer && members['bob']!,
      })
      .execute()
    runtime.advance({ minutes: 1 })
  }
  await db
    .insertInto('expense_payees')
    .values({
      household_id,
      expense_id: expenses['rent']!,
      merchant: 'acme-homes',
      amount: 118_000,
      since: '2026-11-20' as never,
    })
    .execute()
}
