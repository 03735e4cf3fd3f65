import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenManager } from '../../../test/support/managed.ts'
import { startProduct } from '../../../test/support/product.ts'
import { guessedHues, icons, laterLooks } from '#/budget/categories/words/looks.ts'
import { lookOf } from './look.ts'

const product = await startProduct({ limited: false })

const bill = {
  type: 'expense' as const,
  recurrence_anchor_date: '2026-02-01',
  hue: null,
  icon: null,
}
const envelope = { ...bill, recurrence_anchor_date: null }
const goal = { ...bill, type: 'goal' as const }
const card = { ...bill, type: 'credit_card' as const }

test('an Expense’s look is guessed from its name, in any language', () => {
  assert.deepEqual(lookOf({ ...bill, name: 'Rent' }), lookOf({ ...bill, name: 'Alquiler' }))
  assert.equal(lookOf({ ...envelope, name: 'Groceries' }).icon, 'shopping-basket')
  assert.equal(lookOf({ ...goal, name: 'Emergency fund' }).icon, 'umbrella')
  assert.equal(lookOf({ ...goal, name: 'Sommer in Dänemark' }).icon, 'plane')
  assert.equal(lookOf({ ...bill, name: 'Real estate' }).icon, 'receipt-text')
})

test('a name that says nothing has the icon of its kind and always the same hue', () => {
  const nameless = [bill, envelope, goal, card].map((one) => lookOf({ ...one, name: 'Zzyzx' }))
  assert.deepEqual(
    nameless.map(({ icon }) => icon),
    ['receipt-text', 'mail', 'target', 'credit-card'],
  )
  assert.equal(new Set(nameless.map(({ hue }) => hue)).size, 1)
})

test('every card has the icon of a card', () => {
  assert.equal(lookOf({ ...card, name: 'Travel card' }).icon, 'credit-card')
})

test('a chosen hue or icon stays, and the other one is guessed', () => {
  assert.deepEqual(lookOf({ ...bill, name: 'Rent', hue: 'pink' }), {
    hue: 'pink',
    icon: 'key-round',
  })
  assert.deepEqual(lookOf({ ...bill, name: 'Rent', icon: 'star' }), { hue: 'teal', icon: 'star' })
})

test('every word for set-asides has an icon that people can choose, and a hue other than green', () => {
  for (const [hue, icon, words] of laterLooks) {
    assert.ok(guessedHues.includes(hue) && icons.includes(icon), words)
    assert.match(words, /^[a-z]+(\|[a-z]+)*$/)
  }
})

test('the look of an Expense is chosen, recorded, and guessed again', async () => {
  const { app, show, changes, expenses: ids, free } = await givenManager(product)
  const [id, before] = [ids['rent']!, await free()]
  const look = async (body: { hue?: 'pink' | null; icon?: string | null }) => {
    await app.changeExpense({ params: { id }, body })
    return (await show(id)).look
  }
  assert.deepEqual(await look({ hue: 'pink' }), { hue: 'pink', icon: 'key-round' })
  assert.deepEqual(await look({ icon: 'star' }), { hue: 'pink', icon: 'star' })
  assert.deepEqual(await look({ hue: null, icon: null }), { hue: 'teal', icon: 'key-round' })
  assert.deepEqual((await changes(id)).at(-1)!.after, { hue: 'pink' })
  assert.equal(await free(), before)
  const made = await app.createExpense({ body: { name: 'Rent', hue: 'sky', icon: 'bed' } })
  assert.deepEqual((await show(made.id)).look, { hue: 'sky', icon: 'bed' })
})

test('an archived Expense keeps its look', async () => {
  const { app, expenses: ids } = await givenManager(product)
  const params = { id: ids['rent']! }
  await app.changeExpense({ params, body: { hue: 'sky' } })
  await app.archiveExpense({ params, body: {} })
  const [archived] = await app.listArchivedExpenses({})
  assert.deepEqual(archived!.look, { hue: 'sky', icon: 'key-round' })
})
