import assert from 'node:assert/strict'
import { test } from 'node:test'
import { transactions } from '#/budget/transactions/contract.ts'
import { givenConnection } from '../../../test/support/given-connection.ts'
import {
  card,
  cardId,
  changes,
  freshId,
  givenWallets,
  purchase,
  type Sent,
} from '../../../test/support/given-wallet.ts'
import { assertBooks } from '../../../test/support/ledger.ts'
import { startProduct } from '../../../test/support/product.ts'
import { walletApp } from './app-contract.ts'

const product = await startProduct({ start: '2026-11-20T12:00:00Z', limited: false })
const { db, runtime } = product

test('the first push is history, later ones are announced, and no payment is stored twice', async () => {
  const { device, rows, categories, member } = await givenWallets(product)
  const phone = await device()
  const old = purchase({ status: 'booked', posted_date: '2026-11-18T10:00:00Z' })
  assert.deepEqual(await phone.push(changes({ inserted: [old], new_token: '1' })), { added: 1 })
  const second = purchase({
    merchant_category_code: 5812,
    merchant_name: null,
    transaction_description: 'SQ *KIOSK 12',
  })
  const next = changes({ inserted: [second], previous_token: '1', new_token: '2' })
  assert.deepEqual(await phone.push(next), { added: 1 })
  assert.deepEqual(
    await phone.push(next),
    { matched: 1 },
    'the answer was lost, the push comes again',
  )
  const [first, news] = await rows()
  assert.deepEqual(
    [first?.amount, first?.status, first?.booked_at, first?.provider, first?.type],
    [-450, 'booked', '2026-11-18', 'wallet', 'expense'],
  )
  assert.deepEqual(
    [news?.status, news?.booked_at, news?.category_id],
    ['pending', '2026-11-20', categories['food']],
  )
  const stored = await db
    .selectFrom('transactions')
    .select('history')
    .where('account_id', '=', first!.account_id)
    .orderBy('booked_at')
    .execute()
  assert.deepEqual(
    stored.map(({ history }) => history),
    [true, false],
  )
  const { status, body } = await member.request('GET', '/accounts')
  assert.equal(status, 200)
  const listed = (body as unknown as readonly Sent[]).find(({ name }) => name === 'Apple Card')
  assert.deepEqual([listed?.['type'], listed?.['provider']], ['credit', 'wallet'])
})

test('a payment of a device is spent from the Expense of the last three of its merchant', async () => {
  const { device, rows, member, expenses, householdId } = await givenWallets(product)
  const phone = await device()
  await phone.push(changes({ new_token: '1' }))
  const coffees = [purchase(), purchase(), purchase()]
  await phone.push(changes({ inserted: coffees, previous_token: '1', new_token: '2' }))
  const book = member.client(transactions)
  for (const { id } of await rows()) {
    const body = { expense_goal_id: expenses['eating']! }
    await book.assignTransaction({ params: { id }, body })
  }
  await phone.push(changes({ inserted: [purchase()], previous_token: '2', new_token: '3' }))
  const spentFrom = (await rows()).map((row) => row.expense_goal_id)
  assert.deepEqual(spentFrom, Array(4).fill(expenses['eating']))
  await assertBooks(db, householdId)
})

test('a payment is booked, changed and removed by its id, and edits of a person stay', async () => {
  const { device, rows, member, expenses, householdId } = await givenWallets(product)
  const phone = await device()
  await phone.push(changes({ new_token: '1' }))
  const paid = purchase()
  await phone.push(changes({ inserted: [paid], previous_token: '1', new_token: '2' }))
  const [before] = await rows()
  const book = member.client(transactions)
  await book.editTransaction({ params: { id: before!.id }, body: { concept: 'Breakfast' } })
  await book.assignTransaction({
    params: { id: before!.id },
    body: { expense_goal_id: expenses['eating']! },
  })
  const booked = {
    ...paid,
    status: 'booked',
    posted_date: '2026-11-21T03:00:00Z',
    transaction_amount: { amount: '5', currency_code: 'EUR' },
  }
  assert.deepEqual(
    await phone.push(changes({ updated: [booked], previous_token: '2', new_token: '3' })),
    { updated: 1 },
  )
  const [after] = await rows()
  assert.deepEqual(
    [after?.id, after?.concept, after?.amount, after?.status, after?.booked_at],
    [before?.id, 'Breakfast', -500, 'booked', '2026-11-21'],
  )
  const eating = () =>
    db
      .selectFrom('expenses')
      .select('balance')
      .where('id', '=', expenses['eating']!)
      .executeTakeFirstOrThrow()
  assert.equal((await eating()).balance, 4500)
  const gone = changes({ deleted: [paid['id']], previous_token: '3', new_token: '4' })
  assert.deepEqual(await phone.push(gone), { removed: 1 })
  assert.deepEqual(await phone.push(gone), {})
  assert.deepEqual(await rows(), [])
  assert.equal((await eating()).balance, 5000)
  await assertBooks(db, householdId)
  const again = changes({ updated: [booked], previous_token: '4', new_token: '5' })
  assert.deepEqual(await phone.push(again), { matched: 1 }, 'what has gone does not come back')
  assert.deepEqual(await rows(), [])
})

