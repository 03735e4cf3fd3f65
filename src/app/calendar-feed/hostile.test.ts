import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { ADDRESS_PER_MINUTE } from '#/access/limits/window.ts'
import { budget } from '../../../test/support/given.ts'
import { startProduct } from '../../../test/support/product.ts'

const product = await startProduct({
  start: '2026-01-25T10:00:00Z',
  trustedProxies: ['127.0.0.1'],
})
const { port } = await product.listen()

async function givenFeed() {
  const loaded = await product.household(budget)
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  await member.prove()
  const made = await member.request<{ path: string }>('POST', '/calendar-feeds', { body: {} })
  return { ...loaded, member, path: made.body.path }
}

type Asked = { readonly headers?: Record<string, string>; readonly method?: string }

/** Asks over a socket, from a network of our choice. */
function ask(path: string, from: string, { headers = {}, method = 'GET' }: Asked = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; retry: number }>()
  const sent = { 'x-forwarded-for': from, ...headers }
  request({ port, path, method, headers: sent }, (response) => {
    response.resume()
    const { statusCode, headers: got } = response
    response.on('end', () => resolve({ status: statusCode!, retry: Number(got['retry-after']) }))
  })
    .on('error', reject)
    .end()
  return promise
}

test('10,000 reads and guesses of one network share its budget, and others still read', async () => {
  const { path } = await givenFeed()
  const statuses = new Map<number, number>()
  let retry = 0
  const worker = async (tries: number) => {
    for (let count = 0; count < tries; count += 1) {
      const answer = await ask(count % 2 ? path : '/calendar/guess.ics', '203.0.113.7')
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      if (answer.status === 429) retry = answer.retry
    }
  }
  await Promise.all(Array.from({ length: 20 }, () => worker(500)))
  const [read, guessed, refused] = [200, 404, 429].map((status) => statuses.get(status) ?? 0)
  assert.deepEqual([read! + guessed!, refused], [ADDRESS_PER_MINUTE, 10_000 - ADDRESS_PER_MINUTE])
  assert.ok(read! > 0 && guessed! > 0)
  assert.ok(retry >= 1 && retry <= 60)
  assert.equal((await ask(path, '198.51.100.1')).status, 200)
})

test('huge headers are refused before anything is read, and the server goes on', async () => {
  const { path } = await givenFeed()
  const huge = { 'x-filler': 'x'.repeat(100_000) }
  assert.equal((await ask(path, '192.0.2.10', { headers: huge })).status, 400)
  const long = { 'if-none-match': `"${'a'.repeat(8000)}"` }
  assert.equal((await ask(path, '192.0.2.10', { headers: long })).status, 200)
})
