import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expenses } from '#/budget/expenses/contract.ts'
import { runDueHouseholds } from '#/budget/funding/run-due.ts'
import { sql } from 'kysely'
import { createTestDatabase } from '../../test/support/database.ts'
import { exampleDocument as example } from '../../test/support/example-document.ts'
import { startProduct } from '../../test/support/product.ts'
import { createTestRuntime } from '../../test/support/runtime.ts'
import { DocumentFault } from './document-fault.ts'
import { loadDocument } from './load.ts'

const { db } = await createTestDatabase()
const START = '2026-11-20T09:00:00Z'
const runtimeOf = (seed: string) => createTestRuntime(db, { seed, start: START })

/** Counts the rows of every table. */
async function countRows(): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select table_name as name, (xpath('/row/c/text()', query_to_xml(
      format('select count(*) as c from %I', table_name), false, true, '')))[1]::text::int as count
    from information_schema.tables where table_schema = 'public' order by 1`.execute(db)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

test('the example of the design loads, and each ref gets an id', async () => {
  const loaded = await loadDocument(runtimeOf('example'), example())
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  assert.match(loaded.household_id, uuid)
  assert.match(loaded.members['ada']!, uuid)
  assert.match(loaded.keys['rw']!.id, uuid)
  assert.match(loaded.keys['rw']!.api_key, /^em_live_/)
  for (const [list, ref] of [
    ['accounts', 'checking'],
    ['categories', 'food'],
    ['funding_schedules', 'pay'],
    ['expense_groups', 'home'],
    ['expenses', 'rent'],
    ['transactions', 't1'],
  ] as const) {
    assert.match(loaded[list][ref]!, uuid)
  }
  assert.deepEqual(Object.keys(loaded), [
    'household_id',
    'members',
    'keys',
    'accounts',
    'categories',
    'funding_schedules',
    'expense_groups',
    'expenses',
    'transactions',
  ])
})

test('the scopes of a key may come in either order', async () => {
  const document = example()
  const [key] = document.keys
  const both = ['data.write', 'data.read'] as const
  const { keys } = await loadDocument(runtimeOf('scopes'), {
    ...document,
    keys: [{ ...key!, scopes: both }],
  })
  const stored = db.selectFrom('api_keys').select('scopes').where('id', '=', keys['rw']!.id)
  assert.deepEqual(await stored.execute(), [{ scopes: ['data.read', 'data.write'] }])
})

test('loading describes the end of the day and moves only opening balances', async () => {
  const runtime = runtimeOf('opening')
  const document = example()
  document.expenses[0]!.balance = 200_000
  document.transactions[0]!.expense = 'rent'
  const { household_id, expenses, accounts } = await loadDocument(runtime, document)
  const household = await db
    .selectFrom('households')
    .selectAll()
    .where('household_id', '=', household_id)
    .executeTakeFirstOrThrow()
  assert.equal(household.processed_through, '2026-11-20')
  assert.equal(household.floor, 0)
  const rent = await db
    .selectFrom('expenses')
    .selectAll()
    .where('household_id', '=', household_id)
    .executeTakeFirstOrThrow()
  // Target 1200.00 and one payment ahead: the first 1200.00 build up, the rest is reserve.
  assert.deepEqual(
    [rent.ready, rent.building, rent.reserve, rent.prepaid, rent.spent, rent.cycle],
    [0, 120_000, 80_000, 0, 0, 0],
  )
  const ledger = await db
    .selectFrom('ledger_entries')
    .select(['from_lane', 'to_expense_id', 'to_lane', 'amount', 'reason', 'day'])
    .where('household_id', '=', household_id)
    .orderBy('to_lane')
    .execute()
  const opening = { from_lane: 'free', to_expense_id: expenses['rent'], reason: 'opening' }
  assert.deepEqual(ledger, [
    { ...opening, to_lane: 'building', amount: 120_000, day: '2026-11-20' },
    { ...opening, to_lane: 'reserve', amount: 80_000, day: '2026-11-20' },
  ])
  const transaction = await db
    .selectFrom('transactions')
    .selectAll()
    .where('household_id', '=', household_id)
    .executeTakeFirstOrThrow()
  assert.equal(transaction.history, true)
  assert.equal(transaction.expense_goal_id, expenses['rent'])
  const account = await db
    .selectFrom('accounts')
    .selectAll()
    .where('household_id', '=', household_id)
    .where('id', '=', accounts['checking']!)
    .executeTakeFirstOrThrow()
  assert.equal(account.balance, 300_000)
})

test('the upcoming occurrence is the first after the day of loading', async () => {
  const cycles: Record<string, number> = {
    '2026-12-01': 0,
    '2026-11-20': 1,
    '2026-11-19': 1,
    '2026-01-31': 10,
    '2026-10-21': 1,
  }
  for (const [anchor, cycle] of Object.entries(cycles)) {
    const document = example()
    document.expenses[0]!.recurrence_anchor_date = anchor as never
    const { household_id } = await loadDocument(runtimeOf(`cycle ${anchor}`), document)
    const { cycle: stored } = await db
      .selectFrom('expenses')
      .select('cycle')
      .where('household_id', '=', household_id)
      .executeTakeFirstOrThrow()
    assert.equal(stored, cycle, anchor)
  }
})

test('records of one moment keep the order of the document', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `Account ${index}`)
  const { household_id } = await loadDocument(runtimeOf('order'), {
    ...example(),
    accounts: [
      ...example().accounts,
      ...names.map((name) => ({ ref: name, name, type: 'other' as const })),
    ],
  })
  const rows = await db
    .selectFrom('accounts')
    .select('name')
    .where('household_id', '=', household_id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['Checking', ...names],
  )
})

test('a document needs only the household', async () => {
  const { household } = example()
  const loaded = await loadDocument(runtimeOf('alone'), { household })
  assert.deepEqual(loaded.accounts, {})
})

test('a fault in a document names its path and stores nothing', async () => {
  const before = await countRows()
  for (const [path, breakIt] of broken) {
    const document = example() as Loose
    const replaced = breakIt(document)
    const whole = replaced === undefined ? document : replaced
    await assert.rejects(loadDocument(runtimeOf(`broken ${path}`), whole), (error) => {
      assert.ok(error instanceof DocumentFault, String(error))
      assert.equal(error.path, path, error.message)
      assert.ok(error.reason.length > 5)
      return true
    })
  }
  assert.deepEqual(await countRows(), before)
})

test('a fault that only the database detects stores nothing', async () => {
  const before = await countRows()
  // Three transactions with one id are refused after everything else has been written.
  const newId = () => '00000000-0000-7000-8000-000000000001'
  const document = { ...example(), transactions: thrice(example().transactions[0]!) }
  await assert.rejects(loadDocument({ ...runtimeOf('late'), newId }, document), /duplicate key/)
  assert.deepEqual(await countRows(), before)
})

// eslint-disable-next-line typescript/no-explicit-any -- the tests break values that the types protect.
type Loose = any

function thrice<T extends { ref: string }>(item: T): T[] {
  return Array.from({ length: 3 }, (_, index) => ({ ...item, ref: `${item.ref}-${index}` }))
}

function card(document: Loose, more: object = {}): void {
  document.accounts.push({ ref: 'visa', name: 'Visa', type: 'credit', balance: -100 })
  document.expenses.push({
    ref: 'card',
    name: 'Card',
    type: 'credit_card',
    card_account: 'visa',
    ...more,
  })
}

const broken: readonly (readonly [string, (document: Loose) => unknown])[] = [
  ['', () => []],
  ['', () => null],
  ['', () => 'household'],
  ['household', () => ({})],
  ['extra', (d) => void (d.extra = 1)],
  ['household.timezone', (d) => void (d.household.timezone = 'Europe/Atlantis')],
  ['household.timezone', (d) => void (d.household.timezone = '+02:00')],
  ['household.currency', (d) => void (d.household.currency = 'eur')],
  ['household.plan', (d) => void (d.household.plan = 'gold')],
  ['household.standing', (d) => void (d.household.standing = 'paused')],
  ['household.name', (d) => void (d.household.name = '  ')],
  ['household.nmae', (d) => void (d.household.nmae = 'x')],
  ['household.floor', (d) => void (d.household.floor = -1)],
  ['members[0].email', (d) => void (d.members[0].email = 'nobody')],
  ['members[1].ref', (d) => void d.members.push({ ...d.members[0], email: 'b@example.com' })],
  [
    'members[1].email',
    (d) => void d.members.push({ ...d.members[0], ref: 'b', email: 'ADA@example.com' }),
  ],
  ['members[0].role', (d) => void (d.members[0].role = 'admin')],
  ['keys[0].member', (d) => void (d.keys[0].member = 'bob')],
  ['keys[0].scopes', (d) => void (d.keys[0].scopes = ['data.write'])],
  ['keys[0].scopes', (d) => void (d.keys[0].scopes = [])],
  ['keys[0].restrictions', (d) => void (d.keys[0].restrictions = {})],
  ['keys[0].restrictions.loans', (d) => void (d.keys[0].restrictions = { loans: 'read' })],
  [
    'keys[0].restrictions',
    (d) =>
      void Object.assign(d.keys[0], { scopes: ['data.read'], restrictions: { sync: 'write' } }),
  ],
  ['keys[0].allowed_from', (d) => void (d.keys[0].allowed_from = [])],
  ['keys[0].allowed_from[1]', (d) => void (d.keys[0].allowed_from = ['192.0.2.1', 'home'])],
  ['keys[0].expires_at', (d) => void (d.keys[0].expires_at = '2027-02-30T00:00:00Z')],
  ['accounts[0].type', (d) => void (d.accounts[0].type = 'bank')],
  ['accounts[0].balance', (d) => void (d.accounts[0].balance = 1.5)],
  ['accounts[0].currency', (d) => void (d.accounts[0].currency = '€')],
  ['accounts[1].ref', (d) => void d.accounts.push(d.accounts[0])],
  ['accounts[0].ref', (d) => void delete d.accounts[0].ref],
  ['categories[0].parent', (d) => void (d.categories[0].parent = 'none')],
  ['categories[0].parent', (d) => void (d.categories[0].parent = 'food')],
  [
    'categories[0].parent',
    (d) => {
      d.categories[0].parent = 'b'
      d.categories.push(
        { ref: 'b', name: 'B', parent: 'c' },
        { ref: 'c', name: 'C', parent: 'food' },
      )
    },
  ],
  ['funding_schedules[0].days', (d) => void (d.funding_schedules[0].days = [])],
  ['funding_schedules[0].days', (d) => void (d.funding_schedules[0].days = [1, 15])],
  ['funding_schedules[0].days[0]', (d) => void (d.funding_schedules[0].days = [32])],
  ['funding_schedules[0].days', (d) => void (d.funding_schedules[0].frequency = 'semimonthly')],
  ['funding_schedules[0].days', (d) => void (d.funding_schedules[0].frequency = 'weekly')],
  [
    'funding_schedules[0].days',
    (d) => void Object.assign(d.funding_schedules[0], { frequency: 'semimonthly', days: [1, 1] }),
  ],
  ['funding_schedules[0].anchor', (d) => void (d.funding_schedules[0].anchor = '2026-02-29')],
  ['funding_schedules[0].weekend', (d) => void (d.funding_schedules[0].weekend = 'skip')],
  ['expenses[0].group', (d) => void (d.expenses[0].group = 'garden')],
  ['expenses[0].balance', (d) => void (d.expenses[0].balance = -1)],
  ['expenses[0].target_amount', (d) => void (d.expenses[0].target_amount = -1)],
  ['expenses[0].target_amount', (d) => void (d.expenses[0].target_amount = 10 ** 12 + 1)],
  [
    'expenses[0].recurrence_interval_months',
    (d) => void (d.expenses[0].recurrence_interval_months = 4),
  ],
  [
    'expenses[0].recurrence_interval_days',
    (d) => void (d.expenses[0].recurrence_interval_days = 7),
  ],
  [
    'expenses[0].fund_ahead_payment_count',
    (d) => void (d.expenses[0].fund_ahead_payment_count = 4),
  ],
  [
    'expenses[0].recurrence_interval_days',
    (d) => void (d.expenses[0].recurrence_interval_days = 7),
  ],
  [
    'expenses[0].fund_ahead_payment_count',
    (d) => void (d.expenses[0].fund_ahead_payment_count = 0),
  ],
  ['expenses[0].funding_schedules[0]', (d) => void (d.expenses[0].funding_schedules = ['gifts'])],
  [
    'expenses[0].funding_schedules[1]',
    (d) => void (d.expenses[0].funding_schedules = ['pay', 'pay']),
  ],
  ['expenses[0].card_account', (d) => void (d.expenses[0].card_account = 'checking')],
  ['expenses[1].card_account', (d) => card(d, { card_account: 'checking' })],
  ['expenses[1].card_account', (d) => card(d, { card_account: 'amex' })],
  [
    'expenses[2].card_account',
    (d) => {
      card(d)
      d.expenses.push({ ...d.expenses[1], ref: 'card2' })
    },
  ],
  ['transactions[0].account', (d) => void (d.transactions[0].account = 'savings')],
  ['transactions[0].category', (d) => void (d.transactions[0].category = 'fun')],
  ['transactions[0].expense', (d) => void (d.transactions[0].expense = 'car')],
  ['transactions[0].amount', (d) => void (d.transactions[0].amount = 10 ** 12 + 1)],
  ['transactions[0].amount', (d) => void (d.transactions[0].amount = '5')],
  ['transactions[0].booked_at', (d) => void (d.transactions[0].booked_at = '2026-11-31')],
  ['transactions[0].booked_at', (d) => void (d.transactions[0].booked_at = '19.11.2026')],
  ['transactions[0].concept', (d) => void (d.transactions[0].concept = 'x'.repeat(201))],
  ['transactions[0].concept', (d) => void (d.transactions[0].concept = 'a\0b')],
  ['transactions[0].notes', (d) => void (d.transactions[0].notes = 'x'.repeat(2001))],
  ['transactions[0].type', (d) => void (d.transactions[0].type = 'refund')],
  [
    'transactions[2].ref',
    (d) => void d.transactions.push({ ...d.transactions[0], ref: 'a' }, d.transactions[0]),
  ],
  [
    'transactions',
    (d) => {
      const large = Array.from({ length: 5000 }, (_, index) => ({
        ...d.transactions[0],
        ref: `l${index}`,
        amount: 10 ** 12,
      }))
      d.transactions.push(...large)
    },
  ],
]

test('an opening balance counts for the next payment after the day of loading', async () => {
  const product = await startProduct({ limited: false })
  const loaded = await product.household({
    accounts: [{ ref: 'c', name: 'C', type: 'depository', subtype: 'checking', balance: 50_000 }],
    funding_schedules: [
      { ref: 'pay', name: 'Pay', frequency: 'monthly', days: [28], anchor: '2025-01-28' },
    ],
    expenses: [
      {
        ref: 'insurance',
        name: 'Insurance',
        target_amount: 7777,
        recurrence_interval_months: 3,
        recurrence_anchor_date: '2025-03-31',
        funding_schedules: ['pay'],
        balance: 3000,
      },
    ],
  })
  const client = product.client(expenses, loaded.keys['rw']!.api_key)
  const read = async () => {
    const [insurance] = await client.listExpenses({})
    const { due_date, ready_amount, next_payment_amount, ordinaryContribution } = insurance!
    return [due_date, ready_amount, next_payment_amount, ordinaryContribution]
  }
  // The missing 4,777 are spread over the paydays of January, February and March.
  assert.deepEqual(await read(), ['2026-03-31', 0, 3000, 1593])
  await runDueHouseholds(product.runtime)
  assert.deepEqual(await read(), ['2026-03-31', 0, 3000, 1593])
})
