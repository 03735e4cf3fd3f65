import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeHousehold } from '#/access/households/change.ts'
import { sessionsApp } from '#/access/sessions/app-contract.ts'
import { lookAtHouseholds } from '#/app/notices/look-at-households.ts'
import { givenChance } from '#/budget/expenses/rules/given.ts'
import { runDueHouseholds } from '#/budget/funding/run-due.ts'
import { deliverDueNotices } from '#/notices/delivering/deliver-due.ts'
import { writeUnsubscribe } from '#/notices/delivering/unsubscribe.ts'
import { importsApp } from '#/sources/files/app-contract.ts'
import { importDue } from '#/sources/banks/sync/import-next-connection.ts'
import { importNextFile } from '#/sources/files/import-next-file.ts'
import { claimQueues, findDueQueues, releaseQueues } from '#/webhooks/delivering/queues.ts'
import { dyingProcess } from '../../../test/support/dying-connection.ts'
import { readExport } from '../../../test/support/exported.ts'
import { coffees } from '../../../test/support/given-files.ts'
import {
  countStatements,
  givenHome,
  startTwo,
  stateOfHousehold,
} from '../../../test/support/given-move.ts'

const { here, there, move } = await startTwo()
const { begun, arrival } = await countStatements(here, move)
const moving = /is being moved to another database/

/** A household whose move has died there. */
async function stopped(at: { readonly commit: number }, when: 'before' | 'after' = 'after') {
  const home = await givenHome(here, givenChance(at.commit), 2)
  const { connect } = dyingProcess(at, when)
  await assert.rejects(move(home.id, { connect }))
  return home
}

test('reads and writes of a household that moves get 503 and are welcome later', async () => {
  const home = await stopped(begun)
  const { pay, key, member } = home
  for (const answer of [
    await pay(9),
    await here.request('GET', '/me', { key }),
    await member.request('GET', '/home'),
    await member.request('DELETE', '/household', { body: { name: 'Ada' } }),
  ]) {
    assert.equal(answer.status, 503, answer.text)
    assert.equal(answer.headers.get('retry-after'), '5')
    assert.equal(answer.body.error.code, 'service_unavailable')
    const id = answer.headers.get('x-request-id')!
    const line = here.runtime.logged.find((one) => one.includes(id)) ?? ''
    assert.match(line, /"level":"warn","event":"request".*"status":503/)
    assert.doesNotMatch(line, /stack/)
  }
  await assert.rejects(changeHousehold(here.runtime, home.id, { standing: 'active' }), moving)
  await assert.rejects(readExport(here.runtime, home.id), moving)
  const { household } = await member.client(sessionsApp).whoAmI()
  assert.equal(household?.standing, 'moving')
  await move(home.id)
  assert.equal((await there.request('GET', '/me', { key })).status, 200)
})

test('background work rests while a household moves, and begins where it arrives', async () => {
  const home = await stopped(arrival, 'before')
  const { id } = home
  const { db, runtime } = here
  const due = { next_sync_at: runtime.now() }
  await db.updateTable('connections').set(due).where('household_id', '=', id).execute()
  for (const product of [here, there]) product.runtime.advance({ hours: 24 * 40 })
  const before = await stateOfHousehold(db, id)
  assert.equal(await importDue(runtime), 0)
  assert.equal(await importNextFile(runtime), 0)
  assert.equal(await deliverDueNotices(runtime), 0)
  await lookAtHouseholds(runtime)
  await runDueHouseholds(runtime)
  const claimed = await claimQueues(runtime, await findDueQueues(runtime, 100))
  assert.ok(claimed.every(({ household_id: one }) => one !== id))
  assert.deepEqual(await stateOfHousehold(db, id), before)
  await move(id)
  const queues = await claimQueues(there.runtime, await findDueQueues(there.runtime, 100))
  assert.ok(queues.some(({ household_id: one }) => one === id))
  assert.ok((await runDueHouseholds(there.runtime)) > 0)
  assert.ok((await lookAtHouseholds(there.runtime)) > 0)
})

