import { changedFields, isSame } from './changed-fields.ts'

/** The fields of a form that edits a record. */
export type Editing<Fields> = {
  /** When the record was changed last, as far as the form knows. */
  readonly updated_at: string
  /** The fields as the record had them then. */
  readonly stored: Fields
  /** The fields as the person has edited them. */
  readonly draft: Fields
}

/**
 * Follows a record that somebody else changes while its form is open. Fields that the person has edited stay, the others show the
 * record as it is now; of a list, each element is such a field. A form without edits follows at once. One with edits stays as the
 * person sees it until the server refuses to save it (`isRefused`), because only the refusal tells the person of the change.
 */
export function followRecord<Fields extends object>(
  editing: Editing<Fields>,
  record: Pick<Editing<Fields>, 'updated_at' | 'stored'>,
  isRefused: boolean,
): Editing<Fields> {
  const { updated_at, stored, draft } = editing
  if (record.updated_at === updated_at) return editing
  // An older record was read before this form was saved, unless the server refused: then the clock of another machine is behind.
  if (record.updated_at < updated_at && !isRefused) return editing
  // The form does not show the change: money that moved, for example.
  if (isSame(stored, record.stored)) return { ...editing, updated_at: record.updated_at }
  const edits = changedFields(stored, draft)
  if (Object.keys(edits).length > 0 && !isRefused) return editing
  const names = Object.keys(edits) as (keyof Fields)[]
  const merged = names.map((name) => [name, merge(stored[name], draft[name], record.stored[name])])
  return { ...record, draft: { ...record.stored, ...Object.fromEntries(merged) } }
}

/** Returns what was typed, and of lists the present elements with those that the person has added, without those taken out. */
function merge(stored: unknown, draft: unknown, now: unknown): unknown {
  if (!Array.isArray(stored) || !Array.isArray(draft) || !Array.isArray(now)) return draft
  const kept = now.filter((one) => draft.includes(one) || !stored.includes(one))
  return [...kept, ...draft.filter((one) => !stored.includes(one) && !kept.includes(one))]
}
