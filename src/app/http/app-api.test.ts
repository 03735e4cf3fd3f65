import assert from 'node:assert/strict'
import { test } from 'node:test'
import { removeMember } from '#/access/households/remove-member.ts'
import { changeHousehold } from '#/access/households/change.ts'
import { addMember } from '#/access/households/add-member.ts'
import { openapi } from '#/platform/contract/openapi.ts'
import { expenses } from '#/budget/expenses/contract.ts'
import { budget } from '../../../test/support/given.ts'
import { startProduct } from '../../../test/support/product.ts'
import { managementRoutes } from './app-api.ts'
import { publicContracts } from './public-contracts.ts'

const product = await startProduct()

async function ada() {
  const loaded = await product.household(budget)
  const memberId = loaded.members['ada']!
  return { ...loaded, memberId, member: await product.member(loaded.household_id, memberId) }
}

test('the application requires a session, and a wrong cookie does not open it', async () => {
  const { member } = await ada()
  const ask = async (headers: Record<string, string>) => {
    const { status, body } = await product.request('GET', '/expenses', {
      base: '/app/api',
      headers,
    })
    return [status, body.error?.code]
  }
  assert.deepEqual(await ask({}), [401, 'session_required'])
  assert.deepEqual(await ask({ cookie: 'earmark_session=x' }), [401, 'session_required'])
  assert.deepEqual(await ask({ authorization: 'Basic YTpi' }), [401, 'session_required'])
  assert.deepEqual(await ask({ cookie: `theme=dark; ${member.cookie}` }), [200, undefined])
})

test('signed-in people are not counted in the windows of keys; everybody else pays by address', async () => {
  const { member } = await ada()
  const signedIn = await member.request('GET', '/expenses')
  assert.equal(signedIn.headers.get('x-ratelimit-limit'), null)
  const ask = () => product.request('GET', '/expenses', { base: '/app/api' })
  const left = async () => Number((await ask()).headers.get('x-ratelimit-remaining'))
  const first = await left()
  assert.equal(await left(), first - 1)
})

test('the public API refuses the session’s cookie, and offers no management', async () => {
  const { keys, member } = await ada()
  const key = keys['rw']!.api_key
  const both = await product.request('GET', '/expenses', {
    key,
    headers: { cookie: member.cookie },
  })
  assert.deepEqual([both.status, both.body.error.code], [401, 'invalid_credential_context'])
  const { paths } = openapi(publicContracts, { serverUrl: '/v1' }) as {
    paths: Record<string, Record<string, unknown>>
  }
  for (const [{ method, path }] of managementRoutes) {
    assert.equal(paths[path]?.[method.toLowerCase()], undefined, `${method} ${path}`)
    const asked = path.replaceAll(/\{\w+\}/g, '01890000-0000-7000-8000-000000000000')
    // Sends more requests than a key may send in a minute.
    product.runtime.advance({ seconds: 2 })
    const { status, body } = await product.request(method, asked, {
      key,
      ...(method !== 'GET' && { body: {} }),
    })
    assert.deepEqual([status, body.error.code], [404, 'endpoint_not_found'], `${method} ${path}`)
  }
})

test('writes must come from our own pages', async () => {
  const { member } = await ada()
  const write = async (headers: Record<string, string>) => {
    const { status, body } = await product.request('POST', '/expense-groups', {
      base: '/app/api',
      body: { name: 'x' },
      headers: { cookie: member.cookie, ...headers },
    })
    return status === 200 ? 200 : body.error.code
  }
  const cases: [Record<string, string>, unknown][] = [
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{ 'sec-fetch-site': 'none' }, 'cross_site_request'],
    [{ 'sec-fetch-site': 'same-site' }, 'cross_site_request'],
    [{ 'sec-fetch-site': 'cross-site' }, 'cross_site_request'],
    [{ 'sec-fetch-site': 'cross-site', origin: 'http://earmark.test' }, 'cross_site_request'],
    [{ origin: 'http://earmark.test' }, 200],
    [{ origin: 'http://192.168.1.5:3000', host: '192.168.1.5:3000' }, 200],
    [{ origin: 'http://evil.test' }, 'cross_site_request'],
    [{ origin: 'null' }, 'cross_site_request'],
    [{}, 'cross_site_request'],
  ]
  for (const [headers, expected] of cases) {
    assert.equal(await write(headers), expected, JSON.stringify(headers))
  }
})

