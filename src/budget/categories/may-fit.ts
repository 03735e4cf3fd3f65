import { type RawBuilder, sql } from 'kysely'
import type { Rule } from './rule.ts'
import { fold } from '#/core/values/fold.ts'

/**
 * Builds a condition on `transactions` that a rule can match: true for every match and a few other rows, so that the rest
 * need not be read. Rules ignore case, accents and punctuation (`fold`), but PostgreSQL ignores only case. So an
 * ASCII row must contain every word, any other row may match, and the rule itself decides.
 */
export function mayFit({ text, ...rule }: Rule): RawBuilder<boolean> {
  const { accountId, direction, minAmount, maxAmount } = rule
  const words = fold(text).split(' ')
  const written = sql`(concept || ' ' || coalesce(original_concept, ''))`
  return sql`(${sql.join(
    [
      ...(accountId === null ? [] : [sql`account_id = ${accountId}`]),
      ...(direction === null ? [] : [direction === 'out' ? sql`amount < 0` : sql`amount >= 0`]),
      ...(minAmount === null ? [] : [sql`abs(amount) >= ${minAmount}`]),
      ...(maxAmount === null ? [] : [sql`abs(amount) <= ${maxAmount}`]),
      sql`(octet_length(${written}) > char_length(${written})
        or lower(${written} collate "C") like all (${words.map((word) => `%${word}%`)}::text[]))`,
    ],
    sql` and `,
  )})`
}
