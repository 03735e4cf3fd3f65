import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { assignedByEarmark } from '../../test/support/given-assigned.ts'
import { splitParty } from '../../test/support/given-splits.ts'
import { exampleDocument, restrictedKey } from '../../test/support/example-document.ts'
import { assertBooks } from '../../test/support/ledger.ts'
import { startProduct } from '../../test/support/product.ts'
import { nameless, readExport } from '../../test/support/exported.ts'
import { loadExpenses } from '#/budget/expenses/holdings.ts'
import { runHousehold } from '#/budget/funding/run-household.ts'
import { DocumentFault } from './document-fault.ts'
import { type Loaded, loadDocument } from './load.ts'

const product = await startProduct({ start: '2026-11-20T09:00:00Z', limited: false })
const { runtime, db } = product

/** A household with everything that a document can contain, and later changes. */
async function lived(): Promise<Loaded> {
  const document = exampleDocument()
  document.expenses[0]!.balance = 150_000
  const loaded = await loadDocument(runtime, {
    ...document,
    household: {
      ...document.household,
      locale: 'es-ES',
      date_format: 'DD/MM/YYYY',
      week_starts_on: 'sunday',
      month_starts_on_day: 15,
      include_pending: false,
      account_types: ['depository', 'investment'],
    },
    funding_schedules: document.funding_schedules.map((schedule) => {
      return { ...schedule, wait_for_deposit: true, account: 'checking' }
    }),
    members: [...document.members, { ref: 'bob', name: 'Bob', email: 'bob@example.com' }],
    keys: [...document.keys, { ...restrictedKey, ref: 'bobs', member: 'bob' }],
    accounts: [
      ...document.accounts,
      {
        ref: 'visa',
        name: 'Visa',
        type: 'credit',
        balance: -20_000,
        available_balance: 80_000,
        mask: '1234',
      },
    ],
    categories: [
      ...document.categories,
      { ref: 'bakery', name: 'Bakery', parent: 'food', icon: 'bread', color: '#c08030' },
    ],
    category_rules: [
      { ref: 'bread', text: 'bread', category: 'bakery', concept: 'Bakery', account: 'visa' },
      {
        ref: 'pay',
        match: 'is',
        text: 'acme',
        direction: 'in',
        min_amount: 1,
        category: 'food',
        expense: 'old',
      },
    ],
    expenses: [
      ...document.expenses,
      { ref: 'trip', name: 'Trip', type: 'goal', target_amount: 90_000, balance: 30_000 },
      { ref: 'card', name: 'Visa', type: 'credit_card', card_account: 'visa', balance: 20_000 },
      { ref: 'old', name: 'Old', paused: true, hue: 'pink', icon: 'star' },
    ],
  })
  runtime.advance({ minutes: 1 })
  const key = loaded.keys['rw']!.api_key
  const post = async (path: string, body: object) => {
    const { status, text } = await product.request('POST', path, {
      key,
      body,
      headers: { 'idempotency-key': runtime.newId() },
    })
    assert.equal(status, 200, text)
    runtime.advance({ minutes: 7 })
  }
  const { accounts, expenses } = loaded
  const spent = { account_id: accounts['checking'], booked_at: '2026-11-20' }
  await post('/transactions', {
    ...spent,
    amount: -118_000,
    concept: 'Rent',
    expense_goal_id: expenses['rent'],
    notes: 'November',
  })
  await post('/transactions', {
    ...spent,
    amount: -9000,
    concept: 'Tent',
    expense_goal_id: expenses['trip'],
  })
  await post('/transactions', {
    ...spent,
    amount: -4200,
    concept: 'Shoes',
    account_id: accounts['visa'],
  })
  await post('/transactions', {
    ...spent,
    amount: 500,
    concept: 'Tent',
    expense_goal_id: expenses['trip'],
  })
  const paid = { ...spent, type: 'transfer', concept: 'Card', expense_goal_id: expenses['card'] }
  // The card has got the first payment, and the second is in flight.
  await post('/transactions', { ...paid, amount: -2000 })
  const into = { account_id: accounts['visa'], expense_goal_id: null }
  await post('/transactions', { ...paid, ...into, amount: 2000 })
  await post('/transactions', { ...paid, amount: -3000 })
  await splitParty(product, loaded)
  runtime.advance({ minutes: 7 })
  await post('/expense-transfers', {
    from_expense_id: expenses['trip'],
    to_expense_id: expenses['rent'],
    amount: 1500,
    note: 'it is needed',
  })
  const day = '2026-11-19' as never
  const household_id = loaded.household_id
  await db
    .insertInto('paydays')
    .values({
      household_id,
      funding_schedule_id: loaded.funding_schedules['pay']!,
      nominal: day,
      effective: day,
      ran_at: runtime.now(),
    })
    .execute()
  await db
    .insertInto('payday_fundings')
    .values(
      ['rent', 'trip'].map((ref) => ({
        household_id,
        day,
        expense_id: expenses[ref]!,
        ordinary_planned: 900,
        ordinary_funded: 800,
        ahead_planned: 30,
        ahead_funded: 30,
      })),
    )
    .execute()
  await db
    .updateTable('members')
    .set({ removed_at: runtime.now() })
    .where('id', '=', loaded.members['bob']!)
    .execute()
  await db
    .updateTable('expenses')
    .set({ archived_at: runtime.now() })
    .where('id', '=', expenses['old']!)
    .execute()
  const rule = await db
    .selectFrom('category_rules')
    .select('id')
    .where('household_id', '=', household_id)
    .orderBy('position')
    .executeTakeFirstOrThrow()
  for (const [concept, why] of [
    ['Rent', { by: 'rule', rule_id: rule.id, text: 'bread' }],
    ['Shoes', { by: 'choice', merchant: 'shoes', booked_at: '2026-11-02' }],
    ['Coffee', { by: 'merchant_code', code: '5812', meaning: 'restaurants' }],
  ] as const) {
    await db
      .updateTable('transactions')
      .set({ category_id: loaded.categories['food']!, category_why: JSON.stringify(why) })
      .where('household_id', '=', household_id)
      .where('concept', '=', concept)
      .execute()
  }
  await assignedByEarmark(product, loaded, rule.id)
  await db
    .insertInto('left_payments')
    .columns(['household_id', 'transaction_id', 'left_at'])
    .expression((select) =>
      select
        .selectFrom('transactions')
        .select(['household_id', 'id', 'created_at'])
        .where('household_id', '=', household_id)
        .where('concept', '=', 'Coffee'),
    )
    .execute()
  return loaded
}

