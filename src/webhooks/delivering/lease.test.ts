import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createBell } from '#/platform/runtime/bell.ts'
import { closeGate, letItGoOn } from '../../../test/support/gate.ts'
import { openAnother, until } from '../../../test/support/other-processes.ts'
import { givenHome, givenWebhooks } from '../../../test/fakes/receivers.ts'

// A deliverer that keeps running: how it finds work, and how long it may send under a lease.

const given = await givenWebhooks()
const { db, deliverer, deliveries, product, receivers, remove, runtime } = given
const LEASE = 60

const latest = async (id: string) => (await deliveries(id))[0]!
const delivered = (status: string) => status === 'delivered'

/** Replaces the deliverer's waits: time between two looks passes only when the test calls `letGo`. */
function waitsByHand() {
  const waiting = new Map<() => void, number>()
  return {
    waiting,
    letGo: () => {
      for (const resume of waiting.keys()) resume()
    },
    wait: (milliseconds: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => {
        const resume = () => {
          waiting.delete(resume)
          resolve()
        }
        if (milliseconds < 100) return resume()
        waiting.set(resume, milliseconds)
        if (signal?.aborted) return resume()
        signal?.addEventListener('abort', resume)
      }),
  }
}

test('another process sends a queued event when its lookout wakes it', async () => {
  const one = await given.hook()
  let asked = false
  const own = await openAnother(db, {
    connectionsMax: 1,
    onStatement: (text) => {
      asked ||= text.includes('from webhook_lanes where claimable_at')
    },
  })
  const stop = new AbortController()
  const { wait, waiting } = waitsByHand()
  const bell = createBell()
  const running = deliverer({ db: own, bell, wait }).run(stop.signal)
  await until('it has asked what is due', () => asked)
  // It has one connection: after this answer its own query is answered too.
  await sql`select 1`.execute(own)
  await given.record()
  assert.equal(receivers.got.length, 0)
  assert.deepEqual([...waiting.values()], [], 'without a queue no timer wakes it')
  bell.ring('due')
  await until('it is delivered', async () => (await latest(one.id)).status === 'delivered')
  stop.abort()
  await running
  const queue = await db
    .selectFrom('webhook_lanes')
    .selectAll()
    .where('webhook_id', '=', one.id)
    .executeTakeFirstOrThrow()
  assert.deepEqual(
    [queue.lease_owner, queue.next_due_at],
    [null, null],
    'a graceful stop releases its queues',
  )
  assert.deepEqual([...waiting.values()], [], 'nothing keeps a stopped process alive')
  await remove(one)
})

test('no attempt starts in the last twenty seconds of a lease unless it is renewed', async () => {
  const hook = await given.hook()
  const gate = closeGate(receivers, [hook], { known: 0 })
  const stop = new AbortController()
  const { wait, letGo } = waitsByHand()
  const running = deliverer({ wait }).run(stop.signal)
  await given.recordMany(10)
  await until('two are under way', () => gate.inFlight(() => true) === 2)
  runtime.advance({ seconds: LEASE - 20 })
  gate.open()
  const states = async () => (await deliveries(hook.id)).map(({ status }) => status)
  await until('they are stored', async () => (await states()).filter(delivered).length === 2)
  await letItGoOn(await givenHome(product))
  assert.equal(receivers.got.filter(({ url }) => url === hook.url).length, 2)
  letGo()
  await until('all are delivered', async () => (await states()).every(delivered))
  stop.abort()
  await running
  receivers.take()
  await remove(hook)
})
