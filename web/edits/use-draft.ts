import { useState } from 'react'
import { isConflict } from '#web/calls/failure.ts'
import { followRecord } from './follow-record.ts'

type Options<Fields> = {
  /** The fields as the record has them now, or those with which a new one starts. */
  readonly fields: Fields
  /** Edits that are there as the form opens. */
  readonly given?: Partial<Fields> | undefined
  /** The error of saving, or null. */
  readonly error: unknown
}

/**
 * Keeps the fields of a form that edits `record`, while others may change the record too (`followRecord`). Null: the form makes a
 * new record.
 *
 * Returns the edited fields as `draft`; `stored`, with which they are compared; and `updated_at`, which the server compares with the
 * record. `edit` changes some fields. `settle` says which fields were saved, for a form that stays open.
 */
export function useDraft<Fields extends object>(
  record: { readonly updated_at: string } | null,
  { fields, given, error }: Options<Fields>,
) {
  const [kept, setKept] = useState(() => ({
    updated_at: record?.updated_at ?? '',
    stored: fields,
    draft: { ...fields, ...given },
  }))
  const now = record && { updated_at: record.updated_at, stored: fields }
  const editing = now ? followRecord(kept, now, isConflict(error)) : kept
  if (editing !== kept) setKept(editing)
  return {
    ...editing,
    edit: (part: Partial<Fields>) =>
      setKept((before) => ({ ...before, draft: { ...before.draft, ...part } })),
    settle: (updated_at: string, saved: Partial<Fields>) =>
      setKept((before) => ({ ...before, updated_at, stored: { ...before.stored, ...saved } })),
  }
}
