import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { events } from '../../../src/webhooks/contract.ts'
import { verifyWebhook, WebhookVerificationError } from '../src/verify-webhook.ts'

const NOW = 1_795_000_000
const secretOf = (seed: number) => `whsec_${Buffer.alloc(32, seed).toString('base64')}`
const secret = secretOf(1)
const body = '{"eventId":"evt_test_1","name":"webhook.test","data":{"concept":"Café 😀 \u2028"}}'

function headersOf(given = secret, text = body, seconds = NOW) {
  return {
    'webhook-id': 'evt_test_1',
    'webhook-timestamp': String(seconds),
    'webhook-signature': new Webhook(given).sign('evt_test_1', new Date(seconds * 1000), text),
  }
}

const problem = (expected: string) => (error: unknown) => {
  assert.ok(error instanceof WebhookVerificationError)
  assert.equal(error.problem, expected)
  return true
}

test('a genuine delivery is accepted as text and bytes, from headers of fetch and of Node', async () => {
  const headers = headersOf()
  const upper = Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])
  const forms = [headers, new Headers(headers), Object.fromEntries(upper) as typeof headers]
  const bytes = new TextEncoder().encode(body)
  for (const form of forms)
    for (const raw of [body, bytes, bytes.buffer, Buffer.from(body)]) {
      const event = await verifyWebhook(form, raw, secret, { now: NOW })
      assert.equal(event.name, 'webhook.test')
    }
})

test('the signature of any of several secrets counts, among several signatures', async () => {
  const headers = headersOf(secretOf(2))
  const signatures = `v1a,YWJj ${headersOf()['webhook-signature']} ${headers['webhook-signature']} v1,x`
  const many = { ...headers, 'webhook-signature': signatures }
  for (const secrets of [secret, secretOf(2), [secretOf(3), secret]])
    assert.equal((await verifyWebhook(many, body, secrets, { now: NOW })).eventId, 'evt_test_1')
  const others = [secretOf(3), secretOf(4)]
  await assert.rejects(verifyWebhook(many, body, others, { now: NOW }), problem('wrong_signature'))
})

test('a changed body, id, time, signature or version is refused', async () => {
  const headers = headersOf()
  const signature = headers['webhook-signature']
  const forged = [
    { 'webhook-id': 'evt_test_2' },
    { 'webhook-timestamp': String(NOW - 1) },
    { 'webhook-signature': signature.slice(0, -1) },
    { 'webhook-signature': `${signature}=` },
    { 'webhook-signature': signature.slice(3) },
    { 'webhook-signature': signature.replace('v1', 'v2') },
    { 'webhook-signature': 'v1,' },
    { 'webhook-signature': `v1,${'!'.repeat(43)}=` },
  ]
  for (const change of forged) {
    const call = verifyWebhook({ ...headers, ...change }, body, secret, { now: NOW })
    await assert.rejects(call, problem('wrong_signature'), JSON.stringify(change))
  }
  for (const text of [`${body} `, '', JSON.stringify(JSON.parse(body), null, 1)])
    await assert.rejects(
      verifyWebhook(headers, text, secret, { now: NOW }),
      problem('wrong_signature'),
    )
})

test('a header that is missing or no time is refused', async () => {
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
    const { [name]: _, ...others } = headersOf() as Record<string, string>
    await assert.rejects(verifyWebhook(others, body, secret), problem('missing_header'))
    await assert.rejects(
      verifyWebhook(new Headers(others), body, secret),
      problem('missing_header'),
    )
  }
  for (const time of ['x', '-1', '1e9', ' 1795000000', '9'.repeat(13)]) {
    const headers = { ...headersOf(), 'webhook-timestamp': time }
    await assert.rejects(verifyWebhook(headers, body, secret), problem('bad_timestamp'))
  }
})

test('a signature counts for five minutes, or for the tolerance that is given', async () => {
  const at = (seconds: number, tolerance?: number) =>
    verifyWebhook(headersOf(), body, secret, { now: NOW + seconds, tolerance })
  for (const seconds of [-300, 0, 300]) await at(seconds)
  for (const seconds of [-301, 301]) await assert.rejects(at(seconds), problem('outside_tolerance'))
  await at(900, 900)
  await assert.rejects(at(11, 10), problem('outside_tolerance'))
  await assert.rejects(at(0, Number.NaN), problem('outside_tolerance'))
  // By default the clock of the machine.
  await assert.rejects(verifyWebhook(headersOf(), body, secret), problem('outside_tolerance'))
})

test('an empty or unfit secret is refused before anything is compared', async () => {
  const unfit = ['', 'whsec_', 'whsec_YWJj', 'secret', `whsec_${'!'.repeat(44)}`, secret.slice(6)]
  for (const one of [...unfit, [], [secret, '']])
    await assert.rejects(verifyWebhook(headersOf(), body, one, { now: NOW }), TypeError)
  const absent = undefined as unknown as string
  await assert.rejects(verifyWebhook(headersOf(), body, absent, { now: NOW }), TypeError)
})

test('a body that was parsed already, or that is no JSON, gets an error that says so', async () => {
  const parsed = JSON.parse(body) as string
  await assert.rejects(verifyWebhook(headersOf(), parsed, secret, { now: NOW }), /raw body/)
  const headers = headersOf(secret, 'no json')
  await assert.rejects(verifyWebhook(headers, 'no json', secret, { now: NOW }), problem('bad_body'))
})

test('the events that a receiver may get are those that the service sends', () => {
  const names: Record<Awaited<ReturnType<typeof verifyWebhook>>['name'], true> = {
    'transaction.created': true,
    'webhook.test': true,
  }
  assert.deepEqual(
    Object.keys(names),
    events.map(({ name }) => name),
  )
})
