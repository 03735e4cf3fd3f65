import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountsApp } from '#/budget/accounts/app-contract.ts'
import { bankAccount, bankRow, connected, noon, openBank } from '../../../test/support/bank.ts'
import { givenWallets } from '../../../test/support/given-wallet.ts'
import { startProduct } from '../../../test/support/product.ts'
import { walletApp } from './app-contract.ts'

const product = await startProduct({ start: '2026-11-20T12:00:00Z', limited: false })
const { runtime } = product

test('a payment from an automation is pending in the account named like its card', async () => {
  const { device, rows, accounts, app } = await givenWallets(product)
  const phone = await device()
  const paid = { kind: 'payment', merchant: 'Corner Bakery', amount: '12,50 €', card: 'checking' }
  assert.deepEqual(await phone.push({ ...paid, id: 'a' }), { added: 1 })
  assert.deepEqual(await phone.push({ ...paid, id: 'a' }), { matched: 1 })
  const [row] = await rows()
  assert.deepEqual(
    [row?.account_id, row?.amount, row?.status, row?.booked_at, row?.provider],
    [accounts['checking'], -1250, 'pending', '2026-11-20', 'wallet'],
  )
  assert.deepEqual(await phone.push({ ...paid, id: 'b' }), { added: 1 }, 'a second breakfast')
  assert.deepEqual(await phone.push({ ...paid, amount: '-2,00', id: 'c' }), { added: 1 })
  assert.deepEqual(
    (await rows()).map(({ amount }) => amount).toSorted((a, b) => a - b),
    [-1250, -1250, 200],
  )
  // An unknown card becomes an account, which a person may link later.
  assert.deepEqual(await phone.push({ ...paid, card: 'Work Visa', id: 'd' }), { added: 1 })
  const [listed] = await app.listDevices({})
  const visa = listed!.accounts.find(({ name }) => name === 'Work Visa')!
  assert.notEqual(visa.account_id, accounts['checking'])
  await app.linkWalletAccount({
    params: { id: visa.id },
    body: { account_id: accounts['checking']! },
  })
  await phone.push({ ...paid, card: 'Work Visa', amount: '7,00', id: 'e' })
  assert.equal(
    (await rows()).find(({ amount }) => amount === -700)?.account_id,
    accounts['checking'],
  )
  runtime.advance({ hours: 24 * 15 })
  const [later] = await app.listDevices({})
  assert.equal(later!.accounts.find(({ name }) => name === 'Work Visa')?.stale_payments, 2)
  runtime.advance({ hours: -24 * 15 })
})

test('a push for a closed account is ignored', async () => {
  const { device, rows, app, member } = await givenWallets(product)
  const phone = await device()
  const paid = { kind: 'payment', merchant: 'Corner Bakery', amount: '3,00', card: 'Visa' }
  await phone.push({ ...paid, id: 'a' })
  const [listed] = await app.listDevices({})
  const { account_id: id } = listed!.accounts[0]!
  await member.client(accountsApp).closeAccount({ params: { id }, body: {} })
  assert.deepEqual(await phone.push({ ...paid, id: 'b' }), { ignored: 1 })
  assert.equal((await rows()).length, 1)
})

test('an equal payment without an id is a repeat within ten minutes and a new one after', async () => {
  const { device, rows } = await givenWallets(product)
  const phone = await device()
  const paid = { kind: 'payment', merchant: 'Corner Bakery', amount: '3,00', card: 'Visa' }
  assert.deepEqual(await phone.push(paid), { added: 1 })
  runtime.advance({ minutes: 9 })
  assert.deepEqual(await phone.push(paid), { matched: 1 })
  runtime.advance({ minutes: 2 })
  assert.deepEqual(await phone.push(paid), { added: 1 })
  const at = { ...paid, paid_at: '2026-11-20T07:00:00+01:00' }
  assert.deepEqual(await phone.push({ ...at, amount: '4,00' }), { added: 1 })
  assert.deepEqual(await phone.push({ ...at, amount: '4,00' }), { matched: 1 })
  assert.equal((await rows()).length, 3)
  // The other phone of the household pushes the same two.
  const other = await device()
  assert.deepEqual(await other.push({ ...paid, id: 'x' }), { matched: 1 })
  assert.deepEqual(await other.push({ ...paid, id: 'y' }), { matched: 1 })
  assert.deepEqual(await other.push({ ...paid, id: 'z' }), { added: 1 })
})

test('a bank’s row adopts a pushed payment and keeps the edits of a person', async () => {
  const bank = await openBank([bankAccount('A', { name: 'Visa 1234' })])
  const {
    product: other,
    householdId,
    run,
    list,
    transactions,
    members,
    accounts,
  } = await connected(bank)
  await run()
  const member = await other.member(householdId, members['ada']!)
  const { token } = await member.client(walletApp).createDevice({ body: {} })
  const push = async (id: string, amount: string, merchant: string) => {
    const body = { kind: 'payment', merchant, amount, card: 'VISA ••1234', id }
    const answer = await other.request('POST', '/ingest/wallet', { base: '', key: token!, body })
    assert.equal(answer.body['added'], 1, answer.text)
  }
  await push('a', '12,34', 'Corner Bakery')
  await push('b', '12,34', 'Corner Bakery')
  await push('c', '7,00', 'CB Ltd')
  const before = await list()
  const ids = before.map(({ id }) => id)
  await transactions.editTransaction({
    params: { id: ids[0]! },
    body: { notes: 'mine', concept: 'Bread' },
  })
  other.runtime.advance({ hours: 1 })
  bank.state.accounts[0]!.transactions = [
    bankRow('b1', { posted: noon('2026-01-05') }),
    bankRow('b2', { posted: noon('2026-01-06') }),
    bankRow('b3', { amount: '-7.00', payee: 'Corner Grocer', posted: noon('2026-01-06') }),
  ]
  const report = await run()
  assert.deepEqual([report.added, report.updated], [0, 3])
  const after = await list()
  assert.deepEqual(after.map(({ id }) => id).toSorted(), ids.toSorted())
  assert.deepEqual(new Set(after.map(({ status }) => status)), new Set(['booked']))
  const mine = after.find(({ id }) => id === ids[0])
  assert.deepEqual([mine?.notes, mine?.concept], ['mine', 'Bread'])
  other.runtime.advance({ hours: 1 })
  assert.deepEqual([(await run()).added, (await list()).length], [0, 3])
  const account_id = after[0]!.account_id
  await accounts.setSubscription({ params: { id: account_id }, body: { subscribed: false } })
  const body = { kind: 'payment', merchant: 'Kiosk', amount: '1', card: 'VISA ••1234', id: 'd' }
  const answer = await other.request('POST', '/ingest/wallet', { base: '', key: token!, body })
  assert.equal(answer.body['ignored'], 1, 'nothing is booked on an account that nobody follows')
  const selected = await other.db
    .selectFrom('provider_accounts')
    .select(['connection_id', 'selected'])
    .where('household_id', '=', householdId)
    .execute()
  assert.deepEqual(
    new Map(selected.map((one) => [one.connection_id !== null, one.selected])),
    new Map([
      [false, true],
      [true, false],
    ]),
  )
})
