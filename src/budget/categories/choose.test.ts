import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseCategory, type Evidence, isTransfer } from './choose.ts'
import { catalogOf, type NamedCategory } from './meanings.ts'
import { meaningOfMerchantCode } from './merchant-codes.ts'
import { meaningOfProviderCode } from './provider-codes.ts'
import { findNamedExpense, findRules, type Payment, type Rule } from './rule.ts'

const category = (id: string, name: string, kind: NamedCategory['kind'] = 'expense') => ({
  id,
  name,
  kind,
  isHidden: false,
})
const categories = [
  category('mine', 'Treats'),
  category('chosen', 'Breakfast'),
  category('food', 'Food'),
  category('groceries', 'Lebensmittel'),
  category('transfers', 'Transfers', 'transfer'),
]
const rule: Rule = {
  id: 'rule',
  match: 'contains',
  text: 'bakery',
  direction: null,
  minAmount: null,
  maxAmount: null,
  accountId: null,
  categoryId: 'mine',
  concept: null,
  expenseId: null,
}
const everything: Evidence = {
  rule,
  choice: { categoryId: 'chosen', merchant: 'corner-bakery', bookedAt: '2026-01-03' },
  providerCategory: { taxonomy: 'plaid', code: 'FOOD_AND_DRINK_GROCERIES', confidence: 'HIGH' },
  merchantCode: '5812',
  isOut: true,
  concept: 'Corner Cafe',
  descriptor: 'CORNER CAFE 12',
  brand: () => ({ name: 'Corner', kind: 'bakery', meaning: 'groceries' }),
  isCardPayment: () => false,
}
/** Evidence of nothing but the payment's own text. */
const silent: Evidence = {
  ...everything,
  rule: null,
  choice: null,
  providerCategory: null,
  merchantCode: null,
  brand: () => null,
}

test('rule, earlier choice, provider, merchant code, brand and word count in this order', () => {
  const found: unknown[] = []
  let evidence = everything
  const without: readonly Partial<Evidence>[] = [
    { rule: null },
    { choice: null },
    { providerCategory: null },
    { merchantCode: null },
    { brand: () => null },
    { concept: '', descriptor: '' },
  ]
  for (const change of without) {
    const chosen = chooseCategory(evidence, catalogOf(categories))
    found.push([chosen?.category.id, chosen?.why])
    evidence = { ...evidence, ...change }
  }
  assert.deepEqual(found, [
    ['mine', { by: 'rule', rule_id: 'rule', text: 'bakery' }],
    ['chosen', { by: 'choice', merchant: 'corner-bakery', booked_at: '2026-01-03' }],
    [
      'groceries',
      {
        by: 'provider',
        taxonomy: 'plaid',
        code: 'FOOD_AND_DRINK_GROCERIES',
        meaning: 'groceries',
      },
    ],
    ['food', { by: 'merchant_code', code: '5812', meaning: 'restaurants' }],
    ['groceries', { by: 'brand', brand: 'Corner', kind: 'bakery', meaning: 'groceries' }],
    ['food', { by: 'keyword', word: 'cafe', meaning: 'coffee' }],
  ])
  assert.equal(chooseCategory(evidence, catalogOf(categories)), null)
})

test('words of banks come before a brand, and words of income before a refund', () => {
  const all = catalogOf([
    ...categories,
    category('cash', 'Cash'),
    category('fuel', 'Fuel'),
    category('rent', 'Rent'),
    category('pay', 'Gehalt', 'income'),
  ])
  const shop = () => ({ name: 'Tesco', kind: 'supermarket', meaning: 'groceries' }) as const
  const of = (concept: string, change: Partial<Evidence> = {}) =>
    chooseCategory({ ...silent, concept, descriptor: concept, ...change }, all)?.category.id
  assert.equal(of('Tesco Stores', { brand: shop }), 'groceries')
  assert.equal(of('Cash withdrawal Tesco', { brand: shop }), 'cash')
  assert.equal(of('Tesco Petrol', { brand: shop }), 'fuel')
  assert.equal(of('Tesco Stores', { brand: shop, isOut: false }), 'groceries', 'a refund')
  assert.equal(of('Tesco Lohn/Gehalt', { brand: shop, isOut: false }), 'pay')
  assert.equal(of('Miete Januar'), 'rent')
  assert.equal(of('Miete Januar', { isOut: false }), undefined, 'rent that comes in is not a bill')
})

test('a file names a category of the household, or one that its words mean', () => {
  const filed = (code: string) =>
    chooseCategory(
      { ...silent, providerCategory: { taxonomy: 'file', code, confidence: null } },
      catalogOf(categories),
    )
  assert.deepEqual(filed('treats'), {
    category: categories[0],
    why: { by: 'file', category: 'treats' },
  })
  assert.equal(filed('Groceries')?.category.id, 'groceries')
  assert.equal(filed('Food & Drink')?.category.id, 'food')
  assert.equal(filed('Food > Supermarkets')?.category.id, 'groceries')
  assert.equal(filed('EATING_OUT')?.category.id, 'food')
  assert.equal(filed('General')?.why.by, 'keyword', 'a word that says nothing leaves the next')
})

test('a rule without a category, or whose category was deleted, is skipped', () => {
  const others = categories.filter(({ id }) => id !== 'mine')
  assert.equal(chooseCategory(everything, catalogOf(others))?.why.by, 'choice')
  const naming = { ...everything, rule: { ...rule, categoryId: null, concept: 'Bakery' } }
  assert.equal(chooseCategory(naming, catalogOf(categories))?.why.by, 'choice')
})

