import { sql } from 'kysely'
import type { Answer } from '#/platform/contract/endpoint.ts'
import { writeInstant } from '#/platform/contract/fields.ts'
import type { Act } from '#/platform/runtime/call.ts'
import type { ReadContext } from '#/platform/runtime/write-context.ts'
import type { householdWebhooks } from '#/webhooks/app-contract.ts'

type Wire = Answer<typeof householdWebhooks.listHouseholdWebhooks>[number]

type Row = Pick<Wire, 'id' | 'member_id' | 'name' | 'enabled' | 'paused_reason'> & {
  /** Only in a row of an earlier version, which has no host yet. */
  readonly url: string | null
  readonly host: string | null
  readonly created_at: Temporal.Instant
  readonly status: 'retrying' | 'delivered' | 'failed' | null
  readonly at: Temporal.Instant | null
}

/** `GET /household/webhooks`: the webhooks of all members. */
export const listHouseholdWebhooks: Act<typeof householdWebhooks.listHouseholdWebhooks> = (
  acting,
) => showAllWebhooks(acting, null)

/** Lists the webhooks of the household's members, oldest first; with `id` only that one. */
export async function showAllWebhooks(
  { db, caller }: ReadContext,
  id: string | null,
): Promise<Wire[]> {
  const { rows } = await sql<Row>`
    select w.id, w.member_id, w.name, w.url, w.host, w.enabled, w.paused_reason, w.created_at, h.status, h.at
    from webhooks w
    join members m on m.household_id = ${caller.householdId} and m.id = w.member_id and m.removed_at is null
    join webhook_health h on h.household_id = ${caller.householdId} and h.webhook_id = w.id
    where w.household_id = ${caller.householdId} and (${id}::uuid is null or w.id = ${id})
    order by w.created_at, w.id`.execute(db)
  return rows.map(({ url, host, created_at, status, at, ...row }) => ({
    ...row,
    host: host ?? new URL(url!).host,
    last_delivery: status === null || at === null ? null : { status, at: writeInstant(at) },
    created_at: writeInstant(created_at),
  }))
}
