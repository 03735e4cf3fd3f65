import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDateOrderDetector } from './date-order.ts'

function decide(
  dates: readonly string[],
  { currency = 'EUR', isForeign = false, other = '' } = {},
) {
  const detector = createDateOrderDetector()
  for (const [at, text] of dates.entries()) detector.push(text, at + 1)
  if (other !== '') detector.pushOther(other)
  const { order, open } = detector.end({ currency, isForeign, known: null })
  return [order, ...open].join(' ')
}

test('a day above twelve decides the order', () => {
  assert.equal(decide(['01/02/2026', '13/02/2026']), 'dmy')
  assert.equal(decide(['01/02/2026', '02/13/2026']), 'mdy')
})

test('a day above twelve in another column of dates decides the order', () => {
  assert.equal(decide(['01/02/2026'], { other: '01/31/2026' }), 'mdy')
})

test('dates with points begin with the day', () => {
  assert.equal(decide(['01.02.2026'], { currency: 'USD' }), 'dmy')
})

test('rows in order of time in one reading only decide the order', () => {
  const rising = ['01/10/2026', '01/12/2026', '02/01/2026', '02/03/2026', '03/02/2026']
  assert.equal(decide(rising, { currency: 'CAD' }), 'mdy')
})

test('dates that lie close together in one reading decide the order', () => {
  assert.equal(decide(['03/01/2026', '03/02/2026', '03/04/2026', '03/05/2026']), 'mdy')
  assert.equal(decide(['01/03/2026', '02/03/2026', '04/03/2026', '05/03/2026']), 'dmy')
})

test('the habit of a currency’s countries decides if the rows do not speak against it', () => {
  assert.equal(decide(['01/02/2026'], { currency: 'USD' }), 'mdy')
  assert.equal(decide(['01/02/2026'], { currency: 'GBP' }), 'dmy')
  assert.equal(decide(['01/02/2026'], { isForeign: true }), 'dmy')
})

test('an order that nothing decides stays open', () => {
  assert.equal(decide(['01/02/2026']), 'dmy mdy')
  assert.equal(decide(['01/02/2026'], { currency: 'NOK', isForeign: true }), 'dmy mdy')
})

test('an order makes no difference if day and month are equal', () => {
  assert.equal(decide(['02/02/2026', '03/03/2026']), 'dmy')
})
