import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeHousehold } from '#/access/households/change.ts'
import { removeMember } from '#/access/households/remove-member.ts'
import { revokeKey } from '#/access/keys/revoke.ts'
import { givenWebhooks } from '../../../test/fakes/receivers.ts'
import { tidyDeliveries } from './tidy.ts'

// Rights and headers are checked when a delivery is sent, not when it is queued.

const given = await givenWebhooks()
const { api, after, db, deliver, deliveries, hook, queued, receivers, record, remove, runtime } =
  given
const { household_id } = given.loaded
const none = () => assert.deepEqual(receivers.take(), [])

const setStanding = (standing: 'lapsed' | 'trial_ended' | 'closed' | 'active' | 'trialing') =>
  changeHousehold(runtime, household_id, { standing })

test('a delivery is cancelled if the household or bank account may not send when it is due', async () => {
  const account = given.loaded.accounts['checking']!
  const setAccount = (set: { subscribed?: boolean; hidden?: boolean }) =>
    db.updateTable('accounts').set(set).where('id', '=', account).execute()
  const cases: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
    ['lapsed', () => setStanding('lapsed'), () => setStanding('active')],
    ['trial ended', () => setStanding('trial_ended'), () => setStanding('active')],
    ['closed', () => setStanding('closed'), () => setStanding('active')],
    [
      'not subscribed',
      () => setAccount({ subscribed: false }),
      () => setAccount({ subscribed: true }),
    ],
    [
      'hidden',
      () => setAccount({ subscribed: false, hidden: true }),
      () => setAccount({ subscribed: true, hidden: false }),
    ],
  ]
  for (const [name, forbid, permit] of cases) {
    const one = await queued()
    await forbid()
    assert.equal(await deliver(), 0, name)
    await permit()
    await after(7200)
    none()
    const { status, reason, attempts } = await one.last()
    assert.deepEqual([status, attempts], ['cancelled', 0], name)
    assert.ok(reason)
    // An event is not even queued while its bank account is not subscribed.
    if (name === 'not subscribed') {
      await forbid()
      await record()
      await permit()
      await after(60)
      none()
    }
    await remove(one)
  }
})

test('a household in its trial gets its deliveries', async () => {
  await setStanding('trialing')
  const one = await queued()
  assert.equal(await deliver(), 1)
  await setStanding('active')
  await remove(one)
})

test('a webhook outlives the key that created it, but not the membership', async () => {
  const one = await hook(undefined, given.ben)
  await revokeKey(runtime, { keyId: given.loaded.keys['ben']!.id })
  await record()
  await deliver()
  assert.equal(receivers.take(one.url).length, 1)
  await record()
  await removeMember(runtime, household_id, given.loaded.members['ben']!)
  await record()
  await deliver()
  await after(7200)
  none()
  await tidyDeliveries(runtime)
  // The webhook ended with the membership: the waiting delivery is cancelled, a later event not queued.
  const stored = db.selectFrom('webhook_deliveries').select(['state', 'attempts', 'reason'])
  const rows = await stored.where('webhook_id', '=', one.id).orderBy('state', 'desc').execute()
  const reason = 'The webhook was paused.'
  assert.deepEqual(rows, [
    { state: 'delivered', attempts: 1, reason: null },
    { state: 'cancelled', attempts: 0, reason },
  ])
})

test('changed headers go with the next attempt, and are shown nowhere in clear', async () => {
  const one = await hook()
  const set = (headers: Record<string, string>) =>
    api.changeWebhook({ params: { id: one.id }, body: { headers } })
  await set({ Authorization: 'Bearer cAnArY-one', 'X-Team': 'blue' })
  await record()
  receivers.answer(one.url, 500)
  await deliver()
  await set({ Authorization: 'Bearer cAnArY-two' })
  await after(30)
  await set({})
  await after(60)
  const sent = receivers.take().map(({ headers }) => [headers['Authorization'], headers['X-Team']])
  assert.deepEqual(sent, [
    ['Bearer cAnArY-one', 'blue'],
    ['Bearer cAnArY-two', undefined],
    [undefined, undefined],
  ])
  assert.doesNotMatch(
    JSON.stringify([await deliveries(one.id), runtime.logged]),
    /cAnArY|whsec_[A-Za-z0-9]/,
  )
  await remove(one)
})
