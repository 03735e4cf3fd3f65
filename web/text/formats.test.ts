import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFormats } from './formats.ts'

const day = '2026-11-20'

test('amounts and days follow the locale', () => {
  const german = createFormats('de-DE', { language: 'en' })
  assert.equal(german.money(-123_450, 'EUR').replaceAll(/\s/g, ' '), '\u22121.234,50 €')
  assert.deepEqual([german.decimal, german.group], [',', '.'])
  assert.equal(german.day(day, 'long'), '20. November 2026')
})

test('plurals follow the language of the text', () => {
  const forms = { one: 'account', other: 'accounts' }
  assert.equal(createFormats('ja-JP', { language: 'en' }).plural(1, forms), 'account')
})

test('days are written in words unless the household chooses figures', () => {
  const words = createFormats('en-GB')
  assert.deepEqual([words.day(day), words.day(day, 'dated')], ['20 Nov', '20 Nov 2026'])
  const written = (dateFormat: 'YYYY-MM-DD' | 'DD/MM/YYYY' | 'MM/DD/YYYY' | 'DD.MM.YYYY') => {
    const formats = createFormats('en-GB', { dateFormat })
    return [
      formats.day(day),
      formats.day(day, 'dated'),
      formats.day(day, 'long'),
      formats.day(day, 'weekday'),
      formats.dayNear(day, '2026-01-01'),
      formats.dayNear(day, '2027-01-01'),
    ]
  }
  const full = '20/11/2026'
  assert.deepEqual(written('DD/MM/YYYY'), ['20/11', full, full, 'Friday 20/11', '20/11', full])
  assert.deepEqual(written('MM/DD/YYYY').slice(0, 2), ['11/20', '11/20/2026'])
  assert.deepEqual(written('YYYY-MM-DD').slice(0, 2), ['11-20', day])
  assert.deepEqual(written('DD.MM.YYYY').slice(0, 2), ['20.11.', '20.11.2026'])
  assert.equal(
    createFormats('en-GB', { dateFormat: 'DD/MM/YYYY' }).day(day, 'month'),
    'November 2026',
  )
  const moment = createFormats('en-GB', { dateFormat: 'DD.MM.YYYY' }).moment('1999-11-20T12:00:00Z')
  assert.match(moment, /^20\.11\.1999, \d\d:00$/)
})
