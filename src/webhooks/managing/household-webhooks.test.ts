import assert from 'node:assert/strict'
import { test } from 'node:test'
import { records } from '#/platform/audited/contract.ts'
import { outcome } from '../../../test/support/given-account.ts'
import { givenHome, givenWebhooks } from '../../../test/fakes/receivers.ts'
import { householdWebhooks } from '#/webhooks/app-contract.ts'

const given = await givenWebhooks()
const { product, deliver, receivers, runtime } = given
const home = await givenHome(product)
const { household_id: id, members } = home.loaded
const adaId = members['ada']!
const owner = await product.member(id, adaId)
const app = owner.client(householdWebhooks)
const URL = 'https://hooks.example:8443/path-secret?token=query-secret'

test('owners see only host and state of every member’s webhook', async () => {
  const hook = await home.hook(URL, home.ben)
  const [listed] = await app.listHouseholdWebhooks({})
  assert.deepEqual(
    [listed?.id, listed?.host, listed?.enabled, listed?.paused_reason, listed?.last_delivery],
    [hook.id, 'hooks.example:8443', true, null, null],
  )
  const text = JSON.stringify(listed)
  for (const secret of ['path-secret', 'query-secret', hook.secret]) {
    assert.ok(!text.includes(secret), secret)
  }
})

test('an owner pauses a member’s webhook, and its member may resume it', async () => {
  const [listed] = await app.listHouseholdWebhooks({})
  await home.record()
  const paused = await app.pauseWebhook({ params: { id: listed!.id }, body: {} })
  assert.deepEqual([paused.enabled, paused.paused_reason], [false, 'user'])
  runtime.advance({ seconds: 1 })
  await deliver()
  assert.equal(receivers.got.length, 0)
  assert.deepEqual(await app.pauseWebhook({ params: { id: listed!.id }, body: {} }), paused)
  const resumed = await home.ben.changeWebhook({
    params: { id: listed!.id },
    body: { enabled: true },
  })
  assert.equal(resumed.enabled, true)
})

test('neither members nor other households list or pause a household’s webhooks', async () => {
  const ben = await product.member(id, members['ben']!)
  assert.deepEqual(outcome(await ben.request('GET', '/household/webhooks')), [
    403,
    'owner_required',
  ])
  const other = await product.household({})
  const stranger = await product.member(other.household_id, other.members['ada']!)
  const [listed] = await app.listHouseholdWebhooks({})
  const path = `/household/webhooks/${listed!.id}/pause`
  assert.deepEqual(outcome(await stranger.request('POST', path, { body: {} })), [
    404,
    'resource_not_found',
  ])
})

test('the audit log contains only the host of a new webhook’s address', async () => {
  const { id: made } = await home.hook(URL)
  const [entry] = await owner.client(records).listChanges({ query: { subject_id: made } })
  assert.equal(entry!.after?.['host'], 'hooks.example:8443')
  assert.ok(!JSON.stringify(entry).includes('secret'))
})
