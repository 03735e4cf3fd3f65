import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { createOutbound } from '#/platform/outbound/outbound.ts'
import { makeFolder } from '../support/cluster-trial.ts'
import { createDeliverer } from '#/webhooks/delivering/deliverer.ts'
import { until, urlOf } from '../support/other-processes.ts'
import { startProduct } from '../support/product.ts'
import { givenHome } from '../fakes/receivers.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { START } from '../support/runtime.ts'

// Real servers, killed with SIGKILL while a destination has the request and has not answered. The lease is waited for in
// time that is moved by hand.

const product = await startProduct({ limited: false })
const { db, runtime } = product
const { loaded, key } = await givenHome(product)
const folder = makeFolder({ after })

const env = {
  DATABASE_URL: await urlOf(db),
  EARMARK_SECRET: 'a master secret of the tests',
  EARMARK_ALLOW_CIDRS: '127.0.0.0/8',
}
const serve = () => startServer(folder, { ...env, EARMARK_NOW: START })

let hangs = false
let got: string[] = []
const destination = createServer((request, response) => {
  request.resume().on('end', () => {
    got.push(String(request.headers['webhook-id']))
    if (!hangs) response.writeHead(204).end()
  })
})
await new Promise<void>((resolve) => destination.listen(0, '127.0.0.1', resolve))
after(() => destination.closeAllConnections())
after(() => destination.close())

async function ask<T>(server: ServerProcess, path: string, body: object): Promise<T> {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  assert.ok(response.ok, `${path}: ${response.status}`)
  return (await response.json()) as T
}

const record = (server: ServerProcess) =>
  ask<{ id: string }>(server, '/transactions', {
    account_id: loaded.accounts['checking'],
    amount: -450,
    concept: 'Corner Bakery',
    booked_at: START.slice(0, 10),
  })

const stored = () =>
  db.selectFrom('webhook_deliveries').select(['event_id', 'state', 'attempts']).execute()

/** Has the destination get one event and hang on another, and kills the server then; the event under way. */
async function killMidway(server: ServerProcess): Promise<string> {
  hangs = false
  await record(server)
  await until('it is delivered', async () =>
    (await stored()).every(({ state }) => state === 'delivered'),
  )
  hangs = true
  got = []
  const { id } = await record(server)
  await until('it was sent', () => got.length === 1)
  server.kill('SIGKILL')
  await server.ended
  hangs = false
  const waits = (await stored()).find(({ event_id }) => event_id === id)
  assert.deepEqual([waits?.state, waits?.attempts], ['queued', 0])
  return id
}

async function assertSentAgain(id: string): Promise<void> {
  await until('it is delivered', async () =>
    (await stored()).every(({ state, attempts }) => state === 'delivered' && attempts === 1),
  )
  const event = `evt_transaction_${id}`
  assert.deepEqual(got, [event, event])
}

test('after a kill amid a delivery the next server goes on at once, another after the lease', async () => {
  const first = await serve()
  const { port } = destination.address() as AddressInfo
  await ask(first, '/webhooks', { name: 'Mine', url: `http://127.0.0.1:${port}/` })
  const one = await killMidway(first)

  const restarted = await serve()
  // By the servers' clock the dead one's lease has most of its minute to go.
  await assertSentAgain(one)

  const two = await killMidway(restarted)
  const { lease_until } = await db
    .selectFrom('webhook_lanes')
    .select('lease_until')
    .executeTakeFirstOrThrow()
  const lease = runtime.now().until(lease_until!)
  const destinations = createOutbound({ allowCidrs: '127.0.0.0/8', plainHttp: 'anywhere' })
  const living = createDeliverer({ ...runtime, destinations })
  runtime.advance(lease.subtract({ milliseconds: 1 }))
  assert.equal(await living.deliverDue(), 0, 'the dead one still holds the queue')
  runtime.advance({ milliseconds: 1 })
  assert.equal(await living.deliverDue(), 1)
  await destinations.close()
  await assertSentAgain(two)
})
