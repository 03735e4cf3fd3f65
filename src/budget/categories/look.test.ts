import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guessLook } from './look.ts'
import { allMeanings } from './meanings.ts'
import { guessedHues, icons, looks } from '#/budget/categories/words/looks.ts'

const expense = (name: string) => guessLook({ name, kind: 'expense' })

test('a category’s look is guessed from its name, in any language', () => {
  assert.deepEqual(expense('Groceries'), expense('Lebensmittel'))
  assert.equal(expense('Groceries').icon, 'shopping-basket')
  assert.equal(expense('Our groceries').icon, 'shopping-basket')
  assert.equal(expense('Dentist').icon, 'heart-pulse')
  assert.equal(guessLook({ name: 'Salary', kind: 'income' }).icon, 'wallet')
})

test('a name that says nothing has the icon of its kind and always the same hue', () => {
  assert.equal(expense('Zzyzx').icon, 'tag')
  assert.deepEqual(expense('Zzyzx'), expense('Zzyzx'))
  assert.equal(guessLook({ name: 'Zzyzx', kind: 'transfer' }).icon, 'arrow-left-right')
})

test('every meaning has an icon that people can choose, and a hue other than green', () => {
  for (const meaning of allMeanings()) {
    const [hue, icon] = looks[meaning]
    assert.ok(guessedHues.includes(hue) && icons.includes(icon), meaning)
  }
})
