import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readStatement } from '../../../../test/support/statement-rows.ts'

const rows = 'Buchung;Empfänger;Betrag\n19.11.2026;Edeka;-43,18\n16.11.2026;Gehalt;2.910,55\n'
const statedBy = async (text: string, isCard = false) =>
  (await readStatement(text, { isCard })).stated.map(({ cents, day }) => [cents, day])

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

test('a card states a balance only with a minus, because debt may have none', async () => {
  const sided = 'Date,Text,Debit,Credit\n2026-03-01,Tea,3.00,\n2026-03-02,Paid,,9.00\n'
  assert.deepEqual(await statedBy(`Current balance,512.30\n\n${sided}`, true), [])
  assert.deepEqual(await statedBy(`Saldo;1.843,12;EUR\n\n${rows}`, true), [])
  assert.deepEqual(await statedBy(`Saldo;-1.843,12;EUR\n\n${rows}`, true), [
    [-184_312, '2026-11-19'],
  ])
})

test('a balance in the column of debits states nothing, because it may be a debt', async () => {
  const sided =
    'Data;Descrizione;Addebiti;Accrediti\n15.11.2026;LUCE;51,95;\n16.11.2026;PAGA;;9,00\n'
  assert.deepEqual(await statedBy(`${sided};SALDO FINALE;512,30;\n`), [])
  assert.deepEqual(await statedBy(`${sided};SALDO FINALE;;512,30\n`), [[51_230, '2026-11-16']])
})
