import { type RawBuilder, sql } from 'kysely'
import type { Rule } from './rule.ts'

/**
 * Selects a household's rules in their order, as a JSON array, for statements that also read other tables. An archived
 * Expense is left out: the rule keeps its other effects.
 */
export const rulesOf = (householdId: string): RawBuilder<readonly Rule[]> => sql`
  (select coalesce(json_agg(json_build_object('id', r.id, 'match', r.match, 'text', r.text,
      'direction', r.direction, 'minAmount', r.min_amount, 'maxAmount', r.max_amount,
      'accountId', r.account_id, 'categoryId', r.category_id, 'concept', r.concept,
      'expenseId', (select e.id from expenses e where e.household_id = ${householdId}
        and e.id = r.expense_id and e.archived_at is null))
    order by r.position, r.id), '[]')
    from category_rules r where r.household_id = ${householdId})`
