import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Endpoint } from '#/platform/contract/endpoint.ts'
import { type Grant, resources } from '#/platform/contract/resources.ts'
import { publicContracts } from '#/app/http/public-contracts.ts'
import { createReceivers } from '../../../test/fakes/receivers.ts'
import { neededGrants } from '../../../test/support/needed-grants.ts'
import { startProduct } from '../../../test/support/product.ts'
import { readGrants } from './restrictions.ts'

const { outbound: destinations } = createReceivers(() => Temporal.Instant.fromEpochMilliseconds(0))
const product = await startProduct({ limited: false, destinations })
const { db, runtime } = product
const single: readonly Grant[] = resources.flatMap((one) => [
  `${one}:read` as const,
  `${one}:write` as const,
])
const both = 'webhooks:write transactions:read'
const reading = 'webhooks:read transactions:read'
const kinds = [...single, both, reading]
const {
  household_id: householdId,
  members,
  keys,
  accounts,
} = await product.household({
  members: [
    { ref: 'ada', name: 'Ada', email: 'ada@example.com', role: 'owner' },
    { ref: 'ben', name: 'Ben', email: 'ben@example.com', role: 'member' },
  ],
  accounts: [{ ref: 'checking', name: 'Checking', type: 'depository', subtype: 'checking' }],
  keys: [
    { ref: 'all', member: 'ada', scopes: ['data.read', 'data.write'] },
    ...kinds.map((grants) => ({
      ref: grants,
      member: 'ada',
      scopes: ['data.read', 'data.write'] as ['data.read', 'data.write'],
      restrictions: readGrants(grants.split(' ')),
    })),
  ],
})
const keyOf = (ref: string) => keys[ref]!.api_key
const operations = publicContracts.flatMap((contract) =>
  Object.entries(contract as Readonly<Record<string, Endpoint>>),
)

/** True if a key with these permissions has what an operation needs; `write` includes `read`. */
function isEnough(given: string, needed: string): boolean {
  const has = given.split(' ')
  return needed
    .split(' ')
    .every((one) => one === '' || has.includes(one) || has.includes(one.replace(':read', ':write')))
}

const unknownId = '01900000-0000-7000-8000-000000000000'
/** Asks for an operation with a body that is no use, so that nothing happens where it is allowed. */
async function ask(ref: string, { method, path }: Endpoint) {
  const { status, body } = await product.request(method, path.replaceAll(/\{\w+\}/g, unknownId), {
    key: keyOf(ref),
    ...(method !== 'GET' && method !== 'DELETE' && { body: { nonsense: true } }),
  })
  return { status, error: status < 400 ? null : body.error }
}

test('each operation is open to a restricted key with its permissions, and to no other', async () => {
  for (const [name, endpoint] of operations) {
    for (const given of kinds) {
      const { status, error } = await ask(given, endpoint)
      const refused = status === 403 && error?.code === 'insufficient_scope'
      assert.equal(!refused, isEnough(given, neededGrants[name]!), `${name} with ${given}`)
      if (refused)
        assert.match(error.message, /^This key is restricted and lacks `\w+:(read|write)`/)
    }
    assert.notEqual((await ask('all', endpoint)).error?.code, 'insufficient_scope', name)
  }
})

test('a refusal says which permission is missing, before the input is looked at', async () => {
  const { body } = await product.request('POST', '/transactions', {
    key: keyOf('transactions:read'),
    rawBody: '{',
  })
  assert.equal(body.error.message, 'This key is restricted and lacks `transactions:write`.')
  const missing = await product.request('GET', '/nothing', { key: keyOf('sync:read') })
  assert.equal(missing.body.error.code, 'endpoint_not_found')
})

test('a restricted key describes itself as any key does', async () => {
  const own = await product.request('GET', '/me', { key: keyOf('sync:read') })
  const other = await product.request('GET', '/me', { key: keyOf('all') })
  assert.equal(own.status, 200)
  assert.deepEqual(Object.keys(own.body), Object.keys(other.body))
  assert.deepEqual(own.body['scopes'], ['data.read', 'data.write'])
})

test('a key that may not read transactions sends them nowhere, and tests what is there', async () => {
  const body = { name: 'Mine', url: 'https://hooks.example/x' }
  const make = (ref: string) => product.request('POST', '/webhooks', { key: keyOf(ref), body })
  const refused = await make('webhooks:write')
  assert.equal(refused.body.error.message, 'This key is restricted and lacks `transactions:read`.')
  const { id } = (await make(both)).body
  const key = keyOf('webhooks:write')
  const statusOf = async (method: string, path: string, sent?: object) =>
    (await product.request(method, path, { key, ...(sent && { body: sent }) })).status
  const at = `/webhooks/${String(id)}`
  assert.equal(await statusOf('PATCH', at, { enabled: true }), 403)
  assert.equal(await statusOf('PATCH', at, { headers: { 'X-Tenant': 'mine' } }), 403)
  assert.equal(await statusOf('POST', `${at}/replay`, { since: '2026-01-01T00:00:00Z' }), 403)
  assert.equal(await statusOf('GET', `${at}/deliveries`), 403)
  assert.equal(await statusOf('POST', `${at}/test`), 202)
  assert.equal(await statusOf('DELETE', at), 200)
})

