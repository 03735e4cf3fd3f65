import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decimalSignIn, readCell } from '#/sources/statements/csv/amounts.ts'

const negative = [
  '(4.50)',
  '( 4.50 )',
  '($4.50)',
  '( $ 4.50 )',
  '(USD 4.50)',
  '(USD4.50)',
  '(US$ 4.50)',
  '(4.50 EUR)',
  '(4.50€)',
  '(€4.50)',
  '$(4.50)',
  'USD (4.50)',
  '(4.50) EUR',
  '(4.50)€',
  '"($4.50)"',
  '（4.50）',
  '(€\u00a04.50)',
  '-4.50',
  '-$4.50',
  '$-4.50',
  '−4.50 EUR',
  '4.50-',
  '4.50 DR',
]
const positive = [
  '4.50',
  '$4.50',
  '4.50 EUR',
  '+4.50',
  'EUR 4.50',
  '4.50 (EUR)',
  '(EUR) 4.50',
  '4.50 CR',
]
/** Unbalanced brackets, or brackets together with another sign or side. */
const refused = [
  '-($4.50)',
  '-(4.50)',
  '(-4.50)',
  '($-4.50)',
  '(4.50-)',
  '+(4.50)',
  '(+4.50)',
  '(4.50) CR',
  '(4.50 CR)',
  '(4.50 DR)',
  '($4.50',
  '4.50)',
  '$4.50)',
  '(4.50',
  '((4.50))',
  ')4.50(',
  '()4.50)',
]

test('brackets around an amount mean a minus, with the currency at any position', () => {
  for (const text of negative) assert.equal(readCell(text, '.', 'EUR'), -450, text)
  assert.equal(readCell('( 4,50 € )', ',', 'EUR'), -450)
  assert.equal(readCell('($1,234.56)', '.', 'USD'), -123_456)
  assert.equal(readCell('(¥1,200)', '.', 'JPY'), -1200)
  assert.equal(readCell('(0.00)', '.', 'EUR'), 0)
})

test('brackets around a currency alone change nothing', () => {
  for (const text of positive) assert.equal(readCell(text, '.', 'EUR'), 450, text)
})

test('an amount with unbalanced brackets, or with brackets and a sign, is refused', () => {
  for (const text of refused) {
    assert.deepEqual(readCell(text, '.', 'EUR'), { fault: 'malformed' }, text)
  }
})

test('three digits behind the last sign are decimals only in a currency that has three', () => {
  assert.equal(decimalSignIn('1.234', 'EUR'), null)
  assert.equal(decimalSignIn('1.234', 'KWD'), '.')
  assert.equal(decimalSignIn('1,23', 'EUR'), ',')
})
