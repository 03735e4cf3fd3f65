import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenChance } from '#/budget/expenses/rules/given.ts'
import { StatementFault } from '#/sources/statements/fault.ts'
import { detectDialect, readRows } from './read.ts'
import type { Source } from './source.ts'

// A refusal names the line of the fault. In each file `§` marks the fault and is removed before reading.

const ofx = (rows: readonly string[], currency = 'EUR') => [
  'OFXHEADER:100',
  'DATA:OFXSGML',
  '',
  '<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>',
  `<CURDEF>${currency}`,
  '<BANKACCTFROM><ACCTID>99887766</BANKACCTFROM>',
  '<BANKTRANLIST>',
  ...rows,
  '</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>',
]
const ofxRow = (amount: string, day = '20260302') => [
  '<STMTTRN>',
  '<TRNTYPE>DEBIT',
  `<DTPOSTED>${day}`,
  `<TRNAMT>${amount}`,
  '<FITID>1',
  '<NAME>SHOP',
  '</STMTTRN>',
]
const camt = (rows: readonly string[]) => [
  '<?xml version="1.0"?>',
  '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>',
  '<Acct><Id><IBAN>DE02</IBAN></Id></Acct>',
  ...rows,
  '</Stmt></BkToCstmrStmt></Document>',
]
const camtRow = (more: { amount?: string; side?: string; day?: string; status?: string } = {}) => [
  '<Ntry>',
  more.amount ?? '<Amt Ccy="EUR">4.50</Amt>',
  `<CdtDbtInd>${more.side ?? 'DBIT'}</CdtDbtInd>`,
  `<Sts><Cd>${more.status ?? 'BOOK'}</Cd></Sts>`,
  `<BookgDt><Dt>${more.day ?? '2026-03-02'}</Dt></BookgDt>`,
  '</Ntry>',
]
const csv = (...rows: readonly string[]) => [
  'Date,Description,Amount',
  '2026-03-01,Tram,-1.00',
  ...rows,
  '2026-03-09,Kiosk,-2.00',
]
/** A file with every cell in quotes, so that the next row's quote closes an open one. */
const quoted = (...rows: readonly string[]) => [
  'Date,Description,Amount',
  ...rows,
  '2026-03-09,"Kiosk",-2.00',
  '2026-03-10,"Kiosk",-2.00',
]

const cases: Readonly<Record<string, { lines: readonly string[]; reason: string }>> = {
  'OFX: an amount': { lines: ofx(ofxRow('§4.5.0')), reason: 'not_an_amount' },
  'OFX: an amount on a line of its own': {
    lines: ofx(ofxRow('').flatMap((line) => (line === '<TRNAMT>' ? [line, '  §abc'] : line))),
    reason: 'not_an_amount',
  },
  'OFX: an amount that is empty': { lines: ofx(ofxRow('§')), reason: 'no_amount' },
  'OFX: an amount that is too large': {
    lines: ofx([...ofxRow('-1.00'), ...ofxRow('§99999999999999')]),
    reason: 'amount_too_large',
  },
  'OFX: a day': { lines: ofx(ofxRow('-4.50', '§20260231')), reason: 'no_such_date' },
  'OFX: a currency': { lines: ofx(ofxRow('-4.50'), '§USD'), reason: 'other_currency' },
  'CAMT: an amount': {
    lines: camt(camtRow({ amount: '<Amt Ccy="EUR">§4.5.0</Amt>' })),
    reason: 'not_an_amount',
  },
  'CAMT: an amount on a line of its own': {
    lines: camt(camtRow({ amount: '<Amt Ccy="EUR">\n\n §4.5.0\n</Amt>' })),
    reason: 'not_an_amount',
  },
  'CAMT: the currency of an amount': {
    lines: camt([...camtRow(), ...camtRow({ amount: '<Amt Ccy="§USD">4.50</Amt>' })]),
    reason: 'other_currency',
  },
  'CAMT: a direction': { lines: camt(camtRow({ side: '§UP' })), reason: 'no_direction' },
  'CAMT: a day': { lines: camt(camtRow({ day: '§2026-02-31' })), reason: 'no_such_date' },
  'CAMT: a day that is empty': { lines: camt(camtRow({ day: '§' })), reason: 'no_date' },
  'CAMT: a status': { lines: camt(camtRow({ status: '§ODD' })), reason: 'status_unknown' },
  'CAMT: the end of a cut-off file': {
    lines: camt(camtRow()).slice(0, -1).with(-1, '</Ntry>§'),
    reason: 'breaks_off',
  },
  'CSV: a quote that is never closed': {
    lines: csv('2026-03-02,§"Coffee,-4.50', '2026-03-03,Tea,-3.00'),
    reason: 'quote_open',
  },
  'CSV: a quote that the next row’s closes': {
    lines: quoted('2026-03-01,"Tram",-1.00', '2026-03-02,§"Coffee,-4.50', '2026-03-03,"Tea",-3.00'),
    reason: 'quote_open',
  },
  'CSV: a quote that is never closed behind a text of two lines': {
    lines: csv('2026-03-02,"Coffee\nand cake",-4.50', '2026-03-03,§"Tea,-3.00'),
    reason: 'quote_open',
  },
  'CSV: an amount behind a text of two lines': {
    lines: csv('2026-03-02,"Coffee\nand cake",§4.5.0'),
    reason: 'not_an_amount',
  },
  'CSV: an amount with another decimal sign, behind a text of two lines': {
    lines: csv('2026-03-02,"Coffee\nand cake","§-4,50"'),
    reason: 'decimals_differ',
  },
  'CSV: a day': { lines: csv('§2026-02-31,Coffee,-4.50'), reason: 'dates_differ' },
}

const ends = ['\n', '\r\n', '\r'] as const

for (const [name, { lines, reason }] of Object.entries(cases)) {
  test(`a refusal names the line of the fault: ${name}`, async () => {
    for (const end of ends) {
      const marked = lines.join('\n')
      const line = marked.slice(0, marked.indexOf('§')).split('\n').length
      const bytes = Buffer.from(marked.replace('§', '').replaceAll('\n', end))
      for (let seed = 1; seed <= 8; seed += 1) {
        const fault = await faultOf(pieces(bytes, seed))
        assert.deepEqual([fault.reason.name, fault.line], [reason, line], JSON.stringify(end))
      }
    }
  })
}

test('a quoted text of several lines is one cell, and its doubled quotes are single ones', async () => {
  const text = csv('2026-03-02,"Coffee\nand ""cake""\n",-4.50', '2026-03-03,Tea,-3.00').join('\n')
  assert.deepEqual(
    (await read(pieces(Buffer.from(text), 1))).map(({ line, amount }) => [line, amount]),
    [
      [2, -100],
      [3, -450],
      [6, -300],
      [7, -200],
    ],
  )
})

/** Cuts the file at random, as it may arrive. */
function pieces(bytes: Buffer, seed: number) {
  const chance = givenChance(seed)
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length; at += parts.at(-1)!.length) {
    parts.push(bytes.subarray(at, at + (seed === 1 ? bytes.length : 1 + chance.below(12))))
  }
  return async function* () {
    yield* parts
  }
}

async function read(source: Source) {
  const options = { currency: 'EUR' }
  const dialect = await detectDialect(source, options)
  const rows = []
  for await (const part of readRows(source, dialect, options)) rows.push(...part)
  return rows
}

async function faultOf(source: Source): Promise<StatementFault> {
  try {
    const rows = await read(source)
    assert.fail(`read as ${JSON.stringify(rows)}`)
  } catch (error) {
    if (error instanceof StatementFault) return error
    throw error
  }
}
