import type { categoryRulesApp } from '#/budget/categories/app-contract.ts'
import { findNamedExpense, type Rule } from '#/budget/categories/rule.ts'
import type { Act, Acting } from '#/platform/runtime/call.ts'
import { loadPast } from '#/budget/assignments/past/load-past.ts'
import { eachChunk, reconsider } from './apply-category-rules.ts'
import type { Amend } from './categorise.ts'

/**
 * `GET /category-rules/effect`: previews how a rule would change existing transactions. Changes nothing. A new rule is
 * the last in order, an edited one keeps its position.
 */
export const previewCategoryRule: Act<typeof categoryRulesApp.previewCategoryRule> = async (
  acting,
  { query },
) => {
  const rule: Rule = {
    id: query.rule_id ?? acting.newId(),
    match: query.match,
    text: query.text,
    direction: query.direction ?? null,
    minAmount: query.min_amount ?? null,
    maxAmount: query.max_amount ?? null,
    accountId: query.account_id ?? null,
    categoryId: query.category_id ?? null,
    concept: query.concept ?? null,
    expenseId: query.expense_id ?? null,
  }
  const isKept = (rules: readonly Rule[]) => rules.some(({ id }) => id === rule.id)
  const amend = (rules: readonly Rule[]) => {
    if (!isKept(rules)) return [...rules, rule]
    return rules.map((other) => (other.id === rule.id ? rule : other))
  }
  let [fitting, changing] = [0, 0]
  await eachChunk(acting, rule, async (rows) => {
    fitting += rows.length
    changing += (await reconsider(acting, rows, amend)).length
  })
  return { fitting, changing, offering: await countOffers(acting, rule, amend) }
}

/** Counts the payments of the last 60 days that nobody has assigned and that the rule would name its Expense for. */
async function countOffers(acting: Acting, rule: Rule, amend: Amend): Promise<number> {
  if (rule.expenseId === null) return 0
  const { candidates, rules } = await loadPast(acting)
  const named = findNamedExpense(amend(rules))
  return candidates.filter((candidate) => named(candidate)?.id === rule.id).length
}