test('two devices that push one payment make one transaction; two equal coffees stay two', async () => {
  const { device, rows, member } = await givenWallets(product)
  const [phone, tablet] = [await device('Phone'), await device('Tablet')]
  await phone.push(changes({ new_token: 'p1' }))
  const other = '0a000000-0000-4000-8000-000000000002'
  const theirs = (history: Sent) => ({
    ...changes({ ...history, account_id: other }),
    accounts: [{ ...card, id: other }],
  })
  await tablet.push(theirs({ new_token: 'q1' }))
  const coffees = [purchase(), purchase({ transaction_date: '2026-11-20T09:00:00Z' })]
  const one = { inserted: [coffees[0]], previous_token: 'p1', new_token: 'p2' }
  assert.deepEqual(await phone.push(changes(one)), { added: 1 })
  const [first] = await rows()
  await member
    .client(transactions)
    .editTransaction({ params: { id: first!.id }, body: { concept: 'Breakfast' } })
  const seen = coffees.map((coffee) => ({ ...coffee, id: freshId() }))
  const both = { inserted: seen, previous_token: 'q1', new_token: 'q2' }
  assert.deepEqual(await tablet.push(theirs(both)), { added: 1, matched: 1 })
  const two = { inserted: [coffees[1]], previous_token: 'p2', new_token: 'p3' }
  assert.deepEqual(await phone.push(changes(two)), { matched: 1 })
  assert.equal((await rows()).length, 2)
  // The tablet is the first to report them as booked.
  const booked = seen.map((coffee) => ({ ...coffee, status: 'booked' }))
  const news = { updated: booked, previous_token: 'q2', new_token: 'q3' }
  assert.deepEqual(await tablet.push(theirs(news)), { updated: 2 })
  assert.deepEqual(
    (await rows()).map(({ status }) => status),
    ['booked', 'booked'],
  )
  const late = { updated: [{ ...coffees[0], merchant_name: 'Corner Bakery Ltd' }] }
  const behind = { ...late, previous_token: 'p3', new_token: 'p4' }
  assert.deepEqual(await phone.push(changes(behind)), { matched: 1 }, 'what is booked stays so')
  const accounts = new Set((await rows()).map(({ account_id }) => account_id))
  assert.equal(accounts.size, 1, 'one card, under the names of two devices')
  // One device removes a payment that the other still has.
  const gone = { deleted: [seen[0]!.id], previous_token: 'q3', new_token: 'q4' }
  assert.deepEqual(await tablet.push(theirs(gone)), {})
  assert.equal((await rows()).length, 2)
})

test('a card that could be either of two equal ones gets an account of its own', async () => {
  const { device, rows } = await givenWallets(product)
  const idOf = (last: number) => `0a000000-0000-4000-8000-00000000000${last}`
  const cards = (...ids: string[]) => ({
    kind: 'changes',
    accounts: ids.map((id) => ({ ...card, id })),
    transactions: ids.map((id) => ({ account_id: id, new_token: '1', inserted: [purchase()] })),
  })
  await (await device('Phone')).push(cards(idOf(3), idOf(4)))
  const tablet = await device('Tablet')
  assert.deepEqual(await tablet.push(cards(idOf(5))), { added: 1 })
  assert.equal(new Set((await rows()).map(({ account_id }) => account_id)).size, 3)
})

test('a deleted payment stays deleted when any device pushes it again', async () => {
  const { device, rows } = await givenWallets(product)
  const phone = await device('Phone')
  const paid = purchase()
  await phone.push(changes({ inserted: [paid], new_token: '1' }))
  const [row] = await rows()
  const deleted = db.updateTable('transactions').where('id', '=', row!.id)
  await deleted.set({ deleted_at: runtime.now() }).execute()
  const booked = { ...paid, status: 'booked' }
  await phone.push(changes({ updated: [booked], previous_token: '1', new_token: '2' }))
  const tablet = await device('Tablet')
  const seen = { ...booked, id: freshId() }
  assert.deepEqual(await tablet.push(changes({ inserted: [seen], new_token: '1' })), { matched: 1 })
  assert.deepEqual(await rows(), [])
})

