import assert from 'node:assert/strict'
import type { Code } from '#/platform/contract/codes.ts'
import type { ErrorExamples } from '#/platform/contract/openapi-errors.ts'
import { issueKey } from '#/access/keys/issue.ts'
import type { RequestOptions } from '../support/product.ts'
import type { DemoScene } from './demo-scene.ts'

type Asked = readonly [method: string, path: string, options?: RequestOptions]

/** Codes of states that no request brings about by itself; their examples are written from the table of codes. */
export const untaken: readonly Code[] = [
  'idempotency_key_in_progress',
  'account_rate_limit_exceeded',
  'internal_error',
  'service_unavailable',
]

/** Has every other code answered by the demo household, and returns the errors. */
export async function refuseAll(scene: DemoScene): Promise<ErrorExamples> {
  const errors: Partial<Record<Code, Readonly<Record<string, unknown>>>> = {}
  const { product } = scene
  const refuse = async (code: Code, [method, path, options]: Asked) => {
    product.runtime.advance({ seconds: 2 })
    const { body, text } = await product.request(method, path, options)
    assert.equal(body.error?.code, code, `${method} ${path} ${text}`)
    errors[code] = body
  }
  await refuseKeys(scene, refuse)
  await refuseHousehold(scene, refuse)
  await refuseBudget(scene, refuse)
  await refuseWebhooks(scene, refuse)
  await refuseTooMany(scene, refuse)
  return errors
}

type Refuse = (code: Code, asked: Asked) => Promise<void>

async function refuseKeys({ ro }: DemoScene, refuse: Refuse): Promise<void> {
  await refuse('missing_api_key', ['GET', '/me'])
  await refuse('invalid_api_key', ['GET', '/me', { key: 'em_live_x' }])
  const cookie = 'earmark_session=x'
  await refuse('invalid_credential_context', ['GET', '/me', { key: ro, headers: { cookie } }])
  await refuse('insufficient_scope', ['POST', '/sync', { key: ro, body: {} }])
  await refuse('endpoint_not_found', ['GET', '/budgets', { key: ro }])
}

async function refuseHousehold({ product, loaded, rw }: DemoScene, refuse: Refuse): Promise<void> {
  const become = (change: {
    plan?: 'free' | 'premium'
    standing?: 'lapsed' | 'closed' | 'active' | 'trial_ended'
  }) =>
    product.db
      .updateTable('households')
      .set(change)
      .where('household_id', '=', loaded.household_id)
      .execute()
  const key = rw
  await become({ standing: 'lapsed' })
  await refuse('subscription_required', ['GET', '/me', { key }])
  await become({ standing: 'closed' })
  await refuse('account_closed', ['GET', '/me', { key }])
  await become({ standing: 'trial_ended' })
  await refuse('account_read_only', ['POST', '/sync', { key, body: {} }])
  await become({ standing: 'active', plan: 'free' })
  await refuse('plan_upgrade_required', ['GET', '/me', { key }])
  await become({ plan: 'premium' })
}

async function refuseBudget({ product, loaded, ...scene }: DemoScene, refuse: Refuse) {
  const key = scene.rw
  const { accounts, expenses } = loaded
  const coffee = { account_id: accounts['checking'], amount: -450, concept: 'Coffee' }
  const body = { ...coffee, booked_at: '2026-11-20' }
  await refuse('invalid_json', ['POST', '/transactions', { key, rawBody: '{"amount": ' }])
  const nowhere = { ...body, booked_at: '2026-02-30' }
  await refuse('invalid_parameter', ['POST', '/transactions', { key, body: nowhere }])
  const rawBody = JSON.stringify({ ...body, notes: 'x'.repeat(300_000) })
  await refuse('request_too_large', ['POST', '/transactions', { key, rawBody }])
  await refuse('resource_not_found', ['GET', `/transactions/${scene.itemId}`, { key }])
  const headers = { 'Idempotency-Key': 'coffee-2026-11-20' }
  await product.request('POST', '/transactions', { key, body, headers })
  const other = { ...body, amount: -500 }
  await refuse('idempotency_key_reused', ['POST', '/transactions', { key, body: other, headers }])
  const move = {
    from_expense_id: expenses['bicycle'],
    to_expense_id: expenses['summer-trip'],
    amount: 900_000,
  }
  await refuse('insufficient_expense_balance', ['POST', '/expense-transfers', { key, body: move }])
  const wallet = `/accounts/${accounts['wallet']}/subscription`
  const followed = { body: { subscribed: true } }
  await refuse('account_not_subscribable', ['PUT', wallet, { key, ...followed }])
  const { apiKey } = await issueKey(product.runtime, {
    householdId: loaded.household_id,
    memberId: loaded.members['sam']!,
    name: 'Sam',
    scopes: ['data.read', 'data.write'],
    expiresAt: product.runtime.now().add({ hours: 1 }),
  })
  const discover = `/aggregator/items/${scene.itemId}/discover`
  await refuse('not_connection_owner', ['POST', discover, { key: apiKey }])
}

async function refuseWebhooks({ product, rw }: DemoScene, refuse: Refuse): Promise<void> {
  const key = rw
  const body = { name: 'Budget sheet', url: 'https://hooks.example/earmark' }
  const ids: string[] = []
  for (let count = 0; count < 10; count += 1) {
    const made = await product.request<{ id: string }>('POST', '/webhooks', { key, body })
    ids.push(made.body.id)
  }
  await refuse('webhook_limit_reached', ['POST', '/webhooks', { key, body }])
  const [one, other] = ids
  await product.request('POST', `/webhooks/${one}/test`, { key })
  await refuse('webhook_test_limit_exceeded', ['POST', `/webhooks/${one}/test`, { key }])
  await product.request('PATCH', `/webhooks/${other}`, { key, body: { enabled: false } })
  await refuse('webhook_paused', ['POST', `/webhooks/${other}/test`, { key }])
}

async function refuseTooMany({ product, itemId, rw }: DemoScene, refuse: Refuse): Promise<void> {
  const discover = `/aggregator/items/${itemId}/discover`
  product.runtime.advance({ minutes: 1 })
  for (let count = 0; count < 24; count += 1) await product.request('POST', discover, { key: rw })
  await refuse('provider_quota_exhausted', ['POST', discover, { key: rw }])
  product.runtime.advance({ minutes: 1 })
  for (let count = 0; count < 60; count += 1) await product.request('GET', '/me', { key: rw })
  await refuse('rate_limit_exceeded', ['GET', '/me', { key: rw }])
}
