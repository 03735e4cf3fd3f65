import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { Agent } from 'undici'
import { openDatabase } from '../src/database/database.ts'
import { createOutbound } from '../src/outbound/outbound.ts'
import { createDeliverer } from '../src/webhooks/deliverer.ts'
import { fetchDue } from '../src/webhooks/fetch-due.ts'
import { claimLanes, releaseLanes } from '../src/webhooks/lanes.ts'
import type { World } from '../src/world/world.ts'
import type { Instance } from './instance.ts'
import { pause } from './server.ts'
import { type Line, median } from './table.ts'
import {
  createHome,
  type Home,
  queue,
  type Receiver,
  sampleBody,
  startReceiver,
} from './webhook-home.ts'

const ROUNDS = 5
const DELIVERIES = 20_000
const WEBHOOKS = 4
/** What may go to one host at once. */
const CONCURRENCY = 32
const SINGLE_EVENTS = 200
const HANGING = 100
const STUCK = 1_000_000

/** Deliveries, against what undici does with the same requests and nothing else. */
export async function measureWebhooks(instance: Instance): Promise<Line[]> {
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
    return [
      await measureRate(world, receiver),
      ...(await measureDelay(world, receiver)),
      await measureClaim(world),
    ]
  } finally {
    await destinations.close()
    await db.destroy()
    await receiver.stop()
  }
}

async function measureRate(world: World, receiver: Receiver): Promise<Line> {
  const url = `http://127.0.0.1:${await receiver.listen(false)}/`
  const home = await createHome(
    world,
    Array.from({ length: WEBHOOKS }, () => url),
  )
  const rounds: { own: number; bare: number }[] = []
  for (let round = -1; round < ROUNDS; round += 1) {
    const bare = await timed(() => sendBare(url))
    await receiver.take()
    await queue(world, home, DELIVERIES / WEBHOOKS)
    await sql`vacuum analyze webhook_deliveries`.execute(world.db)
    const own = await timed(() => createDeliverer(world).deliverDue())
    const came = new Set((await receiver.take()).map(([event]) => event))
    if (came.size !== DELIVERIES / WEBHOOKS) throw new Error(`${came.size} events came`)
    if (round >= 0) rounds.push({ own: DELIVERIES / own, bare: DELIVERIES / bare })
  }
  const rate = (pick: (one: (typeof rounds)[number]) => number) =>
    (median(rounds.map(pick)) * 1000).toFixed(0)
  return {
    what: `${DELIVERIES} deliveries that wait, ${CONCURRENCY} at once: a second, against a bare undici loop that signs`,
    measured: `${rate(({ own }) => own)} : ${rate(({ bare }) => bare)} a second`,
    value: median(rounds.map(({ own, bare }) => own / bare)),
    goal: { least: 0.6 },
  }
}

/** The bare limit: the same agent, the same signature, and no database. */
async function sendBare(url: string): Promise<void> {
  const agent = new Agent({ connections: CONCURRENCY, pipelining: 1, allowH2: false })
  const key = Buffer.alloc(32, 7)
  let left = DELIVERIES
  const send = async () => {
    while (left > 0) {
      left -= 1
      const id = `evt_transaction_${crypto.randomUUID()}`
      const seconds = String(Math.floor(performance.now()))
      const signed = `${id}.${seconds}.${sampleBody}`
      const { body } = await agent.request({
        origin: new URL(url).origin,
        path: '/',
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': seconds,
          'webhook-signature': `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
        },
        body: sampleBody,
      })
      await body.dump()
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, send))
  await agent.close()
}

/** From the commit of an event to its arrival: of a healthy destination alone, and beside a hundred that hang. */
async function measureDelay(world: World, receiver: Receiver): Promise<Line[]> {
  const healthy = await createHome(world, [`http://127.0.0.1:${await receiver.listen(false)}/`])
  const stop = new AbortController()
  const running = createDeliverer(world).run(stop.signal)
  await delays(world, receiver, healthy)
  const alone = await delays(world, receiver, healthy)
  const hanging = `http://127.0.0.1:${await receiver.listen(true)}/`
  for (let n = 0; n < HANGING; n += 1) {
    // Each a destination of its own, as far as our limits are concerned.
    const home = await createHome(world, [hanging.replace('127.0.0.1', `127.0.${n}.1`)])
    await queue(world, home, 20)
  }
  world.bell.due()
  await pause(500)
  const beside = await delays(world, receiver, healthy)
  stop.abort()
  await running
  const p99 = (all: readonly number[]) =>
    all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.99)]!
  return [
    {
      what: 'An event, from its commit to its arrival: median',
      measured: `${SINGLE_EVENTS} events, one every 20 ms; 99 of 100 within ${p99(alone).toFixed(1)} ms`,
      value: median(alone),
      unit: 'ms',
      goal: { most: 25 },
    },
    {
      what: `A healthy destination beside ${HANGING} that hang: 99 of 100 events arrive within, against alone`,
      measured: `${p99(beside).toFixed(1)} : ${p99(alone).toFixed(1)} ms`,
      value: p99(beside) / p99(alone),
      goal: { most: 1.5 },
    },
  ]
}

async function delays(world: World, receiver: Receiver, home: Home): Promise<number[]> {
  const queued = new Map<string, number>()
  await receiver.take()
  for (let n = 0; n < SINGLE_EVENTS; n += 1) {
    const [event] = await queue(world, home, 1)
    queued.set(`evt_transaction_${event}`, performance.timeOrigin + performance.now())
    world.bell.due()
    await pause(20)
  }
  await pause(500)
  return (await receiver.take()).map(([event, at]) => at - queued.get(event)!)
}

/** Finding what is due in a lane, with a million deliveries stuck in others and without. */
async function measureClaim(world: World): Promise<Line> {
  await sql`update webhook_lanes set next_due_at = null`.execute(world.db)
  const home = await createHome(world, ['http://127.0.0.1:9/'])
  await queue(world, home, 10)
  const without = await claimTime(world)
  const stuck = await createHome(
    world,
    Array.from({ length: 100 }, () => 'http://127.0.0.1:9/'),
  )
  for (let done = 0; done < STUCK; done += 100_000) await queue(world, stuck, 1000)
  const later = world.now().add({ hours: 1 })
  await sql`update webhook_lanes set lease_owner = 'elsewhere', lease_until = ${later}
    where household_id = ${stuck.id}`.execute(world.db)
  await sql`vacuum analyze webhook_deliveries, webhook_lanes`.execute(world.db)
  const withStuck = await claimTime(world)
  return {
    what: `Claiming, fetching and giving back a lane: time with ${STUCK} stuck deliveries, against without`,
    measured: `${withStuck.toFixed(2)} : ${without.toFixed(2)} ms`,
    value: withStuck / without,
    goal: { most: 1.5 },
  }
}

async function claimTime(world: World): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < 300; n += 1) {
    times.push(
      await timed(async () => {
        const lanes = await claimLanes(world, 10)
        const wanted = lanes.map((lane) => {
          return { ...lane, most: 10, after_at: null, after_id: null, busy: [] }
        })
        const found = await fetchDue(world, wanted)
        if (found.length !== 10) throw new Error(`${found.length} were found`)
        await releaseLanes(world, lanes)
      }),
    )
  }
  return median(times)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
