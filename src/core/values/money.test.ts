import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currencyDigits, isCurrencyCode, parseMoney } from './money.ts'

test('a decimal string becomes the exact minor units of its currency', () => {
  for (const [text, digits, units] of [
    ['100.23', 2, 10_023],
    ['105884.8', 2, 10_588_480],
    ['-0.5', 2, -50],
    ['-33293.43', 2, -3_329_343],
    ['0', 2, 0],
    ['-0.00', 2, 0],
    ['+7', 2, 700],
    ['.5', 2, 50],
    ['5.', 2, 500],
    [' 12.00 ', 2, 1200],
    ['0007.10', 2, 710],
    ['1.1', 0, 1],
    ['1234', 0, 1234],
    ['1.234', 3, 1234],
    ['0.29', 2, 29],
    ['10000000000.00', 2, 1_000_000_000_000],
  ] as const) {
    assert.equal(parseMoney(text, digits), units, text)
    assert.ok(!Object.is(parseMoney(text, digits), -0), text)
  }
})

test('decimals beyond the currency round half away from zero', () => {
  assert.equal(parseMoney('1.005', 2), 101)
  assert.equal(parseMoney('-1.005', 2), -101)
  assert.equal(parseMoney('1.0049999', 2), 100)
  assert.equal(parseMoney('-1.0049999', 2), -100)
  assert.equal(parseMoney('0.5', 0), 1)
  assert.equal(parseMoney('9.995', 2), 1000)
})

test('a text that needs guessing is not an amount', () => {
  for (const text of [
    '',
    ' ',
    '.',
    '-',
    '1e3',
    '1,000.00',
    '1 000',
    '1.2.3',
    '0x10',
    'NaN',
    'Infinity',
    '--1',
    '€1',
    '１',
    '1-',
  ]) {
    assert.deepEqual(parseMoney(text, 2), { fault: 'malformed' }, text)
  }
})

test('an amount beyond ±10^12 minor units is refused', () => {
  for (const text of ['10000000000.01', '-10000000000.01', '9'.repeat(90)]) {
    assert.deepEqual(parseMoney(text, 2), { fault: 'too_large' }, text)
  }
  assert.deepEqual(parseMoney('9'.repeat(200), 2), { fault: 'malformed' })
})

test('currencies have the decimals of ISO 4217', () => {
  const expected = {
    USD: 2,
    EUR: 2,
    JPY: 0,
    KRW: 0,
    KWD: 3,
    TND: 3,
    CLF: 4,
    HUF: 2,
    COP: 2,
    IQD: 3,
    XXX: 2,
  }
  for (const [code, digits] of Object.entries(expected))
    assert.equal(currencyDigits(code), digits, code)
  assert.equal(isCurrencyCode('USD'), true)
  for (const text of ['usd', 'US', 'https://x.example/points', ''])
    assert.equal(isCurrencyCode(text), false)
})
