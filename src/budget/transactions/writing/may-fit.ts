import { type RawBuilder, sql } from 'kysely'
import type { Rule } from '#/budget/categories/rule.ts'
import { fold } from '#/core/values/fold.ts'

/**
 * The rows of `transactions` that a rule may fit, so that the others need not be read out: every one that it does fit, and a few
 * besides. Rules compare texts without case, accents and punctuation (`fold`), of which PostgreSQL knows only case. So a row
 * that holds nothing but ASCII must have each of the words, and one that holds more may be any; the rule itself decides.
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
