import type { Selectable } from 'kysely'
import type { Tables } from '#/platform/database/tables.ts'
import { refOf } from './export-refs.ts'
import type { WrittenDocument } from './document.ts'
import type { StoredHousehold } from './stored-household.ts'

type State = NonNullable<WrittenDocument['state']>
type Change = NonNullable<State['changes']>[number]
type Kept = Change['before']

/**
 * Writes an entry of the audit log. Ids of records in the document become refs, at any depth, because loading makes new
 * ids; the ids of deleted records stay.
 */
export function changeWriter(
  stored: StoredHousehold,
  refs: (id: string) => string,
): (change: Selectable<Tables['audit_entries']>) => Change {
  const lists = new Map<string, string>()
  const add = (list: string, rows: readonly { readonly id: string }[]) => {
    for (const { id } of rows) lists.set(id, list)
  }
  add('accounts', stored.accounts)
  add('categories', stored.categories)
  add('category_rules', stored.rules)
  add('funding_schedules', stored.schedules)
  add('expense_groups', stored.groups)
  add('expenses', stored.expenses)
  lists.set(stored.household.household_id, 'household')
  const named = (id: string) => {
    const list = lists.get(id)
    if (list === undefined) return id
    return { list, ref: list === 'household' ? 'household' : refs(id) }
  }
  const write = (value: unknown): unknown => {
    if (typeof value === 'string') return named(value)
    if (Array.isArray(value)) return value.map(write)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, write(each)]))
  }
  return (change) => ({
    at: change.at.toString(),
    member: refOf(refs, change.member_id),
    through: change.through,
    action: change.action,
    subject_type: change.subject_type,
    subject: named(change.subject_id),
    before: write(change.before) as Kept,
    after: write(change.after) as Kept,
  })
}
