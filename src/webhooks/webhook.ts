import { type RawBuilder, type Selectable, sql } from 'kysely'
import { writeInstant } from '#/platform/contract/fields.ts'
import { notFound } from '#/platform/contract/refusal.ts'
import type { Answer } from '#/platform/contract/endpoint.ts'
import type { Tables } from '#/platform/database/tables.ts'
import type { Call } from '#/platform/runtime/call.ts'
import { type Seal, Unreadable } from '#/platform/runtime/seal.ts'
import type { Binding } from '#/platform/runtime/sealed-columns.ts'
import type { webhooks } from './contract.ts'
import { writeEventId } from '#/webhooks/signing/event-id.ts'

type Wire = Answer<typeof webhooks.listWebhooks>[number]
type Row = Selectable<Tables['webhooks']>

/** Names of encrypted columns. A value can be decrypted only under the name it was encrypted for. */
export const secretBinding = (id: string): Binding => `webhooks.secret:${id}`
export const headersBinding = (id: string): Binding => `webhooks.headers:${id}`
const urlBinding = (id: string): Binding => `webhooks.sealed_url:${id}`

/** A URL as it is stored: sealed, or in clear in a row of an earlier version that is not sealed yet. */
export type StoredUrl = Pick<Row, 'url' | 'sealed_url'>

/** Returns the columns to store of a URL: all of it sealed, and its host in clear, to be shown. */
export function sealUrl(seal: Seal, id: string, url: string) {
  return { url: null, sealed_url: seal.seal(url, urlBinding(id)), host: new URL(url).host }
}

/** Opens a stored URL. Throws `Unreadable` if another master secret sealed it. */
export function openUrl(seal: Seal, id: string, { url, sealed_url }: StoredUrl): string {
  return url ?? seal.open(sealed_url!, urlBinding(id))
}

/** Opens a URL to show it. One that cannot be opened shows its host, so that its webhook can still be found and removed. */
function showUrl(seal: Seal, row: StoredUrl & Pick<Row, 'id' | 'host'>): string {
  try {
    return openUrl(seal, row.id, row)
  } catch (error) {
    if (error instanceof Unreadable) return `https://${row.host}/`
    throw error
  }
}

/** `pending_deliveries` stops counting here, to bound the work of a list. */
const COUNTED_MAX = 10_000

/** Finds one of the caller's own webhooks. Throws `resource_not_found`, for another member's webhook too. */
export async function findWebhook(call: Call, id: string): Promise<Row> {
  const row = await call.db
    .selectFrom('webhooks')
    .selectAll()
    .where('household_id', '=', call.caller.householdId)
    .where('id', '=', id)
    .where('member_id', '=', call.caller.memberId)
    .executeTakeFirst()
  if (!row) throw notFound('id')
  return row
}

/** Lists the caller's webhooks as the API shows them, oldest first; with `id` only that one. */
export async function showWebhooks(call: Call, id: string | null = null): Promise<Wire[]> {
  const { householdId, memberId } = call.caller
  const { rows } = await sql<Shown>`
    select w.id, w.name, w.url, w.sealed_url, w.host, w.header_names, w.enabled, w.paused_reason, w.created_at, w.updated_at,
      h.status, h.http_status, h.attempts, h.at, h.event_id, e.kind, waiting.count, waiting.attempts as tried
    from webhooks w
    join webhook_health h on h.household_id = ${householdId} and h.webhook_id = w.id
    left join webhook_events e on e.household_id = ${householdId} and e.id = h.event_id
    cross join lateral (
      select count(*) as count, max(waits.attempts) as attempts from (
        select d.attempts from webhook_deliveries d
        where d.household_id = ${householdId} and d.webhook_id = w.id and d.epoch = w.epoch
          and d.state = 'queued'
        limit ${COUNTED_MAX}) waits) waiting
    where w.household_id = ${householdId} and w.member_id = ${memberId} ${onlyThis(id)}
    order by w.created_at, w.id`.execute(call.db)
  return rows.map((row) => toWire(row, showUrl(call.seal, row)))
}

function onlyThis(id: string | null): RawBuilder<unknown> {
  return id === null ? sql`` : sql`and w.id = ${id}`
}

type Shown = Pick<
  Row,
  | 'id'
  | 'name'
  | 'url'
  | 'sealed_url'
  | 'host'
  | 'header_names'
  | 'enabled'
  | 'paused_reason'
  | 'created_at'
  | 'updated_at'
> &
  Pick<
    Selectable<Tables['webhook_health']>,
    'status' | 'http_status' | 'attempts' | 'at' | 'event_id'
  > & {
    readonly kind: 'transaction' | 'test' | null
    readonly count: number
    readonly tried: number | null
  }

function toWire(row: Shown, url: string): Wire {
  const last = lastDelivery(row)
  return {
    id: row.id,
    name: row.name,
    url,
    headers: row.header_names,
    enabled: row.enabled,
    paused_reason: row.paused_reason,
    delivery_status:
      row.count === 0 ? (last?.status ?? 'none') : row.tried ? 'retrying' : 'pending',
    last_delivery: last,
    pending_deliveries: row.count,
    created_at: writeInstant(row.created_at),
    updated_at: writeInstant(row.updated_at),
  }
}

function lastDelivery(row: Shown): Wire['last_delivery'] {
  const { status, at, event_id, attempts, http_status, kind } = row
  if (status === null || at === null || event_id === null || attempts === null) return null
  return {
    event_id: writeEventId(kind ?? 'transaction', event_id),
    // A pause has cancelled the delivery: there is no further attempt.
    status: status === 'retrying' && row.count === 0 ? 'failed' : status,
    http_status,
    attempts,
    at: writeInstant(at),
  }
}
