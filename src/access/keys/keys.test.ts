import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { Refusal } from '#/platform/contract/refusal.ts'
import { addMember } from '#/access/households/add-member.ts'
import { changeHousehold } from '#/access/households/change.ts'
import { listHouseholds } from '#/access/households/list.ts'
import { removeMember } from '#/access/households/remove-member.ts'
import { startProduct } from '../../../test/support/product.ts'
import { createKey } from './create.ts'
import { listKeys } from './list.ts'
import { revokeKey } from './revoke.ts'

const product = await startProduct()
const { runtime } = product
const stranger = '01900000-0000-7000-8000-000000000000'

async function statusOf(key: string): Promise<number> {
  return (await product.request('GET', '/me', { key })).status
}

function refusal(code: string, param?: string) {
  return (error: unknown) => {
    assert.ok(error instanceof Refusal, String(error))
    assert.deepEqual([error.code, error.param], [code, param])
    return true
  }
}

test('a created key works at once, by default for a year', async () => {
  const { household_id: householdId, members } = await product.household()
  const memberId = members['ada']!
  const wanted = { householdId, memberId, name: 'Phone', scopes: ['data.read'] } as const
  const key = await createKey(runtime, { ...wanted, expiresAt: null })
  assert.equal(await statusOf(key.apiKey), 200)
  assert.equal(key.expiresAt.since(runtime.now()).total('days'), 365)
})

test('an operator can create a key that has expired already; it never works', async () => {
  const { household_id: householdId, members } = await product.household()
  const wanted = {
    householdId,
    memberId: members['ada']!,
    name: 'x',
    scopes: ['data.read'],
  } as const
  for (const [hours, status] of [
    [0, 401],
    [-1, 401],
    [24 * 4000, 200],
  ] as const) {
    const key = await createKey(runtime, { ...wanted, expiresAt: runtime.now().add({ hours }) })
    assert.equal(await statusOf(key.apiKey), status)
  }
  await assert.rejects(
    createKey(runtime, { ...wanted, memberId: stranger, expiresAt: null }),
    refusal('resource_not_found', 'member_id'),
  )
  await assert.rejects(
    createKey(runtime, { ...wanted, householdId: stranger, expiresAt: null }),
    refusal('resource_not_found', 'household_id'),
  )
})

test('a person’s key expires in the future, at most ten years ahead', async () => {
  const { household_id: householdId, members } = await product.household()
  const ada = await product.member(householdId, members['ada']!)
  await ada.prove()
  const make = async (hours: number) => {
    const expires_at = runtime.now().add({ hours }).toString()
    const { status, body } = await ada.request<{ error?: { param: string } }>('POST', '/keys', {
      body: { name: 'x', scopes: ['data.read'], expires_at },
    })
    return [status, body.error?.param]
  }
  for (const hours of [0, -1, 24 * 3653, 24 * 4000]) {
    assert.deepEqual(await make(hours), [400, 'expires_at'])
  }
  assert.deepEqual(await make(24 * 3652), [201, undefined])
})

test('a revoked key is refused from the next request on, and stays revoked', async () => {
  const { keys } = await product.household()
  const { id: keyId, api_key: key } = keys['rw']!
  assert.equal(await statusOf(key), 200)
  const { revoked_at } = await revokeKey(runtime, { keyId })
  assert.equal(await statusOf(key), 401)
  runtime.advance({ minutes: 5 })
  assert.equal(String((await revokeKey(runtime, { keyId })).revoked_at), String(revoked_at))
  await assert.rejects(
    revokeKey(runtime, { keyId: stranger }),
    refusal('resource_not_found', 'key_id'),
  )
  await assert.rejects(
    revokeKey(runtime, { keyId, householdId: stranger }),
    refusal('resource_not_found', 'key_id'),
  )
})

test('a list of keys contains no secret', async () => {
  const { household_id, keys } = await product.household()
  const listed = await listKeys(runtime, household_id)
  assert.deepEqual(
    listed.map(({ id }) => id).toSorted(),
    Object.values(keys)
      .map(({ id }) => id)
      .toSorted(),
  )
  const text = JSON.stringify(listed)
  for (const { api_key } of Object.values(keys)) assert.ok(!text.includes(api_key.slice(18)))
})

