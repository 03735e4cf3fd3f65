import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StatementFault } from '#/sources/statements/fault.ts'
import { detectDialect, readRows } from '#/sources/statements/reading/read.ts'
import type { StatementRow } from '#/sources/statements/statement.ts'

const MUTATIONS = 1000

const csv = `Account;ES79 2100\n\nBuchungstag;Empfänger;Verwendungszweck;Betrag;Saldo
02.03.2026;"Kiosk ""Eck""";Zeitung;-4,50;1.000,00\n03.03.2026;Firma;"Gehalt\nMärz";2.100,00;3.100,00
13.03.2026;Laden;Schuhe;-60,00;3.040,00\n`
const ofx = `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>1</BANKACCTFROM><BANKTRANLIST>
<STMTTRN><TRNTYPE>POS<DTPOSTED>20260302120000[-5:EST]<TRNAMT>-4.50<FITID>a1<NAME>A &amp; B<MEMO>x < y</STMTTRN>
<STMTTRN><DTPOSTED>20260303<TRNAMT>+2100<FITID>a2<NAME><![CDATA[C & D]]></STMTTRN></BANKTRANLIST></STMTRS></OFX>`
const camt = `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
<Acct><Id><IBAN>ES79</IBAN></Id><Ccy>EUR</Ccy></Acct><Ntry><Amt Ccy="EUR">4.50</Amt><CdtDbtInd>DBIT</CdtDbtInd>
<Sts>BOOK</Sts><BookgDt><Dt>2026-03-02</Dt></BookgDt><NtryRef>1</NtryRef><AddtlNtryInf>Kiosk</AddtlNtryInf></Ntry>
</Stmt></BkToCstmrStmt></Document>`

/** A pseudorandom generator, so that every run is the same. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const snippets = [
  '<',
  '>',
  '</',
  '<STMTTRN>',
  '</STMTTRN>',
  '<Ntry>',
  '</Ntry>',
  '<![CDATA[',
  ']]>',
  '<!--',
  '&#x110000;',
  '&lol;',
  '"',
  '""',
  ';',
  ',',
  '\t',
  '\r',
  '\r\r\n',
  '\n',
  '-',
  '1e9',
  '99999999999999999999',
  '.',
  '\u{1f600}',
  '\ud800',
  'NaN',
  '31.02.2026',
  '(',
  ')',
  '€',
  '<!DOCTYPE x [<!ENTITY a "b">]>',
  '\u202e',
]

function mutate(bytes: Buffer, chance: (below: number) => number): Buffer {
  let mutated = bytes
  for (let times = 1 + chance(4); times > 0; times -= 1) {
    const [at, length] = [chance(mutated.length + 1), chance(30)]
    const [before, after] = [mutated.subarray(0, at), mutated.subarray(at)]
    const kind = chance(5)
    if (kind === 0) mutated = Buffer.concat([before, after.subarray(length)])
    else if (kind === 1)
      mutated = Buffer.concat([before, Buffer.from(snippets[chance(snippets.length)]!), after])
    else if (kind === 2) mutated = Buffer.concat([before, after.subarray(0, length), after])
    else if (kind === 3) mutated = before
    else mutated = Buffer.concat([before, Buffer.from([chance(256)]), after.subarray(1)])
  }
  return mutated
}

async function read(bytes: Buffer, pieces: number): Promise<StatementRow[]> {
  const source = async function* () {
    for (let at = 0; at < bytes.length; at += pieces) yield bytes.subarray(at, at + pieces)
  }
  const dialect = await detectDialect(source, { currency: 'EUR' })
  const found: StatementRow[] = []
  for await (const rows of readRows(source, dialect, { currency: 'EUR' })) found.push(...rows)
  return found
}

for (const [name, text] of Object.entries({ csv, ofx, camt })) {
  test(`a damaged ${name} file is read or refused with a reason, in pieces of any size`, async () => {
    const chance = seeded(20_260_321)
    const outcome = (bytes: Buffer, pieces: number) =>
      read(bytes, pieces).then(
        (rows) => JSON.stringify(rows),
        (error: unknown) => {
          assert.ok(
            error instanceof StatementFault,
            `${bytes.toString('base64')}: ${String(error)}`,
          )
          assert.match(error.message, /[^.]\.$/)
          return `${error.line}: ${error.message}`
        },
      )
    assert.notEqual((await read(Buffer.from(text), 65_536)).length, 0)
    for (let round = 0; round < MUTATIONS; round += 1) {
      const bytes = mutate(Buffer.from(text), chance)
      const whole = await outcome(bytes, 65_536)
      assert.equal(await outcome(bytes, 1 + chance(9)), whole, bytes.toString('base64'))
      for (const row of whole.startsWith('[') ? (JSON.parse(whole) as StatementRow[]) : []) {
        assert.ok(Number.isSafeInteger(row.amount) && /^\d{4}-\d\d-\d\d$/.test(row.bookedOn))
      }
    }
  })
}

test('a file that declares entities is refused', async () => {
  const bomb = camt.replace(
    '<Document',
    '<!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><Document',
  )
  await assert.rejects(read(Buffer.from(bomb), 65_536), /declares a document type/)
})

test('an endless quote, tag or nesting is refused in bounded time', async () => {
  const long = 'x'.repeat(300_000)
  await assert.rejects(
    read(Buffer.from(`Date,Amount\n2026-01-01,"${long}`), 65_536),
    /never closed/,
  )
  await assert.rejects(read(Buffer.from(`<OFX><${long}`), 65_536), /never ends/)
  const deep = camt.replace('<Ntry>', '<a>'.repeat(100_000))
  await assert.rejects(read(Buffer.from(deep), 65_536), /nested too deep/)
  await assert.rejects(read(Buffer.from(`<OFX>${'<'.repeat(300_000)}`), 65_536), StatementFault)
})
