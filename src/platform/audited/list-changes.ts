import { sql } from 'kysely'
import { writeInstant } from '#/platform/contract/fields.ts'
import type { Act } from '#/platform/runtime/call.ts'
import type { records } from './contract.ts'

/** `GET /audit`: the audit log, newest first. */
export const listChanges: Act<typeof records.listChanges> = async ({ db, caller }, { query }) => {
  const { householdId } = caller
  let selected = db
    .selectFrom('audit_entries')
    .selectAll()
    .where('household_id', '=', householdId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit)
  if (query.subject_id !== undefined) {
    selected = selected.where('subject_id', '=', query.subject_id)
  }
  if (query.before !== undefined) {
    selected = selected.where(
      sql<boolean>`(at, id) < (select at, id from audit_entries
        where household_id = ${householdId} and id = ${query.before})`,
    )
  }
  const rows = await selected.execute()
  return rows.map(({ at, before, after, ...row }) => ({
    id: row.id,
    at: writeInstant(at),
    member_id: row.member_id,
    through: row.through,
    action: row.action,
    subject_type: row.subject_type,
    subject_id: row.subject_id,
    before: before as Record<string, unknown> | null,
    after: after as Record<string, unknown> | null,
  }))
}
