import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { Agent } from 'undici'
import { openDatabase } from '../src/database/database.ts'
import type { WrittenDocument } from '../src/documents/document.ts'
import { loadDocument } from '../src/documents/load.ts'
import { createOutbound } from '../src/outbound/outbound.ts'
import { createDeliverer } from '../src/webhooks/deliverer.ts'
import { secretPlace } from '../src/webhooks/webhook.ts'
import { writeSecret } from '../src/webhooks/sign.ts'
import type { World } from '../src/world/world.ts'
import { cpuTime } from './cpu.ts'
import { type Child, firstMessage, startProgram } from './child.ts'
import type { Instance } from './instance.ts'
import type { Arrival, Asked } from './receiver.ts'
import { type Line, median } from './table.ts'

const ROUNDS = Number(process.env['R'] ?? 5)
const DELIVERIES = 20_000
const WEBHOOKS = 4
/** What may go to one host at once. */
const CONCURRENCY = 32

/** Deliveries, against what undici does with the same requests and nothing else. */
export async function measureWebhooks(instance: Instance): Promise<Line[]> {
  ;(globalThis as any).folder = instance.folder
  const receiver = startReceiver()
  const db = openDatabase({
    url: instance.databaseUrl,
    connectionsMax: 4,
    asynchronousCommit: true,
  })
  const destinations = createOutbound({
    allowCidrs: '127.0.0.0/8',
    plainHttp: 'anywhere',
    connectionsPerOrigin: CONCURRENCY,
  })
  const world = { ...instance.world, db, destinations }
  try {
    return [await measureRate(world, receiver)]
  } finally {
    await destinations.close()
    await db.destroy()
    await receiver.stop()
  }
}

async function measureRate(world: World, receiver: Receiver): Promise<Line> {
  const port = await receiver.listen(false)
  const url = `http://127.0.0.1:${port}/`
  const home = await givenWebhooks(
    world,
    Array.from({ length: WEBHOOKS }, () => url),
  )
  const rounds: { own: number; bare: number }[] = []
  for (let round = -1; round < ROUNDS; round += 1) {
    const c0 = process.cpuUsage()
    const bare = await timed(() => sendBare(url, sampleBody))
    await receiver.take()
    await queue(world, home, DELIVERIES / WEBHOOKS)
    await sql`vacuum analyze webhook_deliveries, webhook_events, webhook_lanes`.execute(world.db)
    const c1 = process.cpuUsage(c0)
    const p0 = cpuTime(process.pid, (globalThis as any).folder)
    const c2 = process.cpuUsage()
    const own = await timed(() => createDeliverer(world).deliverDue())
    const c3 = process.cpuUsage(c2)
    console.error(
      'cpu bare',
      (c1.user + c1.system) / 1000,
      'own',
      (c3.user + c3.system) / 1000,
      'with pg',
      cpuTime(process.pid, (globalThis as any).folder) - p0,
    )
    console.error(own, bare, JSON.stringify((globalThis as any).st))
    ;(globalThis as any).st = {}
    const came = new Set((await receiver.take()).map(([event]) => event))
    if (came.size !== DELIVERIES / WEBHOOKS) throw new Error(`${came.size} events came`)
    if (round >= 0) rounds.push({ own: DELIVERIES / own, bare: DELIVERIES / bare })
  }
  const of = (pick: (one: { own: number; bare: number }) => number) =>
    (median(rounds.map(pick)) * 1000).toFixed(0)
  return {
    what: `Deliveries of ${DELIVERIES} that wait, ${CONCURRENCY} at once: a second, against a bare undici loop that signs`,
    measured: `${of(({ own }) => own)} : ${of(({ bare }) => bare)} a second`,
    value: median(rounds.map(({ own, bare }) => own / bare)),
    goal: { least: 0.6 },
  }
}

const sampleBody = JSON.stringify({ eventId: 'evt_transaction_x', data: 'x'.repeat(450) })

/** The bare limit: the same agent, the same signature, and no database. */
async function sendBare(url: string, body: string): Promise<void> {
  const agent = new Agent({ connections: CONCURRENCY, pipelining: 1, allowH2: false })
  const key = Buffer.alloc(32, 7)
  let left = DELIVERIES
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (left-- > 0) {
        const id = `evt_transaction_${crypto.randomUUID()}`
        const seconds = String(Math.floor(Date.now() / 1000))
        const mac = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
        const { body: answer } = await agent.request({
          origin: new URL(url).origin,
          path: '/',
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'webhook-id': id,
            'webhook-timestamp': seconds,
            'webhook-signature': `v1,${mac}`,
          },
          body,
        })
        await answer.dump()
      }
    }),
  )
  await agent.close()
}

type Home = { readonly id: string; readonly webhooks: readonly string[] }

async function givenWebhooks(world: World, urls: readonly string[]): Promise<Home> {
  const { household_id: id, members } = await loadDocument(world, {
    household: { name: 'Bench', timezone: 'UTC', currency: 'EUR' },
    members: [{ ref: 'ada', name: 'Ada', email: 'ada@example.com', role: 'owner' }],
  } satisfies WrittenDocument)
  const webhooks = urls.map(() => world.newId())
  for (const [index, webhook] of webhooks.entries()) {
    const secret = world.seal.seal(writeSecret(world.randomBytes(32)), secretPlace(webhook))
    const now = world.now()
    await world.db
      .insertInto('webhooks')
      .values({
        household_id: id,
        id: webhook,
        member_id: members['ada']!,
        name: 'Bench',
        url: urls[index]!,
        header_names: [],
        secret,
        enabled: true,
        epoch: 0,
        created_at: now,
        updated_at: now,
      })
      .execute()
    await world.db
      .insertInto('webhook_lanes')
      .values({ household_id: id, webhook_id: webhook })
      .execute()
    await world.db
      .insertInto('webhook_health')
      .values({ household_id: id, webhook_id: webhook, silent: 0 })
      .execute()
  }
  return { id, webhooks }
}

/** Queues so many events to each webhook. */
async function queue(world: World, { id, webhooks }: Home, count: number): Promise<void> {
  const now = world.now()
  const events = Array.from({ length: count }, () => world.newId())
  await sql`
    with happened as (
      insert into webhook_events (household_id, id, kind, body, created_at)
      select ${id}, e, 'transaction', ${sampleBody}, ${now} from unnest(${events}::uuid[]) e
      returning id
    )
    insert into webhook_deliveries (household_id, webhook_id, event_id, epoch, run, state, attempts,
      faults, next_attempt_at, log, created_at, updated_at)
    select ${id}, w, happened.id, 0, 1, 'queued', 0, 0, ${now}, '[]', ${now}, ${now}
    from happened cross join unnest(${webhooks}::uuid[]) w`.execute(world.db)
  await sql`
    update webhook_lanes set next_due_at = ${now} where household_id = ${id}`.execute(world.db)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

type Receiver = {
  /** Listens on a port of its own, and says which. */
  readonly listen: (hangs: boolean) => Promise<number>
  /** What came since the last time. */
  readonly take: () => Promise<Arrival[]>
  readonly stop: Child['stop']
}

function startReceiver(): Receiver {
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
