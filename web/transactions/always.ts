import type { RuleDraft } from '#web/settings/rule-fields.tsx'
import type { Change } from './edits.ts'

/** A change that shall be made for every payment to a payee. */
export type Always = { readonly payee: string } & Partial<
  Pick<RuleDraft, 'category_id' | 'expense_id' | 'concept'>
>

/** Returns the rule that a change suggests; null if it names nothing that a rule gives. */
export function alwaysOf(payee: string, change: Change): Always | null {
  if (change.category_id) return { payee, category_id: change.category_id }
  return change.expense_goal_id ? { payee, expense_id: change.expense_goal_id } : null
}
