import { writeInstant } from '#/platform/contract/fields.ts'
import { sql } from 'kysely'
import type { Tables } from '#/platform/database/tables.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import type { connections } from './contract.ts'
import { faultOf } from './status.ts'
import { SIMPLEFIN } from '#/sources/provider/bank-provider.ts'

type ConnectionRow = Omit<Tables['connections'], 'secret'> & {
  institutions: { name: string; status: string; message: string | null }[]
  account_count: number
  subscribed_account_count: number
}

/** Time without news of a bank, although its provider answers, after which the bank is reported as stale. */
const QUIET = '3 days'
const QUIET_MESSAGE = 'The provider has received nothing from this bank for more than three days.'

/** `GET /connections`. */
export const listConnections: Handle<typeof connections.listConnections> = async (call) => {
  const { householdId, memberId } = call.caller
  const { rows } = await sql<ConnectionRow>`
    select c.id, c.provider, c.member_id, c.status, c.status_message, c.lease_until, c.last_attempt_at,
      c.last_success_at, c.next_sync_at, c.consent_expires_at, c.created_at,
      coalesce((select json_agg(json_build_object('name', i.name,
          'status', case when q.is_quiet then 'stale' else i.status end,
          'message', case when q.is_quiet then ${QUIET_MESSAGE} else i.message end)
        order by i.name, i.external_id)
        from connection_institutions i
        cross join lateral (
          select i.status = 'healthy' and c.provider = ${SIMPLEFIN}
            and c.last_success_at - max(p.balance_at) > ${QUIET}::interval as is_quiet
          from provider_accounts p
          where p.household_id = ${householdId} and p.connection_id = i.connection_id
            and p.institution_external_id = i.external_id and p.selected
        ) q
        where i.household_id = ${householdId} and i.connection_id = c.id), '[]') as institutions,
      p.account_count, p.subscribed_account_count
    from connections c
    cross join lateral (
      select count(*) as account_count, count(*) filter (where selected) as subscribed_account_count
      from provider_accounts where household_id = ${householdId} and connection_id = c.id
    ) p
    where c.household_id = ${householdId} order by c.created_at, c.id`.execute(call.db)
  const now = call.now()
  const moment = (at: Temporal.Instant | null) => (at === null ? null : writeInstant(at))
  return rows.map((row) => {
    const syncing = row.lease_until !== null && Temporal.Instant.compare(row.lease_until, now) > 0
    return {
      id: row.id,
      item_id: row.id,
      provider: row.provider,
      institution_name: row.institutions.length === 1 ? row.institutions[0]!.name : null,
      status: syncing && row.status === 'healthy' ? ('syncing' as const) : row.status,
      is_owner: row.member_id === memberId,
      account_count: row.account_count,
      subscribed_account_count: row.subscribed_account_count,
      institutions: row.institutions,
      last_synced_at: moment(row.last_success_at),
      last_attempt_at: moment(row.last_attempt_at),
      next_sync_at: moment(row.next_sync_at),
      consent_expires_at: moment(row.consent_expires_at),
      error: faultOf(row),
      created_at: writeInstant(row.created_at),
    }
  })
}
