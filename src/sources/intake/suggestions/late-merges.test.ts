import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importsApp } from '#/sources/files/app-contract.ts'
import { matchesApp } from './app-contract.ts'
import { walletApp } from '#/sources/wallet/app-contract.ts'
import { bankRow, noon } from '../../../../test/support/bank.ts'
import { givenBank, pendingRow } from '../../../../test/support/given-bank.ts'
import { takeFile } from '../../../../test/support/given-files.ts'
import { assertBooks } from '../../../../test/support/ledger.ts'

// One payment, recorded by a person, a phone or a file, and listed by the bank in a way that leaves a doubt.

const booked = (id: string, day: string, changes = {}) =>
  bankRow(id, { posted: noon(day), ...changes })

async function givenSources() {
  const given = await givenBank()
  const { transactions, accounts, member, product, householdId } = given
  const all = await accounts.listAccounts({})
  const account = all.find(({ provider }) => provider === 'provider_a')!
  const matches = member.client(matchesApp)
  const { token } = await member.client(walletApp).createDevice({ body: { name: 'Phone' } })
  return {
    ...given,
    account,
    matches,
    /** Lists the account's transactions in the order of their creation. */
    shown: async () =>
      (await transactions.listTransactions({ query: { account_id: account.id } })).data.toSorted(
        (a, b) => (a.id < b.id ? -1 : 1),
      ),
    write: (concept: string, amount: number, day = '2026-01-05') => {
      product.runtime.advance({ seconds: 1 })
      return transactions.recordTransaction({
        body: { account_id: account.id, amount, concept, booked_at: day, notes: 'By hand' },
      })
    },
    pay: async (id: string, amount: string, merchant = 'Corner Bakery') => {
      product.runtime.advance({ seconds: 1 })
      const body = { kind: 'payment', merchant, amount, card: account.name, id }
      const sent = { base: '', key: token!, body }
      const { text } = await product.request('POST', '/ingest/wallet', sent)
      assert.match(text, /"added":1/)
    },
    file: (text: string) => takeFile(product.runtime, account.id, { text }),
    accept: async (pendingId: string) => {
      const open = await matches.listMatchSuggestions({})
      const found = open.find(({ pending }) => pending.id === pendingId)!
      return matches.acceptMatchSuggestion({ params: { id: found.id } })
    },
    check: () => assertBooks(product.db, householdId),
  }
}

test('a wallet payment booked with a tip is one payment; its Expense pays the difference', async () => {
  const given = await givenSources()
  const { pay, look, shown, transactions, groceries, events, matches } = given
  await pay('a', '10.00')
  await pay('pump', '1.00', 'Shell')
  const [first] = await shown()
  const before = (await groceries()).balance
  await transactions.assignTransaction({
    params: { id: first!.id },
    body: { expense_goal_id: (await groceries()).id },
  })
  await transactions.editTransaction({ params: { id: first!.id }, body: { notes: 'With Bo' } })
  const announced = await events()
  const answer = [
    booked('m', '2026-01-07', { amount: '-12.00' }),
    booked('f', '2026-01-07', {
      amount: '-62.10',
      payee: 'Shell',
      description: 'SHELL',
      mcc: '5542',
    }),
  ]
  await look(answer)
  await look(answer)
  const after = await shown()
  assert.deepEqual(
    after.map(({ amount, status, notes }) => [amount, status, notes]),
    [
      [-1200, 'booked', 'With Bo'],
      [-6210, 'booked', null],
    ],
  )
  assert.equal((await groceries()).balance, before - 1200)
  assert.deepEqual(await events(), announced)
  assert.deepEqual(await matches.listMatchSuggestions({}), [])
  await given.check()
})

test('a person decides which of two wallet payments a booking with a tip belongs to', async () => {
  const { pay, look, shown, matches, accept, check } = await givenSources()
  await pay('a', '10.00')
  await pay('b', '10.50')
  await look([booked('m', '2026-01-06', { amount: '-12.00' })])
  const [first, second] = await shown()
  assert.equal((await matches.listMatchSuggestions({})).length, 2)
  await accept(second!.id)
  assert.deepEqual(await matches.listMatchSuggestions({}), [])
  // The bank lists it again and then the other one, which has only one candidate left.
  await look([
    booked('m', '2026-01-06', { amount: '-12.00' }),
    booked('n', '2026-01-06', { amount: '-11.00' }),
  ])
  assert.deepEqual(
    (await shown()).map(({ id, amount, status }) => [id, amount, status]),
    [
      [first!.id, -1100, 'booked'],
      [second!.id, -1200, 'booked'],
    ],
  )
  await check()
})