test('a key that may only write transactions records one, and sees no account', async () => {
  const key = keyOf('transactions:write')
  const body = {
    account_id: accounts['checking'],
    amount: -450,
    concept: 'Coffee',
    booked_at: '2026-01-05',
  }
  assert.equal((await product.request('POST', '/transactions', { key, body })).status, 200)
  assert.equal((await product.request('GET', '/accounts', { key })).status, 403)
})

type Key = {
  readonly id: string
  readonly api_key: string
  readonly scopes: readonly string[]
  readonly restrictions: object | null
  readonly allowed_from: readonly string[] | null
}
const ada = await product.member(householdId, members['ada']!)
const ben = await product.member(householdId, members['ben']!)
const expires_at = runtime.now().add({ hours: 240 }).toString()
const rw = ['data.read', 'data.write']
const create = async (body: object) => {
  await ada.prove()
  return ada.request<Key>('POST', '/keys', {
    body: { name: 'k', scopes: rw, expires_at, ...body },
  })
}
const faultOf = ({ status, body }: { status: number; body: object }) => {
  const { error } = body as { error?: { code: string; param?: string; message: string } }
  return [status, error?.code, error?.param]
}

test('restrictions beyond the scopes, of nothing, or of unknown resources are refused by name', async () => {
  const cases: [object, string][] = [
    [{ restrictions: {} }, 'restrictions'],
    [{ scopes: ['data.read'], restrictions: { accounts: 'write' } }, 'restrictions'],
    [{ restrictions: { loans: 'read' } }, 'restrictions.loans'],
    [{ restrictions: { accounts: 'none' } }, 'restrictions.accounts'],
    [{ restrictions: ['accounts:read'] }, 'restrictions'],
    [{ allowed_from: [] }, 'allowed_from'],
    [{ allowed_from: Array.from({ length: 21 }, (_, n) => `192.0.2.${n}`) }, 'allowed_from'],
    [{ allowed_from: ['192.0.2.0/24', 'home'] }, 'allowed_from[1]'],
    [{ allowed_from: ['192.0.2.1/24'] }, 'allowed_from[0]'],
  ]
  for (const [body, param] of cases) {
    assert.deepEqual(faultOf(await create(body)), [400, 'invalid_parameter', param])
  }
})

test('a change of a key holds from its next request on, is logged, and concerns own keys only', async () => {
  const { body: key } = await create({ restrictions: { accounts: 'read' } })
  assert.deepEqual(key.restrictions, { accounts: 'read' })
  const statusOf = async (path: string) =>
    (await product.request('GET', path, { key: key.api_key })).status
  const change = (body: object, by = ada) => by.request<Key>('PATCH', `/keys/${key.id}`, { body })
  assert.deepEqual([await statusOf('/accounts'), await statusOf('/categories')], [200, 403])
  const changed = await change({ restrictions: { categories: 'read' }, name: 'Screen' })
  assert.deepEqual([changed.status, changed.body.restrictions], [200, { categories: 'read' }])
  assert.deepEqual([await statusOf('/accounts'), await statusOf('/categories')], [403, 200])
  await change({ restrictions: null })
  assert.deepEqual([await statusOf('/accounts'), await statusOf('/categories')], [200, 200])
  const narrowed = await change({ scopes: ['data.read'] })
  assert.deepEqual(narrowed.body.scopes, ['data.read'])
  assert.deepEqual(faultOf(await change({ restrictions: { sync: 'write' } })), [
    400,
    'invalid_parameter',
    'restrictions',
  ])
  await ben.prove()
  assert.equal((await change({ name: 'Mine now' }, ben)).status, 404)
  const entries = await db
    .selectFrom('audit_entries')
    .select(['before', 'after'])
    .where('subject_id', '=', key.id)
    .where('action', '=', 'key.change')
    .orderBy('at')
    .orderBy('id')
    .execute()
  assert.deepEqual(
    entries.map(({ before, after }) => [
      (before as { grants?: string[] }).grants,
      (after as { grants?: string[] }).grants,
    ]),
    [
      [['accounts:read'], ['categories:read']],
      [['categories:read'], undefined],
      [undefined, undefined],
    ],
  )
  runtime.advance({ minutes: 10 })
  assert.deepEqual(faultOf(await change({ name: 'Later' })).slice(0, 2), [403, 'sudo_required'])
})

test('a rolled key has the restrictions and allowed addresses of the one that it replaces', async () => {
  const terms = { restrictions: { sync: 'read' }, allowed_from: ['2001:db8::/32'] }
  const { body: old } = await create(terms)
  const rolled = await ada.request<Key>('POST', `/keys/${old.id}/roll`, {
    body: { overlap_hours: 0 },
  })
  assert.equal(rolled.status, 201, rolled.text)
  const { restrictions, allowed_from } = rolled.body
  assert.deepEqual({ restrictions, allowed_from }, terms)
})