test('a meaning finds a category by name in any language, or a broader one, never one of two', () => {
  assert.equal(catalogOf(categories).about('groceries')?.id, 'groceries')
  assert.equal(catalogOf(categories).about('coffee')?.id, 'food')
  assert.equal(catalogOf(categories).about('fuel'), null)
  assert.equal(catalogOf(categories).about('card_payment')?.id, 'transfers')
  assert.equal(
    catalogOf([category('a', 'Groceries'), category('b', 'GROCERY')]).about('groceries'),
    null,
  )
  assert.equal(
    catalogOf([{ ...category('a', 'Groceries'), isHidden: true }]).about('groceries'),
    null,
  )
  assert.equal(catalogOf([category('a', 'Salary')]).about('salary'), null, 'income is not spending')
})

test('codes of card networks and providers are translated', () => {
  for (const [code, meaning] of [
    ['5411', 'groceries'],
    ['5814', 'restaurants'],
    ['5542', 'fuel'],
    ['3058', 'flights'],
    ['3366', 'travel'],
    ['3750', 'lodging'],
    ['742', 'pets'],
    ['0742', 'pets'],
    ['6051', null],
    ['', null],
    ['54', null],
    ['abcd', null],
  ] as const) {
    assert.equal(meaningOfMerchantCode(code), meaning, code)
  }
  const plaid = (code: string, confidence: string | null = null) =>
    meaningOfProviderCode({ taxonomy: 'plaid_v2', code, confidence })
  assert.equal(plaid('FOOD_AND_DRINK_COFFEE'), 'coffee')
  assert.equal(plaid('FOOD_AND_DRINK_SOMETHING_NEW'), 'food')
  assert.equal(plaid('FOOD_AND_DRINK_COFFEE', 'LOW'), null)
  assert.equal(plaid('FOOD_AND_DRINK_COFFEE', 'VERY_HIGH'), 'coffee')
  assert.equal(plaid('INCOMEX'), null)
  assert.equal(meaningOfProviderCode({ taxonomy: 'other', code: 'INCOME', confidence: null }), null)
})

test('a transfer is recognised even without a category for it', () => {
  const isTransferCode = (code: string) =>
    isTransfer({ providerCategory: { taxonomy: 'plaid', code, confidence: null } })
  assert.equal(isTransferCode('TRANSFER_OUT_ACCOUNT_TRANSFER'), true)
  assert.equal(isTransferCode('LOAN_PAYMENTS_CREDIT_CARD_PAYMENT'), true)
  assert.equal(isTransferCode('TRANSFER_OUT_WITHDRAWAL'), false, 'a cash withdrawal is spending')
  assert.equal(isTransferCode('LOAN_PAYMENTS_CAR_PAYMENT'), false)
  assert.equal(isTransfer({ providerCategory: null }), false)
})

test('a rule matches by text, direction, amount and account', () => {
  const payment: Payment = {
    concept: 'Café Müller',
    descriptor: 'CARD 1234 CAFE MULLER BERLIN',
    amount: -450,
    accountId: 'checking',
  }
  const fits = (change: Partial<Rule>, about: Partial<Payment> = {}) =>
    findRules([{ ...rule, text: 'cafe', ...change }])({ ...payment, ...about }).length === 1
  for (const [expected, change, about] of [
    [true, {}],
    [true, { text: 'BERLIN' }],
    [true, { text: 'mull' }],
    [false, { text: 'hamburg' }],
    [true, { match: 'is', text: 'cafe muller' }],
    [false, { match: 'is', text: 'cafe' }],
    [true, { direction: 'out' }],
    [false, { direction: 'in' }],
    [true, { direction: 'in' }, { amount: 450 }],
    [true, { minAmount: 450, maxAmount: 450 }],
    [false, { minAmount: 451 }],
    [false, { maxAmount: 449 }],
    [true, { accountId: 'checking' }],
    [false, { accountId: 'card' }],
  ] as const) {
    assert.equal(fits(change, about), expected, JSON.stringify([change, about]))
  }
})

test('the first fitting rule that names an Expense gives it, even if others file it', () => {
  const payment = {
    concept: 'Rent',
    descriptor: 'LANDLORD LTD 11/26',
    amount: -90_000,
    accountId: 'a',
  }
  const named = (...rules: Partial<Rule>[]) =>
    findNamedExpense(rules.map((one, index) => ({ ...rule, id: `${index}`, ...one })))(payment)
  assert.equal(named({ text: 'landlord' }), null)
  assert.equal(named({ text: 'grocer', expenseId: 'food' }), null)
  assert.deepEqual(
    named(
      { text: 'landlord' },
      { text: 'landlord', expenseId: 'rent' },
      { text: 'rent', expenseId: 'b' },
    ),
    { id: '1', expenseId: 'rent' },
  )
})

test('a rule for a whole name knows the payments again that it has renamed', () => {
  const stored = { concept: 'Rent', descriptor: 'TRF 00 LANDLORD', amount: -90_000, accountId: 'a' }
  const rules = [
    { ...rule, match: 'is' as const, text: 'Landlord', concept: 'Rent', expenseId: 'e' },
  ]
  assert.deepEqual(findNamedExpense(rules)(stored), { id: 'rule', expenseId: 'e' })
  assert.equal(findNamedExpense(rules)({ ...stored, concept: 'Other' }), null)
})
