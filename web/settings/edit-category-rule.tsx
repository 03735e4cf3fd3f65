import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { makeOnceKey } from '#web/calls/call.ts'
import { useSend, useSendOnce } from '#web/calls/changes.ts'
import { faultOf } from '#web/calls/failure.ts'
import type { Told } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { failureText } from '#web/text/failure-text.ts'
import { useText } from '#web/text/text.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { useRested } from '#web/ui/use-rested.ts'
import type { Category } from './categories.tsx'
import { type RuleDraft, RuleFields } from './rule-fields.tsx'

type Rule = Told<'GET /category-rules'>[number]

/** What the form has a field for, so that a fault stands there. */
const fields = ['text', 'min_amount', 'max_amount', 'account_id', 'category_id', 'concept']

/** A rule, new or as it is. Before it is kept it says what it would change of what is there already. */
export function EditCategoryRule({
  rule,
  categories,
  onClose,
}: {
  /** Null: a new one. */
  readonly rule: Rule | null
  readonly categories: readonly Category[]
  readonly onClose: () => void
}) {
  const text = useText()
  const words = text.settings.rules
  const [draft, setDraft] = useState(() => draftOf(rule, categories))
  const [isApplied, setApplied] = useState(false)
  const changing = useChanging(rule, draft)
  const apply = useSend('POST /category-rules/apply', {
    onDone: ({ changed }) => toast(words.applied(changed)),
  })
  const finish = (id: string) => {
    toast(rule === null ? words.added(draft.text) : words.changed(draft.text))
    if (isApplied && changing > 0) {
      apply.mutate(
        { body: { rule_id: id } },
        { onError: (error) => toast(failureText(error, text)) },
      )
    }
    onClose()
  }
  const keep = useKeep(rule, draft, finish)
  return (
    <FormDialog
      title={rule === null ? words.add : words.edit}
      action={rule === null ? text.ui.add : text.ui.save}
      busy={keep.isPending}
      error={fields.some((name) => faultOf(keep.error, name)) ? null : keep.error}
      onSubmit={keep.send}
      onClose={onClose}
    >
      <RuleFields
        draft={draft}
        categories={categories}
        error={keep.error}
        onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
      />
      <p role="status">{words.changing(changing)}</p>
      {changing > 0 && (
        <Checkbox
          label={words.applyToo}
          checked={isApplied}
          onChange={(event) => setApplied(event.target.checked)}
        />
      )}
    </FormDialog>
  )
}

function useKeep(rule: Rule | null, draft: RuleDraft, onKept: (id: string) => void) {
  const [idempotencyKey] = useState(makeOnceKey)
  const onDone = ({ id }: { readonly id: string }) => onKept(id)
  const create = useSendOnce('POST /category-rules', { onDone })
  const change = useSendOnce('PATCH /category-rules/{id}', { onDone })
  const send = () => {
    if (rule === null) return create.send({ body: draft, idempotencyKey })
    const body = { ...draft, expected_updated_at: rule.updated_at }
    change.send({ params: { id: rule.id }, body })
  }
  const { error, isPending } = rule === null ? create : change
  return { send, error, isPending }
}

/** How long typing rests before it is asked what the rule would change, in milliseconds: all that was imported is looked at. */
const EFFECT_REST_MS = 250

/** How many past transactions would be filed or named anew; 0 while that is not known. */
function useChanging(rule: Rule | null, draft: RuleDraft): number {
  const asked = useRested(draft, EFFECT_REST_MS)
  const given = Object.entries(asked).filter(([, value]) => value !== null)
  const query = {
    ...(Object.fromEntries(given) as Pick<RuleDraft, 'text' | 'match'>),
    ...(rule && { rule_id: rule.id }),
  }
  const isWhole = asked.text.trim() !== '' && (asked.category_id ?? asked.concept) !== null
  const { data } = useQuery({
    ...ask('GET /category-rules/effect', { query }),
    enabled: isWhole,
    retry: false,
    // While another text is asked about, the line and its box stay.
    placeholderData: keepPreviousData,
  })
  return isWhole ? (data?.changing ?? 0) : 0
}

function draftOf(rule: Rule | null, categories: readonly Category[]): RuleDraft {
  if (rule === null) {
    return {
      match: 'contains',
      text: '',
      direction: null,
      min_amount: null,
      max_amount: null,
      account_id: null,
      category_id: categories[0]?.id ?? null,
      concept: null,
    }
  }
  const { match, text, direction, min_amount, max_amount, account_id } = rule
  const { category_id, concept } = rule
  return { match, text, direction, min_amount, max_amount, account_id, category_id, concept }
}
