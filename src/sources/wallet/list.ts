import { sql } from 'kysely'
import { managesMembers } from '#/access/households/manages-members.ts'
import { addDays, dayAt } from '#/core/values/day.ts'
import type { Act, JsonText } from '#/platform/runtime/call.ts'
import type { walletApp } from './app-contract.ts'
import { REVOKED_DAYS } from './prune.ts'

/** Days after which a payment that no bank confirmed counts as stale. */
const STALE_DAYS = 14

/**
 * `GET /wallet/devices`: lists the caller's devices, for owners and the operator all devices, oldest first, including
 * recently revoked ones. Tokens are never listed.
 */
export const listDevices: Act<typeof walletApp.listDevices> = async (acting) => {
  const { db, caller, now } = acting
  const stale = addDays(dayAt(now(), caller.zone), -STALE_DAYS)
  const { rows } = await sql<JsonText>`
    select coalesce(json_agg(w), '[]')::text as json from (
      select d.id, d.member_id, d.made_by, d.name, d.public_id,
        to_char(d.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
        to_char(d.revoked_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as revoked_at,
        to_char(d.last_push_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as last_push_at,
        coalesce((select json_agg(p order by p.name, p.id) from (
          select e.id, e.external_id, e.name, e.account_id, (
            select count(*) from transactions t
            join provider_transactions m on m.household_id = ${caller.householdId}
              and m.transaction_id = t.id and m.provider_account_id = e.id
            where t.household_id = ${caller.householdId} and t.provider = 'wallet' and t.visible
              and t.status = 'pending' and t.booked_at < ${stale}) as stale_payments
          from provider_accounts e
          where e.household_id = ${caller.householdId} and e.device_id = d.id
        ) p), '[]') as accounts
      from wallet_devices d
      where d.household_id = ${caller.householdId}
        and (${managesMembers(caller)} or d.member_id = ${caller.memberId})
        and (d.revoked_at is null or d.revoked_at > ${now().subtract({ hours: REVOKED_DAYS * 24 })})
      order by d.created_at, d.id
    ) w`.execute(db)
  return rows[0]!
}
