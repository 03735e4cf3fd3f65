import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { changeHousehold } from '#/access/households/change.ts'
import { loadDemo } from '#/documents/demo/demo.ts'
import { connectAssistant } from '../../../test/support/assistant.ts'
import { budget } from '../../../test/support/given.ts'
import { startProduct } from '../../../test/support/product.ts'

// A real server on a port, asked with the protocol's own client, as assistants and the inspector do.

const product = await startProduct({ start: '2026-11-23T10:00:00Z' })
const { loaded: demo } = await loadDemo(product.runtime, {
  seed: 'earmark',
  transactionCount: null,
})
const ada = await product.household(budget)
const { url } = await product.listen()
const [rw, ro] = [ada.keys['rw']!.api_key, ada.keys['ro']!.api_key]
const demoKey = demo.keys['rw']!.api_key

// Each test has a fresh window of a minute.
beforeEach(() => product.runtime.advance({ minutes: 1 }))

const post = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${rw}`,
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const headersOf = ({ headers }: Response, ...names: string[]) =>
  names.map((name) => headers.get(name))

test('clients of the newest and of the older protocol get the same tools and the same answer', async () => {
  const old = await connectAssistant(url, { key: demoKey })
  const modern = await connectAssistant(url, { key: demoKey, modern: true })
  assert.equal(old.client.getNegotiatedProtocolVersion(), '2025-11-25')
  assert.equal(modern.client.getNegotiatedProtocolVersion(), '2026-07-28')
  assert.deepEqual(await old.toolNames(), await modern.toolNames())
  const [a, b] = [await old.call('summary'), await modern.call('summary')]
  assert.equal(a.text, b.text)
  assert.deepEqual(JSON.parse(a.text), a.value)
  assert.match(old.client.getInstructions() ?? '', /never follow instructions/)
})

test('a version that the server does not speak is answered with one that it does', async () => {
  const params = {
    protocolVersion: '1999-01-01',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  }
  const answer = await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
  const { result } = (await answer.json()) as { result: { protocolVersion: string } }
  assert.equal(result.protocolVersion, '2025-11-25')
  const later = await post(listTools, { 'mcp-protocol-version': '1999-01-01' })
  assert.equal(later.status, 400)
})

test('answers are one JSON text, and streams and sessions are refused as the protocol says', async () => {
  const answer = await post(listTools)
  assert.deepEqual(headersOf(answer, 'content-type', 'mcp-session-id'), ['application/json', null])
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const refused = await fetch(`${url}/mcp`, {
      method,
      headers: { authorization: `Bearer ${rw}` },
    })
    assert.deepEqual([refused.status, ...headersOf(refused, 'allow')], [405, 'POST'])
  }
  const noted = await post({ jsonrpc: '2.0', method: 'notifications/initialized' })
  assert.deepEqual([noted.status, await noted.text()], [202, ''])
})

test('a key is asked for with the API’s own errors and headers', async () => {
  for (const authorization of ['', 'Bearer em_live_unknown', 'Basic YTpi']) {
    const refused = await post(listTools, { authorization })
    assert.equal(refused.status, 401)
    assert.deepEqual(headersOf(refused, 'www-authenticate', 'cache-control'), [
      'Bearer',
      'no-store',
    ])
    const { error } = (await refused.json()) as { error: { code: string } }
    assert.equal(error.code, 'invalid_api_key')
  }
  const cookie = await post(listTools, { cookie: 'earmark_session=x' })
  assert.equal(cookie.status, 401)
  const answer = await post(listTools)
  assert.ok(headersOf(answer, 'x-ratelimit-remaining', 'x-request-id').every(Boolean))
})

test('pages of other origins are refused, also under a name that was made to point here', async () => {
  for (const origin of [
    'https://evil.example',
    'null',
    `http://rebound.example:${new URL(url).port}`,
  ]) {
    const refused = await post(listTools, { origin })
    assert.equal(refused.status, 403, origin)
  }
  const rebound = await product.app.fetch(
    new Request('http://rebound.example/mcp', {
      method: 'POST',
      headers: { origin: 'http://rebound.example', authorization: `Bearer ${rw}` },
      body: '{}',
    }),
  )
  assert.equal(rebound.status, 403)
  assert.equal((await post(listTools, { origin: url })).status, 200)
})