const before = await lived()
const exported = await readExport(runtime, before.household_id)
const after = await loadDocument(runtime, exported)

test('a loaded export exports the same document again', async () => {
  assert.deepEqual(await readExport(runtime, after.household_id), exported)
  // The document survives the way through a text file as well.
  const again = await loadDocument(runtime, JSON.parse(JSON.stringify(exported)))
  assert.deepEqual(await readExport(runtime, again.household_id), exported)
})

test('an engine run without due work does not change the export', async () => {
  const loaded = await loadDocument(runtime, exported)
  assert.equal(await runHousehold(runtime, loaded.household_id), true)
  assert.deepEqual(await readExport(runtime, loaded.household_id), exported)
})

test('a payment in flight to a card is in flight in the loaded household', async () => {
  // 200.00 and purchases of 42.00 and 70.00, less 20.00 that have arrived and 30.00 that have not.
  const all = await loadExpenses(db, after.household_id)
  assert.equal(all.find(({ owed }) => owed !== null)?.owed, 26_200)
})

test('the loaded household gives the same answer to every read as the exported one', async () => {
  const keys = [before.keys['rw']!.api_key, Object.values(after.keys)[0]!.api_key]
  for (const path of [
    '/accounts',
    '/accounts/summary',
    '/transactions',
    '/transactions/summary',
    '/expenses',
    '/expenses/summary',
    '/expense-groups',
    '/expense-transfers',
    '/categories',
    '/funding-schedules',
    '/settings',
    '/analytics/net-worth',
    '/analytics/spending',
  ]) {
    const answers = await Promise.all(
      keys.map((key) => product.request<unknown>('GET', path, { key })),
    )
    const [one, other] = answers.map(({ body }) => nameless(body))
    assert.deepEqual(other, one, path)
  }
})

test('a loaded household has the same rows and columns as the exported one', async () => {
  for (const table of [
    'households',
    'members',
    'accounts',
    'categories',
    'category_rules',
    'funding_schedules',
    'expense_groups',
    'expenses',
    'expense_schedules',
    'expense_transfers',
    'transactions',
    'settlements',
    'assignment_suggestions',
    'expense_payees',
    'left_payments',
    'ledger_entries',
    'paydays',
    'payday_fundings',
  ] as const) {
    const stored = async ({ household_id }: Loaded) => {
      const { rows } = await sql<{ row: string }>`
        select (to_jsonb(t) - 'due_at' - 'cash_log_since')::text as row from ${sql.table(table)} t
        where household_id = ${household_id}`.execute(db)
      return rows.map(({ row }) => JSON.stringify(nameless(JSON.parse(row)))).toSorted()
    }
    assert.deepEqual(await stored(after), await stored(before), table)
  }
  for (const { household_id } of [before, after]) await assertBooks(db, household_id)
})

