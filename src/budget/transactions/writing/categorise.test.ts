import assert from 'node:assert/strict'
import process from 'node:process'
import { test } from 'node:test'
import { categoryRulesApp } from '#/budget/categories/app-contract.ts'
import type { Rule } from '#/budget/categories/rule.ts'
import { startProduct } from '../../../../test/support/product.ts'
import { categorise, type Uncategorised } from './categorise.ts'
import { transactions } from '#/budget/transactions/contract.ts'

const product = await startProduct({ limited: false })

async function ada() {
  const loaded = await product.household({
    accounts: [
      {
        ref: 'checking',
        name: 'Checking',
        type: 'depository',
        subtype: 'checking',
        balance: 100_000,
      },
    ],
    categories: [
      { ref: 'treats', name: 'Treats' },
      { ref: 'breakfast', name: 'Breakfast' },
      { ref: 'groceries', name: 'Groceries' },
      { ref: 'restaurants', name: 'Restaurants' },
      { ref: 'moved', name: 'Transfers', kind: 'transfer' },
    ],
  })
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  const payment: Uncategorised = {
    accountId: loaded.accounts['checking']!,
    concept: 'Corner Bakery',
    merchant: 'corner-bakery',
    descriptor: 'SQ *CORNER BAKERY 1234',
    amount: -450,
    mcc: '5812',
    providerCategory: { taxonomy: 'plaid', code: 'FOOD_AND_DRINK_GROCERIES', confidence: 'HIGH' },
  }
  const names = new Map(Object.entries(loaded.categories).map(([ref, id]) => [id, ref]))
  return {
    ...loaded,
    member,
    rules: member.client(categoryRulesApp),
    book: member.client(transactions),
    file: async (change: Partial<Uncategorised> = {}) => {
      const [found] = await categorise(product.db, {
        householdId: loaded.household_id,
        payments: [{ ...payment, ...change }],
      })
      return { ...found!, category: names.get(found!.categoryId ?? '') ?? null }
    },
  }
}

test('rule, last choice, provider, merchant code and brand are tried in this order', async () => {
  const { rules, book, file, accounts, categories } = await ada()
  const by = async (change?: Partial<Uncategorised>) => {
    const { category, why } = await file(change)
    return [category, why?.by]
  }
  assert.deepEqual(await by({ providerCategory: null, mcc: null }), ['restaurants', 'brand'])
  assert.deepEqual(await by({ providerCategory: null }), ['restaurants', 'merchant_code'])
  assert.deepEqual(await by(), ['groceries', 'provider'])
  const spent = { account_id: accounts['checking']!, amount: -300, concept: 'CORNER BAKERY #12' }
  const record = (day: string, category: string | null) =>
    book.recordTransaction({
      body: { ...spent, booked_at: day, category_id: category },
    })
  await record('2026-01-02', categories['treats']!)
  const newer = await record('2026-01-03', categories['breakfast']!)
  await record('2026-01-04', null)
  assert.deepEqual(await by(), ['breakfast', 'choice'], 'the latest choice, not the latest payment')
  assert.deepEqual(
    await by({ amount: 450 }),
    ['groceries', 'provider'],
    'a refund is not a purchase',
  )
  await book.editTransaction({
    params: { id: newer.id },
    body: { category_id: categories['treats']! },
  })
  assert.deepEqual(await by(), ['treats', 'choice'])
  await rules.createCategoryRule({
    body: { text: 'bakery', category_id: categories['groceries']! },
  })
  assert.deepEqual(await by(), ['groceries', 'rule'])
  const other = await ada()
  assert.equal((await other.file()).why?.by, 'provider', 'no household sees what another chose')
})

test('a category that the service chose does not count as a choice', async () => {
  const { file, household_id, categories, book, accounts } = await ada()
  const { id } = await book.recordTransaction({
    body: {
      account_id: accounts['checking']!,
      amount: -300,
      concept: 'Corner Bakery',
      booked_at: '2026-01-03',
      category_id: categories['treats']!,
    },
  })
  const why = JSON.stringify({ by: 'merchant_code', code: '5812', meaning: 'restaurants' })
  await product.db
    .updateTable('transactions')
    .set({ category_why: why })
    .where('household_id', '=', household_id)
    .where('id', '=', id)
    .execute()
  assert.equal((await file()).why?.by, 'provider')
})

test('a rule renames a payment, and choices for the new name count', async () => {
  const { rules, book, file, accounts, categories } = await ada()
  await rules.createCategoryRule({ body: { text: 'sq corner', concept: 'Our Bakery' } })
  await book.recordTransaction({
    body: {
      account_id: accounts['checking']!,
      amount: -300,
      concept: 'Our Bakery',
      booked_at: '2026-01-03',
      category_id: categories['treats']!,
    },
  })
  const { concept, merchant, category, why } = await file()
  assert.deepEqual(
    [concept, merchant, category, why],
    [
      'Our Bakery',
      'our-bakery',
      'treats',
      { by: 'choice', merchant: 'our-bakery', booked_at: '2026-01-03' },
    ],
  )
})

