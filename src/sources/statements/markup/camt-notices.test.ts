import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  differences,
  money,
  type Paid,
  paid,
  readStatement,
} from '../../../../test/support/statement-rows.ts'

type Entry = { readonly status?: string; readonly parts?: readonly number[] }

const part = (cents: number, words: string) =>
  `<TxDtls><Refs><EndToEndId>E${cents}</EndToEndId></Refs><Amt Ccy="CHF">${money(Math.abs(cents))}</Amt>
<RmtInf><Ustrd>${words} part</Ustrd></RmtInf></TxDtls>`
const entry = ([day, words, cents]: Paid, { status = 'BOOK', parts = [] }: Entry = {}) =>
  `<Ntry><Amt Ccy="CHF">${money(Math.abs(cents))}</Amt><CdtDbtInd>${cents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>
<Sts><Cd>${status}</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt>
<NtryDtls>${parts.length > 0 ? parts.map((one) => part(one, words)).join('') : part(cents, words)}</NtryDtls>
<AddtlNtryInf>${words}</AddtlNtryInf></Ntry>\n`
const notices = (entries: string, version = '08') => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.${version}"><BkToCstmrDbtCdtNtfctn><GrpHdr><MsgId>M</MsgId></GrpHdr>
<Ntfctn><Id>N1</Id><Acct><Id><IBAN>CH5109000000250097798</IBAN></Id><Ccy>CHF</Ccy></Acct>
${entries}</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`

for (const version of ['02', '04', '08']) {
  test(`booked entries of CAMT.054 version ${version} are rows`, async () => {
    const text = notices(paid.map((one) => entry(one)).join(''), version)
    const read = await readStatement(text, { currency: 'CHF' })
    assert.equal(read.dialect.format, 'camt.054')
    assert.deepEqual(differences(read), [])
    assert.deepEqual(read.accounts, ['CH5109000000250097798'])
  })
}

test('an entry of several payments is one row, as in the statement', async () => {
  const text = notices(entry(['2026-02-02', 'Rents', 30_000], { parts: [10_000, 20_000] }))
  const read = await readStatement(text, { currency: 'CHF' })
  assert.deepEqual(
    read.rows.map(({ cents, words }) => [cents, words]),
    [[30_000, 'Rents']],
  )
})

test('notices of pending entries are counted, and refused if they are alone', async () => {
  const open = entry(['2026-02-02', 'Announced', 500], { status: 'PDNG' })
  const read = await readStatement(notices(entry(paid[0]!) + open), { currency: 'CHF' })
  assert.equal(read.rows.length, 1)
  assert.deepEqual(
    read.skipped.map(({ reason }) => reason),
    ['pending'],
  )
  await assert.rejects(
    readStatement(notices(open), { currency: 'CHF' }),
    /no bookings, only notices/,
  )
})

test('a closing balance includes the rows of its statement that are dated after it', async () => {
  const text = notices(
    `<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="CHF">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-02-01</Dt></Dt></Bal>${entry(['2026-02-03', 'Late', 500])}`,
  )
    .replaceAll('camt.054', 'camt.053')
    .replaceAll('BkToCstmrDbtCdtNtfctn', 'BkToCstmrStmt')
    .replaceAll('Ntfctn>', 'Stmt>')
  const { stated } = await readStatement(text, { currency: 'CHF' })
  assert.deepEqual(stated, [{ account: 'CH5109000000250097798', cents: 500, day: '2026-02-03' }])
})
