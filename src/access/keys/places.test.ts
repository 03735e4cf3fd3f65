import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listSecurityEvents } from '#/people/access/security-events.ts'
import { openAnother, openFragile } from '../../../test/support/other-processes.ts'
import { startProduct } from '../../../test/support/product.ts'
import { createPlaceWatch, PLACES_MAX } from './places.ts'

const product = await startProduct({
  remote: '127.0.0.1',
  trustedProxies: ['127.0.0.1'],
  limited: false,
})
const { db, journal, runtime } = product
const rw = ['data.read', 'data.write'] as ['data.read', 'data.write']
const home = await product.household({
  members: [
    { ref: 'ada', name: 'Ada', email: 'ada@example.com', role: 'owner' },
    { ref: 'ben', name: 'Ben', email: 'ben@example.com', role: 'member' },
  ],
  keys: [
    { ref: 'ben', member: 'ben', name: 'Of nobody', scopes: rw },
    { ref: 'many', member: 'ada', name: 'Moves', scopes: rw },
    { ref: 'shared', member: 'ada', name: 'Shared', scopes: rw },
    { ref: 'retried', member: 'ada', name: 'Retried', scopes: rw },
  ],
})
const ada = await product.member(home.household_id, home.members['ada']!)
const personId = (
  await db
    .selectFrom('members')
    .select('person_id')
    .where('id', '=', home.members['ada']!)
    .executeTakeFirstOrThrow()
).person_id!

type Key = {
  readonly id: string
  readonly api_key: string
  readonly places: readonly { network: string; agent: string; is_new: boolean }[]
  readonly last_used: { readonly address: string; readonly agent: string } | null
}

async function use(key: string, address: string): Promise<void> {
  const headers = { 'x-forwarded-for': address, 'user-agent': 'script/1' }
  assert.equal((await product.request('GET', '/me', { key, headers })).status, 200)
  await journal.flush()
}

/** The alerts since the last call. */
async function takeAlerts(): Promise<readonly string[]> {
  const lines = runtime.logged.splice(0).filter((line) => line.includes('key_new_place'))
  return lines.map((line) => String((JSON.parse(line) as Record<string, unknown>)['address']))
}
const showKey = async (id: string) =>
  (await ada.request<Key[]>('GET', '/keys')).body.find((key) => key.id === id)!
const unseen = async () => (await ada.request('GET', '/session')).body['new_key_places']

test('the first use of a key from a new network is an alert, but not from where it was made', async () => {
  await db.updateTable('sessions').set({ address: '203.0.113.5' }).execute()
  await ada.prove()
  const { body: key } = await ada.request<Key>('POST', '/keys', {
    body: {
      name: 'Script',
      scopes: ['data.read'],
      expires_at: runtime.now().add({ hours: 240 }).toString(),
    },
  })
  await takeAlerts()
  await use(key.api_key, '203.0.113.5')
  assert.deepEqual(await takeAlerts(), [])
  for (const address of ['198.51.100.1', '198.51.100.1', '2001:db8::1', '2001:db8::2']) {
    await use(key.api_key, address)
  }
  assert.deepEqual(await takeAlerts(), ['198.51.100.1', '2001:db8:0:0'])
  const shown = await showKey(key.id)
  assert.deepEqual(shown.places.map(({ network, is_new }) => `${network} ${is_new}`).toSorted(), [
    '198.51.100.1 true',
    '2001:db8:0:0 true',
    '203.0.113.5 false',
  ])
  assert.deepEqual([shown.last_used?.address, shown.last_used?.agent], ['2001:db8:0:0', 'script/1'])
  const events = await listSecurityEvents(runtime, { personId, since: null, limit: 10 })
  assert.deepEqual(
    events
      .filter(({ action }) => action === 'key_new_place')
      .map(({ address, agent, detail }) => `${address} ${agent} ${detail}`)
      .toSorted(),
    ['198.51.100.1 script/1 Script', '2001:db8:0:0 script/1 Script'],
  )
  const { body: history } = await ada.request<{ action: string; detail: string | null }[]>(
    'GET',
    '/profile/events',
  )
  assert.equal(history.filter(({ detail }) => detail === 'Script').length, 2)
  assert.equal(await unseen(), 2)
  assert.deepEqual((await ada.request('POST', '/keys/places/dismiss', { body: {} })).body, {
    dismissed: 2,
  })
  assert.equal(await unseen(), 0)
  assert.ok((await showKey(key.id)).places.every(({ is_new }) => !is_new))
})