test('the provider may mark a transfer; a household’s rule or choice decides over it', async () => {
  const { rules, file, categories } = await ada()
  const moved = {
    providerCategory: { taxonomy: 'plaid', code: 'TRANSFER_OUT', confidence: null },
    descriptor: 'TO SAVINGS',
    concept: 'To Savings',
    merchant: 'to-savings',
  }
  assert.deepEqual([(await file(moved)).type, (await file(moved)).category], ['transfer', 'moved'])
  assert.deepEqual([(await file()).type, (await file({ amount: 450 })).type], ['expense', 'income'])
  await rules.createCategoryRule({ body: { text: 'savings', category_id: categories['treats']! } })
  await rules.createCategoryRule({ body: { text: 'bakery', category_id: categories['moved']! } })
  assert.equal((await file(moved)).type, 'expense')
  assert.equal((await file()).type, 'transfer')
})

test('a thousand payments take two statements, and each gets its own category', async () => {
  const { household_id, accounts, rules, categories } = await ada()
  await rules.createCategoryRule({ body: { text: 'shop 7', category_id: categories['treats']! } })
  const payments = Array.from({ length: 1000 }, (_, index) => ({
    accountId: accounts['checking']!,
    concept: `Shop ${index % 10}`,
    merchant: `shop-${index % 10}`,
    descriptor: '',
    amount: -100 - index,
    mcc: index % 2 === 0 ? '5411' : null,
    providerCategory: null,
  }))
  product.takeStatements()
  const found = await categorise(product.db, { householdId: household_id, payments })
  assert.equal(product.takeStatements().length, 2)
  assert.deepEqual(
    found.slice(6, 10).map(({ categoryId }) => categoryId),
    [categories['groceries'], categories['treats'], categories['groceries'], null],
  )
  assert.equal(found.length, 1000)
})

test('the new name of a rule is cleaned once for thousands of payments', async () => {
  const { household_id, accounts } = await ada()
  const concept = `x${' '.repeat(198)}a`
  const payments = Array.from({ length: 5000 }, (_, index) => ({
    accountId: accounts['checking']!,
    concept: `Corner Bakery ${index}`,
    merchant: 'corner-bakery',
    descriptor: '',
    amount: -100,
    mcc: null,
    providerCategory: null,
  }))
  const rule: Rule = {
    id: '0190a000-0000-7000-8000-000000000001',
    match: 'contains',
    text: 'Corner Bakery',
    direction: null,
    minAmount: null,
    maxAmount: null,
    accountId: null,
    categoryId: null,
    concept,
    expenseId: null,
  }
  const before = process.threadCpuUsage()
  const found = await categorise(product.db, {
    householdId: household_id,
    payments,
    amend: (rules) => [...rules, rule],
  })
  const { user } = process.threadCpuUsage(before)
  assert.ok(found.every((one) => one.concept === concept && one.merchant === found[0]!.merchant))
  // It took 20 seconds.
  assert.ok(user < 2_000_000, `${user / 1000} ms`)
})

test('the reason of a transaction’s category can be read', async () => {
  const { rules, book, member, accounts, categories } = await ada()
  const { id } = await book.recordTransaction({
    body: {
      account_id: accounts['checking']!,
      amount: -300,
      concept: 'Corner Bakery',
      booked_at: '2026-01-03',
      category_id: categories['treats']!,
    },
  })
  const ask = () => rules.explainCategory({ params: { id } })
  assert.deepEqual(await ask(), {
    category_id: categories['treats'],
    category_name: 'Treats',
    why: { by: 'person' },
    text: 'Somebody in the household chose it.',
  })
  const why = { by: 'choice', merchant: 'corner-bakery', booked_at: '2026-01-02' }
  const set = product.db.updateTable('transactions').where('id', '=', id)
  await set.set({ category_why: JSON.stringify(why) }).execute()
  const answer = await ask()
  assert.deepEqual(answer.why, why)
  assert.equal(answer.text, 'The payment of 2026-01-02 to the same merchant has it.')
  await book.editTransaction({ params: { id }, body: { category_id: null } })
  assert.deepEqual((await ask()).why, null)
  await book.editTransaction({ params: { id }, body: { category_id: categories['treats']! } })
  assert.deepEqual((await ask()).why, { by: 'person' })
  const stranger = '01900000-0000-7000-8000-000000000000'
  assert.equal((await member.request('GET', `/transactions/${stranger}/category`)).status, 404)
})
