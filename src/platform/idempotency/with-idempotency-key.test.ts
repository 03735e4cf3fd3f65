import assert from 'node:assert/strict'
import { test } from 'node:test'
import { budget } from '../../../test/support/given.ts'
import { stateOf } from '../../../test/support/database-state.ts'
import { assertBooks } from '../../../test/support/ledger.ts'
import {
  ada,
  type Answer,
  type RequestOptions,
  startProduct,
} from '../../../test/support/product.ts'
import { hold, openAnother, until, waitingForLocks } from '../../../test/support/other-processes.ts'
import { sql } from 'kysely'
import { issueKey } from '#/access/keys/issue.ts'

const product = await startProduct({ limited: false })
const elsewhere = await openAnother(product.db)

async function home() {
  const loaded = await product.household({ ...ada, ...budget })
  const key = loaded.keys['rw']!.api_key
  const { accounts, expenses } = loaded
  const coffee = {
    account_id: accounts['checking'],
    amount: -450,
    concept: 'Coffee',
    booked_at: '2026-01-05',
  }
  const id = await idOf(product.request('POST', '/transactions', { key, body: coffee }))
  return {
    ...loaded,
    key,
    coffee,
    /** Sends a write with an Idempotency-Key. */
    send: (path: string, body: unknown, more: RequestOptions & { once?: string } = {}) =>
      write(path, body, { key, ...more }),
    writes: {
      'a recorded transaction': [
        'POST /transactions',
        { ...coffee, expense_goal_id: expenses['groceries'] },
      ],
      'a transfer': [
        'POST /expense-transfers',
        { from_expense_id: expenses['rent'], to_expense_id: expenses['trip'], amount: 1000 },
      ],
      'a change': [`PATCH /transactions/${id}`, { amount: -900 }],
      'an assignment': [`POST /transactions/${id}/expense`, { expense_goal_id: expenses['trip'] }],
      'a bulk of transactions': [
        'POST /transactions/bulk',
        { transactions: [coffee, { ...coffee, amount: -1, expense_goal_id: expenses['rent'] }] },
      ],
    } satisfies Record<string, readonly [string, object]>,
  }
}

function write(
  path: string,
  body: unknown,
  { once = 'the-only-one', ...more }: RequestOptions & { once?: string },
): Promise<Answer> {
  const [method, where] = path.split(' ') as [string, string]
  return product.request(method, where, { body, ...more, headers: { 'idempotency-key': once } })
}

async function idOf(answer: Promise<Answer>): Promise<string> {
  return String((await answer).body['id'])
}

const codeOf = ({ status, body }: Answer) => `${status} ${body.error?.code}`

for (const what of [
  'a recorded transaction',
  'a transfer',
  'a change',
  'an assignment',
  'a bulk of transactions',
] as const) {
  test(`fifty concurrent requests for ${what} are applied once, with equal answers`, async () => {
    const { writes, send, household_id } = await home()
    const [path, body] = writes[what]
    const alone = await home()
    const [samePath, sameBody] = alone.writes[what]
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(path, body)))
    await alone.send(samePath, sameBody)
    const [first] = answers
    assert.equal(first!.status, 200, first!.text)
    assert.ok(answers.every(({ status, text }) => status === 200 && text === first!.text))
    const replays = answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')
    assert.equal(replays.length, 49)
    assert.equal(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size, 50)
    // The same rows and amounts as in a household that sent it once.
    assert.deepEqual(await countsOf(household_id), await countsOf(alone.household_id))
    await assertBooks(product.db, household_id)
  })
}

/** Counts and sums of a household's rows, without ids and times, which differ between households. */
async function countsOf(householdId: string): Promise<unknown> {
  const { rows } = await sql`
    select h.revision,
      (select count(*) from transactions t where t.household_id = h.household_id) as transactions,
      (select sum(amount) from transactions t where t.household_id = h.household_id) as amount,
      (select count(*) from expense_transfers t where t.household_id = h.household_id) as transfers,
      (select array_agg(e.balance order by e.name) from expenses e where e.household_id = h.household_id) as set_aside,
      (select array_agg(a.balance order by a.name) from accounts a where a.household_id = h.household_id) as balances,
      (select count(*) from ledger_entries l where l.household_id = h.household_id) as entries,
      (select count(*) from idempotency_keys i where i.household_id = h.household_id) as keys
    from households h where household_id = ${householdId}`.execute(product.db)
  return rows[0]
}