test('a place that the process knows costs no statement, and this machine is no place', async () => {
  const key = home.keys['shared']!.api_key
  await use(key, '198.51.100.1')
  product.takeStatements()
  await use(key, '198.51.100.1')
  const known = product.takeStatements()
  assert.ok(!known.some((text) => text.includes('key_places')), known.join('\n'))
  await takeAlerts()
  for (const local of ['127.0.0.1', '127.8.8.8', '::1', 'nonsense']) await use(key, local)
  assert.deepEqual(await takeAlerts(), [])
})

test('any number of processes alert once for each key and network', async () => {
  const pools = await Promise.all([1, 2, 3].map(() => openAnother(db)))
  const uses = Array.from({ length: 20 }, (_, n) => ({
    householdId: home.household_id,
    keyId: home.keys['shared']!.id,
    address: `192.0.2.${n}`,
    agent: 'x',
    at: runtime.now(),
  }))
  await takeAlerts()
  const watches = [db, ...pools].map((pool) =>
    createPlaceWatch({ ...runtime, db: pool }, (agent) => agent),
  )
  for (const [at, watch] of watches.entries()) {
    for (const one of at % 2 === 0 ? uses : uses.toReversed()) watch.note(one)
  }
  await Promise.all(watches.map((watch) => watch.flush()))
  assert.deepEqual((await takeAlerts()).toSorted(), uses.map(({ address }) => address).toSorted())
  await Promise.all(watches.map((watch) => watch.flush()))
  assert.deepEqual(await takeAlerts(), [])
})

test('an alert whose storing fails at any statement is whole at the next use', async () => {
  const { fuse, fragile } = await openFragile(db)
  for (const left of [0, 1, 2, 3]) {
    const place = {
      householdId: home.household_id,
      keyId: home.keys['retried']!.id,
      address: `198.51.100.${70 + left}`,
      agent: 'x',
      at: runtime.now(),
    }
    const watch = createPlaceWatch({ ...runtime, db: fragile }, (agent) => agent)
    await takeAlerts()
    fuse.left = left
    watch.note(place)
    await watch.flush()
    fuse.left = null
    assert.deepEqual(await takeAlerts(), [])
    await use(home.keys['retried']!.api_key, place.address)
    assert.deepEqual(await takeAlerts(), [place.address])
  }
})

test('a key of a member without an account alerts the operator', async () => {
  await use(home.keys['ben']!.api_key, '198.51.100.9')
  const events = await listSecurityEvents(runtime, { personId: null, since: null, limit: 50 })
  const found = events.find(({ action, of }) => action === 'key_new_place' && of === 'instance')
  assert.equal(found?.detail, 'Of nobody, from 198.51.100.9')
})

test('a key is known from a limited number of places, and further ones store nothing', async () => {
  const watch = createPlaceWatch(runtime, (agent) => agent)
  for (let n = 0; n < PLACES_MAX + 20; n += 1) {
    watch.note({
      householdId: home.household_id,
      keyId: home.keys['many']!.id,
      address: `10.1.${Math.floor(n / 100)}.${n % 100}`,
      agent: '',
      at: runtime.now(),
    })
    if (n % 10 === 9) await watch.flush()
  }
  assert.equal((await showKey(home.keys['many']!.id)).places.length, PLACES_MAX)
})
