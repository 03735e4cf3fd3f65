import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { noticesApp } from '#/notices/app-contract.ts'
import { createOutbound } from '#/platform/outbound/outbound.ts'
import { makeFolder } from '../support/cluster-trial.ts'
import { everything } from '../support/given-notices.ts'
import { until, urlOf } from '../support/other-processes.ts'
import { startProduct } from '../support/product.ts'
import { START } from '../support/runtime.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'

// Real servers, killed with SIGKILL while every receiver has the message and has not answered.

const destinations = createOutbound({ allowCidrs: '127.0.0.0/8', plainHttp: 'anywhere' })
after(() => destinations.close())
const { db, household, member } = await startProduct({ limited: false, destinations })
const folder = makeFolder({ after })
const serve = async () =>
  startServer(folder, {
    DATABASE_URL: await urlOf(db),
    EARMARK_SECRET: 'a master secret of the tests',
    EARMARK_ALLOW_CIDRS: '127.0.0.0/8',
    EARMARK_NOW: START,
  })

let hangs = false
type Got = { readonly kind: string; readonly id: string | null; readonly text: string }
let got: Got[] = []
const receiver = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const kind = request.url!.split('/')[1]!
    const text = Buffer.concat(parts).toString()
    const { sequence_id: sequence } = JSON.parse(text) as { readonly sequence_id?: string }
    const id = sequence ?? request.headers['idempotency-key']
    got.push({ kind, id: id === undefined ? null : String(id), text })
    if (!hangs) response.writeHead(200).end()
  })
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
after(() => {
  receiver.closeAllConnections()
  receiver.close()
})
const base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`

const loaded = await household({
  accounts: [{ ref: 'checking', name: 'Checking', type: 'depository', subtype: 'checking' }],
})
const ada = await member(loaded.household_id, loaded.members['ada']!)
await ada.prove()
const app = ada.client(noticesApp)
await app.changeNoticeSettings({
  body: { ...everything, kinds: ['large_payment'], large_from: 1000 },
})
for (const body of [
  { kind: 'ntfy', name: 'ntfy', url: `${base}/ntfy`, topic: 'ada' },
  { kind: 'gotify', name: 'gotify', url: `${base}/gotify`, token: 'token' },
  { kind: 'telegram', name: 'telegram', url: `${base}/telegram`, token: '1:t', chat: '1' },
  { kind: 'url', name: 'url', url: `${base}/url` },
] as const) {
  await app.createNoticeWay({ body })
}
const WAYS = 4

/** Waits without the rest of 20 seconds after a look. */
const soon = (what: string, holds: () => Promise<boolean> | boolean) =>
  until(what, async () => {
    await sql`update notice_watches set look_at = ${START} where lease_until is null`.execute(db)
    return holds()
  })

/** A look that was killed is held for two minutes. */
const endLook = () =>
  sql`update notice_watches set lease_until = null, lease_owner = null`.execute(db)

async function spend(server: ServerProcess, amount: number): Promise<void> {
  const response = await fetch(`${server.url}/transactions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${loaded.keys['rw']!.api_key}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      account_id: loaded.accounts['checking'],
      amount: -amount,
      concept: 'Roof',
      booked_at: START.slice(0, 10),
      type: 'expense',
    }),
  })
  assert.ok(response.ok, await response.text())
}

const states = async () =>
  (await app.listNotices({})).flatMap(({ sent }) => sent.map(({ state }) => state))

test('a kill while a message is sent repeats it under its id, and no other', async () => {
  const first = await serve()
  await spend(first, 2000)
  await soon('all have the first notice', async () =>
    (await states()).every((state) => state === 'sent'),
  )
  await soon('all ways were used', () => got.length === WAYS)
  const before = got
  got = []
  hangs = true
  await spend(first, 3000)
  await soon('all have the second notice', () => got.length === WAYS)
  first.kill('SIGKILL')
  await first.ended
  await endLook()
  hangs = false
  assert.deepEqual((await states()).toSorted(), [
    ...Array.from({ length: WAYS }, () => 'queued'),
    ...Array.from({ length: WAYS }, () => 'sent'),
  ])
  const second = await serve()
  await soon('it is stored as sent', async () =>
    (await states()).every((state) => state === 'sent'),
  )
  second.kill('SIGKILL')
  await second.ended
  await endLook()
  const third = await serve()
  // Nothing is left to send: the third notice comes alone.
  await spend(third, 4000)
  await soon('all have the third notice', () => got.length === 3 * WAYS)
  for (const kind of ['ntfy', 'gotify', 'telegram', 'url']) {
    const messages = got.filter((one) => one.kind === kind)
    const [once, again, last] = messages
    assert.deepEqual(once, again, kind)
    assert.notEqual(last!.text, once!.text)
    const hasId = kind === 'ntfy' || kind === 'url'
    const ids = new Set(
      [...before, ...messages].filter((one) => one.kind === kind).map(({ id }) => id),
    )
    assert.equal(ids.size, hasId ? 3 : 1, kind)
  }
})
