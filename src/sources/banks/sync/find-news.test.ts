import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'
import { transactions as transactionContract } from '#/budget/transactions/contract.ts'
import { importDue } from './import-next-connection.ts'
import { bankAccount, bankRow, noon, openBank } from '../../../../test/support/bank.ts'
import type { FakeTransaction } from '../../../../test/fakes/fake-simplefin.ts'
import { givenBank, pendingRow } from '../../../../test/support/given-bank.ts'
import { connectedToPlaid, plaidAccount, plaidRow } from '../../../../test/support/plaid.ts'

// Most runs find nothing new. They cost five statements, and write only their own record.

/** For tests that ask to which tables a run wrote: they compare transaction ids, which each machine of a cluster has for itself. */
const onOne = { skip: process.env['EARMARK_TEST_POSTGRES'] === 'citus' && 'needs one machine' }

/** Tables that every run writes: its record, the counted request, the connection and its progress. */
const record = ['connections', 'provider_accounts', 'provider_requests', 'sync_runs']

/** Runs `work` and returns the tables that it wrote to, even with unchanged values. */
async function writtenBy(db: Database, work: () => Promise<unknown>): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`.execute(db)
  const { rows: before } = await sql<{
    id: string
  }>`select pg_current_xact_id()::text as id`.execute(db)
  const [{ id } = { id: '' }] = before
  await work()
  const looks = tables.map(
    ({ name }) =>
      `select '${name}' as name where exists (select 1 from "${name}" where xmin::text::bigint > ${id})`,
  )
  const { rows } = await sql.raw<{ name: string }>(looks.join(' union all ')).execute(db)
  return rows.map(({ name }) => name).toSorted()
}

const rowsOf = (account: string) => [
  bankRow(`${account}1`, { amount: '-3.00' }),
  bankRow(`${account}2`, { posted: noon('2026-01-05'), amount: '-4.00' }),
  pendingRow(`${account}3`, '2026-01-05', { amount: '-5.00' }),
]

/** A SimpleFIN connection with two accounts whose rows are all known, some of them pending. */
async function knownWindow() {
  const bank = await openBank(
    ['A', 'B'].map((name) => bankAccount(name, { transactions: rowsOf(name) })),
  )
  const given = await givenBank([], { bank })
  const { product } = given
  const look = async () => {
    product.runtime.advance({ hours: 13 })
    product.takeStatements()
    assert.equal(await importDue(product.runtime), 1)
    return product.takeStatements().length
  }
  await look()
  return { ...given, look, account: bank.state.accounts[0]! }
}

test(
  'a SimpleFIN run without news takes five statements and writes only its record',
  onOne,
  async () => {
    const { look, product, householdId, bank } = await knownWindow()
    const { db } = product
    const progress = () => {
      return sql<{ watermark: Temporal.Instant; rest: object }>`
      select watermark, to_jsonb(p) - '{watermark,snapshot_at}'::text[] as rest
      from provider_accounts p where household_id = ${householdId} order by external_id`.execute(db)
    }
    const before = await progress()
    const asked = bank.requests.length
    let statements = 0
    assert.deepEqual(await writtenBy(db, async () => (statements = await look())), record)
    assert.ok(statements <= 5, `${statements} statements`)
    assert.equal(bank.requests.length, asked + 1)
    const after = await progress()
    assert.deepEqual(
      after.rows.map(({ rest }) => rest),
      before.rows.map(({ rest }) => rest),
    )
    assert.equal(String(after.rows[0]!.watermark), String(product.runtime.now()))
    const [run] = (
      await sql<{ status: string; added: number; requests: number }>`
      select status, added, requests from sync_runs where household_id = ${householdId}
      order by started_at desc limit 1`.execute(db)
    ).rows
    assert.deepEqual(run, { status: 'ok', added: 0, requests: 1 })
    // The provider has newer data of the bank, with the same content.
    for (const account of bank.state.accounts) account['balance-date']! += 5 * 3600
    assert.deepEqual(await writtenBy(db, async () => (statements = await look())), record)
    assert.ok(statements <= 5, `${statements} statements`)
  },
)

test('every change that SimpleFIN reports is stored', async () => {
  const { look, product, account, bank, householdId, list } = await knownWindow()
  const [booked, other, pending] = rowsOf('A') as [
    FakeTransaction,
    FakeTransaction,
    FakeTransaction,
  ]
  const rows: FakeTransaction[] = [booked, other, pending]
  account.transactions = rows
  const news: Readonly<Record<string, () => unknown>> = {
    'a new row': () => rows.push(bankRow('A4', { posted: noon('2026-01-05'), amount: '-9.00' })),
    'another amount': () => (booked.amount = '-3.50'),
    'another description': () => (other.description = 'CORNER SHOP'),
    'a balance': () =>
      Object.assign(account, { balance: '7.77', 'balance-date': bank.state.now() }),
    'a name': () => (account.name = 'Household A'),
    'the same balance, a day later': () => (account['balance-date'] = bank.state.now() + 25 * 3600),
    'a pending payment that is missing': () => {
      account['balance-date'] = bank.state.now() + 3600
      rows.splice(rows.indexOf(pending), 1)
    },
    'a pending payment that returned': () => {
      account['balance-date'] = bank.state.now() + 7200
      rows.push(pending)
    },
  }
  for (const [name, change] of Object.entries(news)) {
    // Stores the side effects of the previous change first.
    await look()
    change()
    const written = await writtenBy(product.db, look)
    assert.ok(written.includes('households'), `${name} is news`)
  }
  assert.equal((await list()).filter(({ provider }) => provider === 'provider_a').length, 7)
  const { rows: accounts } = await sql<{ balance: number }>`
    select balance from accounts where household_id = ${householdId} and name like '%A'`.execute(
    product.db,
  )
  assert.equal(accounts[0]!.balance, 777)
})

test(
  'a Plaid run without news takes five statements and writes only its record',
  onOne,
  async (t) => {
    const given = await connectedToPlaid({ accounts: [plaidAccount('A'), plaidAccount('B')] })
    const { product, tells, plaid, key, accounts } = given
    const { db, runtime } = product
    const listed = [
      plaidRow('1'),
      plaidRow('2', { pending: true, amount: 3 }),
      plaidRow('3', { account: 'B', amount: 9 }),
    ]
    tells(...listed)
    const look = async () => {
      runtime.advance({ hours: 6 })
      product.takeStatements()
      assert.equal(await importDue(runtime), 1)
      return product.takeStatements().length
    }
    await look()
    let statements = 0
    const atRest = record.filter((name) => name !== 'provider_accounts')
    assert.deepEqual(await writtenBy(db, async () => (statements = await look())), atRest)
    assert.ok(statements <= 5, `${statements} statements`)
    tells(...listed)
    const asked = plaid.asked.length
    const cursors = () => plaid.asked.slice(asked).map(({ body }) => body['cursor'])
    assert.deepEqual(await writtenBy(db, async () => (statements = await look())), atRest)
    assert.ok(statements <= 5, `${statements} statements`)
    await t.test('an unchanged balance is written once a day', async () => {
      runtime.advance({ hours: 12 })
      const again = await writtenBy(db, look)
      assert.ok(again.includes('accounts'))
    })
    assert.notEqual(
      cursors()
        .filter((cursor) => cursor !== undefined)
        .at(-1),
      cursors()[0],
    )
    await t.test('the balance of the bank wins over payments that a person records', async () => {
      const [account] = (await accounts.listAccounts({})).filter(({ name }) => name.endsWith('A'))
      await product.client(transactionContract, key).recordTransaction({
        body: { account_id: account!.id, amount: -100, concept: 'Cash', booked_at: '2026-01-06' },
      })
      assert.ok((await writtenBy(db, look)).includes('accounts'))
      const [now] = (await accounts.listAccounts({})).filter(({ name }) => name.endsWith('A'))
      assert.equal(now!.balance, account!.balance)
    })
  },
)
