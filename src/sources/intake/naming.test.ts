import assert from 'node:assert/strict'
import { test } from 'node:test'
import { categoryRulesApp } from '#/budget/categories/app-contract.ts'
import { bankAccount, bankRow, connected, noon, openBank } from '../../../test/support/bank.ts'

const document = {
  categories: [
    { ref: 'groceries', name: 'Groceries' },
    { ref: 'restaurants', name: 'Restaurants' },
    { ref: 'treats', name: 'Treats' },
    { ref: 'moved', name: 'Moved', kind: 'transfer' as const },
  ],
}
const pending = (id: string, day: string, more = {}) =>
  bankRow(id, { posted: 0, pending: true, transacted_at: noon(day), ...more })

async function home(...rows: ReturnType<typeof bankRow>[]) {
  const bank = await openBank([bankAccount('A', { transactions: rows })])
  const given = await connected(bank, { document })
  const { product, householdId } = given
  const member = await product.member(householdId, given.members['ada']!)
  const rules = member.client(categoryRulesApp)
  const found = await product.db
    .selectFrom('categories')
    .select(['id', 'name'])
    .where('household_id', '=', householdId)
    .execute()
  const names = new Map(found.map(({ id, name }) => [id, name]))
  return {
    ...given,
    rules,
    category: (name: string) => found.find((one) => one.name === name)!.id,
    /** Reads name, category, type and reason of each transaction. */
    categorised: async () =>
      Promise.all(
        (await given.list()).map(async (row) => [
          row.concept,
          row.category_id && names.get(row.category_id),
          row.type,
          (await rules.explainCategory({ params: { id: row.id } })).why?.by,
        ]),
      ),
    answer: (...next: ReturnType<typeof bankRow>[]) => {
      bank.state.accounts[0]!.transactions = next
      product.runtime.advance({ hours: 1 })
    },
  }
}

test('a bank’s rows are named and categorised on import', async () => {
  const { rules, category, run, categorised, list } = await home(
    bankRow('1', { payee: 'Green Fork', mcc: '5812' }),
    bankRow('2', { payee: 'Quarzola', description: 'QUARZOLA 7', posted: noon('2026-01-02') }),
    bankRow('3', {
      payee: '',
      description: 'TO SAVINGS 1234',
      amount: '-50',
      posted: noon('2026-01-01'),
    }),
  )
  await rules.createCategoryRule({
    body: { text: 'savings', concept: 'Our savings', category_id: category('Moved') },
  })
  await run()
  assert.deepEqual(await categorised(), [
    ['Green Fork', 'Restaurants', 'expense', 'merchant_code'],
    ['Quarzola', null, 'expense', undefined],
    ['Our savings', 'Moved', 'transfer', 'rule'],
  ])
  assert.equal((await list())[2]!.original_concept, 'TO SAVINGS 1234')
})

test('a booking is categorised again unless a person has set its category', async () => {
  const day = '2026-01-04'
  const mine = { payee: 'Green Fork', amount: '-1.00' }
  const cleared = { payee: 'Blue Fork', amount: '-2.00' }
  const left = { payee: 'Red Fork', amount: '-3.00' }
  const { category, run, categorised, list, transactions, answer } = await home(
    pending('p1', day, { ...mine, mcc: '5812' }),
    pending('p2', day, { ...cleared, mcc: '5812' }),
    pending('p3', day, { ...left, mcc: '5812' }),
  )
  await run()
  const rows = new Map((await list()).map((row) => [row.concept, row.id]))
  const edit = (concept: string, category_id: string | null) =>
    transactions.editTransaction({ params: { id: rows.get(concept)! }, body: { category_id } })
  await edit('Green Fork', category('Treats'))
  await edit('Blue Fork', null)
  answer(
    bankRow('b1', { ...mine, mcc: '5411', posted: noon('2026-01-05') }),
    bankRow('b2', { ...cleared, mcc: '5411', posted: noon('2026-01-05') }),
    bankRow('b3', { ...left, mcc: '5411', posted: noon('2026-01-05') }),
  )
  await run()
  const byName = (await categorised()).toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1))
  assert.deepEqual(byName, [
    ['Blue Fork', null, 'expense', undefined],
    ['Green Fork', 'Treats', 'expense', 'person'],
    ['Red Fork', 'Groceries', 'expense', 'merchant_code'],
  ])
})

test('applied rules change existing transactions but not what a person has set', async () => {
  const { rules, category, run, categorised, list, transactions } = await home(
    bankRow('1', { payee: 'Green Fork', mcc: '5812' }),
    bankRow('2', { payee: 'Green Fork', amount: '-5.00', mcc: '5812' }),
    bankRow('3', { payee: 'Quarzola', description: 'QUARZOLA 7', amount: '-6.00', mcc: '5812' }),
    bankRow('4', { payee: 'To Savings', amount: '-7.00' }),
  )
  await run()
  const mine = (await list()).find(({ amount }) => amount === -500)!
  await transactions.editTransaction({
    params: { id: mine.id },
    body: { concept: 'Birthday', category_id: category('Restaurants') },
  })
  for (const [text, name, concept] of [
    ['fork', 'Treats', 'The Fork'],
    ['savings', 'Moved', null],
  ] as const) {
    await rules.createCategoryRule({ body: { text, category_id: category(name), concept } })
  }
  assert.deepEqual(await rules.applyCategoryRules({ body: {} }), { changed: 2 })
  assert.deepEqual(await rules.applyCategoryRules({ body: {} }), { changed: 0 })
  const byAmount = new Map((await list()).map(({ amount, id }, index) => [amount, { id, index }]))
  const rows = await categorised()
  assert.deepEqual(
    [-1234, -500, -600, -700].map((amount) => rows[byAmount.get(amount)!.index]),
    [
      ['The Fork', 'Treats', 'expense', 'rule'],
      ['Birthday', 'Restaurants', 'expense', 'person'],
      ['Quarzola', 'Restaurants', 'expense', 'merchant_code'],
      ['To Savings', 'Moved', 'transfer', 'rule'],
    ],
  )
})

