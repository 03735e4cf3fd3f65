import type { Actor } from '#/platform/runtime/call.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** What the audit log says of a change. `before` and `after` hold the fields that it concerns. */
export type Change = {
  /** `expense.archive` */
  readonly action: string
  readonly subject: Subject
  readonly before: object | null
  readonly after: object | null
  /** By default now; never before a change of the same subject that went before. */
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
    | 'wallet_device'
    | 'wallet_account'
    | 'webhook'
    | 'connection'
  readonly id: string
}

/** Who changes something, and through what. */
export type Author = Pick<Actor, 'memberId' | 'through'>

/** Whoever sits at the command line: nobody's member. */
export const OPERATOR: Author = { memberId: null, through: 'cli' }

type Recorder = Pick<Runtime, 'db' | 'now' | 'newId'> & {
  readonly caller: Author & Pick<Actor, 'householdId'>
}

/** Notes who changed what, and through what, in the transaction of the change itself. */
export async function recordChange(acting: Recorder, change: Change): Promise<void> {
  const { householdId, memberId, through } = acting.caller
  const json = (fields: object | null) => (fields === null ? null : JSON.stringify(fields))
  await acting.db
    .insertInto('audit_entries')
    .values({
      household_id: householdId,
      id: acting.newId(),
      at: change.at ?? acting.now(),
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