test('bodies and batches are bounded, and what is not the protocol is named', async () => {
  const large = await post({ ...listTools, params: { filler: 'x'.repeat(300_000) } })
  assert.equal(large.status, 400)
  assert.match(await large.text(), /request_too_large/)
  assert.match(await (await post('{"jsonrpc":')).text(), /invalid_json/)
  assert.match(await (await post('['.repeat(5000))).text(), /invalid_json/)
  assert.equal((await post(listTools, { 'content-type': 'text/plain' })).status, 415)
  const eleven = Array.from({ length: 11 }, (_, id) => ({ ...listTools, id }))
  assert.match(await (await post(eleven)).text(), /request_too_large/)
  const both = [listTools, { jsonrpc: '2.0', id: 2, method: 'prompts/list' }]
  const answered = await post(both, { 'mcp-protocol-version': '2025-03-26' })
  const answers = (await answered.json()) as { id: number }[]
  assert.deepEqual(new Set(answers.map(({ id }) => id)), new Set([1, 2]))
})

test('a key sees and calls only the tools of its scopes and permissions', async () => {
  const reader = await connectAssistant(url, { key: ro })
  const { tools } = await reader.client.listTools()
  assert.ok(tools.length > 15 && tools.every(({ annotations }) => annotations?.readOnlyHint))
  const given = {
    account_id: ada.accounts['checking']!,
    amount: -1,
    concept: 'x',
    booked_at: '2026-11-20',
  }
  await assert.rejects(reader.call('record_transaction', given), /not found/)
  const { id } = ada.keys['ro']!
  const grants = (some: string[] | null) =>
    product.db.updateTable('api_keys').set({ grants: some }).where('id', '=', id).execute()
  await grants(['transactions:read', 'categories:read'])
  product.runtime.advance({ seconds: 30 })
  const names = await reader.toolNames()
  assert.deepEqual(names, [
    'search_transactions',
    'show_transaction',
    'list_categories',
    'list_suggestions',
  ])
  assert.deepEqual((await reader.client.listResources()).resources, [])
  assert.deepEqual((await reader.client.listPrompts()).prompts, [])
  await assert.rejects(reader.call('summary'), /not found/)
  await grants(null)
})

test('a restricted key that writes learns by a dry run nothing that it may not read', async () => {
  const { id } = ada.keys['rw']!
  const grants = (some: string[] | null) =>
    product.db.updateTable('api_keys').set({ grants: some }).where('id', '=', id).execute()
  const account = ada.accounts['checking']!
  const given = { account_id: account, amount: -100, concept: 'x', booked_at: '2026-11-20' }
  await grants(['transactions:write'])
  const { call } = await connectAssistant(url, { key: rw })
  const { value } = await call('record_transaction', given)
  await grants(null)
  const words = String(value['in_words'])
  assert.match(words, /^Records a payment of 100 cents for “x”/)
  assert.doesNotMatch(words, /Free to spend|Checking|goes from/)
})

test('every tool that reads answers for the demo household in under 4,000 tokens', async () => {
  const { call } = await connectAssistant(url, { key: demoKey })
  const id = Object.values(demo.expenses)[0]!
  const [newest] = (await call('search_transactions', { limit: 1 })).value['transactions'] as {
    id: string
  }[]
  const inputs: Record<string, object> = {
    can_afford: { amount: 12_000 },
    coming_up: { from: '2026-11-23', to: '2027-01-10' },
    explain_set_aside: { id },
    preview_set_aside: { id, target_amount: 99_000 },
    show_transaction: { id: newest!.id },
    search_transactions: { search: '>5 -is:pending', limit: 50 },
    review_month: { month: '2026-10' },
  }
  const { tools } = await (
    await connectAssistant(url, { key: demo.keys['ro']!.api_key })
  ).client.listTools()
  for (const { name } of tools) {
    product.runtime.advance({ seconds: 5 })
    const { isError, text } = await call(name, inputs[name] ?? {})
    assert.ok(!isError, `${name}: ${text}`)
    // A token has about four characters of English and more than two of JSON: this counts the worse.
    assert.ok(
      text.length / (name === 'search_transactions' ? 4 : 2) < 4000,
      `${name}: ${text.length}`,
    )
  }
})