test('a manual payment joined with a tipped booking keeps its text; its Expense pays the tip', async () => {
  const given = await givenSources()
  const { write, look, shown, transactions, groceries, matches, accept, events } = given
  const wrote = await write('Corner Bakery', -1000, '2026-01-04')
  const { id: expense_goal_id, balance } = await groceries()
  await transactions.assignTransaction({ params: { id: wrote.id }, body: { expense_goal_id } })
  const answer = [booked('b', '2026-01-06', { amount: '-12.00' })]
  await look(answer)
  assert.deepEqual(
    (await matches.listMatchSuggestions({})).map(
      ({ pending, booked: later }) => `${pending.amount} ${later.amount}`,
    ),
    ['-1000 -1200'],
  )
  const announced = await events()
  assert.deepEqual(await accept(wrote.id), { transaction_id: wrote.id })
  for (let time = 0; time < 2; time += 1) await look(answer)
  assert.deepEqual(
    (await shown()).map(({ id, amount, booked_at, notes, status, expense_goal_id: link }) => ({
      id,
      amount,
      booked_at,
      notes,
      status,
      link,
    })),
    [
      {
        id: wrote.id,
        amount: -1200,
        booked_at: '2026-01-04',
        notes: 'By hand',
        status: 'booked',
        link: expense_goal_id,
      },
    ],
  )
  assert.equal((await groceries()).balance, balance - 1200)
  assert.deepEqual(await events(), announced)
  // From now on it follows the bank's changes.
  await look([booked('b', '2026-01-06', { amount: '-12.50' })])
  assert.deepEqual(
    (await shown()).map(({ amount }) => amount),
    [-1250],
  )
  await given.check()
})

test('two manual payments stay two until a person decides; the booking’s Expense is kept', async () => {
  const given = await givenSources()
  const { write, look, shown, transactions, groceries, matches, accept, rows } = given
  const lunch = await write('Lunch', -1234)
  const taxi = await write('Taxi', -1234)
  const answer = [pendingRow('p', '2026-01-05')]
  await look(answer)
  const [later] = await rows()
  const { id: expense_goal_id, balance } = await groceries()
  await transactions.assignTransaction({ params: { id: later!.id }, body: { expense_goal_id } })
  assert.equal((await matches.listMatchSuggestions({})).length, 2)
  await accept(lunch.id)
  assert.deepEqual(await matches.listMatchSuggestions({}), [])
  await look([booked('b', '2026-01-06')])
  assert.deepEqual(
    (await shown()).map(({ id, concept, status, expense_goal_id: link }) => [
      id,
      concept,
      status,
      link,
    ]),
    [
      [lunch.id, 'Lunch', 'booked', expense_goal_id],
      [taxi.id, 'Taxi', 'booked', null],
    ],
  )
  assert.equal((await groceries()).balance, balance - 1234)
  await given.check()
})

test('a file’s row merged with a bank’s row stays when the file import is undone', async () => {
  const given = await givenSources()
  const { file, look, shown, matches, accept, member } = given
  await file('Date,Description,Amount\n2026-01-04,Kiosk,-12.34\n2026-01-05,Florist,-12.34\n')
  const florist = (await shown()).find(({ concept }) => concept === 'Florist')
  await look([booked('b', '2026-01-05')])
  assert.equal((await matches.listMatchSuggestions({})).length, 2)
  await accept(florist!.id)
  assert.equal((await shown()).length, 2)
  const [imported] = await member.client(importsApp).listImports({ query: {} })
  await member.client(importsApp).undoImport({ params: { id: imported!.id } })
  assert.deepEqual(
    (await shown()).map(({ id }) => id),
    [florist!.id],
  )
  await given.check()
})
