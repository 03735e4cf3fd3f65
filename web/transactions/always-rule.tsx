import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fold } from '#/core/values/fold.ts'
import { call } from '#web/calls/call.ts'
import { refresh } from '#web/calls/changes.ts'
import type { Output } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { useLastSeen } from '#web/edits/use-last-seen.ts'
import { EditCategoryRule } from '#web/settings/edit-category-rule.tsx'
import { failureText } from '#web/text/failure-text.ts'
import { useText } from '#web/text/text.tsx'
import { toast } from '#web/ui/toast.ts'
import type { Always } from './always.ts'

type Rule = Output<'GET /category-rules'>[number]
type Props = { readonly always: Always; readonly onClose: () => void }

/**
 * Makes a rule of a change that somebody has just made. A rule for the same payee gets the new effect; it comes first, so that
 * no earlier rule decides instead.
 */
export function AlwaysRule(props: Props) {
  const { data: rules } = useQuery(ask('GET /category-rules'))
  const { data: categories } = useQuery(ask('GET /categories'))
  if (!rules || !categories) return null
  return <PayeeRule {...props} rules={rules} categories={categories} />
}

type Lists = {
  readonly rules: readonly Rule[]
  readonly categories: Output<'GET /categories'>
}

function PayeeRule({ always: { payee, ...effect }, rules, categories, onClose }: Props & Lists) {
  const text = useText()
  const queries = useQueryClient()
  // Found once: what somebody else does to the rules meanwhile must not replace what is typed.
  const [id] = useState(() => rules.find((rule) => isForAllOf(rule, payee))?.id)
  const known = useLastSeen(rules, id)
  const placeFirst = (first: string) => {
    const ids = [first, ...rules.map((rule) => rule.id).filter((one) => one !== first)]
    void call('PUT /category-rules/order', { body: { ids } }).then(
      () => refresh(queries, ['GET /category-rules']),
      (error: unknown) => toast(failureText(error, text)),
    )
  }
  return (
    <EditCategoryRule
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