test('without a key, two equal writes are both applied', async () => {
  const { writes, key, household_id } = await home()
  const [path, body] = writes['a transfer']
  const [method, where] = path.split(' ') as [string, string]
  await product.request(method, where, { key, body })
  await product.request(method, where, { key, body })
  const { rows } = await sql<{ count: number }>`
    select count(*) from expense_transfers where household_id = ${household_id}`.execute(product.db)
  assert.equal(rows[0]!.count, 2)
})

test('a repeat gets the same body, a header that says so, and its own request id', async () => {
  const { coffee, send } = await home()
  const first = await send('POST /transactions', coffee)
  const second = await send('POST /transactions', coffee)
  assert.equal(second.text, first.text)
  assert.deepEqual(
    [first, second].map(({ headers }) => headers.get('idempotent-replayed')),
    [null, 'true'],
  )
  assert.notEqual(first.headers.get('x-request-id'), second.headers.get('x-request-id'))
})

test('a repeat gets the first answer even after the record has changed', async () => {
  const { coffee, key, send } = await home()
  const first = await send('POST /transactions', coffee)
  const path = `/transactions/${String(first.body['id'])}`
  await product.request('PATCH', path, { key, body: { concept: 'Tea' } })
  assert.equal((await send('POST /transactions', coffee)).text, first.text)
})

test('the order of fields and white space do not matter for a repeat', async () => {
  const { coffee, key, send } = await home()
  const first = await send('POST /transactions', coffee)
  const turned = Object.fromEntries(Object.entries(coffee).toReversed())
  const rawBody = `  ${JSON.stringify(turned, null, 2)}\n`
  const again = await send('POST /transactions', undefined, { rawBody, key })
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal(again.text, first.text)
})

test('a key used by another payload, method or path is a conflict that changes nothing', async () => {
  const { coffee, writes, send } = await home()
  assert.equal((await send('POST /transactions', coffee)).status, 200)
  const state = await stateOf(product.db)
  const id = writes['a change'][0].split('/').at(-1)!
  for (const [path, body] of [
    ['POST /transactions', { ...coffee, amount: -451 }],
    ['POST /transactions', { ...coffee, notes: null }],
    ['POST /transactions/bulk', { transactions: [coffee] }],
    [`PATCH /transactions/${id}`, { amount: -450 }],
    writes['a transfer'],
    writes['an assignment'],
  ] as const) {
    const answer = await send(path, body)
    assert.equal(codeOf(answer), '409 idempotency_key_reused', path)
    assert.equal(answer.body.error.param, 'Idempotency-Key')
    assert.equal(answer.headers.get('retry-after'), null)
  }
  assert.equal(await stateOf(product.db), state)
})

test('an equal payload for another transaction is another request', async () => {
  const { coffee, key, send } = await home()
  const [first, second] = [
    await idOf(product.request('POST', '/transactions', { key, body: coffee })),
    await idOf(product.request('POST', '/transactions', { key, body: coffee })),
  ]
  assert.equal((await send(`PATCH /transactions/${first}`, { amount: -1 })).status, 200)
  const other = await send(`PATCH /transactions/${second}`, { amount: -1 })
  assert.equal(codeOf(other), '409 idempotency_key_reused')
})

test('a failed write leaves no key, so the same key may succeed later', async () => {
  const { coffee, key, expenses, send } = await home()
  const broke = { from_expense_id: expenses['card'], to_expense_id: expenses['trip'], amount: 700 }
  const state = await stateOf(product.db)
  assert.equal(
    codeOf(await send('POST /transactions', { ...coffee, amount: 0.5 })),
    '400 invalid_parameter',
  )
  const nowhere = { ...coffee, account_id: expenses['trip'] }
  assert.equal(codeOf(await send('POST /transactions', nowhere)), '404 resource_not_found')
  const conflict = await send('POST /expense-transfers', broke)
  assert.equal(codeOf(conflict), '409 insufficient_expense_balance')
  assert.equal(await stateOf(product.db), state)
  const fund = { from_expense_id: expenses['rent'], to_expense_id: expenses['card'], amount: 900 }
  await product.request('POST', '/expense-transfers', { key, body: fund })
  const succeeded = await send('POST /expense-transfers', broke)
  assert.equal(succeeded.status, 200)
  assert.equal(succeeded.headers.get('idempotent-replayed'), null)
})

