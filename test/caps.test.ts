import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CapName, caps, SESSIONS_MAX } from '#/platform/contract/caps.ts'
import type { WrittenDocument } from '#/documents/document.ts'
import { openSession } from '#/access/sessions/open.ts'
import { type CreationOptions, startAuthenticator } from './support/authenticator.ts'
import { type Browser, startBrowser } from './support/browser.ts'
import { outcome, type Who } from './support/given-account.ts'
import { givenPerson } from './support/given-person.ts'
import { type Answer, type Member, type RequestOptions, startProduct } from './support/product.ts'

const product = await startProduct({ limited: false })
const { db, runtime } = product

/** So many are asked for at once, of which only some have room. */
const AT_ONCE = 5

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index))

async function household(document: Partial<WrittenDocument> = {}) {
  const { household_id: id, members } = await product.household({ keys: [], ...document })
  return { id, memberId: members['ada']!, ada: await product.member(id, members['ada']!) }
}

/** A browser in which the person behind a member is signed in. */
async function signIn(personId: string): Promise<Browser> {
  const client = { address: 'direct', agent: 'test' }
  const opening = { personId, householdId: null, through: 'password' as const, client }
  return startBrowser(product, { cookie: (await openSession(runtime, opening)).token })
}

/** Asks for several at once where `left` have room: exactly so many are made, and the others are refused in words. */
async function assertFull(of: CapName, left: number, ask: (index: number) => Promise<Answer>) {
  const answers = await Promise.all(times(AT_ONCE, ask))
  const refused = answers.filter(({ status }) => status >= 400)
  assert.equal(answers.length - refused.length, left, answers.map(({ text }) => text).join('\n'))
  for (const answer of refused) {
    assert.deepEqual(outcome(answer), [409, 'limit_reached'])
    const { message, detail } = answer.body.error
    assert.equal(message, caps[of].message)
    assert.deepEqual(detail, { name: 'limit_reached', of, max: caps[of].max })
  }
}

const named = (count: number) => times(count, (index) => ({ ref: `n${index}`, name: `N ${index}` }))
const monthly = { frequency: 'monthly' as const, days: [1] }

/** A kind of record of which the household has two fewer than the cap, and how to make one more. */
const kinds: {
  readonly [N in CapName]?: {
    readonly document: Partial<WrittenDocument>
    readonly path: string
    readonly body: object
  }
} = {
  expenses: { document: { expenses: named(1998) }, path: '/expenses', body: {} },
  expense_groups: { document: { expense_groups: named(498) }, path: '/expense-groups', body: {} },
  funding_schedules: {
    document: {
      funding_schedules: named(198).map((one) => ({ ...one, ...monthly, anchor: '2025-11-01' })),
    },
    path: '/funding-schedules',
    body: { ...monthly, anchor: '2025-11-01' },
  },
  category_rules: {
    document: {
      category_rules: times(1998, (index) => {
        return { ref: `r${index}`, text: `Shop ${index}`, concept: 'Shop' }
      }),
    },
    path: '/category-rules',
    body: { name: undefined, text: 'Bakery', concept: 'Bakery' },
  },
  accounts: {
    document: {
      accounts: [
        ...named(998).map((one) => ({ ...one, type: 'depository' as const })),
        { ref: 'bank', name: 'Of a bank', type: 'depository', provider: 'provider_a' },
      ],
    },
    path: '/accounts',
    body: { type: 'depository' },
  },
}

for (const [of, { document, path, body }] of Object.entries(kinds)) {
  test(`a household has as many ${of} as may be, however many are asked for at once`, async () => {
    const { ada } = await household(document)
    await assertFull(of as CapName, 2, (index) =>
      ada.request('POST', path, { body: { name: `One more ${index}`, ...body } }),
    )
  })
}

test('a household has 1,000 categories, those that come with it included', async () => {
  const { ada } = await household()
  const { body: there } = await ada.request<unknown[]>('GET', '/categories')
  const { ada: eve } = await household({ categories: named(998 - there.length) })
  const { body: now } = await eve.request<unknown[]>('GET', '/categories')
  await assertFull('categories', 1000 - now.length, (index) =>
    eve.request('POST', '/categories', { body: { name: `One more ${index}` } }),
  )
})

