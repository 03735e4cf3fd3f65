import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readStatement } from '../../../../test/support/statement-rows.ts'

const rows = 'Buchung;Empfänger;Betrag\n19.11.2026;Edeka;-43,18\n16.11.2026;Gehalt;2.910,55\n'
const statedBy = async (text: string) =>
  (await readStatement(text)).stated.map(({ cents, day }) => [cents, day])

test('a balance above the rows holds at the end of its own day', async () => {
  const top = '"Kontostand vom 20.11.2026:";"1.843,12 €"\n\n'
  assert.deepEqual(await statedBy(top + rows), [[184_312, '2026-11-20']])
})

test('a balance without a day, above or below the rows, holds after the last booking', async () => {
  assert.deepEqual(await statedBy(`Saldo;1.843,12;EUR\n\n${rows}`), [[184_312, '2026-11-19']])
  assert.deepEqual(await statedBy(`${rows};Neuer Kontostand;1.843,12\n`), [[184_312, '2026-11-19']])
})

test('the old balance, an available one, or two different ones state nothing', async () => {
  assert.deepEqual(await statedBy(`Alter Kontostand;500,00\n\n${rows}`), [])
  assert.deepEqual(await statedBy(`Verfügbarer Saldo;500,00\n\n${rows}`), [])
  assert.deepEqual(await statedBy(`Saldo;500,00\nKontostand;600,00\n\n${rows}`), [])
})
