import assert from 'node:assert/strict'
import { test } from 'node:test'
import { managementRoutes } from '#/app/http/app-api.ts'
import { publicRoutes } from '#/app/http/public-api.ts'
import { type Endpoint, isWrite } from '#/platform/contract/endpoint.ts'
import { resources, tools } from './catalogue.ts'
import { prompts } from './prompts.ts'
import { annotationsOf, endpointsOf } from './tool.ts'

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const reading = (tool: (typeof tools)[number]) =>
  tool.kind === 'read' ? [...tool.endpoints, ...(tool.besides ?? [])] : [tool.endpoint]

/** Why an operation that a key may call is no tool. */
const leftOut: Readonly<Record<string, readonly string[]>> = {
  'contained in the answer of another tool': [
    'GET /accounts/summary',
    'GET /transactions',
    'GET /transactions/summary',
    'GET /expenses/summary',
    'GET /expenses/{id}/fill',
    'GET /transaction-totals',
    'GET /transaction-days',
    'GET /insights/net-worth',
    'GET /uncovered-cards',
  ],
  'about the key or for programs, not about money': [
    'GET /me',
    'POST /webhooks',
    'GET /webhooks',
    'PATCH /webhooks/{id}',
    'POST /webhooks/{id}/test',
    'DELETE /webhooks/{id}',
    'GET /webhooks/{id}/deliveries',
    'POST /webhooks/{id}/deliveries/{delivery_id}/redeliver',
    'POST /webhooks/{id}/replay',
  ],
  'bank connections are arranged by the people who own them': [
    'PUT /accounts/{id}/subscription',
    'GET /connections',
    'GET /aggregator/items/{id}/accounts',
    'PUT /aggregator/items/{id}/accounts',
    'POST /aggregator/items/{id}/discover',
    'GET /returned-accounts',
    'POST /returned-accounts/{id}/join',
    'POST /returned-accounts/{id}/keep-apart',
  ],
  'many records at once cannot be confirmed in a sentence': [
    'POST /transactions/bulk',
    'POST /transactions/edit',
    'POST /transactions/remove',
    'POST /transactions/restore',
    'POST /category-rules/apply',
    'POST /categories/starter',
    'POST /categories/starter/remove',
    'GET /past-payments',
    'POST /past-payments/accept',
    'POST /past-payments/accept-all',
    'POST /past-payments/dismiss',
    'POST /past-payments/restore',
    'POST /past-payments/restore-all',
    'GET /cover',
    'POST /cover',
    'POST /cover/undo',
  ],
  'arranging the plan is done once, on its own screen': [
    'GET /expense-groups',
    'POST /expense-groups',
    'PATCH /expense-groups/{id}',
    'DELETE /expense-groups/{id}',
    'PUT /expense-groups/order',
    'PUT /expenses/order',
    'PUT /expenses/{id}/place',
    'POST /expenses/{id}/archive',
    'POST /expenses/{id}/restore',
    'GET /archived-expenses',
    'GET /expense-transfers',
    'POST /funding-schedules',
    'PATCH /funding-schedules/{id}',
    'DELETE /funding-schedules/{id}',
    'POST /funding-schedules/{id}/extra-paydays',
    'DELETE /funding-schedules/{id}/extra-paydays/{day}',
    'PUT /funding-schedules/order',
    'PATCH /categories/{id}',
    'DELETE /categories/{id}',
    'PUT /categories/order',
    'GET /category-rules',
    'POST /category-rules',
    'PATCH /category-rules/{id}',
    'DELETE /category-rules/{id}',
    'PUT /category-rules/order',
    'GET /category-rules/effect',
    'GET /proposals',
    'POST /proposals/dismiss',
    'POST /proposals/restore',
  ],
  'needs a person beside the statement of the bank': [
    'POST /accounts',
    'PATCH /accounts/{id}',
    'GET /account-checks',
    'GET /accounts/{id}/reconciliation',
    'POST /accounts/{id}/reconciliation',
    'POST /accounts/{id}/reconciliation/undo',
    'GET /accounts/{id}/values',
    'POST /accounts/{id}/value',
    'DELETE /accounts/{id}/values/{day}',
    'POST /uncovered-cards/{id}/cover',
    'POST /uncovered-cards/{id}/dismiss',
    'POST /uncovered-cards/{id}/restore',
    'GET /match-suggestions',
    'POST /match-suggestions/{id}/accept',
    'POST /match-suggestions/{id}/separate',
    'POST /match-suggestions/{id}/dismiss',
    'POST /match-suggestions/{id}/restore',
  ],
  'files are uploaded in the application or by the command line': [
    'POST /imports',
    'POST /imports/{id}/preview',
    'POST /imports/{id}/accounts',
    'POST /imports/{id}/commit',
    'POST /imports/{id}/cancel',
    'POST /imports/{id}/undo',
    'POST /imports/{id}/balance',
    'GET /imports/{id}',
    'GET /imports',
  ],
  'a step of typing in a form, which an assistant does not need': [
    'GET /payees',
    'GET /transactions/{id}/suggestions',
    'DELETE /transactions/{id}/splits',
    'POST /transactions/{id}/splits/undo',
    'POST /assignment-suggestions/{id}/restore',
  ],
}

test('every operation that a key may call is a tool, or there is a reason why it is not', () => {
  const known = [...publicRoutes, ...managementRoutes.filter(([{ forKeys }]) => forKeys)]
  const all = new Set(known.map(([endpoint]) => nameOf(endpoint)))
  const used = new Set(tools.flatMap(reading).map(nameOf))
  const reasons = Object.values(leftOut).flat()
  const isDecided = (name: string) =>
    Number(used.has(name)) + reasons.filter((one) => one === name).length
  assert.deepEqual(
    [...all].filter((name) => isDecided(name) !== 1),
    [],
  )
  assert.deepEqual(
    [...used, ...reasons].filter((name) => !all.has(name)),
    [],
  )
})

test('the tools are few, and each says in its name and its words what it is for', () => {
  assert.equal(tools.filter(({ kind }) => kind === 'read').length, 19)
  assert.equal(tools.filter(({ kind }) => kind === 'write').length, 16)
  assert.equal(new Set(tools.map(({ name }) => name)).size, tools.length)
  for (const { name, title, about } of tools) {
    assert.match(name, /^[a-z]+(_[a-z]+)*$/)
    assert.ok(
      title.length > 3 && about.length > 40 && about.length < 420,
      `${name}: ${about.length}`,
    )
  }
})

test('annotations say which tools read, destroy or reach beyond the household', () => {
  const having = (hint: 'readOnlyHint' | 'destructiveHint' | 'openWorldHint') =>
    tools.filter((tool) => annotationsOf(tool)[hint]).map(({ name }) => name)
  const readers = tools.filter((tool) => !endpointsOf(tool).some(isWrite)).map(({ name }) => name)
  assert.deepEqual(having('readOnlyHint'), readers)
  assert.deepEqual(having('destructiveHint'), [
    'edit_transaction',
    'split_transaction',
    'remove_transaction',
    'undo_move',
    'change_set_aside',
  ])
  assert.deepEqual(having('openWorldHint'), ['request_sync'])
})

test('resources and prompts are answered by tools, so that one rule says who may use them', () => {
  assert.deepEqual(
    resources.map(({ name }) => name),
    ['summary', 'plan', 'forecast'],
  )
  for (const { tool } of prompts) assert.ok(tools.includes(tool))
})