test('the keys of a removed member stop at once, even those of the last owner', async () => {
  const { household_id, members, keys } = await product.household()
  const ada = members['ada']!
  const bob = { name: 'Bob', email: 'bob@example.com', role: 'owner' } as const
  const added = await addMember(runtime, household_id, bob)
  await assert.rejects(
    addMember(runtime, household_id, { ...bob, email: 'BOB@example.com' }),
    refusal('invalid_parameter', 'email'),
  )
  await removeMember(runtime, household_id, ada)
  assert.equal(await statusOf(keys['rw']!.api_key), 401)
  await assert.rejects(
    removeMember(runtime, household_id, ada),
    refusal('resource_not_found', 'member_id'),
  )
  assert.equal((await removeMember(runtime, household_id, added.id)).id, added.id)
  const wanted = {
    householdId: household_id,
    memberId: ada,
    name: 'x',
    scopes: ['data.read'],
  } as const
  await assert.rejects(
    createKey(runtime, { ...wanted, expiresAt: null }),
    refusal('resource_not_found', 'member_id'),
  )
})

test('the audit log has an operator’s changes of plans, members and keys, without secrets', async () => {
  const { household_id: id, members } = await product.household()
  const ada = members['ada']!
  await changeHousehold(runtime, id, { plan: 'standard', standing: 'active' })
  await changeHousehold(runtime, id, { plan: 'standard' })
  const bob = { name: 'Bob', email: 'bob@example.com', role: 'member' } as const
  const { id: bobId } = await addMember(runtime, id, bob)
  const wanted = { householdId: id, memberId: bobId, name: 'Phone', scopes: ['data.read'] } as const
  const key = await createKey(runtime, { ...wanted, expiresAt: null })
  await revokeKey(runtime, { keyId: key.id }, { memberId: ada, through: 'app' })
  await revokeKey(runtime, { keyId: key.id })
  await removeMember(runtime, id, bobId)
  const noted = await product.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('household_id', '=', id)
    .orderBy('action')
    .orderBy(sql`before::text`)
    .execute()
  const now = runtime.now().toString({ fractionalSecondDigits: 3 })
  const expires = key.expiresAt.toString({ fractionalSecondDigits: 3 })
  const after = { member_id: bobId, name: 'Phone', scopes: ['data.read'], expires_at: expires }
  assert.deepEqual(
    noted.map(({ action, subject_id, before: was, after: is }) => [action, subject_id, was, is]),
    [
      ['household.change', id, { kind: 'personal' }, { kind: 'joint' }],
      ['household.change', id, { plan: 'premium' }, { plan: 'standard' }],
      ['key.create', key.id, null, after],
      ['key.revoke', key.id, { revoked_at: null }, { revoked_at: now }],
      ['member.add', bobId, null, bob],
      ['member.remove', bobId, bob, null],
    ],
  )
  assert.deepEqual(
    noted
      .filter(({ through }) => through !== 'cli')
      .map(({ action, member_id }) => [action, member_id]),
    [['key.revoke', ada]],
  )
  assert.ok(!JSON.stringify(noted).includes(key.apiKey.slice(18)))
})

test('a change of plan or standing applies from the next request on', async () => {
  const { household_id, keys } = await product.household()
  const key = keys['rw']!.api_key
  assert.equal(await statusOf(key), 200)
  for (const [change, status] of [
    [{ plan: 'free' }, 403],
    [{ standing: 'lapsed' }, 402],
    [{ plan: 'standard', standing: 'closed' }, 410],
    [{ standing: 'trial_ended' }, 200],
    [{ plan: 'free', standing: 'trialing' }, 200],
  ] as const) {
    const changed = await changeHousehold(runtime, household_id, change)
    assert.deepEqual({ ...changed, ...change }, changed)
    assert.equal(await statusOf(key), status, JSON.stringify(change))
  }
  await assert.rejects(
    changeHousehold(runtime, stranger, { plan: 'free' }),
    refusal('resource_not_found', 'household_id'),
  )
  const listed = (await listHouseholds(runtime)).find(({ id }) => id === household_id)
  assert.deepEqual([listed?.plan, listed?.standing], ['free', 'trialing'])
})
