import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { rotateSecrets } from '#/platform/runtime/rotate.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { createSeal } from '#/platform/runtime/seal.ts'
import { givenWebhooks } from '../../../test/fakes/receivers.ts'
import { openAnother } from '../../../test/support/other-processes.ts'
import { sealUrls } from './seal-urls.ts'

const given = await givenWebhooks()
const { api, db, deliver, deliverer, hook, product, receivers, record, remove, runtime } = given

/** Puts a URL into its row as an earlier version stored it. */
async function storeAsBefore({ id, url }: { id: string; url: string }): Promise<void> {
  const plain = { url, sealed_url: null, host: null }
  await db.updateTable('webhooks').set(plain).where('id', '=', id).execute()
}

const rowOf = (id: string) =>
  db
    .selectFrom('webhooks')
    .select(['url', 'sealed_url', 'host'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const withRing = (...ring: [string, ...string[]]): Runtime => ({
  ...runtime,
  seal: createSeal(() => ring, randomBytes),
})
const OLD = 'a master secret of the tests'

test('a URL is stored sealed beside its host, and its member sees all of it', async () => {
  const one = await hook('https://sealed.example:8443/in/S3cr3tPath?key=S3cr3tQuery')
  const { url, sealed_url, host } = await rowOf(one.id)
  assert.deepEqual([url, host], [null, 'sealed.example:8443'])
  assert.ok(!sealed_url!.includes('S3cr3t'))
  assert.equal((await given.show(one.id)).url, one.url)
  const ada = await product.member(given.loaded.household_id, given.loaded.members['ada']!)
  const { body } = await ada.request<{ host: string }[]>('GET', '/household/webhooks')
  assert.deepEqual(
    body.map((webhook) => webhook.host),
    ['sealed.example:8443'],
  )
  await remove(one)
})

test('a replay of a creation shows the URL again, and one that an earlier version stored too', async () => {
  const ask = () =>
    product.request<{ id: string; secret: string }>('POST', '/webhooks', {
      key: given.key,
      body: { name: 'Mine', url: 'https://replayed.example/in/S3cr3tPath' },
      headers: { 'idempotency-key': 'make-it-once' },
    })
  const first = await ask()
  const { secret: _, ...shown } = first.body
  assert.deepEqual((await ask()).body, shown)
  await db
    .updateTable('idempotency_keys')
    .set({ body: JSON.stringify(shown) })
    .where('key', '=', 'make-it-once')
    .execute()
  assert.deepEqual((await ask()).body, shown)
  await remove(first.body)
})

test('URLs of an earlier version work, and any number of processes seal each once', async () => {
  const hooks = await Promise.all([1, 2, 3, 4].map((n) => hook(`https://old.example/In${n}`)))
  for (const one of hooks) await storeAsBefore(one)
  await record()
  await deliver()
  assert.equal(receivers.take().length, hooks.length)
  assert.equal((await given.show(hooks[0]!.id)).url, hooks[0]!.url)
  const others = await Promise.all([openAnother(db), openAnother(db)])
  const counts = await Promise.all([db, ...others].map((one) => sealUrls({ ...runtime, db: one })))
  assert.equal(
    counts.reduce((sum, count) => sum + count),
    hooks.length,
  )
  for (const { id, url } of hooks) {
    const row = await rowOf(id)
    assert.deepEqual([row.url, row.host], [null, 'old.example'])
    assert.equal((await given.show(id)).url, url)
  }
  assert.equal(await sealUrls(runtime), 0)
  await record()
  await deliver()
  assert.equal(receivers.take().length, hooks.length)
  await remove(...hooks)
})

test('a crash while URLs are sealed leaves each one whole, and the next start seals the rest', async () => {
  const hooks = [await hook('https://one.example/A1'), await hook('https://two.example/B2')]
  for (const one of hooks) await storeAsBefore(one)
  let left = 1
  const seal: Runtime['seal'] = {
    ...runtime.seal,
    seal: (...value) => {
      left -= 1
      if (left < 0) throw new Error('the power went')
      return runtime.seal.seal(...value)
    },
  }
  await assert.rejects(sealUrls({ ...runtime, seal }), /the power went/)
  for (const { id, url } of hooks) assert.equal((await given.show(id)).url, url)
  assert.equal(await sealUrls(runtime), 1)
  await remove(...hooks)
})

test('a URL that cannot be opened postpones its deliveries, and its webhook can still be removed', async () => {
  const one = await hook('https://lost.example/In1')
  await record()
  const lost = withRing('another master secret')
  await deliverer(lost).deliverDue()
  assert.deepEqual(receivers.take(), [])
  assert.ok(runtime.logged.some((line) => line.includes('deliveries.secret_unreadable')))
  const [delivery] = await given.deliveries(one.id)
  assert.deepEqual([delivery!.status, delivery!.attempts], ['pending', 0])
  runtime.advance({ minutes: 2 })
  await deliver()
  assert.equal(receivers.take(one.url).length, 1)
  await db
    .updateTable('webhooks')
    .set({ sealed_url: lost.seal.seal(one.url, `webhooks.sealed_url:${one.id}`) })
    .where('id', '=', one.id)
    .execute()
  assert.equal((await given.show(one.id)).url, 'https://lost.example/')
  await remove(one)
})

test('a rotation reseals URLs, and one that was moved to another webhook does not open', async () => {
  const [one, two] = [await hook('https://one.example/A1'), await hook('https://two.example/B2')]
  await rotateSecrets(withRing('the next master secret', OLD))
  const next = withRing('the next master secret')
  const { sealed_url } = await rowOf(one.id)
  assert.equal(next.seal.open(sealed_url!, `webhooks.sealed_url:${one.id}`), one.url)
  assert.throws(() => next.seal.open(sealed_url!, `webhooks.sealed_url:${two.id}`))
  await rotateSecrets(withRing(OLD, 'the next master secret'))
  await remove(one, two)
})

test('what a receiver says of the path it was asked for is not kept', async () => {
  const url = 'https://talking.example/services/T0123ABCD/x%20Y1234567?code=Qu3ryS3cr3t'
  const one = await hook(url)
  receivers.answer(url, {
    status: 404,
    body: `Cannot POST /services/T0123ABCD/x Y1234567 for T0123ABCD and Qu3ryS3cr3t of services at ${url}`,
  })
  await record()
  await deliver()
  const [delivery] = await api.listDeliveries({ params: { id: one.id }, query: {} })
  assert.equal(
    delivery!.log[0]!.answer,
    'Cannot POST [secret] for [secret] and [secret] of services at [secret]',
  )
  await remove(one)
})