test('a new phone with the old token pushes everything under new ids without duplicates', async () => {
  const { device, rows } = await givenWallets(product)
  const phone = await device()
  const paid = [purchase(), purchase({ merchant_name: 'Kiosk' }), purchase()]
  assert.deepEqual(await phone.push(changes({ inserted: paid, new_token: '1' })), { added: 3 })
  const renewed = '0a000000-0000-4000-8000-000000000009'
  const whole = {
    kind: 'changes',
    accounts: [{ ...card, id: renewed }],
    transactions: [
      {
        account_id: renewed,
        new_token: 'n1',
        inserted: paid.map((one) => ({ ...one, id: freshId() })),
      },
    ],
  }
  assert.deepEqual(await phone.push(whole), { matched: 3 })
  assert.equal((await rows()).length, 3)
})

test('changes that do not follow the last token are refused, and the device can ask for it', async () => {
  const { device } = await givenWallets(product)
  const phone = await device()
  await phone.push(changes({ new_token: '1' }))
  await phone.push(changes({ previous_token: '1', new_token: '2' }))
  const late = changes({ inserted: [purchase()], previous_token: '0', new_token: '1' })
  assert.deepEqual(await phone.refused(late), [
    409,
    'wallet_out_of_step',
    'transactions[0].previous_token',
  ])
  const { body } = await phone.send('GET')
  const [known] = body['accounts'] as readonly Sent[]
  assert.deepEqual([known?.['id'], known?.['token']], [cardId, '2'])
})

test('a balance is negative for debt, and an older balance is ignored', async () => {
  const { device, app } = await givenWallets(product)
  const phone = await device()
  const balance = (amount: string, side: string, at: string) => ({
    kind: 'changes',
    accounts: [card],
    balances: [
      {
        account_id: cardId,
        booked: {
          amount: { amount, currency_code: 'EUR' },
          credit_debit_indicator: side,
          as_of_date: at,
        },
      },
    ],
  })
  const held = async () => {
    const [listed] = await app.listDevices({})
    const { account_id: id } = listed!.accounts[0]!
    const row = await db
      .selectFrom('accounts')
      .select('balance')
      .where('id', '=', id)
      .executeTakeFirst()
    return row?.balance
  }
  await phone.push(balance('120.5', 'debit', '2026-11-20T08:00:00Z'))
  assert.equal(await held(), -12_050)
  await phone.push(balance('99', 'debit', '2026-11-20T07:00:00Z'))
  assert.equal(await held(), -12_050)
  await phone.push(balance('3', 'credit', '2026-11-20T09:00:00Z'))
  assert.equal(await held(), 300)
})

test('a device does not duplicate, change or remove a transaction of a bank', async () => {
  const { device, rows, householdId, members, member } = await givenWallets(product)
  const bank = await givenConnection(runtime, {
    householdId,
    memberId: members['ada']!,
    accounts: 1,
  })
  const [account_id] = bank.accounts
  const id = runtime.newId()
  const now = runtime.now()
  await db
    .insertInto('transactions')
    .values({
      household_id: householdId,
      id,
      account_id: account_id!,
      amount: -450,
      currency: 'EUR',
      concept: 'Cb Ltd',
      booked_at: '2026-11-22' as never,
      type: 'expense',
      status: 'booked',
      merchant: 'cb-ltd',
      provider: 'provider_a',
      edited: [],
      revision: 1,
      created_at: now,
      updated_at: now,
      history: false,
      hidden: false,
    })
    .execute()
  const phone = await device()
  const listed = { ...card, id: cardId }
  await phone.push({ kind: 'changes', accounts: [listed], transactions: [] })
  const [known] = await member.client(walletApp).listDevices({})
  await member.client(walletApp).linkWalletAccount({
    params: { id: known!.accounts[0]!.id },
    body: { account_id: account_id! },
  })
  await phone.push(changes({ new_token: '1' }))
  const paid = purchase()
  const insert = { inserted: [paid], previous_token: '1', new_token: '2' }
  assert.deepEqual(await phone.push(changes(insert)), { matched: 1 })
  const change = {
    updated: [{ ...paid, transaction_amount: { amount: '9', currency_code: 'EUR' } }],
    previous_token: '2',
    new_token: '3',
  }
  assert.deepEqual(await phone.push(changes(change)), { matched: 1 })
  const gone = { deleted: [paid['id']], previous_token: '3', new_token: '4' }
  assert.deepEqual(await phone.push(changes(gone)), {})
  const seen = await rows()
  assert.deepEqual(
    seen.map(({ amount, concept }) => [amount, concept]),
    [[-450, 'Cb Ltd']],
  )
})