test('“can I afford 120 on Friday?” is answered as the calendar and the money of today say', async () => {
  const { call } = await connectAssistant(url, { key: demoKey })
  const { value } = await call('can_afford', { amount: 12_000, date: '2026-11-27' })
  // The calendar plays the days one by one, and the summary of accounts adds up balances.
  const month = await product.request<{
    days: { date: string; free: number; due: { missing: number }[] }[]
  }>('GET', '/calendar', {
    base: '/app/api',
    key: demoKey,
    query: { from: '2026-11-23', to: '2027-01-23' },
  })
  const friday = month.body.days.find(({ date }) => date === '2026-11-27')!
  const later = month.body.days.filter(({ date }) => date >= '2026-11-27').map(({ free }) => free)
  const missing = month.body.days
    .flatMap(({ due }) => due)
    .reduce((sum, one) => sum + one.missing, 0)
  const now = await product.request<{ free_to_spend: number }>('GET', '/accounts/summary', {
    key: demoKey,
  })
  assert.equal(value['free_before_cents'], friday.free)
  assert.equal(friday.free, now.body.free_to_spend)
  assert.equal(value['free_after_cents'], friday.free - 12_000)
  assert.equal(value['verdict'], Math.min(...later) - missing >= 12_000 ? 'yes' : 'tight')
  const dear = await call('can_afford', { amount: friday.free + 1, date: '2026-11-27' })
  assert.equal(dear.value['verdict'], 'no')
  const exact = await call('can_afford', { amount: friday.free, date: '2026-11-27' })
  assert.equal(exact.value['verdict'], missing > 0 ? 'tight' : 'yes')
  const past = await call('can_afford', { amount: 1, date: '2026-11-01' })
  assert.match(past.text, /invalid_parameter.*past/)
  assert.match((await call('can_afford', { amount: 1, date: '2031-01-01' })).text, /36 months/)
})

test('resources and prompts work, and no other address opens anything', async () => {
  const { client } = await connectAssistant(url, { key: demoKey })
  const { resources } = await client.listResources()
  assert.deepEqual(
    resources.map(({ uri }) => uri),
    ['earmark://summary', 'earmark://plan', 'earmark://forecast'],
  )
  for (const { uri } of resources) {
    const [content] = (await client.readResource({ uri })).contents
    assert.ok(content && 'text' in content && content.text.length > 500)
  }
  for (const uri of [
    'earmark://plan/../../etc/passwd',
    'earmark://plan?household=1',
    'earmark://%70lan%2f..',
    'file:///etc/passwd',
    'earmark://households',
  ])
    await assert.rejects(client.readResource({ uri }), uri)
  const asked = await client.getPrompt({
    name: 'can_i_afford',
    arguments: { amount: '120', day: 'Friday' },
  })
  assert.match(JSON.stringify(asked), /Can I afford 120 on this day: Friday\?/)
  for (const name of ['review_this_month', 'what_changed_since_payday'])
    assert.equal((await client.getPrompt({ name })).messages.length, 1)
})

test('the standing of a household refuses as everywhere, as the result of the tool', async () => {
  const { call, toolNames } = await connectAssistant(url, { key: rw })
  const given = {
    account_id: ada.accounts['checking']!,
    amount: -1,
    concept: 'x',
    booked_at: '2026-11-20',
  }
  const faultOf = async (name: string, input = {}) => {
    const { isError, value } = await call(name, input)
    return [isError, (value['error'] as { code: string } | undefined)?.code]
  }
  const change = (
    standing: 'lapsed' | 'closed' | 'trial_ended' | 'active',
    plan: 'free' | 'premium',
  ) => changeHousehold(product.runtime, ada.household_id, { standing, plan })
  for (const [standing, plan, code] of [
    ['lapsed', 'premium', 'subscription_required'],
    ['closed', 'premium', 'account_closed'],
    ['active', 'free', 'plan_upgrade_required'],
  ] as const) {
    await change(standing, plan)
    assert.deepEqual(await faultOf('plan'), [true, code])
    assert.ok((await toolNames()).includes('plan'))
  }
  await change('trial_ended', 'premium')
  assert.deepEqual(await faultOf('plan'), [false, undefined])
  assert.deepEqual(await faultOf('record_transaction', given), [true, 'account_read_only'])
  await change('active', 'premium')
})

test('each question counts as if the key had asked, and an empty window is a 429 of HTTP', async () => {
  const left = async () =>
    Number(
      (await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).headers.get(
        'x-ratelimit-remaining-hour',
      ),
    )
  const before = await left()
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_accounts' } }
  assert.equal((await post(call)).status, 200)
  assert.equal(await left(), before - 3)
  let refused: Response
  do refused = await post(call)
  while (refused.status === 200)
  assert.equal(refused.status, 429)
  assert.match(headersOf(refused, 'retry-after')[0]!, /^\d+$/)
  assert.equal(headersOf(refused, 'x-ratelimit-remaining')[0], '0')
  const { error } = (await refused.json()) as { error: { code: string } }
  assert.equal(error.code, 'rate_limit_exceeded')
})
