import { sql } from 'kysely'
import type { WrittenDocument } from '#/documents/document.ts'
import { loadDocument } from '#/documents/load.ts'
import { createOutbound, type Outbound } from '#/platform/outbound/outbound.ts'
import { sealUrl, secretBinding } from '#/webhooks/webhook.ts'
import { writeSecret } from '#/webhooks/signing/sign.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { type Child, firstMessage, startProgram } from './child.ts'
import type { Arrival, Asked } from './receiver.ts'

const KEYS = 20

/** As many sockets to one destination as the product opens. */
export const CONNECTIONS = 32

/** The way to the receiver, which is on this machine. */
export function openDestinations(): Outbound {
  return createOutbound({
    allowCidrs: '127.0.0.0/8',
    plainHttp: 'anywhere',
    connectionsPerOrigin: CONNECTIONS,
  })
}

/** A household with webhooks, and how to write to it. */
export type Home = {
  readonly id: string
  readonly webhooks: readonly string[]
  /** Enough of them to stay inside the rate limits. */
  readonly keys: readonly string[]
  readonly account: string
}

export async function createHome(runtime: Runtime, urls: readonly string[]): Promise<Home> {
  const loaded = await loadDocument(runtime, {
    household: { name: 'Bench', timezone: 'UTC', currency: 'EUR' },
    members: [{ ref: 'ada', name: 'Ada', email: 'ada@example.com', role: 'owner' }],
    keys: Array.from({ length: KEYS }, (_, n) => {
      return { ref: `k${n}`, member: 'ada', name: 'rw', scopes: ['data.read', 'data.write'] }
    }),
    accounts: [{ ref: 'checking', name: 'Checking', type: 'depository', subtype: 'checking' }],
  } satisfies WrittenDocument)
  const { household_id: id, members } = loaded
  const webhooks = urls.map(() => runtime.newId())
  for (const [index, webhook] of webhooks.entries()) {
    const secret = runtime.seal.seal(writeSecret(runtime.randomBytes(32)), secretBinding(webhook))
    const now = runtime.now()
    await runtime.db
      .insertInto('webhooks')
      .values({
        household_id: id,
        id: webhook,
        member_id: members['ada']!,
        name: 'Bench',
        ...sealUrl(runtime.seal, webhook, urls[index]!),
        header_names: [],
        secret,
        enabled: true,
        epoch: 0,
        created_at: now,
        updated_at: now,
      })
      .execute()
    await runtime.db
      .insertInto('webhook_lanes')
      .values({ household_id: id, webhook_id: webhook })
      .execute()
    await runtime.db
      .insertInto('webhook_health')
      .values({ household_id: id, webhook_id: webhook, silent: 0 })
      .execute()
  }
  return {
    id,
    webhooks,
    keys: Object.values(loaded.keys).map((key) => key.api_key),
    account: loaded.accounts['checking']!,
  }
}

export const sampleBody = JSON.stringify({ eventId: 'evt_transaction_x', data: 'x'.repeat(450) })

/** Queues so many events to each webhook; their ids. */
export async function queue(
  runtime: Runtime,
  { id, webhooks }: Home,
  count: number,
): Promise<string[]> {
  const now = runtime.now()
  const events = Array.from({ length: count }, () => runtime.newId())
  await sql`
    with happened as (
      insert into webhook_events (household_id, id, kind, body, created_at)
      select ${id}, e, 'transaction', ${sampleBody}, ${now} from unnest(${events}::uuid[]) e
      returning id
    )
    insert into webhook_deliveries (household_id, webhook_id, event_id, epoch, run, state, attempts,
      faults, next_attempt_at, log, created_at, updated_at)
    select ${id}, w, happened.id, 0, 1, 'queued', 0, 0, ${now}, '[]', ${now}, ${now}
    from happened cross join unnest(${webhooks}::uuid[]) w`.execute(runtime.db)
  await sql`
    update webhook_lanes set next_due_at = ${now} where household_id = ${id}`.execute(runtime.db)
  return events
}

/**
 * Every event came to every webhook, and is known to have. Throws with what became of those that did not: an attempt that
 * failed is tried again later, and falsifies a measurement; anything else would be a loss.
 */
export async function assertArrived(
  runtime: Runtime,
  { id, webhooks }: Home,
  { events, arrivals }: { events: readonly string[]; arrivals: readonly Arrival[] },
): Promise<void> {
  const { rows } = await sql<{ state: string; reason: string | null; count: number }>`
    select state, reason, count(*) from webhook_deliveries
    where household_id = ${id} and event_id = any(${events}::uuid[])
    group by state, reason`.execute(runtime.db)
  const wanted = events.length * webhooks.length
  const stored = rows.find(({ state }) => state === 'delivered')?.count ?? 0
  if (stored === wanted && arrivals.length === wanted) return
  throw new Error(`${arrivals.length} of ${wanted} came; ${JSON.stringify(rows)} is stored`)
}

export type Receiver = {
  /** Listens on a port of its own, and says which. */
  readonly listen: (hangs: boolean) => Promise<number>
  /** Everything that came since the last call. */
  readonly take: () => Promise<Arrival[]>
  readonly stop: Child['stop']
}

export function startReceiver(): Receiver {
  const child = startProgram('receiver.ts')
  const ask = <T>(asked: Asked): Promise<T> => {
    const answer = firstMessage<T>(child)
    child.process.send(asked)
    return answer
  }
  return {
    listen: (hangs) => ask({ what: 'listen', hangs }),
    take: () => ask({ what: 'take' }),
    stop: child.stop,
  }
}
