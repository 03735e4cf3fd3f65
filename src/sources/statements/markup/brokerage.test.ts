import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  differences,
  money,
  type Paid,
  paid,
  readStatement,
} from '../../../../test/support/statement-rows.ts'

/** A movement of cash in a brokerage account; `closes`: with the ends of elements, as OFX 2 has them. */
const cash = ([day, words, cents]: Paid, closes: boolean) => {
  const leaf = (name: string, text: string) => `<${name}>${text}${closes ? `</${name}>` : ''}`
  const fields = [
    leaf('TRNTYPE', 'OTHER'),
    leaf('DTPOSTED', `${day.replaceAll('-', '')}160000.000[-5:EST]`),
    leaf('TRNAMT', money(cents)),
    leaf('FITID', `${day}${words}${cents}${Math.abs(cents)}`),
    leaf('NAME', words),
  ]
  return `<INVBANKTRAN><STMTTRN>\n${fields.join('\n')}\n</STMTTRN>${leaf('SUBACCTFUND', 'CASH')}</INVBANKTRAN>\n`
}
const trade = (kind: string) =>
  `<${kind}><INVBUY><INVTRAN><FITID>T1<DTTRADE>20260203<MEMO>YOU BOUGHT</INVTRAN>
<SECID><UNIQUEID>99<UNIQUEIDTYPE>CUSIP</SECID><UNITS>10<UNITPRICE>5.00<TOTAL>-50.00
<SUBACCTSEC>CASH<SUBACCTFUND>CASH</INVBUY><BUYTYPE>BUY</${kind}>\n`
const brokerage = (rows: string, account = 'Z12345678') => `OFXHEADER:100\nDATA:OFXSGML\n
<OFX><INVSTMTMSGSRSV1><INVSTMTTRNRS><INVSTMTRS><DTASOF>20260216<CURDEF>USD
<INVACCTFROM><BROKERID>broker.example<ACCTID>${account}</INVACCTFROM>
<INVTRANLIST><DTSTART>20260101<DTEND>20260216
${rows}</INVTRANLIST>
<INVPOSLIST><POSSTOCK><INVPOS><SECID><UNIQUEID>99</SECID><UNITS>10<MKTVAL>50</INVPOS></POSSTOCK></INVPOSLIST>
<INVBAL><AVAILCASH>12.00<MARGINBALANCE>0<SHORTBALANCE>0</INVBAL></INVSTMTRS></INVSTMTTRNRS></INVSTMTMSGSRSV1></OFX>\n`
// Equal references would be one payment.
const distinct = paid.filter(
  (one, index) => paid.findIndex((other) => other.join() === one.join()) === index,
)

for (const closes of [true, false]) {
  test(`brokerage cash is read, trades are counted: ${closes ? 'OFX 2' : 'OFX 1'}`, async () => {
    const rows = distinct.map((one) => cash(one, closes))
    const text = brokerage([trade('BUYSTOCK'), ...rows, trade('BUYMF')].join(''))
    const read = await readStatement(text, { currency: 'USD' })
    assert.deepEqual(differences(read, distinct), [])
    assert.deepEqual(
      read.skipped.map(({ reason }) => reason),
      ['investment', 'investment'],
    )
    assert.deepEqual(read.accounts, ['Z12345678'])
    assert.deepEqual(read.stated, [])
  })
}

test('a brokerage statement with nothing but trades is refused with the reason', async () => {
  await assert.rejects(
    readStatement(brokerage(trade('BUYSTOCK')), { currency: 'USD' }),
    /only trades/,
  )
})

test('a brokerage statement without any movements is an empty statement', async () => {
  assert.deepEqual((await readStatement(brokerage(''), { currency: 'USD' })).rows, [])
})

test('a brokerage statement that is cut off is refused, wherever the cut is', async () => {
  const text = brokerage(distinct.map((one) => cash(one, true)).join(''))
  const from = text.indexOf('<INVTRANLIST>') + 13
  for (let end = from; end < text.indexOf('</INVTRANLIST>'); end += 7) {
    await assert.rejects(readStatement(text.slice(0, end), { currency: 'USD' }), {
      name: 'StatementFault',
    })
  }
})

test('a file of two accounts names both, also the one without rows', async () => {
  const two =
    brokerage('', 'EMPTY1').replace('</OFX>\n', '') +
    brokerage(cash(paid[0]!, true)).replace(/^[^]*?<OFX>/, '')
  const read = await readStatement(two, { currency: 'USD' })
  assert.deepEqual(read.accounts, ['EMPTY1', 'Z12345678'])
  assert.equal(read.rows.length, 1)
})
