import { useQuery, useQueryClient } from '@tanstack/react-query'
import { fold } from '#/core/values/fold.ts'
import { call } from '#web/calls/call.ts'
import { refresh } from '#web/calls/changes.ts'
import type { Output } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { EditCategoryRule } from '#web/settings/edit-category-rule.tsx'
import { failureText } from '#web/text/failure-text.ts'
import { useText } from '#web/text/text.tsx'
import { toast } from '#web/ui/toast.ts'
import type { Always } from './always.ts'

type Rule = Output<'GET /category-rules'>[number]

/**
 * Makes a rule of a change that somebody has just made. A rule for the same payee gets the new effect; it comes first, so that
 * no earlier rule decides instead.
 */
export function AlwaysRule({
  always: { payee, ...effect },
  onClose,
}: {
  readonly always: Always
  readonly onClose: () => void
}) {
  const text = useText()
  const queries = useQueryClient()
  const { data: rules } = useQuery(ask('GET /category-rules'))
  const { data: categories } = useQuery(ask('GET /categories'))
  if (!rules || !categories) return null
  const known = rules.find((rule) => isForAllOf(rule, payee))
  const placeFirst = (id: string) => {
    const ids = [id, ...rules.map((rule) => rule.id).filter((one) => one !== id)]
    void call('PUT /category-rules/order', { body: { ids } }).then(
      () => refresh(queries, ['GET /category-rules']),
      (error: unknown) => toast(failureText(error, text)),
    )
  }
  return (
    <EditCategoryRule
      // Another rule has other fields.
      key={known?.id}
      title={text.transactions.always.title}
      rule={known ?? null}
      categories={categories}
      given={known ? effect : { category_id: null, ...effect, match: 'is', text: payee }}
      onKept={placeFirst}
      onClose={onClose}
    />
  )
}

/** True for a rule that fits every payment to a payee. One that renames the payee knows payments by their earlier name. */
function isForAllOf(rule: Rule, payee: string): boolean {
  const { match, text, concept, direction, min_amount, max_amount, account_id } = rule
  const isLimited = [direction, min_amount, max_amount, account_id].some((one) => one !== null)
  return (
    match === 'is' && !isLimited && [text, concept ?? ''].some((one) => fold(one) === fold(payee))
  )
}
