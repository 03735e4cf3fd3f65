import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createAdmission } from '#/access/limits/admit.ts'
import { listTransactions } from '#/budget/transactions/list.ts'
import { createApp } from '#/app/http/app.ts'
import { inTransaction } from '#/platform/database/database.ts'
import { keepRecentRows } from '#/platform/database/recent-rows.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { budget } from './support/given.ts'
import { ada, startProduct } from './support/product.ts'

// Rows of lists that were read lately come from memory. Every answer is the same, byte for byte, as without it.

const product = await startProduct({ limited: false })
const { runtime: bare, db, takeStatements } = product
const admit = createAdmission(db, bare.now, bare)

function serve(runtime: Runtime) {
  return createApp({
    runtime,
    admit: async (claim) => ({ ...(await admit(claim)), exceeded: null }),
    publicUrl: null,
    origin: 'http://earmark.test',
    isServing: () => true,
  })
}
const clock = () => bare.now().epochMilliseconds
const plain = serve(bare)
const remembering = serve({ ...bare, recent: keepRecentRows(clock) })

const given = await product.household({ ...ada, ...budget })
const other = await product.household({ ...ada, ...budget })
const { keys, accounts, categories } = given

type Sent = { readonly method: string; readonly body?: unknown }

async function ask(app: typeof plain, path: string, { method, body }: Sent = { method: 'GET' }) {
  takeStatements()
  const response = await app.request(`http://earmark.test/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${keys['rw']!.api_key}`,
      'content-type': 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  assert.equal(response.status, 200, text)
  // Without the request's admission.
  return { text, statements: takeStatements().length - 1 }
}

const write = async (method: string, path: string, body?: unknown) => {
  const { text } = await ask(plain, path, { method, body })
  return JSON.parse(text) as { id: string }
}
const record = (concept: string, more: object = {}) =>
  write('POST', '/transactions', {
    account_id: accounts['checking'],
    amount: -450,
    concept,
    booked_at: '2026-01-05',
    ...more,
  })

const paths = [
  '/transactions?limit=5',
  '/transactions?limit=3&page=2',
  '/transactions?sort=created_at',
  '/transactions?type=expense&from=2025-01-01',
  `/transactions?account_id=${accounts['checking']}`,
  `/transactions?category_id=${categories['food']}`,
  `/transactions?category_id=${categories['food']}&account_id=${accounts['checking']}`,
  `/transactions?category_id=${categories['food']}&search=caf`,
  '/transactions?search=caf%C3%A9',
  '/transactions?search=caf%C3%A9&page=2&limit=2',
  '/transactions?search=nothing',
]

async function compareAll(): Promise<void> {
  for (const path of paths) {
    const { text } = await ask(plain, path)
    for (let times = 0; times < 2; times += 1) {
      assert.equal((await ask(remembering, path)).text, text, path)
    }
  }
}

test('lists are the same as without memory after every kind of write', async () => {
  const groceries = categories['food']!
  const coffee = await record('Café “Zoë”,\n№ 5', { category_id: groceries })
  const many = [await record('café 2'), await record('Café 3', { notes: 'of Ada' })]
  await compareAll()
  await write('PATCH', `/transactions/${coffee.id}`, { amount: -777 })
  await compareAll()
  await sql`update transactions set deleted_at = updated_at where household_id = ${given.household_id}
    and id = ${many[0]!.id}`.execute(db)
  await record('Kettle')
  await compareAll()
  // A change that no writer of the product has stamped. What a search found is remembered until one has.
  await sql`update transactions set notes = 'by hand' where household_id = ${given.household_id}
    and id = ${coffee.id}`.execute(db)
  for (const path of paths.filter((one) => !/search|&account_id/.test(one))) {
    assert.equal((await ask(remembering, path)).text, (await ask(plain, path)).text, path)
  }
  const parts = [
    { amount: -400, category_id: groceries, expense_goal_id: null },
    { amount: -377, category_id: null, expense_goal_id: null },
  ]
  await sql`update transactions set splits = ${JSON.stringify(parts)}::jsonb, category_id = null
    where household_id = ${given.household_id} and id = ${coffee.id}`.execute(db)
  await record('café 4')
  await compareAll()
})

test('a list of known rows costs one statement, and one more after a change', async () => {
  const path = '/transactions?limit=5'
  await ask(remembering, path)
  assert.equal((await ask(remembering, path)).statements, 1)
  await record('Tea')
  assert.equal((await ask(remembering, path)).statements, 2)
  assert.equal((await ask(remembering, path)).statements, 1)
})

test('a search is done once until its household changes, also for its next page', async () => {
  for (let n = 0; n < 5; n += 1) await record(`kiosk ${n}`)
  assert.equal((await ask(remembering, '/transactions?search=kiosk&limit=3')).statements, 2)
  assert.equal((await ask(remembering, '/transactions?search=kiosk&limit=3')).statements, 0)
  const second = await ask(remembering, '/transactions?search=kiosk&limit=3&page=2')
  assert.deepEqual([second.statements, JSON.parse(second.text).data.length], [1, 2])
  await record('kiosk 6')
  const changed = await ask(remembering, '/transactions?search=kiosk&limit=20')
  assert.deepEqual([changed.statements, JSON.parse(changed.text).total], [2, 6])
})

test('a word of many rows has the same pages as without memory, in any order and any days', async () => {
  for (let n = 1; n <= 14; n += 1) {
    const day = `2026-0${n < 10 ? 1 : 2}-${String(10 + n).padStart(2, '0')}`
    await record(`Stall ${n % 3}`, { booked_at: day, notes: n < 4 ? 'long ago' : null })
  }
  for (const search of ['STALL', 'stall 1', 'll', 'long', 'all 2\n', '%', 'st_ll']) {
    for (const more of ['', '&sort=created_at', '&from=2026-01-12', '&to=2026-01-15', '&limit=3']) {
      for (const page of [1, 2, 5]) {
        const path = `/transactions?limit=1&page=${page}&search=${encodeURIComponent(search)}${more}`
        const asked = more.includes('limit') ? path.replace('limit=1&', '') : path
        const { text } = await ask(plain, asked)
        assert.equal((await ask(remembering, asked)).text, text, asked)
      }
    }
  }
})

test('nobody gets the rows of another household', async () => {
  const of = (key: string) => ({ headers: { authorization: `Bearer ${key}` } })
  for (let times = 0; times < 3; times += 1) {
    const key = other.keys['rw']!.api_key
    const path = 'http://earmark.test/v1/transactions?search=kiosk'
    const theirs = await remembering.request(path, of(key))
    assert.equal(JSON.parse(await theirs.text()).total, 0)
  }
})

test('an open transaction reads its own changes, and leaves nothing behind', async () => {
  const recent = keepRecentRows(clock)
  const caller = {
    householdId: given.household_id,
    memberId: null,
    through: 'cli',
    zone: 'UTC',
    currency: 'EUR',
  } as const
  const list = async (on: Pick<Runtime, 'db'>) => {
    const call = { ...bare, ...on, recent, caller, revision: 0, workedOff: null }
    const page = await listTransactions(call, {
      query: { page: 1, limit: 2, sort: 'booked_at' },
    })
    return 'json' in page ? String(page.json) : ''
  }
  await list({ db })
  const before = await list({ db })
  await assert.rejects(
    inTransaction(db, async (tx) => {
      for (const notes of ['one', 'two']) {
        await sql`update transactions set notes = ${notes} where household_id = ${given.household_id}`.execute(
          tx,
        )
        assert.match(await list({ db: tx }), new RegExp(`"notes":"${notes}"`))
      }
      throw new Error('rolled back')
    }),
    /rolled back/,
  )
  assert.equal(await list({ db }), before)
})

test('lines that were not read lately are forgotten', () => {
  let now = 0
  const { lines } = keepRecentRows(() => now, 20)
  lines.keep('a', 'aaaa')
  lines.keep('b', 'bbbb')
  now += 10_000
  lines.keep('c', 'cccc')
  assert.equal(lines.find('a'), 'aaaa')
  now += 10_000
  lines.keep('d', 'dddd')
  assert.deepEqual(
    ['a', 'b', 'd'].map((key) => lines.find(key)),
    ['aaaa', undefined, 'dddd'],
  )
})

test('where more households ask than there is room for, only rows that are kept are named', () => {
  let now = 0
  const { isWorthNaming, lines } = keepRecentRows(() => now, 80)
  const households = Array.from({ length: 50 }, (_, n) => `household ${n}`)
  const ask = () =>
    households.map((household) => {
      now += 10
      const isNamed = isWorthNaming(household)
      const isKnown = lines.find(household) !== undefined
      if (isNamed && !isKnown) lines.keep(household, 'line')
      return { isNamed, isKnown }
    })
  assert.ok(ask().every(({ isNamed }) => !isNamed))
  for (let round = 0; round < 100; round += 1) {
    const asked = ask()
    // Forty letters are ten lines of this generation, and ten of the one before.
    const lost = asked.filter(({ isNamed, isKnown }) => isNamed && !isKnown)
    assert.ok(lost.length <= 12, `${round}: ${lost.length}`)
    if (round > 0) assert.ok(asked.filter(({ isKnown }) => isKnown).length >= 8, String(round))
  }
})
