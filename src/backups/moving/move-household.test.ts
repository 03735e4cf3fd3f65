import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sessionsApp } from '#/access/sessions/app-contract.ts'
import { givenChance } from '#/budget/expenses/rules/given.ts'
import { connectSingle } from '#/platform/database/single-connection.ts'
import { createDeliverer } from '#/webhooks/delivering/deliverer.ts'
import { readExport } from '../../../test/support/exported.ts'
import { givenHome, startTwo, stateOfHousehold } from '../../../test/support/given-move.ts'
import { assertBooks } from '../../../test/support/ledger.ts'
import { readHouseholdTables } from './household-tables.ts'

const { here, there, receivers, orderOf, move } = await startTwo()

test('a household arrives with every row of every table, and leaves none behind', async () => {
  for (const seed of [1, 2]) {
    const home = await givenHome(here, givenChance(seed))
    const before = await stateOfHousehold(here.db, home.id)
    const document = await readExport(here.runtime, home.id)
    const { copied } = await move(home.id)
    assert.deepEqual(await stateOfHousehold(there.db, home.id), before)
    assert.deepEqual(await readExport(there.runtime, home.id), document)
    assert.deepEqual(await stateOfHousehold(here.db, home.id), [])
    const rows = before
      .filter((line) => !line.startsWith('person'))
      .reduce((sum, line) => sum + Number(line.split(' ')[1]), 0)
    assert.equal(copied?.rows, rows)
    await assertBooks(there.db, home.id)
  }
})

test('its keys are unknown where it was, and work as before where it is', async () => {
  const home = await givenHome(here, givenChance(4))
  type Me = { readonly rate_limit: { readonly minute_remaining: number } }
  const answered = await home.pay(0)
  const state = await here.request<Me>('GET', '/me', { key: home.key })
  await move(home.id)
  const gone = await home.pay(0)
  assert.deepEqual([gone.status, gone.body.error.code], [401, 'invalid_api_key'])
  const repeated = await there.request('POST', '/transactions', {
    key: home.key,
    headers: { 'idempotency-key': 'payment-0' },
    body: home.payment(0),
  })
  assert.equal(repeated.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual(repeated.body, answered.body)
  const after = await there.request<Me>('GET', '/me', { key: home.key })
  const counted = state.body.rate_limit.minute_remaining - after.body.rate_limit.minute_remaining
  assert.equal(counted, 2, 'the window of the key goes on')
  assert.deepEqual({ ...after.body, rate_limit: null }, { ...state.body, rate_limit: null })
})

test('its secrets open and its queue is sent where it is, each delivery once', async () => {
  const home = await givenHome(here, givenChance(5), 3)
  await move(home.id)
  await createDeliverer(here.runtime).deliverDue()
  assert.deepEqual(receivers.take(home.url), [])
  await createDeliverer(there.runtime).deliverDue()
  assert.equal(receivers.take(home.url).length, 3)
  const { secret } = await there.db
    .selectFrom('connections')
    .select('secret')
    .where('id', '=', home.connectionId)
    .executeTakeFirstOrThrow()
  const opened = there.runtime.seal.open(secret!, `connections.secret:${home.connectionId}`)
  assert.equal(opened, 'the secret')
})

test('its members keep an account where it was, and have an equal one where it is', async () => {
  const home = await givenHome(here, givenChance(6), 1)
  await move(home.id)
  const { household, households, person } = await home.member.client(sessionsApp).whoAmI()
  assert.deepEqual([household, households], [null, []])
  const found = (product: typeof here) =>
    product.db.selectFrom('persons').selectAll().where('id', '=', person.id).execute()
  assert.deepEqual(await found(there), await found(here))
  const signedIn = await there.member(home.id, home.memberId)
  assert.equal((await signedIn.request('GET', '/home')).status, 200)
})

test('a household comes back as it has been changed, and leaves again', async () => {
  const home = await givenHome(here, givenChance(7), 2)
  const { from, to } = orderOf(home.id)
  await move(home.id)
  const body = home.payment(50)
  const paid = await there.request('POST', '/transactions', { key: home.key, body })
  assert.equal(paid.status, 200)
  const before = await stateOfHousehold(there.db, home.id)
  const { copied } = await move(home.id, { from: to, to: from })
  assert.deepEqual([copied?.peopleCreated, copied?.peopleLinked], [0, 1])
  assert.deepEqual(await stateOfHousehold(here.db, home.id), before)
  assert.equal((await home.pay(51)).status, 200)
  const last = await stateOfHousehold(here.db, home.id)
  await move(home.id)
  assert.deepEqual(await stateOfHousehold(there.db, home.id), last)
})

test('a second household of the same people brings no second account', async () => {
  const [one, other] = [
    await givenHome(here, givenChance(8), 1),
    await givenHome(here, givenChance(9), 1),
  ]
  const personOf = (of: typeof one) =>
    here.db.selectFrom('members').select('person_id').where('household_id', '=', of.id)
  const { person_id: person } = await personOf(one).executeTakeFirstOrThrow()
  await here.db
    .updateTable('members')
    .set({ person_id: person })
    .where('household_id', '=', other.id)
    .execute()
  await move(one.id)
  assert.deepEqual((await move(other.id)).copied?.peopleLinked, 1)
  const member = await there.member(one.id, one.memberId)
  const { households } = await member.client(sessionsApp).whoAmI()
  assert.deepEqual(new Set(households.map(({ id }) => id)), new Set([one.id, other.id]))
})

test('a household with thousands of payments moves', async () => {
  const transactions = Array.from({ length: 6000 }, (_, n) => ({
    ref: `t${n}`,
    account: 'checking',
    amount: n % 9 === 0 ? 5000 + n : -1 - n,
    concept: `Shop ${n % 70}`,
    booked_at: `2025-${String(1 + (n % 12)).padStart(2, '0')}-${String(1 + (n % 28)).padStart(2, '0')}`,
  }))
  const home = await givenHome(here, givenChance(10), { transactions })
  const before = await stateOfHousehold(here.db, home.id)
  const { copied } = await move(home.id)
  assert.ok(copied!.rows > 6000)
  assert.deepEqual(await stateOfHousehold(there.db, home.id), before)
  assert.deepEqual(await stateOfHousehold(here.db, home.id), [])
})

test('every table with rows of households is moved', async () => {
  const one = await connectSingle(orderOf('').from)
  const names = (await readHouseholdTables(one)).map(({ name }) => name)
  await one.close()
  const schema = readFileSync('db/schema.sql', 'utf8')
  const tables = [...schema.matchAll(/^create table (\w+) \(\n(.*?)^\);/gms)]
  const owned = tables.filter(([, , columns]) => /^ {2}household_id /m.test(columns!))
  const staying = ['household_arrivals', 'household_departures', 'sessions']
  assert.deepEqual(
    names.toSorted(),
    owned
      .map(([, name]) => name!)
      .filter((name) => !staying.includes(name))
      .toSorted(),
  )
})