test('an archived Expense takes no room among the live ones, and comes back only where there is', async () => {
  const { ada, id } = await household({ expenses: named(2000) })
  const create = () => ada.request('POST', '/expenses', { body: { name: 'New' } })
  assert.equal((await create()).status, 409)
  const { body: expenses } = await ada.request<{ id: string }[]>('GET', '/expenses')
  const old = `/expenses/${expenses[0]!.id}`
  assert.equal((await ada.request('POST', `${old}/archive`, { body: {} })).status, 200)
  await assertFull('expenses', 1, create)
  assert.deepEqual(outcome(await ada.request('POST', `${old}/restore`, { body: {} })), [
    409,
    'limit_reached',
  ])
  // The archive has an end as well.
  await db
    .updateTable('expenses')
    .set({ archived_at: runtime.now() })
    .where('household_id', '=', id)
    .execute()
  await copyExpenses(id, 10_000 - 2001 - 2)
  await assertFull('expenses_ever', 2, create)
})

async function copyExpenses(householdId: string, count: number): Promise<void> {
  const row = await db
    .selectFrom('expenses')
    .selectAll()
    .where('household_id', '=', householdId)
    .limit(1)
    .executeTakeFirstOrThrow()
  for (let at = 0; at < count; at += 1000) {
    const { balance: _, ...stored } = row
    const copies = times(Math.min(1000, count - at), () => ({ ...stored, id: runtime.newId() }))
    await db.insertInto('expenses').values(copies).execute()
  }
}

test('a document may exceed a cap; then nothing is added until there is room', async () => {
  const { ada } = await household({
    funding_schedules: named(203).map((one) => ({ ...one, ...monthly, anchor: '2025-11-01' })),
  })
  const { body: all } = await ada.request<{ id: string }[]>('GET', '/funding-schedules')
  assert.equal(all.length, 203)
  const body = { name: 'One more', ...monthly, anchor: '2025-11-01' }
  const create = () => ada.request('POST', '/funding-schedules', { body })
  for (const { id } of all.slice(0, 4)) {
    assert.equal((await create()).status, 409)
    const changed = { body: { name: 'Renamed' } }
    assert.equal((await ada.request('PATCH', `/funding-schedules/${id}`, changed)).status, 200)
    assert.equal((await ada.request('DELETE', `/funding-schedules/${id}`)).status, 200)
  }
  await assertFull('funding_schedules', 1, create)
})

/** Makes things one by one until two more have room; then several at once. What is removed makes room again. */
async function fill(
  of: CapName,
  make: (index: number) => Promise<Answer>,
  remove: (made: Answer) => Promise<Answer>,
) {
  const made: Answer[] = []
  for (let count = 0; count < caps[of].max - 2; count += 1) made.push(await make(count))
  assert.ok(made.every(({ status }) => status < 300))
  await assertFull(of, 2, make)
  assert.equal((await remove(made[0]!)).status, 200)
  await assertFull(of, 1, make)
}

const post = (member: Member, path: string, body: RequestOptions['body']) => () =>
  member.request('POST', path, { body })

test('a member has 50 working keys; one that is revoked or rolled makes room', async () => {
  const { ada } = await household()
  const key = { name: 'K', scopes: ['data.read'], expires_at: '2026-06-01T00:00:00Z' }
  const make = post(ada, '/keys', key)
  await fill('keys', make, ({ body }) => ada.request('DELETE', `/keys/${String(body['id'])}`))
  const { body: keys } = await ada.request<{ id: string; revoked_at: string | null }[]>(
    'GET',
    '/keys',
  )
  const one = keys.find(({ revoked_at }) => revoked_at === null)!
  const roll = (overlap_hours: number) =>
    ada.request('POST', `/keys/${one.id}/roll`, { body: { overlap_hours } })
  assert.deepEqual(outcome(await roll(24)), [409, 'limit_reached'])
  assert.equal((await roll(0)).status, 201)
})

