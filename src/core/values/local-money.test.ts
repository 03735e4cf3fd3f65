import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currencyIn, parseLocalMoney } from './local-money.ts'

test('an amount is read in the notations of many countries', () => {
  for (const [text, currency, cents] of [
    ['$12.50', 'USD', 1250],
    ['$1,234.56', 'USD', 123456],
    ['USD 1,234', 'USD', 123400],
    ['12,50 €', 'EUR', 1250],
    ['12,5', 'EUR', 1250],
    ['1.234,56 €', 'EUR', 123456],
    ['1.234', 'EUR', 123400],
    ['1.234.567', 'EUR', 123456700],
    ['1\u202f234,56\u00a0€', 'EUR', 123456],
    ['€ 12,50', 'EUR', 1250],
    ['-5,00 €', 'EUR', -500],
    ['−5,00 €', 'EUR', -500],
    ['($5.00)', 'USD', -500],
    ['CHF 1’234.50', 'CHF', 123450],
    ["1'234.50", 'CHF', 123450],
    ['12.50 Fr.', 'CHF', 1250],
    ['1 234,50 kr', 'SEK', 123450],
    ['kr 99', 'NOK', 9900],
    ['£0.99', 'GBP', 99],
    ['¥1,200', 'JPY', 1200],
    ['￥１，２００', 'JPY', 1200],
    ['1200 円', 'JPY', 1200],
    ['₹1,23,456.50', 'INR', 12345650],
    ['1.234 KWD', 'KWD', 1234],
    ['1,234.567', 'KWD', 1234567],
    ['١٬٢٣٤٫٥٠', 'EGP', 123450],
    ['12', 'EUR', 1200],
    ['12.', 'EUR', 1200],
    ['0,00 €', 'EUR', 0],
    ['R$ 10,00', 'BRL', 1000],
    ['45,00 zł', 'PLN', 4500],
  ] as const) {
    assert.equal(parseLocalMoney(text, currency), cents, text)
  }
})

test('a text that is not an amount, or is in another currency, is refused with its fault', () => {
  for (const [text, currency, fault] of [
    ['', 'EUR', 'malformed'],
    ['€', 'EUR', 'malformed'],
    ['free', 'EUR', 'malformed'],
    ['12,34,56', 'EUR', 'malformed'],
    ['1.2.345,00', 'EUR', 'malformed'],
    ['12 to 15 €', 'EUR', 'malformed'],
    ['1e5', 'EUR', 'malformed'],
    ['12.50 and something else', 'EUR', 'malformed'],
    ['99999999999999999', 'EUR', 'too_large'],
    ['$12.50', 'EUR', 'other_currency'],
    ['12.50 GBP', 'EUR', 'other_currency'],
    ['C$5', 'USD', 'other_currency'],
    ['kr 99', 'EUR', 'other_currency'],
  ] as const) {
    assert.deepEqual(parseLocalMoney(text, currency), { fault }, text)
  }
})

test('a sign stands for several currencies, the likeliest first', () => {
  assert.equal(currencyIn('12,50'), null)
  assert.deepEqual(currencyIn('12,50 €'), ['EUR'])
  assert.equal(currencyIn('$5')?.[0], 'USD')
  assert.deepEqual(currencyIn('C$5'), ['CAD'])
  assert.deepEqual(currencyIn('5 chf'), ['CHF'])
  assert.deepEqual(currencyIn('kr 5'), ['SEK', 'NOK', 'DKK', 'ISK'])
})

test('a hostile text takes no time to refuse', () => {
  const started = performance.now()
  for (const text of ['1,'.repeat(5000), '1 '.repeat(5000), ' '.repeat(9000), '9'.repeat(9000)]) {
    assert.equal(typeof parseLocalMoney(text, 'EUR'), 'object', text.slice(0, 9))
  }
  assert.ok(performance.now() - started < 1000)
})