test('a household that has arrived is served there, also before it has left', async () => {
  const { key, pay } = await stopped(arrival)
  assert.equal((await pay(9)).status, 503)
  assert.equal((await there.request('GET', '/me', { key })).status, 200)
})

test('a payment that is answered while a household leaves arrives, and no other', async () => {
  const home = await givenHome(here, givenChance(5), 1)
  let isMoving = true
  const moved = move(home.id).finally(() => (isMoving = false))
  const answers: number[] = []
  for (let n = 100; isMoving; n += 1) answers.push((await home.pay(n)).status)
  await moved
  assert.deepEqual(new Set(answers).difference(new Set([200, 401, 503])), new Set())
  const rows = await there.db
    .selectFrom('transactions')
    .select('id')
    .where('household_id', '=', home.id)
    .where('amount', '<', -700)
    .execute()
  assert.equal(rows.length, answers.filter((status) => status === 200).length)
  assert.ok(answers.includes(503))
})

test('work that holds its lease for too long loses it, and begins again at the destination', async () => {
  const home = await givenHome(here, givenChance(6), 2)
  const lease = { lease_owner: 'host/1/x', lease_until: here.runtime.now().add({ hours: 1 }) }
  for (const table of ['webhook_lanes', 'connections'] as const) {
    const held = here.db.updateTable(table as 'connections').set(lease)
    await held.where('household_id', '=', home.id).execute()
  }
  await move(home.id)
  for (const table of ['webhook_lanes', 'connections'] as const) {
    const rows = there.db.selectFrom(table as 'connections').select(['lease_owner', 'lease_until'])
    const { lease_owner: owner } = await rows
      .where('household_id', '=', home.id)
      .executeTakeFirstOrThrow()
    assert.equal(owner, null)
  }
})

test('a queue that a process gives back meanwhile is due at the destination', async () => {
  const home = await givenHome(here, givenChance(7), 1)
  const queues = await claimQueues(here.runtime, await findDueQueues(here.runtime, 100))
  const { connect } = dyingProcess(begun, 'after')
  await assert.rejects(move(home.id, { connect }))
  await releaseQueues(here.runtime, queues)
  const claimed = async (product: typeof here) =>
    (await claimQueues(product.runtime, await findDueQueues(product.runtime, 100))).some(
      ({ household_id: id }) => id === home.id,
    )
  assert.equal(await claimed(here), false)
  await move(home.id)
  assert.equal(await claimed(there), true)
})

test('an import that was running begins again at the destination and has not failed', async () => {
  const home = await givenHome(here, givenChance(8), 1)
  const imports = home.member.client(importsApp)
  const { id } = await imports.uploadImport({
    query: { account_id: home.payment(0).account_id!, file_name: 'statement' },
    body: Buffer.from(coffees),
  })
  await imports.commitImport({ params: { id } })
  const { connect } = dyingProcess(begun, 'after')
  await assert.rejects(move(home.id, { connect }))
  // As if a worker had taken it just before.
  const queued = { status: 'queued', lease_owner: null, lease_until: null } as const
  await here.db.updateTable('imports').set(queued).where('id', '=', id).execute()
  assert.equal(await importNextFile(here.runtime), 1)
  await move(home.id)
  while ((await importNextFile(there.runtime)) > 0);
  const done = there.db.selectFrom('imports').select(['status', 'added', 'attempts'])
  assert.deepEqual(await done.where('id', '=', id).executeTakeFirstOrThrow(), {
    status: 'done',
    added: 3,
    attempts: 1,
  })
})

test('a link that ends mails waits for the move, and is not valid after it', async () => {
  const home = await givenHome(here, givenChance(9), 1)
  const { id: way } = await here.db
    .selectFrom('notice_ways')
    .select('id')
    .where('household_id', '=', home.id)
    .executeTakeFirstOrThrow()
  const path = `/unsubscribe/${writeUnsubscribe(here.runtime, { household: home.id, way })}`
  const follow = () => here.request('POST', path, { base: '' })
  const { connect } = dyingProcess(begun, 'after')
  await assert.rejects(move(home.id, { connect }))
  assert.equal((await follow()).status, 503)
  await move(home.id)
  assert.equal((await follow()).status, 404)
})
