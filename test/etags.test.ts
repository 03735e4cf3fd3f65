import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Endpoint, isWrite } from '#/platform/contract/endpoint.ts'
import { publicContracts } from '#/app/http/public-contracts.ts'
import { placeOf, samplesOf, startScene } from './support/openapi-samples.ts'

// Every read can be repeated for nothing while nothing has changed. That equal tags mean equal answers is checked by every
// test that asks the API (`support/watch-tags.ts`).

const reads = publicContracts
  .flatMap((contract) => Object.entries(contract as Readonly<Record<string, Endpoint>>))
  .filter(([, declared]) => !isWrite(declared))
const scene = await startScene({ limited: false })
const { request, rw, takeStatements } = scene

for (const [name, { method, path, tagged }] of reads) {
  const place = placeOf(path, { ...samplesOf(scene)[name] })
  const ask = (headers: Readonly<Record<string, string>> = {}, key = rw) =>
    request(method, place, { key, headers })

  test(`${method} ${path} is answered with 304 while nothing changes`, async () => {
    const { status, headers } = await ask()
    assert.equal(status, 200)
    assert.equal(headers.get('cache-control'), 'private, no-cache')
    const tag = headers.get('etag')!
    takeStatements()
    const again = await ask({ 'if-none-match': tag })
    assert.deepEqual([again.status, again.text, again.headers.get('etag')], [304, '', tag])
    assert.equal(again.headers.get('content-type'), null)
    assert.equal(again.headers.get('cache-control'), 'private, no-cache')
    assert.ok(again.headers.has('x-request-id') && again.headers.has('x-ratelimit-remaining'))
    // The admission counts the request and knows the state; nothing else is asked.
    if (tagged !== 'content') assert.equal(takeStatements().length, 1)
  })
}

test('a 304 is counted as any request', async () => {
  const left = (answer: { headers: Headers }) => Number(answer.headers.get('x-ratelimit-remaining'))
  const first = await request('GET', '/accounts', { key: rw })
  const headers = { 'if-none-match': first.headers.get('etag')! }
  const second = await request('GET', '/accounts', { key: rw, headers })
  assert.equal(second.status, 304)
  assert.equal(left(second), left(first) - 1)
})

test('a tag is found in a list, without W/, and by a star', async () => {
  const { headers } = await request('GET', '/accounts', { key: rw })
  const tag = headers.get('etag')!
  for (const wanted of [`"other", ${tag}`, tag.slice(2), ` ${tag} ,W/"x"`, '*']) {
    const answer = await request('GET', '/accounts', {
      key: rw,
      headers: { 'if-none-match': wanted },
    })
    assert.equal(answer.status, 304, wanted)
  }
  for (const wanted of ['"other"', tag.slice(3, -1), '""', 'W/']) {
    const answer = await request('GET', '/accounts', {
      key: rw,
      headers: { 'if-none-match': wanted },
    })
    assert.equal(answer.status, 200, wanted)
  }
})

test('a write, a new day and another request have another tag', async () => {
  const tagOf = async (path: string, key = rw) =>
    (await request('GET', path, { key })).headers.get('etag')
  const before = await tagOf('/transactions')
  assert.notEqual(await tagOf('/transactions?limit=2'), before)
  assert.equal(await tagOf('/transactions'), before)
  const body = samplesOf(scene)['recordTransaction']!.body
  assert.equal((await request('POST', '/transactions', { key: rw, body })).status, 200)
  const after = await tagOf('/transactions')
  assert.notEqual(after, before)
  scene.runtime.advance({ hours: 24 })
  assert.notEqual(await tagOf('/transactions'), after)
})

test('a revision that is reached again after a restored backup has another tag', async () => {
  const ask = async () => (await request('GET', '/accounts', { key: rw })).headers.get('etag')
  const write = async (concept: string) => {
    const sample = samplesOf(scene)['recordTransaction']!.body as object
    const answer = await request('POST', '/transactions', { key: rw, body: { ...sample, concept } })
    assert.equal(answer.status, 200)
  }
  await write('Before')
  const tag = await ask()
  // As a backup does that was made before the last write.
  const { household_id: id } = scene.loaded
  await sql`update households set revision = revision - 1 where household_id = ${id}`.execute(
    scene.db,
  )
  await write('After')
  assert.notEqual(await ask(), tag)
})

test('a tag of one household never matches in another', async () => {
  const other = await scene.household({})
  const mine = await request('GET', '/categories', { key: rw })
  const answer = await request('GET', '/categories', {
    key: other.keys['rw']!.api_key,
    headers: { 'if-none-match': mine.headers.get('etag')! },
  })
  assert.equal(answer.status, 200)
})

test('a faulty or forbidden request is refused with any tag', async () => {
  const headers = { 'if-none-match': '*' }
  const ask = (path: string, key?: string) =>
    request('GET', path, { headers, ...(key !== undefined && { key }) })
  assert.equal((await ask('/transactions?limit=0', rw)).status, 400)
  assert.equal((await ask('/transactions/0190a000-0000-7000-8000-00000000dead', rw)).status, 404)
  assert.equal((await ask('/accounts')).status, 401)
  const refused = await ask('/nowhere', rw)
  assert.deepEqual([refused.status, refused.headers.get('etag')], [404, null])
  assert.equal(refused.headers.get('cache-control'), 'no-store')
})

test('writes carry no tag and are not kept', async () => {
  const { headers } = await request('POST', '/transactions', { key: rw, body: {} })
  assert.equal(headers.get('etag'), null)
  assert.equal(headers.get('cache-control'), 'no-store')
})

test('the OpenAPI document is answered with 304 as well', async () => {
  const first = await scene.app.request('/v1/openapi.json')
  const headers = { 'if-none-match': first.headers.get('etag')! }
  const again = await scene.app.request('/v1/openapi.json', { headers })
  assert.deepEqual([again.status, await again.text()], [304, ''])
})
