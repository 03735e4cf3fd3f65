import assert from 'node:assert/strict'
import { test } from 'node:test'
import { home } from '#/app/home/contract.ts'
import { accountsApp } from '#/budget/accounts/app-contract.ts'
import { expensesApp } from '#/budget/expenses/app-contract.ts'
import { expenses } from '#/budget/expenses/contract.ts'
import { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { transactions } from '#/budget/transactions/contract.ts'
import type { WrittenDocument } from '#/documents/document.ts'
import { readExport } from '../../../test/support/exported.ts'
import { assertBooks } from '../../../test/support/ledger.ts'
import { startProduct } from '../../../test/support/product.ts'
import { cardsApp } from './app-contract.ts'

const product = await startProduct({ start: '2026-01-25T10:00:00Z', limited: false })

const checking = {
  ref: 'checking',
  name: 'Checking',
  type: 'depository',
  subtype: 'checking',
  balance: 200_000,
} as const
const visa = { ref: 'visa', name: 'River Visa', type: 'credit', balance: -41_200 } as const
const pay = {
  ref: 'pay',
  name: 'Salary',
  frequency: 'monthly' as const,
  days: [28],
  anchor: '2025-11-28',
} satisfies NonNullable<WrittenDocument['funding_schedules']>[number]
/** A payment of the card on 12 January, from before it was covered. */
const paid = {
  ref: 'paid',
  account: 'visa',
  amount: 30_000,
  concept: 'Payment',
  booked_at: '2026-01-12',
  type: 'transfer',
} as const

/** A household with 2,000.00 in the bank that owes 412.00 on its card. */
async function given(document: Partial<WrittenDocument> = {}) {
  const loaded = await product.household({
    accounts: [checking, visa],
    funding_schedules: [pay],
    ...document,
  })
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  const app = member.client(cardsApp)
  const params = { id: loaded.accounts['visa']! }
  const free = async () => (await app.listUncoveredCards({})).free_to_spend
  return {
    ...loaded,
    member,
    app,
    free,
    params,
    cover: () => app.coverCard({ params, body: {} }),
    card: async () => {
      const all = await member.client(expenses).listExpenses({})
      return all.find(({ type }) => type === 'credit_card')
    },
    cardNeeds: async () => {
      const { needs } = await member.client(home).showHome({})
      return needs.filter(({ kind }) => kind === 'card')
    },
    refused: async (path: string) => {
      const { status, body } = await member.request('POST', `/uncovered-cards/${path}`, {
        body: {},
      })
      return [status, body.error.code, body.error.param]
    },
    record: (account: 'checking' | 'visa', amount: number, more: object = {}) =>
      member.client(transactions).recordTransaction({
        body: {
          account_id: loaded.accounts[account]!,
          amount,
          concept: 'Shoes',
          booked_at: '2026-01-25',
          ...more,
        },
      }),
  }
}

test('a card that owes money is listed with free-to-spend before and after', async () => {
  const { app, params, cardNeeds } = await given()
  const { currency, free_to_spend, cards } = await app.listUncoveredCards({})
  assert.deepEqual([currency, free_to_spend], ['EUR', 200_000])
  // 2,000.00 − 412.00 = 1,588.00.
  const amounts = { owed: 41_200, free_before: 200_000, free_after: 158_800 }
  assert.deepEqual(cards, [
    {
      account_id: params.id,
      name: 'River Visa',
      institution_name: null,
      mask: null,
      ...amounts,
      set_aside: 41_200,
      left_open: 0,
      dismissed: false,
    },
  ])
  assert.deepEqual(await cardNeeds(), [
    { kind: 'card', account_id: params.id, name: 'River Visa', ...amounts },
  ])
})

test('a covered card holds what it owes, pays monthly from all paydays, and is not asked again', async () => {
  const { app, cover, card, cardNeeds, household_id } = await given({
    transactions: [paid],
  })
  const covered = await cover()
  const { expense_id, ...rest } = covered
  assert.deepEqual(rest, {
    name: 'River Visa',
    owed: 41_200,
    free_before: 200_000,
    free_after: 158_800,
    set_aside: 41_200,
    left_open: 0,
  })
  const made = await card()
  assert.equal(made?.id, expense_id)
  assert.deepEqual(
    [made.name, made.balance, made.target_amount, made.due_date, made.recurrence_interval_months],
    ['River Visa', 41_200, null, '2026-02-12', 1],
  )
  assert.equal(made.funding_schedule_ids.length, 1)
  const after = await app.listUncoveredCards({})
  assert.deepEqual([after.free_to_spend, after.cards], [158_800, []])
  assert.deepEqual(await cardNeeds(), [])
  await assertBooks(product.db, household_id)
})

test('a purchase and the payment of a covered card cost free-to-spend once', async () => {
  const { cover, record, free, card, household_id } = await given()
  await cover()
  await record('visa', -5_000)
  // 1,588.00 − 50.00 = 1,538.00.
  assert.deepEqual([await free(), (await card())?.balance], [153_800, 46_200])
  await record('checking', -46_200, { type: 'transfer' })
  await record('visa', 46_200, { type: 'transfer' })
  // In the bank: 2,000.00 − 462.00 = 1,538.00. Nothing is owed and nothing is set aside any more.
  assert.deepEqual([await free(), (await card())?.balance], [153_800, 0])
  await assertBooks(product.db, household_id)
})

test('a debt above free-to-spend is covered as far as there is money; paydays set aside the rest', async () => {
  const { app, cover, card, free } = await given({
    accounts: [{ ...checking, balance: 30_000 }, visa],
  })
  const [asked] = (await app.listUncoveredCards({})).cards
  assert.deepEqual([asked?.set_aside, asked?.left_open, asked?.free_after], [30_000, 11_200, 0])
  const { set_aside, left_open } = await cover()
  assert.deepEqual([set_aside, left_open], [30_000, 11_200])
  const made = await card()
  // Without a known payment there is no due day: the next payday, on the 28th, asks for all that is missing.
  assert.deepEqual(
    [made?.balance, made?.due_date, made?.next_contribution_date, made?.next_contribution_amount],
    [30_000, null, '2026-01-28', 11_200],
  )
  assert.equal(await free(), 0)
})

test('without free money a card is covered with nothing, and free-to-spend stays as it is', async () => {
  const { cover, card, free } = await given({ accounts: [{ ...checking, balance: -1_000 }, visa] })
  const { set_aside, left_open, free_before, free_after } = await cover()
  assert.deepEqual([set_aside, left_open, free_before, free_after], [0, 41_200, -1_000, -1_000])
  assert.deepEqual([await free(), (await card())?.balance], [-1_000, 0])
})

test('archiving the Expense undoes a cover: the money returns and the card is asked again', async () => {
  const { app, member, cover, cardNeeds, household_id } = await given()
  const { expense_id } = await cover()
  await member.client(expensesApp).archiveExpense({ params: { id: expense_id }, body: {} })
  const { free_to_spend, cards } = await app.listUncoveredCards({})
  assert.deepEqual([free_to_spend, cards.length], [200_000, 1])
  assert.equal((await cardNeeds()).length, 1)
  assert.equal((await cover()).set_aside, 41_200)
  await assertBooks(product.db, household_id)
})

test('a dismissed card is not asked again, however its debt grows, until that is taken back', async () => {
  const { app, params, cardNeeds, record, household_id } = await given()
  const dismissed = async () => (await app.listUncoveredCards({})).cards[0]?.dismissed
  for (const _ of [1, 2]) await app.dismissCard({ params, body: {} })
  assert.deepEqual([await dismissed(), await cardNeeds()], [true, []])
  await record('visa', -5_000)
  assert.deepEqual(await cardNeeds(), [])
  const copy = await product.household(await readExport(product.runtime, household_id))
  const kept = await product.db
    .selectFrom('accounts')
    .select('card_dismissed_at')
    .where('household_id', '=', copy.household_id)
    .where('type', '=', 'credit')
    .executeTakeFirstOrThrow()
  assert.ok(kept.card_dismissed_at, 'a household document keeps it')
  await app.restoreCard({ params, body: {} })
  assert.deepEqual([await dismissed(), (await cardNeeds()).length], [false, 1])
})

test('two people who cover one card create one Expense', async () => {
  const { member, params } = await given()
  const path = `/uncovered-cards/${params.id}/cover`
  const answers = await Promise.all([1, 2].map(() => member.request('POST', path, { body: {} })))
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
  const refused = answers.filter(({ status }) => status === 409)
  assert.deepEqual(
    refused.map(({ body }) => body.error.code),
    ['card_already_linked'],
  )
})

test('a card without a debt, another currency and another kind of account are not asked about', async () => {
  const { app, accounts, member, refused, cardNeeds } = await given({
    accounts: [
      checking,
      { ...visa, balance: 0 },
      { ...visa, ref: 'dollars', name: 'Dollar card', currency: 'USD' },
      { ref: 'car', name: 'Car loan', type: 'loan', balance: -500_000 },
    ],
  })
  assert.deepEqual((await app.listUncoveredCards({})).cards, [])
  assert.deepEqual(await cardNeeds(), [])
  for (const account of ['visa', 'dollars', 'car', 'checking']) {
    const answer = await refused(`${accounts[account]}/cover`)
    assert.deepEqual(answer, [404, 'resource_not_found', 'id'], account)
  }
  assert.equal((await refused(`${accounts['car']}/dismiss`))[0], 404)
  const { id } = await member.client(accountsApp).createAccount({
    body: { name: 'Shop card', type: 'credit', balance: -2_000 },
  })
  const { cards } = await app.listUncoveredCards({})
  assert.deepEqual(
    cards.map(({ account_id, owed }) => [account_id, owed]),
    [[id, 2_000]],
  )
})

test('a cover that is undone after a payment leaves no cent behind, even if the payment goes', async () => {
  const { cover, record, free, member, household_id } = await given()
  const { expense_id } = await cover()
  const paying = await record('checking', -41_200, { type: 'transfer' })
  await record('visa', 41_200, { type: 'transfer' })
  await member.client(expensesApp).archiveExpense({ params: { id: expense_id }, body: {} })
  // 2,000.00 − 412.00 = 1,588.00 in the bank, and nothing is set aside.
  assert.equal(await free(), 158_800)
  await member.client(transactionsApp).removeTransaction({ params: { id: paying.id } })
  assert.equal(await free(), 200_000)
  await assertBooks(product.db, household_id)
})

test('two payments of one amount to two cards are not guessed', async () => {
  const { cover, record, household_id, member, card, accounts } = await given({
    accounts: [checking, visa, { ...visa, ref: 'other', name: 'Store card' }],
  })
  await cover()
  await record('checking', -41_200, { type: 'transfer' })
  await record('visa', 41_200, { type: 'transfer' })
  assert.equal((await card())?.balance, 0, 'one candidate is sure')
  await record('checking', -41_200, { type: 'transfer' })
  await record('checking', -41_200, { type: 'transfer' })
  await record('visa', 41_200, { account_id: accounts['other'], type: 'transfer' })
  await assertBooks(product.db, household_id)
  const { data } = await member.client(transactions).listTransactions({ query: {} })
  assert.equal(data.filter(({ expense_goal_id: id }) => id !== null).length, 1)
})
