import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { actFor } from '#/app/cli/budgeting/act-for.ts'
import { returnsApp } from '#/sources/intake/suggestions/app-contract.ts'
import { connectWithSetupToken } from '#/sources/banks/connecting/connect-simplefin.ts'
import { disconnect } from '#/sources/banks/connecting/disconnect.ts'
import { OPERATOR } from '#/platform/audited/record-change.ts'
import { keepApart } from '#/sources/banks/connecting/returned-accounts.ts'
import { bankAccount, bankRow, noon, openBank } from '../../../../test/support/bank.ts'
import { givenBank, pendingRow } from '../../../../test/support/given-bank.ts'
import { assertBooks } from '../../../../test/support/ledger.ts'

// A bank that is connected again uses other ids for its accounts and rows.

const booked = (id: string, day: string, amount: string) =>
  bankRow(id, { posted: noon(day), amount })
const kiosk = (id: string, prefix: string) => ({
  ...booked(id, '2025-12-30', '-2.00'),
  payee: `Kiosk ${prefix}`,
})
const name = 'Everyday Checking 1234'

/** The rows of the bank, with ids of a prefix. */
const listing = (prefix: string) => [
  booked(`${prefix}1`, '2025-12-28', '-1.00'),
  // Two equal rows on one day, which cannot be distinguished.
  kiosk(`${prefix}2`, prefix),
  kiosk(`${prefix}3`, prefix),
  booked(`${prefix}4`, '2026-01-02', '-3.00'),
  booked(`${prefix}5`, '2026-01-03', '-4.00'),
]