test('two households may use the same key', async () => {
  const [one, other] = [await home(), await home()]
  const first = await one.send('POST /transactions', one.coffee)
  const second = await other.send('POST /transactions', other.coffee)
  assert.equal(second.status, 200)
  assert.equal(second.headers.get('idempotent-replayed'), null)
  assert.notEqual(first.body['id'], second.body['id'])
})

test('a repeat may use another API key of the household', async () => {
  const { coffee, members, household_id, send } = await home()
  const first = await send('POST /transactions', coffee)
  const rotated = await issueKey(product.runtime, {
    householdId: household_id,
    memberId: members['ada']!,
    name: 'Rotated',
    scopes: ['data.read', 'data.write'],
    expiresAt: product.runtime.now().add({ hours: 1 }),
  })
  const again = await send('POST /transactions', coffee, { key: rotated.apiKey })
  assert.equal(again.text, first.text)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
})

test('a repeat waits two seconds for the first request, then reports it as in progress', async () => {
  const { coffee, household_id, send } = await home()
  // Another process has claimed the key and is still working.
  const first = await hold(elsewhere, (tx) =>
    sql`insert into idempotency_keys (household_id, key, fingerprint, request_id, created_at)
      values (${household_id}, 'the-only-one', '\\x00', 'req_1', ${product.runtime.now()})`.execute(
      tx,
    ),
  )
  try {
    const begun = performance.now()
    const answers = await Promise.all([
      send('POST /transactions', coffee),
      send('POST /transactions', coffee),
    ])
    const seconds = (performance.now() - begun) / 1000
    for (const answer of answers) {
      assert.equal(codeOf(answer), '409 idempotency_key_in_progress')
      assert.equal(answer.headers.get('retry-after'), '1')
    }
    assert.ok(seconds > 1.9 && seconds < 10, `${seconds} s`)
  } finally {
    await first.letGo()
  }
  // The first request has failed, so the key is free.
  assert.equal((await send('POST /transactions', coffee)).status, 200)
})

test('a request waits for another write of its household longer than for its key', async () => {
  const { coffee, household_id, send } = await home()
  const writer = await hold(elsewhere, (tx) =>
    sql`update households set revision = revision where household_id = ${household_id}`.execute(tx),
  )
  const sent = ['the-only-one', 'the-only-one', 'another-one'].map((once) =>
    send('POST /transactions', coffee, { once }),
  )
  const first = await Promise.race(sent)
  await writer.letGo()
  // The repeat of the request that waits for the household.
  assert.equal(codeOf(first), '409 idempotency_key_in_progress')
  const statuses = (await Promise.all(sent)).map(({ status }) => status)
  assert.deepEqual([statuses.filter((one) => one === 200).length, statuses[2]], [2, 200])
})

test('a waiting repeat gets the first answer as soon as there is one', async () => {
  const { coffee, household_id, send } = await home()
  // The household's lock stops the first request in the middle of its write.
  const lock = await hold(elsewhere, (tx) =>
    sql`select 1 from households where household_id = ${household_id} for update`.execute(tx),
  )
  const waiting = (count: number) => async () => (await waitingForLocks(elsewhere)) === count
  let answers: Promise<Answer[]>
  try {
    const first = send('POST /transactions', coffee)
    await until('the first waits for the household', waiting(1))
    const second = send('POST /transactions', coffee)
    answers = Promise.all([first, second])
    await until('the second waits for the first', waiting(2))
  } finally {
    await lock.letGo()
  }
  const [one, other] = (await answers) as [Answer, Answer]
  assert.equal(one.status, 200)
  assert.equal(other.text, one.text)
  assert.deepEqual(
    [one, other].map(({ headers }) => headers.get('idempotent-replayed')),
    [null, 'true'],
  )
})