async function homeWithForks() {
  const given = await home(
    bankRow('1', { payee: 'Green Fork', amount: '-12.00' }),
    bankRow('2', { payee: 'Green Fork', amount: '-5.00' }),
    bankRow('3', { payee: 'Green Fork', amount: '5.00' }),
    bankRow('4', { payee: 'Quarzola', description: 'QUARZOLA 7', amount: '-5.00' }),
  )
  await given.run()
  const category_id = given.category('Treats')
  return {
    ...given,
    category_id,
    effect: async (query: object) => {
      const { fitting, changing } = await given.rules.previewCategoryRule({
        query: { text: 'fork', category_id, ...query },
      })
      return [fitting, changing]
    },
    why: async (id: string) => (await given.rules.explainCategory({ params: { id } })).why,
  }
}

test('a rule’s effect is limited to the account, direction and amounts that it names', async () => {
  const { rules, list, effect, category_id } = await homeWithForks()
  const { account_id } = (await list())[0]!
  assert.deepEqual(await effect({}), [3, 3])
  assert.deepEqual(await effect({ direction: 'out' }), [2, 2])
  assert.deepEqual(await effect({ min_amount: 500, max_amount: 500 }), [2, 2])
  assert.deepEqual(await effect({ min_amount: 501 }), [1, 1])
  assert.deepEqual(await effect({ account_id }), [3, 3])
  assert.deepEqual(await effect({ account_id: category_id }), [0, 0])
  assert.deepEqual(await rules.listCategoryRules({}), [])
})

test('the effect of an existing rule counts what applying it has not changed yet', async () => {
  const { rules, category, list, effect, why, category_id } = await homeWithForks()
  const out = { text: 'fork', category_id, direction: 'out' as const }
  const { id: rule_id } = await rules.createCategoryRule({ body: out })
  await rules.createCategoryRule({ body: { text: 'quarzola', category_id: category('Groceries') } })
  assert.deepEqual(await rules.applyCategoryRules({ body: { rule_id } }), { changed: 2 })
  assert.deepEqual(await effect({ rule_id }), [3, 1])
  assert.deepEqual(await effect({ rule_id, direction: 'out' }), [2, 0])
  const quarzola = (await list()).find(({ concept }) => concept === 'Quarzola')!
  assert.notEqual((await why(quarzola.id))?.by, 'rule', 'only the named rule was applied')
})

test('the reason of a category names the rule and its current place', async () => {
  const { rules, category, list, why, category_id } = await homeWithForks()
  const { id: rule_id } = await rules.createCategoryRule({ body: { text: 'fork', category_id } })
  const { id: other } = await rules.createCategoryRule({
    body: { text: 'quarzola', category_id: category('Groceries') },
  })
  const quarzola = (await list()).find(({ concept }) => concept === 'Quarzola')!
  assert.deepEqual(await rules.applyCategoryRules({ body: { rule_id: other } }), { changed: 1 })
  assert.deepEqual(await why(quarzola.id), {
    by: 'rule',
    rule_id: other,
    text: 'quarzola',
    place: 2,
  })
  await rules.orderCategoryRules({ body: { ids: [other, rule_id] } })
  assert.deepEqual(await why(quarzola.id), {
    by: 'rule',
    rule_id: other,
    text: 'quarzola',
    place: 1,
  })
  await rules.removeCategoryRule({ params: { id: other }, query: {} })
  assert.deepEqual(await why(quarzola.id), {
    by: 'rule',
    rule_id: other,
    text: 'quarzola',
    place: null,
  })
})

test('naming and categorising takes the same number of statements for any number of rows', async () => {
  const counts: number[] = []
  for (const size of [3, 60]) {
    const rows = Array.from({ length: size }, (_, index) =>
      bankRow(`${index}`, { payee: `Shop ${'abcdefghij'[index % 10]}`, mcc: '5411' }),
    )
    const { product, run } = await home(...rows)
    product.takeStatements()
    await run()
    const about = product.takeStatements().filter((text) => /category_rules|is_out/.test(text))
    counts.push(about.length)
  }
  assert.ok(counts[0]! > 0)
  assert.equal(counts[1], counts[0])
})

test('a bank’s row matches a manual transaction, and the person’s fields stay', async () => {
  const { run, list, transactions, answer, category, product, householdId } = await home()
  await run()
  const [account] = await product.db
    .selectFrom('accounts')
    .select('id')
    .where('household_id', '=', householdId)
    .execute()
  const { id } = await transactions.recordTransaction({
    body: {
      account_id: account!.id,
      amount: -1234,
      concept: 'Our Sunday bread',
      booked_at: '2026-01-03',
      category_id: category('Treats'),
      notes: 'with Bo',
    },
  })
  answer(bankRow('b1', { posted: noon('2026-01-05'), mcc: '5812' }))
  const { added } = await run()
  assert.equal(added, 0)
  const [row, ...others] = await list()
  assert.deepEqual(
    [row?.id, row?.concept, row?.booked_at, row?.category_id, row?.notes, others.length],
    [id, 'Our Sunday bread', '2026-01-03', category('Treats'), 'with Bo', 0],
  )
})