test('undoing a purchase has the same result in the loaded household', async () => {
  for (const loaded of [before, after]) {
    const key = Object.values(loaded.keys)[0]!.api_key
    const { body } = await product.request<{ data: { id: string; concept: string }[] }>(
      'GET',
      '/transactions',
      { key },
    )
    for (const { id } of body.data.filter(({ concept }) => concept !== 'Coffee')) {
      const { status, text } = await product.request('POST', `/transactions/${id}/expense`, {
        key,
        body: { expense_goal_id: null },
      })
      assert.equal(status, 200, text)
    }
  }
  const lanes = await Promise.all([before, after].map(lanesOf))
  assert.deepEqual(lanes[1], lanes[0])
})

test('a loaded ledger adds up to the lanes', async () => {
  const { rows } = await sql`
    with legs as (
      select household_id, to_expense_id as id, to_lane as lane, amount from ledger_entries
      union all select household_id, from_expense_id, from_lane, -amount from ledger_entries
    )
    select e.name, e.ready, e.building, e.reserve from expenses e
    left join legs using (household_id, id) where e.household_id = ${after.household_id}
    group by e.household_id, e.id
    having (e.ready, e.building, e.reserve) is distinct from (
      coalesce(sum(amount) filter (where lane = 'ready'), 0),
      coalesce(sum(amount) filter (where lane = 'building'), 0),
      coalesce(sum(amount) filter (where lane = 'reserve'), 0))`.execute(db)
  assert.deepEqual(rows, [])
})

test('no secret is in an export', () => {
  assert.doesNotMatch(JSON.stringify(exported), /em_live_|digest/)
})

test('a broken state names its path', async () => {
  // oxlint-disable-next-line typescript/no-explicit-any -- the test breaks values that the types protect.
  const breaks: readonly (readonly [string, (document: any) => void])[] = [
    ['category_rules[1].expense', (d) => (d.category_rules[1].expense = 'x')],
    ['state.household', (d) => delete d.state.household],
    ['state.household.processed_through', (d) => (d.state.household.processed_through = 'today')],
    ['state.expenses.nobody', (d) => (d.state.expenses.nobody = d.state.expenses.expense1)],
    ['state.expenses.expense1.ready', (d) => (d.state.expenses.expense1.ready = -1)],
    ['expenses[0].balance', (d) => (d.expenses[0].balance += 1)],
    ['state.expenses.expense1.building', (d) => void d.state.ledger.pop()],
    [
      'state.transactions.t2.settlement.expense',
      (d) => (d.state.transactions.t2.settlement.expense = 'x'),
    ],
    [
      'state.transactions.t9.settlements[1].expense',
      (d) => (d.state.transactions.t9.settlements[1].expense = 'x'),
    ],
    ['state.expense_transfers[0].from', (d) => (d.state.expense_transfers[0].from = 'x')],
    ['state.paydays[0].funding_schedule', (d) => (d.state.paydays[0].funding_schedule = 'x')],
    ['state.paydays[1]', (d) => d.state.paydays.push(d.state.paydays[0])],
    ['state.payday_fundings[0].expense', (d) => (d.state.payday_fundings[0].expense = 'x')],
    [
      'state.payday_fundings[0].ahead_funded',
      (d) => (d.state.payday_fundings[0].ahead_funded = 31),
    ],
    ['state.ledger[0].to', (d) => (d.state.ledger[0].to = 'x')],
    ['state.ledger[0].to_lane', (d) => (d.state.ledger[0].to_lane = 'free')],
    ['state.ledger[0].transfer', (d) => (d.state.ledger[0].transfer = 7)],
    ['state.accounts.account1.hidden', (d) => (d.state.accounts.account1.hidden = true)],
    [
      'state.transactions.t3.idempotency_key',
      (d) => {
        d.state.transactions.t3.idempotency_key = d.state.transactions.t2.idempotency_key
      },
    ],
  ]
  for (const [path, breakIt] of breaks) {
    const document = structuredClone(exported)
    breakIt(document)
    await assert.rejects(loadDocument(runtime, document), (error) => {
      assert.ok(error instanceof DocumentFault, String(error))
      assert.equal(error.path, path, error.message)
      return true
    })
  }
})

async function lanesOf({ household_id }: Loaded) {
  return db
    .selectFrom('expenses')
    .select(['name', 'ready', 'building', 'reserve', 'prepaid', 'spent'])
    .where('household_id', '=', household_id)
    .orderBy('position')
    .execute()
}
