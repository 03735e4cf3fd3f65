import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { connectionsApp } from '#/sources/banks/connections/app-contract.ts'
import { createOutbound } from '#/platform/outbound/outbound.ts'
import { records } from '#/platform/audited/contract.ts'
import { givenConnection } from '../../../test/support/given-connection.ts'
import { outcome } from '../../../test/support/given-account.ts'
import { type Member, startProduct } from '../../../test/support/product.ts'
import { membersApp } from './app-contract.ts'

const destinations = createOutbound({ allowCidrs: '' })
after(() => destinations.close())
const product = await startProduct({
  start: '2026-11-20T12:00:00Z',
  limited: false,
  destinations,
})
const { db, runtime } = product

type Device = { readonly id: string; readonly token: string }

/** Sets up Ada, who owns the household, and Bo, a plain member. */
async function home() {
  const loaded = await product.household({
    members: [
      { ref: 'ada', name: 'Ada', email: 'ada@example.com', role: 'owner' },
      { ref: 'bo', name: 'Bo', email: 'bo@example.com', role: 'member' },
    ],
    keys: [
      { ref: 'ada', member: 'ada', name: 'Hers', scopes: ['data.read'] },
      { ref: 'bo', member: 'bo', name: 'His', scopes: ['data.read', 'data.write'] },
    ],
  })
  const id = loaded.household_id
  const [adaId, boId] = [loaded.members['ada']!, loaded.members['bo']!]
  const [ada, bo] = [await product.member(id, adaId), await product.member(id, boId)]
  const device = (of: Member, body: object = {}) => {
    runtime.advance({ seconds: 1 })
    return of.request<Device & { error: { code: string } }>('POST', '/wallet/devices', { body })
  }
  const push = async (token: string) => {
    const body = { kind: 'payment', merchant: 'Injected', amount: '99.99 €', card: 'Ghost card' }
    const { status } = await product.request('POST', '/ingest/wallet', {
      base: '',
      key: token,
      body,
    })
    return status
  }
  return { loaded, id, adaId, boId, ada, bo, device, push }
}

test('nobody creates a device in the name of another member', async () => {
  const { ada, bo, adaId, boId, device } = await home()
  for (const refused of [
    await device(bo, { name: 'evil', member_id: adaId }),
    await device(ada, { name: 'kind', member_id: boId }),
  ]) {
    assert.deepEqual(outcome(refused), [404, 'resource_not_found'])
  }
  assert.equal((await device(bo, { member_id: boId })).status, 200)
})

test('only its holder and owners see, link and revoke a device', async () => {
  const { ada, bo, device, push } = await home()
  const [hers, his] = [(await device(ada)).body, (await device(bo)).body]
  const seen = async (by: Member) =>
    (await by.request<{ id: string }[]>('GET', '/wallet/devices')).body.map(({ id }) => id)
  assert.deepEqual(await seen(bo), [his.id])
  assert.deepEqual(await seen(ada), [hers.id, his.id])
  const revoke = (by: Member, { id }: Device) =>
    by.request('POST', `/wallet/devices/${id}/revoke`, { body: {} })
  assert.equal(await push(hers.token), 200)
  const [{ accounts }] = (
    await ada.request<{ accounts: { id: string; account_id: string }[] }[]>(
      'GET',
      '/wallet/devices',
    )
  ).body as [{ accounts: { id: string; account_id: string }[] }]
  const link = { body: { account_id: accounts[0]!.account_id } }
  const path = `/wallet/accounts/${accounts[0]!.id}`
  assert.deepEqual(outcome(await bo.request('PUT', path, link)), [404, 'resource_not_found'])
  assert.equal((await ada.request('PUT', path, link)).status, 200)
  assert.deepEqual(outcome(await revoke(bo, hers)), [404, 'resource_not_found'])
  assert.equal(await push(hers.token), 200)
  assert.equal((await revoke(ada, his)).status, 200)
  assert.equal(await push(his.token), 401)
})

