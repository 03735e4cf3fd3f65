import { sql } from 'kysely'
import { writeInstant } from '#/platform/contract/fields.ts'
import type { Call } from '#/platform/runtime/call.ts'
import type { ReadContext } from '#/platform/runtime/write-context.ts'
import { wakeQueues } from './wake.ts'

/**
 * Queues `transaction.created` for these newly observed transactions, in the transaction that stores them: one event
 * each, and one delivery for each webhook that may receive it (Spec, Events; Retry behaviour 7). Every attempt signs and
 * sends the body that is stored here. A household without webhooks costs no statement.
 */
export async function announceTransactions(
  call: ReadContext & Pick<Call, 'now' | 'bell' | 'hasWebhooks'>,
  ids: readonly string[],
): Promise<void> {
  if (!call.hasWebhooks || ids.length === 0) return
  const { householdId } = call.caller
  const now = call.now()
  const { rows } = await sql`
    with receivers as (
      select w.id, w.epoch from webhooks w
      join members m on m.household_id = ${householdId} and m.id = w.member_id
        and m.removed_at is null
      join households h on h.household_id = ${householdId} and h.standing in ('trialing', 'active')
      where w.household_id = ${householdId} and w.enabled
    ), new_events as (
      insert into webhook_events (household_id, id, kind, account_id, body, created_at)
      select ${householdId}::uuid, t.id, 'transaction', t.account_id, row_to_json(event)::text, ${now}
      from transactions t
      join accounts a on a.household_id = ${householdId} and a.id = t.account_id
        and a.subscribed and not a.hidden
      cross join lateral (
        select 'evt_transaction_' || t.id as "eventId", 'transaction.created' as name,
          ${writeInstant(now)}::text as timestamp, (
            select row_to_json(d) from (
              select t.household_id as set_aside_account_id, (
                select row_to_json(fields) from (
                  select t.id, t.account_id, t.amount, t.currency, t.concept, t.booked_at,
                    to_char(t.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
                    t.type, t.status, t.category_id, t.expense_goal_id, t.provider) fields
              ) as transaction) d
          ) as data) event
      where t.household_id = ${householdId} and t.id = any(${ids}::uuid[])
        and exists (select 1 from receivers)
      on conflict do nothing
      returning id
    )
    insert into webhook_deliveries (household_id, webhook_id, event_id, epoch, run, state, attempts,
      faults, next_attempt_at, log, created_at, updated_at)
    select ${householdId}::uuid, receivers.id, new_events.id, receivers.epoch, 1, 'queued', 0, 0, ${now}, '[]',
      ${now}, ${now}
    from new_events cross join receivers
    returning 1`.execute(call.db)
  if (rows.length > 0) await wakeQueues(call)
}
