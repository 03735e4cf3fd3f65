import type { Acting } from '#/world/call.ts'

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
    | 'account'
    | 'category'
    | 'category_rule'
    | 'funding_schedule'
    | 'expense_group'
    | 'expense'
    | 'wallet_device'
    | 'wallet_account'
  readonly id: string
}

/** Notes who changed what, and through what, in the transaction of the change itself. */
export async function recordChange(acting: Acting, change: Change): Promise<void> {
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
