import type { Actor } from '#/platform/runtime/call.ts'
import type { ReadContext, WriteContext } from '#/platform/runtime/write-context.ts'

/** An entry of the audit log. `before` and `after` contain only the fields that changed. */
export type Change = {
  /** The kind of record and the verb: `expense.archive`. */
  readonly action: string
  readonly subject: Subject
  readonly before: object | null
  readonly after: object | null
  /** Default: now. Never before an earlier change of the same subject. */
  readonly at?: Temporal.Instant
}

export type Subject = {
  readonly type:
    | 'household'
    | 'member'
    | 'invitation'
    | 'key'
    | 'account'
    | 'category'
    | 'category_rule'
    | 'funding_schedule'
    | 'expense_group'
    | 'expense'
    | 'transaction'
    | 'calendar_feed'
    | 'wallet_device'
    | 'wallet_account'
    | 'webhook'
    | 'notice_way'
    | 'connection'
  readonly id: string
}

/** The member who makes a change, and the interface they use. */
export type Author = Pick<Actor, 'memberId' | 'through'>

/** The operator at the command line, who is not a member. */
export const OPERATOR: Author = { memberId: null, through: 'cli' }

/** Adds an entry to the audit log, in the transaction of the change. */
export async function recordChange(
  context: ReadContext & Pick<WriteContext, 'now' | 'newId'> & { readonly caller: Author },
  change: Change,
): Promise<void> {
  const { householdId, memberId, through } = context.caller
  const json = (fields: object | null) => (fields === null ? null : JSON.stringify(fields))
  await context.db
    .insertInto('audit_entries')
    .values({
      household_id: householdId,
      id: context.newId(),
      at: change.at ?? context.now(),
      member_id: memberId,
      through,
      action: change.action,
      subject_type: change.subject.type,
      subject_id: change.subject.id,
      before: json(change.before),
      after: json(change.after),
    })
    .execute()
}
