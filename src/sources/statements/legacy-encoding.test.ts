import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encode } from '../../../test/statements/encode.ts'
import { guessLegacyEncoding } from './legacy-encoding.ts'

const texts: readonly (readonly [string, string, string])[] = [
  ['windows-1252', 'EUR', 'Buchungstag;Empfänger;Betrag (€)\nBäckerei Müller;STRASSE GRÖßE'],
  ['windows-1252', 'EUR', 'Libellé;Débit;Crédit\nBOULANGERIE À CÔTÉ – reçu n° 12'],
  ['windows-1252', 'EUR', 'Fläche 120 m³; ¿Qué? 1¹'],
  ['windows-1252', 'GBP', 'Account Balance;£1,234.56'],
  ['windows-1252', 'BRL', 'Lançamento;Descrição\nPADARIA SÃO JOÃO'],
  ['windows-1252', 'DKK', 'Bogført;Beløb\nRØDGRØD MED FLØDE'],
  ['windows-1250', 'PLN', 'Data księgowania;Tytuł\nŁódź'],
  ['windows-1250', 'CZK', 'Datum zaúčtování;Částka\nPříjem'],
  ['windows-1250', 'EUR', 'Data księgowania;Opłata za żywność'],
  ['windows-1251', 'RUB', 'Дата операции;Сумма платежа\nПятёрочка'],
  ['windows-1251', 'USD', 'Дата операции;Описание;Сумма\nПополнение счета'],
  ['windows-1253', 'EUR', 'Ημερομηνία;Αιτιολογία;Χρέωση;Υπόλοιπο'],
  ['windows-1254', 'TRY', 'Açıklama;Tutar;Şube\nİstanbul Eğitim'],
  ['shift_jis', 'JPY', '日付,摘要,残高\nセブンイレブン'],
  ['shift_jis', 'USD', 'お取引日,お引出し,お預入れ\nローソン'],
]

test('an encoding is guessed from the letters of a text and the currency of its account', () => {
  for (const [encoding, currency, text] of texts) {
    assert.equal(guessLegacyEncoding(encode(text, encoding), currency), encoding, text)
  }
})

test('a text that ends inside a letter of two bytes is still recognized', () => {
  const bytes = encode('日付,摘要,残高', 'shift_jis')
  assert.equal(guessLegacyEncoding(bytes.subarray(0, -1), 'JPY'), 'shift_jis')
})