test('a removed member keeps no access, not even a device made earlier in an owner’s name', async () => {
  const { loaded, ada, bo, adaId, boId, device, push } = await home()
  const own = (await device(bo)).body
  const planted = (await device(ada, { name: 'planted' })).body
  // Plants a device as older versions let members make it: in the owner's name, by somebody else.
  await db
    .updateTable('wallet_devices')
    .set({ made_by: boId })
    .where('id', '=', planted.id)
    .execute()
  assert.deepEqual([await push(own.token), await push(planted.token)], [200, 200])
  const hook = { name: 'Out', url: 'https://93.184.216.34/x?t=1' }
  assert.equal((await bo.request('POST', '/webhooks', { body: hook })).status, 201)
  await givenConnection(runtime, { householdId: loaded.household_id, memberId: boId, accounts: 1 })

  const before = await ada.client(membersApp).showBelongings({ params: { id: boId } })
  assert.deepEqual(
    [before.ends.keys.map(({ name }) => name), before.ends.webhooks.map(({ host }) => host)],
    [['His'], ['93.184.216.34']],
  )
  assert.deepEqual(
    before.ends.devices.map(({ name, member_id }) => [name, member_id]),
    [
      ['Phone', boId],
      ['planted', adaId],
    ],
  )
  assert.equal(before.stays.connections.length, 1)
  // The history is ordered by time, and nothing else happened at this moment.
  runtime.advance({ seconds: 1 })
  const removed = await ada.client(membersApp).removeMember({ params: { id: boId } })
  assert.deepEqual(removed.belongings, before)
  assert.deepEqual([await push(own.token), await push(planted.token)], [401, 401])
  const key = loaded.keys['bo']!.api_key
  assert.equal((await product.request('GET', '/me', { key })).status, 401)
  const hooks = await db
    .selectFrom('webhooks')
    .select(['enabled', 'epoch'])
    .where('member_id', '=', boId)
    .execute()
  assert.deepEqual(hooks, [{ enabled: false, epoch: 1 }])
  for (const { id } of [...before.ends.keys, ...before.ends.devices]) {
    const [last] = await ada.client(records).listChanges({ query: { subject_id: id } })
    assert.match(last!.action, /\.revoke$/)
    assert.equal(last!.member_id, adaId)
  }
})

test('an owner who leaves is shown what ended, and their open invitations end', async () => {
  const { ada, bo, adaId, boId } = await home()
  const app = ada.client(membersApp)
  await app.changeMember({ params: { id: boId }, body: { role: 'owner' } })
  const { id } = await bo.client(membersApp).createInvitation({ body: {} })
  const left = await bo.client(membersApp).leaveHousehold({})
  assert.deepEqual(
    left.belongings.ends.invitations.map((one) => one.id),
    [id],
  )
  assert.deepEqual(await app.listInvitations({}), [])
  assert.equal((await app.listMembers({}))[0]!.id, adaId)
})

test('a member sees their own belongings, owners see everybody’s', async () => {
  const { ada, bo, adaId, boId } = await home()
  const show = (by: Member, id: string) => by.request('GET', `/members/${id}/belongings`)
  assert.deepEqual(outcome(await show(bo, adaId)), [404, 'resource_not_found'])
  assert.deepEqual(outcome(await show(bo, boId)), [200])
  assert.deepEqual(outcome(await show(ada, boId)), [200])
  assert.deepEqual(outcome(await show(ada, runtime.newId())), [404, 'resource_not_found'])
})

test('an owner removes the bank connection of a former member, and of nobody else', async () => {
  const { loaded, ada, boId } = await home()
  const { id } = await givenConnection(runtime, {
    householdId: loaded.household_id,
    memberId: boId,
    accounts: 1,
  })
  const secret = runtime.seal.seal('https://user:pass@bridge.example', `connections.secret:${id}`)
  await db.updateTable('connections').set({ secret }).where('id', '=', id).execute()
  const remove = () => ada.request('DELETE', `/connections/${id}`)
  assert.deepEqual(outcome(await remove()), [403, 'not_connection_owner'])
  await ada.client(membersApp).removeMember({ params: { id: boId } })
  assert.equal((await ada.client(connectionsApp).removeConnection({ params: { id } })).id, id)
})
