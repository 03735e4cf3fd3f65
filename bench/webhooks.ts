import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { Agent } from 'undici'
import { openDatabase } from '#/platform/database/database.ts'
import { createDeliverer } from '#/webhooks/delivering/deliverer.ts'
import { fetchDue } from '#/webhooks/delivering/fetch-due.ts'
import { claimQueues, findDueQueues, releaseQueues } from '#/webhooks/delivering/queues.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { cpuTime } from './cpu.ts'
import type { Instance } from './instance.ts'
import { type Line, median } from './table.ts'
import type { Arrival } from './receiver.ts'
import { measureDelay } from './webhook-delay.ts'
import {
  assertArrived,
  CONNECTIONS,
  createHome,
  openDestinations,
  queue,
  type Receiver,
  sampleBody,
  startReceiver,
} from './webhook-home.ts'

const ROUNDS = 5
const BURST_ROUNDS = 9
const BACKLOG = 20_000
/** All payments of an import, say. */
const BURST = 2000
const WEBHOOKS = 4
/** The most sockets to one host at once. */
const CONCURRENCY = CONNECTIONS
const STUCK = 1_000_000

/** Deliveries, against what undici does with the same requests and nothing else. */
export async function measureWebhooks(instance: Instance): Promise<Line[]> {
  const receiver = startReceiver()
  const db = openDatabase({
    url: instance.databaseUrl,
    connectionsMax: 4,
    asynchronousCommit: true,
  })
  const runtime = { ...instance.runtime, db }
  try {
    return [
      await measureRate(runtime, receiver, instance.folder),
      await measureBurst(runtime, receiver),
      ...(await measureDelay(instance, runtime, receiver)),
      await measureClaim(runtime),
    ]
  } finally {
    await db.destroy()
    await receiver.stop()
  }
}

type Side = { readonly rate: number; readonly cpu: number }

export async function measureRate(
  given: Runtime,
  receiver: Receiver,
  folder: string,
): Promise<Line> {
  const url = `http://127.0.0.1:${await receiver.listen(false)}/`
  const destinations = openDestinations()
  const runtime = { ...given, destinations }
  const home = await createHome(
    runtime,
    Array.from({ length: WEBHOOKS }, () => url),
  )
  const measure = async (work: () => Promise<unknown>): Promise<Side> => {
    const before = cpuTime(process.pid, folder)
    const seconds = (await timed(work)) / 1000
    return {
      rate: BACKLOG / seconds,
      cpu: (cpuTime(process.pid, folder) - before) / BACKLOG,
    }
  }
  const rounds: { own: Side; bare: Side }[] = []
  for (let round = -1; round < ROUNDS; round += 1) {
    const bare = await measure(() => sendBare(url, BACKLOG))
    await receiver.take()
    const events = await queue(runtime, home, BACKLOG / WEBHOOKS)
    await sql`vacuum analyze webhook_deliveries`.execute(runtime.db)
    const own = await measure(() => createDeliverer(runtime).deliverDue())
    await assertArrived(runtime, home, { events, arrivals: await receiver.take() })
    if (round >= 0) rounds.push({ own, bare })
  }
  await destinations.close()
  const of = (pick: (one: (typeof rounds)[number]) => number) => median(rounds.map(pick))
  const [own, bare] = [of((one) => one.own.cpu), of((one) => one.bare.cpu)]
  return {
    what: `${BACKLOG} deliveries that wait, ${CONCURRENCY} at once: a second, against a bare undici loop that signs`,
    measured: [
      `${of((one) => one.own.rate).toFixed(0)} : ${of((one) => one.bare.rate).toFixed(0)} a second`,
      `${own.toFixed(3)} : ${bare.toFixed(3)} ms of processor time each (${(bare / own).toFixed(2)})`,
    ].join('; '),
    value: of((one) => one.own.rate / one.bare.rate),
    goal: { least: 0.6 },
  }
}

/** A burst, from the arrival of its first event to that of its last; the deliverer begins with nothing open. */
export async function measureBurst(given: Runtime, receiver: Receiver): Promise<Line> {
  const url = `http://127.0.0.1:${await receiver.listen(false)}/`
  const rounds: { own: number; bare: number }[] = []
  for (let round = -1; round < BURST_ROUNDS; round += 1) {
    await sendBare(url, BURST)
    const bare = spanOf(await receiver.take())
    const destinations = openDestinations()
    const runtime = { ...given, destinations }
    const home = await createHome(
      runtime,
      Array.from({ length: WEBHOOKS }, () => url),
    )
    const events = await queue(runtime, home, BURST / WEBHOOKS)
    await createDeliverer(runtime).deliverDue()
    const arrivals = await receiver.take()
    await assertArrived(runtime, home, { events, arrivals })
    await destinations.close()
    if (round >= 0) rounds.push({ own: spanOf(arrivals), bare })
  }
  const of = (pick: (one: (typeof rounds)[number]) => number) => median(rounds.map(pick))
  return {
    what: `${BURST} deliveries at once, ${CONCURRENCY} at a time: from the first to the last, a bare undici loop against it`,
    measured: `${of((one) => one.own).toFixed(0)} : ${of((one) => one.bare).toFixed(0)} ms`,
    value: of((one) => one.bare / one.own),
    goal: { least: 0.5 },
  }
}

function spanOf(arrivals: readonly Arrival[]): number {
  const times = arrivals.map(([, at]) => at)
  return Math.max(...times) - Math.min(...times)
}

/** The bare limit: the same agent, the same signature, and no database. */
async function sendBare(url: string, count: number): Promise<void> {
  const agent = new Agent({ connections: CONCURRENCY, pipelining: 1, allowH2: false })
  const key = Buffer.alloc(32, 7)
  let left = count
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

/** Finding what is due in a queue, with a million deliveries stuck in others and without. */
async function measureClaim(runtime: Runtime): Promise<Line> {
  // Removes the deliveries that other parts have left waiting.
  await sql`update webhook_lanes set next_due_at = null`.execute(runtime.db)
  const home = await createHome(runtime, ['http://127.0.0.1:9/'])
  await queue(runtime, home, 10)
  const without = await claimTime(runtime)
  const stuck = await createHome(
    runtime,
    Array.from({ length: 100 }, () => 'http://127.0.0.1:9/'),
  )
  for (let done = 0; done < STUCK; done += 100_000) await queue(runtime, stuck, 1000)
  const later = runtime.now().add({ hours: 1 })
  await sql`update webhook_lanes set lease_owner = 'elsewhere', lease_until = ${later}
    where household_id = ${stuck.id}`.execute(runtime.db)
  await sql`vacuum analyze webhook_deliveries, webhook_lanes`.execute(runtime.db)
  const withStuck = await claimTime(runtime)
  return {
    what: `Claiming, fetching and giving back a queue: time with ${STUCK} stuck deliveries, against without`,
    measured: `${withStuck.toFixed(2)} : ${without.toFixed(2)} ms`,
    value: withStuck / without,
    goal: { most: 1.5 },
  }
}

async function claimTime(runtime: Runtime): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < 300; n += 1) {
    times.push(
      await timed(async () => {
        const queues = await claimQueues(runtime, await findDueQueues(runtime, 10))
        const wanted = queues.map((queue) => {
          return { ...queue, most: 10, after_at: null, after_id: null, busy: [] }
        })
        const found = await fetchDue(runtime, wanted)
        if (found.length !== 10) throw new Error(`${found.length} were found`)
        await releaseQueues(runtime, queues)
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