/** An account whose history people have edited, with the state that must survive. */
async function known(bank = openBank([bankAccount('A', { name, transactions: listing('a') })])) {
  const given = await givenBank([], { bank: await bank })
  const { rows, transactions, app, groceries } = given
  await given.look([...listing('a'), pendingRow('a6', '2026-01-05', { amount: '-5.00' })])
  const of = async (amount: number) => (await rows()).find((row) => row.amount === amount)!
  const { id: expense_goal_id } = await groceries()
  await transactions.assignTransaction({
    params: { id: (await of(-300)).id },
    body: { expense_goal_id },
  })
  await transactions.editTransaction({
    params: { id: (await of(-400)).id },
    body: { amount: -450, booked_at: '2026-01-01', concept: 'Mine', notes: 'With Bo' },
  })
  await app.removeTransaction({ params: { id: (await of(-100)).id } })
  const shown = async () =>
    (await rows())
      .map(({ id, account_id, amount, expense_goal_id: link, notes }) => ({
        id,
        account_id,
        amount,
        link,
        notes,
      }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return { ...given, shown, before: await shown(), announced: await given.events() }
}

test('account id changed: an account under another id keeps its history, edits and Expenses', async () => {
  const given = await known()
  const { bank, look, shown, before, announced, events, product, householdId } = given
  Object.assign(bank.state.accounts[0]!, { id: 'Z', name: 'EVERYDAY CHECKING ...1234' })
  const asked = bank.requests.length
  await look([...listing('z'), pendingRow('z6', '2026-01-05', { amount: '-5.00' })])
  // One request under the old id, one for all balances, one to compare, two for its history.
  assert.equal(bank.requests.length - asked, 5)
  assert.deepEqual(await shown(), before)
  assert.deepEqual(await events(), announced)
  const { accounts } = await given.connections.listCatalog({
    params: { id: given.connectionId },
  })
  assert.deepEqual(
    accounts.map(({ account_id, subscribed, available }) => ({
      account_id,
      subscribed,
      available,
    })),
    [{ account_id: before[0]!.account_id, subscribed: true, available: true }],
  )
  // The account is live again: new rows are announced, the pending is booked, and one request is enough.
  const next = [...listing('z'), booked('z6', '2026-01-06', '-5.00')]
  await look([...next, booked('z7', '2026-01-06', '-7.00')])
  assert.equal((await shown()).length, before.length + 1)
  assert.equal((await events()).length, announced.length + 1)
  const calls = bank.requests.length
  await look([...next, booked('z7', '2026-01-06', '-7.00')])
  assert.equal(bank.requests.length - calls, 1)
  assert.equal((await shown()).length, before.length + 1)
  assert.ok(product.runtime.logged.some((line) => line.includes('sync.account_returned')))
  await assertBooks(product.db, householdId)
})

test('a new connection to a bank continues the accounts of one that ended', async () => {
  const given = await known()
  const { bank, product, householdId, members, shown, before, announced, events } = given
  await disconnect(product.runtime, {
    householdId,
    connectionId: given.connectionId,
    author: OPERATOR,
  })
  bank.state.accounts[0]!.transactions = [...listing('a'), booked('a9', '2026-01-04', '-9.00')]
  const connectionId = await connectWithSetupToken(product.runtime, {
    householdId,
    memberId: members['ada']!,
    zone: 'Europe/Madrid',
    setupToken: bank.setupToken(),
    connectionId: null,
    selectAll: true,
  })
  await given.run()
  const added = (await shown()).filter(({ id }) => !before.some((row) => row.id === id))
  // The pending payment has not been listed since, which is not a reason to remove it.
  assert.deepEqual(
    (await shown()).filter(({ id }) => added.every((row) => row.id !== id)),
    before,
  )
  assert.deepEqual(
    added.map(({ amount, account_id }) => [amount, account_id]),
    [[-900, before[0]!.account_id]],
  )
  assert.deepEqual(await events(), announced)
  const ours = (await given.accounts.listAccounts({})).filter(
    ({ provider }) => provider === 'provider_a',
  )
  assert.deepEqual(
    ours.map(({ id, subscribed }) => [id, subscribed]),
    [[before[0]!.account_id, true]],
  )
  assert.notEqual(connectionId, given.connectionId)
})

test('an account that is followed again under another id continues', async () => {
  const given = await known()
  const { bank, look, select, shown, before, events, announced, connections, connectionId } = given
  await select()
  bank.state.accounts[0]!.id = 'Z'
  await select('1234')
  await look([...listing('z'), booked('z7', '2026-01-05', '-7.00')])
  assert.deepEqual(
    (await shown()).filter(({ amount }) => amount !== -700),
    before,
  )
  assert.deepEqual(await events(), announced)
  const { accounts } = await connections.listCatalog({ params: { id: connectionId } })
  assert.deepEqual(
    accounts.map(({ account_id, available }) => [account_id, available]),
    [[before[0]!.account_id, true]],
  )
  assert.equal((await shown()).length, before.length + 1)
})

test('an account with too few common rows is joined when its owner says so', async () => {
  const given = await known()
  const { bank, look, shown, before, connections, connectionId, member, product } = given
  const other = listing('z').slice(3)
  Object.assign(bank.state.accounts[0]!, { id: 'Z' })
  await look(other)
  await look(other)
  assert.deepEqual(await shown(), before, 'two rows are too few')
  const catalog = async () =>
    (await connections.listCatalog({ params: { id: connectionId } })).accounts
  const offered = (await catalog()).find(({ subscribed }) => !subscribed)!
  assert.deepEqual([offered.account_id, offered.may_be_account_id], [null, before[0]!.account_id])
  const others = await product.member(given.householdId, given.members['bo']!)
  const asked = member.client(returnsApp)
  const [question, ...more] = await asked.listReturned({})
  assert.deepEqual(more, [])
  assert.deepEqual(question, {
    id: offered.id,
    connection_id: connectionId,
    name,
    mask: '1234',
    institution_name: 'River Bank',
    may_be: { account_id: before[0]!.account_id, name, mask: '1234' },
  })
  assert.deepEqual(await others.client(returnsApp).listReturned({}), [], 'only the owner is asked')
  const join = { params: { id: offered.id }, body: { account_id: before[0]!.account_id } }
  await assert.rejects(others.client(returnsApp).joinReturned(join), /not_connection_owner/)
  await assert.rejects(others.client(returnsApp).keepApart(join), /not_connection_owner/)
  await asked.joinReturned(join)
  assert.deepEqual(await asked.listReturned({}), [])
  await look([...other, booked('z9', '2026-01-05', '-9.00')])
  assert.deepEqual(
    (await shown()).map(({ amount, account_id }) => `${amount} ${account_id}`).toSorted(),
    before
      .map(({ amount, account_id }) => `${amount} ${account_id}`)
      .concat(`-900 ${before[0]!.account_id}`)
      .toSorted(),
  )
  assert.equal((await catalog()).length, 1)
  await assert.rejects(asked.joinReturned(join), /resource_not_found/)
})

test('accounts that a person has kept apart stay apart, and nobody is asked again', async () => {
  const given = await known()
  const { bank, look, shown, before, connections, connectionId, member, product } = given
  const asked = member.client(returnsApp)
  Object.assign(bank.state.accounts[0]!, { id: 'Z' })
  await look(listing('z').slice(3))
  const [question] = await asked.listReturned({})
  const choice = { params: { id: question!.id }, body: { account_id: before[0]!.account_id } }
  await asked.keepApart(choice)
  const again = { endpoint: returnsApp.keepApart, verb: keepApart, input: choice }
  await actFor(product.runtime, given.householdId, again)
  assert.deepEqual(await asked.listReturned({}), [])
  // Enough rows agree now to join the two automatically.
  await look(listing('z'))
  assert.deepEqual(await shown(), before)
  const { accounts } = await connections.listCatalog({ params: { id: connectionId } })
  assert.deepEqual(
    accounts.map(({ subscribed, available, may_be_account_id }) => [
      subscribed,
      available,
      may_be_account_id,
    ]),
    [
      [true, false, null],
      [false, true, null],
    ],
  )
  const { rows } = await sql<{ action: string; subject_id: string }>`
    select action, subject_id from audit_entries where household_id = ${given.householdId}
      and action like 'account.keep%'`.execute(product.db)
  assert.deepEqual(rows, [{ action: 'account.keep_apart', subject_id: before[0]!.account_id }])
})

test('known rows under other ids are matched before bookings of pending payments', async () => {
  const given = await known()
  const { bank, look, rows, transactions, shown, before } = given
  const twin = { amount: '-6.00', payee: 'Kiosk' }
  const first = booked('k1', '2026-01-04', '-6.00')
  await look([
    ...listing('a'),
    pendingRow('a6', '2026-01-05', { amount: '-5.00' }),
    { ...first, ...twin },
    pendingRow('k2', '2026-01-04', twin),
  ])
  const ofTwins = async () => (await rows()).filter(({ amount }) => amount === -600)
  const settled = (await ofTwins()).find(({ status }) => status === 'booked')!
  await transactions.editTransaction({
    params: { id: settled.id },
    body: { notes: 'The first one' },
  })
  Object.assign(bank.state.accounts[0]!, { id: 'Z', name: 'EVERYDAY CHECKING ...1234' })
  await look([
    ...listing('z'),
    pendingRow('z6', '2026-01-05', { amount: '-5.00' }),
    { ...first, ...twin, id: 'zk1' },
    { ...booked('zk2', '2026-01-05', '-6.00'), payee: 'Kiosk' },
  ])
  const twins = (await ofTwins()).map(({ id, booked_at, status, notes }) => ({
    isFirst: id === settled.id,
    booked_at,
    status,
    notes,
  }))
  assert.deepEqual(
    twins.toSorted((a, b) => (a.booked_at < b.booked_at ? -1 : 1)),
    [
      { isFirst: true, booked_at: '2026-01-04', status: 'booked', notes: 'The first one' },
      { isFirst: false, booked_at: '2026-01-05', status: 'booked', notes: null },
    ],
  )
  assert.equal((await shown()).length, before.length + 2)
})

test('a row that a bank corrects while it changes ids is corrected, not duplicated', async () => {
  const given = await known()
  const { bank, look, rows, shown, before } = given
  const { id } = (await rows()).find(({ amount }) => amount === -300)!
  Object.assign(bank.state.accounts[0]!, { id: 'Z', name: 'EVERYDAY CHECKING ...1234' })
  await look([
    ...listing('z').map((row) => (row.id === 'z4' ? { ...row, amount: '-3.50' } : row)),
    // A further row on a day whose rows are all known.
    booked('z8', '2026-01-03', '-9.00'),
    pendingRow('z6', '2026-01-05', { amount: '-5.00' }),
  ])
  const after = await shown()
  assert.equal(after.find((row) => row.id === id)!.amount, -350)
  assert.deepEqual(
    after.filter(({ amount }) => amount !== -350 && amount !== -900),
    before.filter(({ amount }) => amount !== -300),
  )
  assert.equal(after.length, before.length + 1)
})
