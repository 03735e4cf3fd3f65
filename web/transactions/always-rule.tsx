import { useQuery, useQueryClient } from '@tanstack/react-query'
import { fold } from '#/core/values/fold.ts'
import { call } from '#web/calls/call.ts'
import { refresh } from '#web/calls/changes.ts'
import { ask } from '#web/calls/queries.ts'
import { EditCategoryRule } from '#web/settings/edit-category-rule.tsx'
import { failureText } from '#web/text/failure-text.ts'
import { useText } from '#web/text/text.tsx'
import { toast } from '#web/ui/toast.ts'
import type { Always } from './always.ts'

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
  const known = rules.find((rule) => rule.match === 'is' && fold(rule.text) === fold(payee))
  const placeFirst = (id: string) => {
    const ids = [id, ...rules.map((rule) => rule.id).filter((one) => one !== id)]
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
