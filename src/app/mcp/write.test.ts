import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { inTransaction } from '#/platform/database/database.ts'
import { connectAssistant } from '../../../test/support/assistant.ts'
import { budget } from '../../../test/support/given.ts'
import { openAnother, until, waitingForLocks } from '../../../test/support/other-processes.ts'
import { startProduct } from '../../../test/support/product.ts'

// Changes by assistants: tried first, confirmed once, on a real server.

const product = await startProduct({ start: '2026-01-05T12:00:00Z' })
const ada = await product.household(budget)
const { url } = await product.listen()
const key = ada.keys['rw']!.api_key
const { call } = await connectAssistant(url, { key })
beforeEach(() => product.runtime.advance({ minutes: 2 }))

const coffee = {
  account_id: ada.accounts['checking']!,
  amount: -450,
  concept: 'Coffee',
  booked_at: '2026-01-05',
  category_id: ada.categories['food']!,
  expense_goal_id: ada.expenses['groceries']!,
}

const codeOf = (value: Record<string, unknown>) =>
  (value['error'] as { code: string } | undefined)?.code
const stored = async (concept: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from transactions where concept = ${concept}`.execute(product.db)
  return rows[0]!.count
}
/** Everything of the household that a write could change, but its counter of writes. */
const state = async () => {
  const { body } = await product.request('GET', '/expenses', { key })
  const list = await product.request('GET', '/transactions', { key })
  const accounts = await product.request('GET', '/accounts', { key })
  return JSON.stringify([body, list.body, accounts.body])
}

test('a dry run says in words what would happen, and changes nothing', async () => {
  const before = await state()
  const { value, isError } = await call('record_transaction', coffee)
  assert.equal(isError, false)
  assert.equal(
    value['in_words'],
    'Records a payment of 4.50 EUR for “Coffee” on 5 January 2026 in “Checking”, as “Food”, spent from the set-aside ' +
      '“Groceries”. Free to spend stays at 1240.00 EUR. The account “Checking” goes from 3000.00 EUR to 2995.50 EUR. ' +
      'The set-aside “Groceries” goes from 60.00 EUR to 55.50 EUR.',
  )
  assert.equal(await state(), before)
  const unassigned = await call('record_transaction', { ...coffee, expense_goal_id: null })
  assert.match(
    String(unassigned.value['in_words']),
    /Free to spend goes from 1240.00 EUR to 1235.50 EUR\./,
  )
})

test('the confirmation books exactly that, once, however often it is sent', async () => {
  const { value } = await call('record_transaction', coffee)
  const confirmed = { ...coffee, confirm: value['confirm'] }
  const first = await call('record_transaction', confirmed)
  assert.equal(first.value['in_words'], value['in_words'])
  const again = await Promise.all([1, 2, 3].map(() => call('record_transaction', confirmed)))
  for (const { value: repeated } of again) {
    assert.equal(repeated['id'], first.value['id'])
    assert.match(String(repeated['already_done']), /Nothing was done again/)
  }
  assert.equal(await stored('Coffee'), 1)
  product.runtime.advance({ hours: 2 })
  const late = await call('record_transaction', confirmed)
  assert.equal(late.value['id'], first.value['id'])
})

test('two confirmations of the same call do not book it twice', async () => {
  const twice = { ...coffee, concept: 'Tea' }
  const [one, two] = [
    await call('record_transaction', twice),
    await call('record_transaction', twice),
  ]
  assert.notEqual(one.value['confirm'], two.value['confirm'])
  const answers = await Promise.all(
    [one, two].map(({ value }) =>
      call('record_transaction', { ...twice, confirm: value['confirm'] }),
    ),
  )
  assert.deepEqual(answers.map(({ value }) => codeOf(value) ?? 'done').toSorted(), [
    'done',
    'edit_conflict',
  ])
  assert.equal(await stored('Tea'), 1)
})

test('a confirmation whose effect has changed, or that is old, does nothing', async () => {
  const cake = { ...coffee, concept: 'Cake' }
  const { value } = await call('record_transaction', cake)
  const rent = await product.request('POST', '/expense-transfers', {
    key,
    body: {
      from_expense_id: ada.expenses['rent'],
      to_expense_id: ada.expenses['groceries'],
      amount: 100,
    },
  })
  assert.equal(rent.status, 200)
  const outdated = await call('record_transaction', { ...cake, confirm: value['confirm'] })
  assert.deepEqual([outdated.isError, codeOf(outdated.value)], [true, 'edit_conflict'])
  const fresh = await call('record_transaction', cake)
  product.runtime.advance({ minutes: 16 })
  const late = await call('record_transaction', { ...cake, confirm: fresh.value['confirm'] })
  assert.match(late.text, /edit_conflict.*too long ago/)
  assert.equal(await stored('Cake'), 0)
})

test('a confirmation is good for its own call, key and household alone', async () => {
  const { value } = await call('record_transaction', { ...coffee, concept: 'Bread' })
  const confirm = String(value['confirm'])
  const forged = (confirm[20] === 'A' ? 'B' : 'A') + confirm.slice(21)
  const wrong = [
    ['record_transaction', { ...coffee, concept: 'Bread', amount: -45_000, confirm }],
    ['record_transaction', { ...coffee, concept: 'Bread', confirm: confirm.slice(0, 20) + forged }],
    ['record_transaction', { ...coffee, concept: 'Bread', confirm: 'A'.repeat(80) }],
    ['set_aside', { id: ada.expenses['groceries'], amount: 450, confirm }],
  ] as const
  for (const [name, input] of wrong) {
    const { isError, text } = await call(name, input)
    assert.ok(isError && /invalid_parameter.*confirm/.test(text), text)
  }
  const created = await product.household({
    ...budget,
    household: { name: 'Bea', timezone: 'Europe/Madrid', currency: 'EUR' },
  })
  const other = await connectAssistant(url, { key: created.keys['rw']!.api_key })
  const { text } = await other.call('record_transaction', { ...coffee, concept: 'Bread', confirm })
  assert.match(text, /invalid_parameter/)
  const contradiction = await call('record_transaction', { ...coffee, dry_run: true, confirm })
  assert.match(contradiction.text, /contradict/)
  const unasked = await call('record_transaction', { ...coffee, dry_run: false })
  assert.match(unasked.text, /invalid_parameter.*dry_run/)
  assert.equal(await stored('Bread'), 0)
})

test('what the API would refuse shows in the dry run, under the API’s code', async () => {
  const unknown = '01890000-0000-7000-8000-000000000000'
  const cases = [
    ['record_transaction', { ...coffee, account_id: unknown }, 'resource_not_found'],
    ['set_aside', { id: ada.expenses['trip'], amount: 99_999_999 }, 'insufficient_free_to_spend'],
    ['take_back', { id: ada.expenses['trip'], amount: 99_999_999 }, 'insufficient_expense_balance'],
    ['remove_transaction', { id: unknown }, 'resource_not_found'],
    ['set_aside', { id: ada.expenses['trip'] }, 'invalid_parameter'],
  ] as const
  for (const [name, input, code] of cases) {
    const { isError, value, text } = await call(name, input)
    assert.deepEqual([isError, codeOf(value)], [true, code], text)
  }
})

test('each tool that writes has its words, and what it confirms is what happens', async () => {
  const does = async (name: string, input: object, words: RegExp) => {
    product.runtime.advance({ seconds: 20 })
    const tried = await call(name, input)
    assert.match(String(tried.value['in_words']), words, tried.text)
    const done = await call(name, { ...input, confirm: tried.value['confirm'] })
    assert.equal(done.value['done'], true, done.text)
    return done.value
  }
  const [groceries, trip] = [ada.expenses['groceries']!, ada.expenses['trip']!]
  const { id } = await does(
    'record_transaction',
    { ...coffee, concept: 'Soup', expense_goal_id: null },
    /^Records a payment/,
  )
  await does(
    'edit_transaction',
    { id, amount: -600, category_id: ada.categories['fun'] },
    /“Soup” of -4.50 EUR on 5 January 2026: amount from -4.50 EUR to -6.00 EUR; category from “Food” to “Fun”\. Free to spend goes/,
  )
  await does(
    'assign_transaction',
    { id, expense_goal_id: groceries },
    /^Spends the payment “Soup” of -6.00 EUR .* from the set-aside “Groceries”\./,
  )
  await does('assign_transaction', { id, expense_goal_id: null }, /from free to spend\./)
  await does(
    'split_transaction',
    {
      id,
      parts: [
        { amount: -200, category_id: ada.categories['food'] },
        { amount: -400, expense_goal_id: trip },
      ],
    },
    /into 2 parts: -2.00 EUR as “Food”; -4.00 EUR spent from the set-aside “Trip”/,
  )
  await does('remove_transaction', { id }, /^Deletes the payment “Soup”/)
  await does('restore_transaction', { id }, /^Restores the payment “Soup”/)
  const moved = await does(
    'set_aside',
    { id: trip, amount: 1000 },
    /^Sets 10.00 EUR aside in “Trip”\. Free to spend goes from/,
  )
  await does(
    'undo_move',
    { id: moved['move_id'] },
    /^Undoes this move .* The set-aside “Trip” goes from/,
  )
  await does('set_aside', { id: trip, fill: true }, /^Sets all that is missing aside in “Trip”/)
  await does(
    'take_back',
    { id: trip, all: true },
    /^Takes all its money back from “Trip”\. Free to spend goes/,
  )
  await does(
    'move_between_set_asides',
    { from_expense_id: ada.expenses['rent'], to_expense_id: trip, amount: 500 },
    /^Moves 5.00 EUR from “Rent” to “Trip”/,
  )
  const bike = await does(
    'create_set_aside',
    { name: 'Bike', type: 'goal', target_amount: 40_000, balance: 700 },
    /^Creates the set-aside “Bike” with a target of 400.00 EUR, and sets 7.00 EUR aside in it\./,
  )
  await does(
    'change_set_aside',
    { id: bike['id'], name: 'Bicycle' },
    /^Changes the set-aside “Bike”: name to “Bicycle”/,
  )
  await does(
    'create_category',
    { name: 'Cinema', parent_id: ada.categories['fun'] },
    /^Creates the category “Cinema” below “Fun”\.$/,
  )
  await does('request_sync', {}, /^Asks the connected banks/)
})

test('a connection that is cut in the middle of a confirmed write never books it twice', async () => {
  const lunch = { ...coffee, concept: 'Lunch' }
  const { value } = await call('record_transaction', lunch)
  const confirmed = { ...lunch, confirm: value['confirm'] }
  const other = await openAnother(product.db)
  await inTransaction(other, async (tx) => {
    // Another writer holds the household, so the write waits in its middle while the connection is cut.
    await sql`select 1 from households where household_id = ${ada.household_id} for update`.execute(
      tx,
    )
    await cutOff(
      { name: 'record_transaction', arguments: confirmed },
      async () => (await waitingForLocks(tx)) > 0,
    )
  })
  const again = await call('record_transaction', confirmed)
  assert.equal(again.value['done'], true, again.text)
  assert.equal(await stored('Lunch'), 1)
})

/** Sends a call over a socket of its own, and cuts the connection once the server is in the middle of it. */
async function cutOff(params: object, isInside: () => Promise<boolean>): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(
    [
      'POST /mcp HTTP/1.1',
      'Host: 127.0.0.1',
      `Authorization: Bearer ${key}`,
      'Content-Type: application/json',
      'Accept: application/json, text/event-stream',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  )
  await until('the write waits for the household', isInside)
  socket.destroy()
  await once(socket, 'close')
}
