import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { makeIdempotencyKey } from '#web/calls/call.ts'
import { useSend, useSendOnce } from '#web/calls/changes.ts'
import { isInSight } from '#web/categories/in-sight.ts'
import { faultOf } from '#web/calls/failure.ts'
import type { Output } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { changedFields } from '#web/edits/changed-fields.ts'
import { useDraft } from '#web/edits/use-draft.ts'
import { failureText } from '#web/text/failure-text.ts'
import { useText } from '#web/text/text.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import type { Category } from './category.ts'
import { type RuleDraft, RuleFields } from './rule-fields.tsx'

type Rule = Output<'GET /category-rules'>[number]

/** Parameters with a field in the form, so that their errors appear at the field. */
const fields = [
  'text',
  'min_amount',
  'max_amount',
  'account_id',
  'category_id',
  'concept',
  'expense_id',
]

/** Creates or edits a rule. Before it is saved, it shows how many existing transactions would change. */
export function EditCategoryRule({
  rule,
  categories,
  title,
  given,
  onKept,
  onClose,
}: {
  /** Null: a new rule. */
  readonly rule: Rule | null
  readonly categories: readonly Category[]
  readonly title?: string
  /** Replaces parts of the rule as the form opens. */
  readonly given?: Partial<RuleDraft>
  readonly onKept?: (id: string) => void
  readonly onClose: () => void
}) {
  const text = useText()
  const words = text.settings.rules
  const [isApplied, setApplied] = useState(false)
  const apply = useSend('POST /category-rules/apply', {
    onDone: ({ changed }) => toast(words.applied(changed)),
  })
  const finish = (id: string) => {
    onKept?.(id)
    toast(rule === null ? words.added(draft.text) : words.changed(draft.text))
    if (isApplied && changing > 0) {
      apply.mutate(
        { body: { rule_id: id } },
        { onError: (error) => toast(failureText(error, text)) },
      )
    }
    onClose()
  }
  const keep = useKeep(rule, { fields: draftOf(rule, categories), given, onKept: finish })
  const { draft, edit } = keep
  const { changing, offering } = useEffectOf(rule, draft)
  return (
    <FormDialog
      title={title ?? (rule === null ? words.add : words.edit)}
      action={rule === null ? text.ui.add : text.ui.save}
      busy={keep.isPending}
      error={fields.some((name) => faultOf(keep.error, name)) ? null : keep.error}
      onSubmit={keep.send}
      onClose={onClose}
    >
      <RuleFields draft={draft} error={keep.error} onChange={edit} />
      <p role="status">
        {words.changing(changing)}
        {offering > 0 && ` ${words.offering(offering)}`}
      </p>
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

function useKeep(
  rule: Rule | null,
  {
    onKept,
    ...start
  }: {
    readonly fields: RuleDraft
    readonly given: Partial<RuleDraft> | undefined
    readonly onKept: (id: string) => void
  },
) {
  const [idempotencyKey] = useState(makeIdempotencyKey)
  const onDone = ({ id }: { readonly id: string }) => onKept(id)
  const create = useSendOnce('POST /category-rules', { onDone })
  const change = useSendOnce('PATCH /category-rules/{id}', { onDone })
  const { error, isPending } = rule === null ? create : change
  const { draft, stored, updated_at, edit } = useDraft(rule, { ...start, error })
  const send = () => {
    if (rule === null) return create.send({ body: draft, idempotencyKey })
    const body = { ...changedFields(stored, draft), expected_updated_at: updated_at }
    change.send({ params: { id: rule.id }, body })
  }
  return { draft, edit, send, error, isPending }
}

/**
 * How long typing must pause before the effect of the rule is requested, in milliseconds: the server checks every imported
 * payment.
 */
const EFFECT_DEBOUNCE_MS = 250

/** Counts the past transactions that the rule would change, and those that it would offer; 0 while that is unknown. */
function useEffectOf(rule: Rule | null, draft: RuleDraft) {
  const asked = useDebounced(draft, EFFECT_DEBOUNCE_MS)
  const given = Object.entries(asked).filter(([, value]) => value !== null)
  const query = {
    ...(Object.fromEntries(given) as Pick<RuleDraft, 'text' | 'match'>),
    ...(rule && { rule_id: rule.id }),
  }
  const effect = asked.category_id ?? asked.concept ?? asked.expense_id
  const isComplete = asked.text.trim() !== '' && effect !== null
  const { data } = useQuery({
    ...ask('GET /category-rules/effect', { query }),
    enabled: isComplete,
    retry: false,
    // Keeps the line and its checkbox visible while the effect of another text is requested.
    placeholderData: keepPreviousData,
  })
  return isComplete && data ? data : { changing: 0, offering: 0 }
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
      category_id: categories.find(isInSight)?.id ?? null,
      concept: null,
      expense_id: null,
    }
  }
  const { match, text, direction, min_amount, max_amount, account_id } = rule
  const { category_id, concept, expense_id } = rule
  const effects = { category_id, concept, expense_id }
  return { match, text, direction, min_amount, max_amount, account_id, ...effects }
}
