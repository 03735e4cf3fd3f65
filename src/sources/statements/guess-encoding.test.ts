import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guessEncoding } from './guess-encoding.ts'

/** Finds the bytes of each letter by decoding every byte. */
function encode(text: string, encoding: string): Uint8Array {
  const bytes = new Map<string, number>()
  for (let byte = 255; byte >= 0; byte -= 1) {
    bytes.set(new TextDecoder(encoding).decode(Uint8Array.of(byte)), byte)
  }
  return Uint8Array.from(Array.from(text, (letter) => bytes.get(letter) ?? assert.fail(letter)))
}

const texts: readonly (readonly [encoding: string, text: string])[] = [
  ['windows-1252', 'Bäckerei Müller; Café Größe'],
  ['windows-1252', 'Prélèvement; Épicerie du Marché; Noël; reçu'],
  ['windows-1252', 'Kjøp; Bensin på Ålesund; Lønn; Sjømat'],
  ['windows-1252', 'Opening balance £12.00; Café'],
  ['windows-1250', 'Płatność kartą; Łódź; Żabka; księgowa'],
  ['windows-1250', 'Datum provedení; Částka; Měna účtu; Zpráva pro příjemce; Běžný'],
  ['windows-1250', 'Közlemény; fizetés; erősítő; gyűjtő; fő'],
  ['windows-1251', 'Дата операции; Сумма; Перевод; Магнит; Оплата услуг'],
  ['windows-1253', 'Ημερομηνία; Περιγραφή; Ποσό; Υπόλοιπο; αγορά'],
  ['windows-1254', 'Açıklama; İşlem tutarı; Şube; ödeme; alışveriş; kağıt'],
  ['windows-1257', 'Sąskaitos; mokėjimas; Gavėjas; Paaiškinimai; šiukšlės; čekis; ūkis'],
  ['koi8-r', 'Дата операции; Сумма; Перевод; Магнит; Оплата услуг'],
]

for (const [encoding, text] of texts) {
  test(`letters tell ${encoding}: ${text.slice(0, 24)}`, () => {
    assert.equal(guessEncoding(encode(text, encoding)), encoding)
  })
}

test('Japanese, Korean and Chinese letters tell their encodings', () => {
  // 日付,摘要,お支払金額 and セブン in Shift-JIS, 거래일자 in EUC-KR, 交易日期 in GB 18030.
  const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')
  assert.equal(
    guessEncoding(bytes('93fa 9574 2c 9345 9776 2c 82a8 8e78 95a5 8be0 8a7a 0a 835a 8375 8393')),
    'shift_jis',
  )
  assert.equal(guessEncoding(bytes('b0c5 b7a1 c0cf c0da 2c c0ed bfe4 2c c3e2 b1dd')), 'euc-kr')
  assert.equal(guessEncoding(bytes('bdbb d2d7 c8d5 c6da 2c bdf0 b6ee')), 'gb18030')
})