test('a member has 20 devices', async () => {
  const { ada } = await household()
  await fill('devices', post(ada, '/wallet/devices', { name: 'Phone' }), ({ body }) =>
    ada.request('POST', `/wallet/devices/${String(body['id'])}/revoke`, { body: {} }),
  )
})

test('a household has 50 open invitations', async () => {
  const { ada } = await household()
  await fill('invitations', post(ada, '/invitations', {}), ({ body }) =>
    ada.request('DELETE', `/invitations/${String(body['id'])}`),
  )
})

test('a household has 50 members', async () => {
  const people = times(48, (index) => {
    return {
      ref: index === 0 ? 'ada' : `m${index}`,
      name: `M ${index}`,
      email: `m${index}@example.com`,
      role: 'owner' as const,
    }
  })
  const { ada } = await household({ members: people })
  const links = await Promise.all(times(AT_ONCE, post(ada, '/invitations', {})))
  const strangers = await Promise.all(times(AT_ONCE, () => household()))
  await assertFull('members', 2, async (index) => {
    const { id, memberId } = strangers[index]!
    const browser = await signIn(await givenPerson(runtime, id, memberId))
    const { token } = links[index]!.body
    return browser.request('POST', '/invitations/accept', { body: { token } })
  })
})

test('a person belongs to 20 households, founded or joined, and to the demo beside them', async () => {
  const home = await household()
  const ada = await signIn(await givenPerson(runtime, home.id, home.memberId))
  const body = { name: 'Another', timezone: 'Europe/Madrid', currency: 'EUR' }
  const create = () => ada.request<never>('POST', '/households', { body })
  for (let count = 1; count < 18; count += 1) assert.equal((await create()).status, 201)
  await assertFull('households', 2, create)
  const elsewhere = await household()
  const { token } = (await post(elsewhere.ada, '/invitations', {})()).body
  const accepted = await ada.request('POST', '/invitations/accept', { body: { token } })
  assert.deepEqual(outcome(accepted), [409, 'limit_reached'])
  const { body: who } = await ada.request<Who>('POST', '/households/demo')
  assert.equal(who.households.length, 21)
})

test('a person has at most 20 passkeys, and hears so before a device makes one more', async () => {
  const home = await household()
  const ada = await signIn(await givenPerson(runtime, home.id, home.memberId))
  const headers = { origin: 'http://localhost:3000' }
  const begin = () => ada.request<CreationOptions>('POST', '/passkeys/options', { headers })
  const add = (options: CreationOptions) =>
    ada.request('POST', '/passkeys', {
      body: { name: 'Phone', credential: startAuthenticator().create(options, headers.origin) },
      headers,
    })
  for (let count = 0; count < 18; count += 1) {
    assert.equal((await add((await begin()).body)).status, 201)
  }
  const begun = await Promise.all(times(AT_ONCE, begin))
  await assertFull('passkeys', 2, (index) => add(begun[index]!.body))
  assert.deepEqual(outcome(await begin()), [409, 'limit_reached'])
})

test('signing in once more ends the session that was not used for longest', async () => {
  const home = await household()
  const personId = await givenPerson(runtime, home.id, home.memberId)
  const isIn = async (browser: Pick<Browser, 'request'>) =>
    (await browser.request('GET', '/session')).status === 200
  const first = await signIn(personId)
  runtime.advance({ minutes: 6 })
  const second = await signIn(personId)
  runtime.advance({ minutes: 6 })
  // Of those that follow none was used later than this one.
  assert.ok(await isIn(first))
  runtime.advance({ minutes: 6 })
  assert.ok(await isIn(first))
  await Promise.all(times(SESSIONS_MAX - 2, () => signIn(personId)))
  assert.ok((await isIn(home.ada)) === false)
  assert.ok(await isIn(first))
  await Promise.all(times(3, () => signIn(personId)))
  assert.ok(!(await isIn(second)))
  const { count } = await db
    .selectFrom('sessions')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  assert.equal(count, SESSIONS_MAX)
})
