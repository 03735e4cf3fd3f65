import { sql } from 'kysely'
import { createDeliverer } from '#/webhooks/delivering/deliverer.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { Instance } from './instance.ts'
import type { Arrival } from './receiver.ts'
import { pause, startServer } from './server.ts'
import { type Line, median } from './table.ts'
import { createHome, type Home, openDestinations, queue, type Receiver } from './webhook-home.ts'

const EVENTS = 200
const EVERY_MS = 20
const HANGING = 100
const TURNS = 5
/** Later than this only what is tried again comes. */
const PATIENCE_MS = 10_000

/** How long an event takes to arrive: recorded through the API, and beside destinations that never answer. */
export async function measureDelay(
  instance: Instance,
  runtime: Runtime,
  receiver: Receiver,
): Promise<Line[]> {
  return [
    await measureRecorded(instance, runtime, receiver),
    await measureBeside(runtime, receiver),
  ]
}

/** The product as an operator runs it: from the answer to `POST /transactions` to the event at its destination. */
async function measureRecorded(
  instance: Instance,
  runtime: Runtime,
  receiver: Receiver,
): Promise<Line> {
  const home = await createHome(runtime, [`http://127.0.0.1:${await receiver.listen(false)}/`])
  const server = await startServer(instance, { EARMARK_ALLOW_CIDRS: '127.0.0.0/8' })
  let asked = 0
  const record = async (): Promise<string> => {
    asked += 1
    const key = home.keys[asked % home.keys.length]
    const response = await fetch(`http://127.0.0.1:${server.port}/v1/transactions`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        account_id: home.account,
        amount: -450,
        concept: 'Corner Bakery',
        booked_at: runtime.now().toString().slice(0, 10),
      }),
    })
    const { id } = (await response.json()) as { id?: string }
    if (id === undefined) throw new Error(`POST /transactions answered ${response.status}`)
    return id
  }
  try {
    await delays(receiver, record, 50)
    const took = await delays(receiver, record)
    return {
      what: 'From the answer to `POST /transactions` to the event at its destination: median',
      measured: `${EVENTS} transactions, one every ${EVERY_MS} ms; 99 of 100 within ${p99(took).toFixed(1)} ms`,
      value: median(took),
      unit: 'ms',
      goal: { most: 25 },
    }
  } finally {
    await server.stop()
  }
}

/**
 * From the commit of an event to its arrival: of a healthy destination alone and beside a hundred that hang, in turns. The events of
 * all turns count together: of those of one, the second slowest would decide.
 */
async function measureBeside(runtime: Runtime, receiver: Receiver): Promise<Line> {
  const healthy = await createHome(runtime, [`http://127.0.0.1:${await receiver.listen(false)}/`])
  const hanging: Home[] = []
  const port = await receiver.listen(true)
  for (let n = 1; n <= HANGING; n += 1) {
    // Each a destination of its own, as far as our limits are concerned.
    hanging.push(await createHome(runtime, [`http://127.0.${n}.1:${port}/`]))
  }
  const [alone, beside]: [number[], number[]] = [[], []]
  for (let turn = -1; turn < TURNS; turn += 1) {
    const [one, other] = [
      await delaysBeside(runtime, receiver, { healthy, hanging: [] }),
      await delaysBeside(runtime, receiver, { healthy, hanging }),
    ]
    if (turn < 0) continue
    alone.push(...one)
    beside.push(...other)
  }
  return {
    what: `A healthy destination beside ${HANGING} that hang: 99 of 100 events arrive within, against alone`,
    measured: `${p99(beside).toFixed(1)} : ${p99(alone).toFixed(1)} ms`,
    value: p99(beside) / p99(alone),
    goal: { most: 1.5 },
  }
}

/** Delays of the healthy one while a process delivers to the others too. What hangs is let go of at the end. */
async function delaysBeside(
  given: Runtime,
  receiver: Receiver,
  { healthy, hanging }: { healthy: Home; hanging: readonly Home[] },
): Promise<number[]> {
  const destinations = openDestinations()
  const runtime = { ...given, destinations }
  for (const home of hanging) await queue(runtime, home, 20)
  const stop = new AbortController()
  const running = createDeliverer(runtime).run(stop.signal)
  await pause(500)
  const took = await delays(receiver, async () => {
    const [event] = await queue(runtime, healthy, 1)
    runtime.bell.ring('due', healthy.id)
    return event!
  })
  stop.abort()
  await destinations.close()
  await running
  await sql`update webhook_lanes set next_due_at = null`.execute(runtime.db)
  return took
}

/** Milliseconds from the end of `record`, which says what it has recorded, to the arrival of its event. */
async function delays(
  receiver: Receiver,
  record: () => Promise<string>,
  count = EVENTS,
): Promise<number[]> {
  const recorded = new Map<string, number>()
  await receiver.take()
  for (let n = 0; n < count; n += 1) {
    const id = await record()
    recorded.set(`evt_transaction_${id}`, performance.timeOrigin + performance.now())
    await pause(EVERY_MS)
  }
  const arrivals: Arrival[] = []
  for (let waited = 0; arrivals.length < count && waited < PATIENCE_MS; waited += 100) {
    await pause(100)
    arrivals.push(...(await receiver.take()))
  }
  if (arrivals.length !== count) throw new Error(`${arrivals.length} of ${count} events came`)
  return arrivals.map(([event, at]) => at - recorded.get(event)!)
}

function p99(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.99)]!
}
