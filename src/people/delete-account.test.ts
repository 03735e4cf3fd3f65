import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSession } from '#/access/sessions/open.ts'
import { type Browser, startBrowser } from '../../test/support/browser.ts'
import {
  account,
  givenAccount,
  outcome,
  PASSWORD,
  type Who,
} from '../../test/support/given-account.ts'
import { startProduct } from '../../test/support/product.ts'
import { createSetupAnnouncement } from './announce-setup.ts'

const product = await startProduct()
const { runtime, db } = product
const ada = await givenAccount(product)
const home = ada.who.household!

const remove = (who: Browser, email: string) =>
  who.request('DELETE', '/profile', { body: { email } })

/** Signs up another person, who joins the household. */
async function givenBo() {
  const invited = await ada.request<{ token: string }>('POST', '/invitations', { body: {} })
  const bo = startBrowser(product)
  const { body: who } = await bo.request<Who>('POST', '/invitations/accept', {
    body: {
      token: invited.body.token,
      account: { name: 'Bo', email: 'bo@example.com', password: PASSWORD },
    },
  })
  return { ...bo, who }
}

test('the last owner of any household cannot delete their account', async () => {
  await ada.request('POST', '/households/demo')
  assert.deepEqual(outcome(await remove(ada, account.email)), [409, 'last_owner'])
  const { body } = await ada.request<Who>('GET', '/session')
  // The refused deletion has not removed the demo household either.
  assert.equal(body.households.length, 2)
  await ada.request('POST', '/session/household', { body: { household_id: home.id } })
})

test('a deleted account loses all access; what it did in a shared household stays', async () => {
  const bo = await givenBo()
  const elsewhere = startBrowser(product)
  const signIn = { body: { email: 'bo@example.com', password: PASSWORD } }
  assert.equal((await elsewhere.request('POST', '/sign-in', signIn)).status, 200)
  await bo.request('POST', '/authenticator')
  const group = await bo.request('POST', '/expense-groups', { body: { name: 'Of Bo' } })
  assert.equal(group.status, 200, group.text)
  const demo = await bo.request<Who>('POST', '/households/demo')

  assert.deepEqual(outcome(await remove(bo, 'somebody@example.com')), [400, 'invalid_parameter'])
  runtime.advance({ minutes: 6 })
  assert.deepEqual(outcome(await remove(bo, 'bo@example.com')), [403, 'sudo_required'])
  await bo.request('POST', '/sudo', { body: { password: PASSWORD } })
  assert.equal((await remove(bo, 'BO@example.com')).status, 200)

  assert.equal(bo.cookie(), null)
  assert.deepEqual(outcome(await elsewhere.request('GET', '/session')), [401, 'session_required'])
  assert.deepEqual(outcome(await elsewhere.request('POST', '/sign-in', signIn)), [
    401,
    'sign_in_failed',
  ])
  for (const table of ['authenticators', 'person_events', 'sessions'] as const) {
    const left = await db
      .selectFrom(table)
      .select('person_id')
      .where('person_id', '=', bo.who.person.id)
      .execute()
    assert.deepEqual(left, [], table)
  }
  const households = await db.selectFrom('households').select('household_id').execute()
  assert.ok(!households.some((one) => one.household_id === demo.body.household!.id))
  await ada.request('POST', '/sudo', { body: { password: PASSWORD } })
  const act = { headers: { 'x-earmark-household': home.id } }
  const members = await ada.request<{ name: string }[]>('GET', '/members', act)
  assert.deepEqual(
    members.body.map(({ name }) => name),
    ['Ada'],
  )
  const log = await ada.request('GET', '/audit', act)
  for (const kept of ['Of Bo', 'member.remove']) assert.ok(log.text.includes(kept), log.text)
})

test('a guest has no account to delete', async () => {
  const person = runtime.newId()
  await db
    .insertInto('persons')
    .values({ id: person, name: 'Guest', created_at: runtime.now(), updated_at: runtime.now() })
    .execute()
  const { token } = await openSession(runtime, {
    personId: person,
    householdId: null,
    through: 'setup',
    client: { address: 'direct', agent: 'test' },
  })
  const guest = startBrowser(product, { cookie: token })
  const refused = await guest.request('DELETE', '/profile', { body: { email: 'x@example.com' } })
  assert.deepEqual(outcome(refused), [403, 'guest_refused'])
})

test('after the last account is deleted a setup link is announced, and makes a new first account', async () => {
  const announced: string[] = []
  const look = createSetupAnnouncement({ origin: '', announce: (url) => announced.push(url) })
  assert.equal(await look(runtime), 0)
  await ada.request('POST', '/sudo', { body: { password: PASSWORD } })
  for (const { id, name } of (await ada.request<Who>('GET', '/session')).body.households) {
    const headers = { 'x-earmark-household': id }
    assert.equal(
      (await ada.request('DELETE', '/household', { body: { name }, headers })).status,
      200,
    )
  }
  assert.equal((await remove(ada, account.email)).status, 200)
  assert.equal(await look(runtime), 1)
  assert.equal(await look(runtime), 0)
  const token = new URL(announced[0]!, 'http://localhost').hash.slice('#k='.length)
  const made = await startBrowser(product).request<Who>('POST', '/setup', {
    body: { ...account, token },
  })
  assert.equal(made.status, 201, made.text)
  assert.deepEqual(
    made.body.households.map(({ name }) => name),
    ['Home'],
  )
})