test('a page of another origin cannot trigger any read', async () => {
  const { member } = await ada()
  // Tries an endpoint of a household, one of a person, and an expensive one.
  const paths = ['/expenses', '/session', '/category-rules/effect?text=x&concept=y']
  const read = async (path: string, headers: Record<string, string>) => {
    const { status, body } = await product.request('GET', path, {
      base: '/app/api',
      headers: { cookie: member.cookie, ...headers },
    })
    return status === 200 ? 200 : body.error.code
  }
  const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  const cases: [Record<string, string>, unknown][] = [
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    // Typed into the address bar, or opened from a bookmark.
    [{ 'sec-fetch-site': 'none', ...navigation }, 200],
    [{ 'sec-fetch-site': 'cross-site', ...navigation }, 'cross_site_request'],
    [{ 'sec-fetch-site': 'same-site', ...navigation }, 'cross_site_request'],
    [{ 'sec-fetch-site': 'cross-site', referer: 'http://earmark.test/' }, 'cross_site_request'],
    // Browsers send less over plain http in a home network, and other programs send nothing.
    [{}, 200],
    [{ referer: 'http://earmark.test/plan' }, 200],
    [{ referer: 'http://192.168.1.5:3000/plan', host: '192.168.1.5:3000' }, 200],
    [{ referer: 'http://192.168.1.5:8080/', host: '192.168.1.5:3000' }, 'cross_site_request'],
    [{ referer: 'https://evil.test/' }, 'cross_site_request'],
    [{ referer: 'about:client' }, 'cross_site_request'],
    [{ origin: 'http://evil.test' }, 'cross_site_request'],
    [{ origin: 'null' }, 'cross_site_request'],
    [{ origin: 'http://evil.test', referer: 'http://earmark.test/' }, 'cross_site_request'],
  ]
  for (const path of paths) {
    for (const [headers, expected] of cases) {
      assert.equal(await read(path, headers), expected, `${path} ${JSON.stringify(headers)}`)
    }
  }
})

test('a session ends 30 days after its last use, and opens no household its person has left', async () => {
  const { household_id, member } = await ada()
  const bo = await addMember(product.runtime, household_id, {
    name: 'Bo',
    email: 'bo@example.com',
    role: 'member',
  })
  const theirs = await product.member(household_id, bo.id)
  assert.equal((await theirs.request('GET', '/settings')).status, 200)
  await removeMember(product.runtime, household_id, bo.id)
  const left = await theirs.request('GET', '/settings')
  assert.deepEqual([left.status, left.body.error.code], [409, 'household_required'])
  product.runtime.advance({ hours: 24 * 30 - 1 })
  assert.equal((await member.request('GET', '/settings')).status, 200)
  product.runtime.advance({ hours: 24 * 30 - 1 })
  assert.equal((await member.request('GET', '/settings')).status, 200)
  product.runtime.advance({ hours: 24 * 30 })
  assert.equal((await member.request('GET', '/settings')).status, 401)
})

test('every plan includes the application; an ended household is read only or closed', async () => {
  const { household_id, member } = await ada()
  const outcome = async (change: Parameters<typeof changeHousehold>[2]) => {
    await changeHousehold(product.runtime, household_id, change)
    const read = await member.request('GET', '/expenses')
    const write = await member.request('POST', '/expense-groups', { body: { name: 'x' } })
    return [read.status, write.status]
  }
  assert.deepEqual(await outcome({ plan: 'free' }), [200, 200])
  assert.deepEqual(await outcome({ standing: 'trial_ended' }), [200, 423])
  assert.deepEqual(await outcome({ standing: 'lapsed' }), [402, 402])
  assert.deepEqual(await outcome({ standing: 'closed' }), [410, 410])
})

test('an Idempotency-Key makes a change once, and does not work for another household', async () => {
  const { member } = await ada()
  const other = await ada()
  const send = () =>
    member.request('POST', '/expense-groups', {
      body: { name: 'Once' },
      headers: { 'idempotency-key': 'once-and-once' },
    })
  const [first, second] = [await send(), await send()]
  assert.deepEqual(second.body, first.body)
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
  const groups = await member.client(expenses).listExpenseGroups({})
  assert.equal(groups.filter(({ name }) => name === 'Once').length, 1)
  const foreign: [string, string, object?][] = [
    ['PATCH', `/expense-groups/${other.expense_groups['home']}`, { name: 'x' }],
    ['DELETE', `/expense-groups/${other.expense_groups['home']}`],
    ['POST', `/expenses/${other.expenses['rent']}/archive`, {}],
    ['PATCH', `/funding-schedules/${other.funding_schedules['pay']}`, { name: 'x' }],
    ['DELETE', `/funding-schedules/${other.funding_schedules['pay']}`],
    [
      'POST',
      `/funding-schedules/${other.funding_schedules['pay']}/extra-paydays`,
      { day: '2027-01-01' },
    ],
    ['PATCH', `/categories/${other.categories['food']}`, { name: 'x' }],
    ['DELETE', `/categories/${other.categories['food']}`],
    ['PATCH', `/accounts/${other.accounts['checking']}`, { name: 'x' }],
    ['POST', `/accounts/${other.accounts['checking']}/close`, {}],
  ]
  for (const [method, path, body] of foreign) {
    const answer = await member.request(method, path, { ...(body && { body }) })
    assert.deepEqual(
      [answer.status, answer.body.error.code, answer.body.error.param],
      [404, 'resource_not_found', 'id'],
      `${method} ${path}`,
    )
  }
})

test('the audit log shows that a change came from the application', async () => {
  const { member, expenses: ids } = await ada()
  const moved = await member.client(expenses).transferBetweenExpenses({
    body: { from_expense_id: ids['rent']!, to_expense_id: ids['trip']!, amount: 100 },
  })
  assert.deepEqual([moved.source, moved.created_by.key_id], ['app', null])
})
