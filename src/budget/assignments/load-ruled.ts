import { sql } from 'kysely'
import { mayFit } from '#/budget/categories/may-fit.ts'
import { findNamedExpense, type Payment, type Rule } from '#/budget/categories/rule.ts'
import { rulesOf } from '#/budget/categories/rules-of.ts'
import type { WriteContext } from '#/platform/runtime/write-context.ts'
import type { Ruled } from './load-evidence.ts'

/** With more rules it is faster to read all payments. */
const CONDITIONS_MAX = 50

/**
 * Finds the payments of this write for which a rule names an Expense. Sends no statement without such a rule, and one for
 * any number of payments. Only payments that a rule may fit are read: an import may bring a hundred thousand.
 */
export async function loadRuled(writer: WriteContext, rules: readonly Rule[]): Promise<Ruled> {
  const naming = rules.filter(({ expenseId }) => expenseId !== null)
  if (naming.length === 0) return new Map()
  const { rows } = await sql<Payment & { readonly id: string }>`
    select id, concept, coalesce(original_concept, concept) as descriptor, amount,
      account_id as "accountId"
    from transactions
    where household_id = ${writer.caller.householdId} and revision >= 0
      and revision = ${writer.revision} and visible and expense_goal_id is null
      and splits is null and 'expense_goal_id' <> all (edited)
      and ${naming.length > CONDITIONS_MAX ? sql`true` : sql`(${sql.join(naming.map(mayName), sql` or `)})`}`.execute(
    writer.db,
  )
  const named = findNamedExpense(rules)
  return new Map(
    rows.flatMap((row) => {
      const rule = named(row)
      return rule ? [[row.id, rule] as const] : []
    }),
  )
}

/** Loads the rules of a household. */
export async function loadRules({ db, caller }: WriteContext): Promise<readonly Rule[]> {
  const { rows } = await sql<{ rules: Rule[] }>`
    select ${rulesOf(caller.householdId)} as rules`.execute(db)
  return rows[0]!.rules
}

/** The condition on payments that a rule may fit; it also knows the name that the rule gives. */
function mayName(rule: Rule) {
  if (rule.match !== 'is' || rule.concept === null) return mayFit(rule)
  return sql`(${mayFit(rule)} or ${mayFit({ ...rule, text: rule.concept })})`
}
