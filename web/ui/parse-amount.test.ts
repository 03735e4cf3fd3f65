import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFormats } from '#web/text/formats.ts'
import { parseAmount } from './parse-amount.ts'

function read(locale: string, typed: string, digits = 2) {
  const parsed = parseAmount(typed, { marks: createFormats(locale), digits })
  return 'cents' in parsed ? parsed.cents : parsed.fault
}

const locales = ['en-US', 'en-IN', 'de-DE', 'fr-FR', 'sv-SE', 'ja-JP', 'ar-EG']

test('every formatted amount parses to its cents in every locale', () => {
  for (const locale of locales) {
    for (const [currency, digits] of [
      ['EUR', 2],
      ['JPY', 0],
      ['KWD', 3],
    ] as const) {
      for (const cents of [0, 5, 1250, 123_456, 12_345_678, -123_456, 999_999_999_999]) {
        const written = createFormats(locale).money(cents, currency)
        assert.equal(read(locale, written, digits), cents, `${locale} ${written}`)
      }
    }
  }
})

test('a decimal point and a decimal comma work in every locale', () => {
  for (const locale of locales) {
    assert.equal(read(locale, '12.50'), 1250, locale)
    assert.equal(read(locale, '12,50'), 1250, locale)
    assert.equal(read(locale, '0,5'), 50, locale)
    assert.equal(read(locale, '.5'), 50, locale)
    assert.equal(read(locale, '1.234,56'), 123_456, locale)
    assert.equal(read(locale, '1,234.56'), 123_456, locale)
    assert.equal(read(locale, '12,34,567.89'), 123_456_789, locale)
    assert.equal(read(locale, '1 234 567'), 123_456_700, locale)
  }
})

test('a single separator before three digits has the meaning of the locale', () => {
  assert.equal(read('en-US', '1,234'), 123_400)
  assert.equal(read('de-DE', '1.234'), 123_400)
  assert.equal(read('de-DE', '1,234'), 123)
  assert.equal(read('en-US', '1.235'), 124)
  assert.equal(read('en-US', '1.234', 3), 1234)
})

test('calculations are evaluated', () => {
  assert.equal(read('en-US', '10+2.5*3'), 1750)
  assert.equal(read('en-US', '(10+2,5)*2'), 2500)
  assert.equal(read('en-US', '12 × 4 − 3'), 4500)
  assert.equal(read('en-US', '-5'), -500)
  assert.equal(read('en-US', '0.1+0.2'), 30)
})

test('cents are rounded half away from zero', () => {
  assert.equal(read('en-US', '100/3'), 3333)
  assert.equal(read('en-US', '1.005'), 101)
})

test('an invalid amount reports its fault', () => {
  for (const typed of ['', '  ', '€']) assert.equal(read('en-US', typed), 'empty')
  for (const typed of ['abcd', '1..2', '1,2,3', '10+', '(1', '1/0', '1.2.3', '12,3456,789']) {
    assert.equal(read('en-US', typed), 'malformed', typed)
  }
  assert.equal(read('en-US', '10000000000.01'), 'too_large')
  assert.equal(read('en-US', '10000000000'), 1_000_000_000_000)
})
