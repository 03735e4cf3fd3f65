import assert from 'node:assert/strict'
import { test } from 'node:test'
import { budget } from '../../../test/support/given.ts'
import { startProduct } from '../../../test/support/product.ts'
import { expensesApp } from '#/budget/expenses/app-contract.ts'
import { categoriesApp, categoryRulesApp } from './app-contract.ts'

const product = await startProduct({ limited: false })

async function ada() {
  const loaded = await product.household(budget)
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  const app = member.client(categoryRulesApp)
  return {
    ...loaded,
    member,
    app,
    texts: async () => (await app.listCategoryRules({})).map(({ text }) => text),
    refused: async (method: string, path: string, body?: object) => {
      const { status, body: answer } = await member.request(method, path, { ...(body && { body }) })
      return [status, answer.error.code, answer.error.param]
    },
  }
}

test('a rule is created, changed, ordered and removed, each with an audit entry', async () => {
  const { app, texts, categories, accounts, household_id } = await ada()
  const { id } = await app.createCategoryRule({
    body: { text: 'Bakery', category_id: categories['food']! },
  })
  const other = await app.createCategoryRule({
    body: {
      text: 'ACME',
      match: 'is',
      direction: 'in',
      min_amount: 1000,
      max_amount: 5000,
      account_id: accounts['checking']!,
      concept: 'Acme Ltd',
    },
  })
  assert.deepEqual(await texts(), ['Bakery', 'ACME'])
  await app.changeCategoryRule({
    params: { id },
    body: { text: 'Bread', category_id: null, concept: 'Bakery' },
  })
  await app.orderCategoryRules({ body: { ids: [other.id, id] } })
  const [first, second] = await app.listCategoryRules({})
  assert.deepEqual(
    [first?.match, first?.direction, first?.min_amount, first?.max_amount, first?.concept],
    ['is', 'in', 1000, 5000, 'Acme Ltd'],
  )
  assert.deepEqual(
    [second?.text, second?.category_id, second?.concept, second?.account_id],
    ['Bread', null, 'Bakery', null],
  )
  await app.removeCategoryRule({ params: { id }, query: {} })
  assert.deepEqual(await texts(), ['ACME'])
  const noted = await product.db
    .selectFrom('audit_entries')
    .select('action')
    .where('household_id', '=', household_id)
    .execute()
  const verbs = noted.map(({ action }) => action.replace('category_rule.', ''))
  assert.deepEqual(verbs.toSorted(), ['change', 'create', 'create', 'order', 'remove'])
})

test('a rule without effect or with an unknown reference is refused with its parameter', async () => {
  const { app, refused, categories } = await ada()
  const other = await ada()
  const post = (body: object) => refused('POST', '/category-rules', body)
  const text = 'bakery'
  const category_id = categories['food']!
  const invalid = (param: string) => [400, 'invalid_parameter', param]
  assert.deepEqual(await post({ text }), invalid('category_id'))
  assert.deepEqual(await post({ text: '***', category_id }), invalid('text'))
  assert.deepEqual(await post({ text, category_id, match: 'regex' }), invalid('match'))
  assert.deepEqual(
    await post({ text, category_id, min_amount: 2, max_amount: 1 }),
    invalid('min_amount'),
  )
  assert.deepEqual(await post({ text, category_id, pattern: 'x' }), invalid('pattern'))
  const missing = (param: string) => [404, 'resource_not_found', param]
  const theirs = other.categories['food']!
  assert.deepEqual(await post({ text, category_id: theirs }), missing('category_id'))
  const account_id = other.accounts['checking']!
  assert.deepEqual(await post({ text, category_id, account_id }), missing('account_id'))
  const { id } = await app.createCategoryRule({ body: { text, category_id } })
  assert.deepEqual(
    await refused('PATCH', `/category-rules/${id}`, { category_id: null }),
    invalid('category_id'),
  )
  const query = '?expected_updated_at=2020-01-01T00:00:00Z'
  assert.deepEqual(await refused('DELETE', `/category-rules/${id}${query}`), [
    409,
    'edit_conflict',
    'expected_updated_at',
  ])
  assert.deepEqual((await other.member.request('DELETE', `/category-rules/${id}`)).status, 404)
})

test('a category that a rule uses is not removed', async () => {
  const { app, member, refused, categories } = await ada()
  const { id } = await app.createCategoryRule({
    body: { text: 'bakery', category_id: categories['fun']! },
  })
  assert.deepEqual(await refused('DELETE', `/categories/${categories['fun']}`), [
    409,
    'still_in_use',
    'id',
  ])
  await app.removeCategoryRule({ params: { id }, query: {} })
  const removed = member.client(categoriesApp)
  await removed.removeCategory({ params: { id: categories['fun']! }, query: {} })
})

test('a rule may name an Expense, alone or beside its other effects', async () => {
  const { app, refused, categories, expenses } = await ada()
  const other = await ada()
  const text = 'bakery'
  const { id } = await app.createCategoryRule({
    body: { text, expense_id: expenses['groceries']! },
  })
  assert.equal((await app.listCategoryRules({}))[0]?.expense_id, expenses['groceries'])
  await app.changeCategoryRule({
    params: { id },
    body: { expense_id: expenses['trip']!, category_id: categories['food']! },
  })
  assert.equal((await app.listCategoryRules({}))[0]?.expense_id, expenses['trip'])
  const missing = [404, 'resource_not_found', 'expense_id']
  const expense_id = other.expenses['trip']!
  assert.deepEqual(await refused('POST', '/category-rules', { text, expense_id }), missing)
  assert.deepEqual(await refused('PATCH', `/category-rules/${id}`, { expense_id }), missing)
  assert.deepEqual(
    await refused('PATCH', `/category-rules/${id}`, { expense_id: null, category_id: null }),
    [400, 'invalid_parameter', 'category_id'],
  )
})

test('a rule whose Expense is archived keeps its other effects and can still be changed', async () => {
  const { app, member, refused, categories, expenses } = await ada()
  const expense_id = expenses['groceries']!
  const { id } = await app.createCategoryRule({
    body: { text: 'bakery', expense_id, category_id: categories['food']! },
  })
  await member.client(expensesApp).archiveExpense({ params: { id: expense_id }, body: {} })
  await app.changeCategoryRule({ params: { id }, body: { text: 'bread' } })
  const [rule] = await app.listCategoryRules({})
  assert.deepEqual([rule?.text, rule?.category_id], ['bread', categories['food']])
  assert.deepEqual(await refused('POST', '/category-rules', { text: 'bread', expense_id }), [
    404,
    'resource_not_found',
    'expense_id',
  ])
})
