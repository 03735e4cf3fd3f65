import { writeInstant } from '#/platform/contract/fields.ts'
import { invalidParameter, notFound } from '#/platform/contract/refusal.ts'
import { changeRecord } from '#/platform/audited/change.ts'
import { createRecord } from '#/platform/audited/create.ts'
import { findRecord } from '#/platform/audited/find.ts'
import { orderRecords } from '#/platform/audited/order.ts'
import { removeRecord } from '#/platform/audited/remove.ts'
import type { Act, Acting } from '#/platform/runtime/call.ts'
import type { categoryRulesApp } from './app-contract.ts'

/** `GET /category-rules`: lists the rules in the order in which they apply. */
export const listCategoryRules: Act<typeof categoryRulesApp.listCategoryRules> = async ({
  db,
  caller,
}) => {
  const rows = await db
    .selectFrom('category_rules')
    .select(['id', 'match', 'text', 'direction', 'min_amount', 'max_amount', 'account_id'])
    .select(['category_id', 'concept', 'expense_id', 'position', 'created_at', 'updated_at'])
    .where('household_id', '=', caller.householdId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    created_at: writeInstant(row.created_at),
    updated_at: writeInstant(row.updated_at),
  }))
}

/** `POST /category-rules`: adds a rule at the end, for imports from now on. */
export const createCategoryRule: Act<typeof categoryRulesApp.createCategoryRule> = async (
  acting,
  { body },
) => {
  await checkRule(acting, body)
  await checkExpense(acting, body.expense_id)
  return createRecord(acting, 'category_rules', { values: body })
}

/** `PATCH /category-rules/{id}` */
export const changeCategoryRule: Act<typeof categoryRulesApp.changeCategoryRule> = async (
  acting,
  { params, body },
) => {
  const { expected_updated_at: expected, ...set } = body
  const row = await findRecord(acting, 'category_rules', params)
  const after = {
    category_id: set.category_id === undefined ? row.category_id : set.category_id,
    concept: set.concept === undefined ? row.concept : set.concept,
    account_id: set.account_id === undefined ? row.account_id : set.account_id,
    min_amount: set.min_amount === undefined ? row.min_amount : set.min_amount,
    max_amount: set.max_amount === undefined ? row.max_amount : set.max_amount,
    expense_id: set.expense_id === undefined ? row.expense_id : set.expense_id,
  }
  await checkRule(acting, after)
  if (after.expense_id !== row.expense_id) await checkExpense(acting, after.expense_id)
  const { changed: _, ...version } = await changeRecord(acting, 'category_rules', {
    row,
    set,
    expected,
  })
  return version
}

/** `DELETE /category-rules/{id}` */
export const removeCategoryRule: Act<typeof categoryRulesApp.removeCategoryRule> = async (
  acting,
  { params, query },
) => {
  const row = await findRecord(acting, 'category_rules', params)
  return removeRecord(acting, 'category_rules', { row, expected: query.expected_updated_at })
}

/** `PUT /category-rules/order` */
export const orderCategoryRules: Act<typeof categoryRulesApp.orderCategoryRules> = (
  acting,
  { body },
) => orderRecords(acting, 'category_rules', body.ids)

type RuleToCheck = {
  readonly category_id: string | null
  readonly concept: string | null
  readonly account_id: string | null
  readonly min_amount: number | null
  readonly max_amount: number | null
  readonly expense_id: string | null
}

/** Throws `resource_not_found` unless a new rule's Expense exists and is not archived. */
async function checkExpense(acting: Acting, id: string | null): Promise<void> {
  if (id === null) return
  const { archived_at: archivedAt } = await findRecord(acting, 'expenses', {
    id,
    param: 'expense_id',
  })
  if (archivedAt !== null) throw notFound('expense_id')
}

/** Throws `invalid_parameter` if a rule has no effect or can match nothing, and `resource_not_found`. */
async function checkRule(acting: Acting, rule: RuleToCheck): Promise<void> {
  if (rule.category_id === null && rule.concept === null && rule.expense_id === null) {
    throw invalidParameter(
      'category_id',
      'Send a category, a name (`concept`) or an Expense (`expense_id`).',
      { name: 'rule_does_nothing' },
    )
  }
  if (rule.min_amount !== null && rule.max_amount !== null && rule.min_amount > rule.max_amount) {
    throw invalidParameter('min_amount', '`min_amount` is above `max_amount`.', {
      name: 'bounds_reversed',
    })
  }
  if (rule.category_id !== null) {
    await findRecord(acting, 'categories', { id: rule.category_id, param: 'category_id' })
  }
  if (rule.account_id !== null) {
    await findRecord(acting, 'accounts', { id: rule.account_id, param: 'account_id' })
  }
}
