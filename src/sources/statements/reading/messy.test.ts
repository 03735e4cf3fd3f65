import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detectDialect, readRows } from './read.ts'
import type { ReaderOptions } from '#/sources/statements/statement.ts'

// These exports have the oddities of real banks.

type Case = {
  readonly text: string
  readonly currency?: string
  readonly encoding?: 'utf8' | 'latin1' | 'utf16le'
  /** The day, cents and words of each row. */
  readonly rows: readonly string[]
}

const ofxHead = 'OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nCHARSET:1252\r\n\r\n'
const ofx = (inside: string) =>
  `${ofxHead}<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR
<BANKACCTFROM><BANKID>1<ACCTID>2<ACCTTYPE>CHECKING</BANKACCTFROM>${inside}</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
/** The elements of each message: the root and the one that holds the rows. */
const messages = {
  '053.001.02': ['BkToCstmrStmt', 'Stmt'],
  '052.001.02': ['BkToCstmrAcctRpt', 'Rpt'],
} as const
const camt = (version: keyof typeof messages, inside: string) => {
  const [root, part] = messages[version]
  return `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${version}"><${root}>
<GrpHdr><MsgId>1</MsgId></GrpHdr><${part}><Acct><Id><IBAN>DE02</IBAN></Id></Acct>${inside}</${part}></${root}></Document>`
}
const camtEntry = (side: string, amount: string, more: string) =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd>
<BookgDt><Dt>2026-03-02</Dt></BookgDt>${more}</Ntry>`
const payment = (payer: string, payee: string) =>
  `<TxDtls><RltdPties><Dbtr><Nm>${payer}</Nm></Dbtr><Cdtr><Nm>${payee}</Nm></Cdtr></RltdPties></TxDtls>`

const cases: Readonly<Record<string, Case>> = {
  'UTF-16 with tabs, as Excel saves it': {
    encoding: 'utf16le',
    text: '\uFEFFBooking date\tDetails\tAmount\r\n01.03.2026\tCafé "Zoë"\t-4,50\r\n02.03.2026\tPay\t2.100,00\r\n',
    rows: ['2026-03-01 -450 Café "Zoë"', '2026-03-02 210000 Pay'],
  },
  'charges in brackets, with their currency before, within and after them': {
    currency: 'USD',
    text: 'Date,Description,Amount\n03/01/2026,A,($4.50)\n03/02/2026,B,(USD 4.50)\n03/03/2026,C,$(4.50)\n03/04/2026,D,(4.50 USD)\n03/15/2026,E,$9.00\n',
    rows: [
      '2026-03-01 -450 A',
      '2026-03-02 -450 B',
      '2026-03-03 -450 C',
      '2026-03-04 -450 D',
      '2026-03-15 900 E',
    ],
  },
  'a preamble with more commas than the table has semicolons': {
    text: 'Bank, Street, 1, 2, 3, 4, 5, 6, 7\nAccount, A, B, C, D, E, F\nDatum;Text;Betrag\n01.03.2026;Kiosk;-1,00\n',
    rows: ['2026-03-01 -100 Kiosk'],
  },
  'a preamble of several lines and names in windows-1252': {
    encoding: 'latin1',
    text: `"Kontonummer:";"DE12 / Girokonto";\n\n"Kontostand vom 31.03.2026:";"1.234,56 EUR";\n
"Buchungstag";"Wertstellung";"Buchungstext";"Auftraggeber / Begünstigter";"Verwendungszweck";"Betrag (EUR)";
"31.03.2026";"31.03.2026";"Lastschrift";"Stadtwerke Köln";"Abschlag März";"-85,00";\n`,
    rows: ['2026-03-31 -8500 Lastschrift Abschlag März / Stadtwerke Köln'],
  },
  'apostrophes as thousands separators, and words in numbered columns': {
    currency: 'CHF',
    text: `Buchungsdatum;Währung;Belastung;Gutschrift;Saldo;Beschreibung1;Beschreibung2
2026-03-31;CHF;-1'234.50;;10’000.00;Miete;Dauerauftrag\n2026-03-30;CHF;;5'500.00;11'234.50;Lohn;\n`,
    rows: ['2026-03-31 -123450 Miete Dauerauftrag', '2026-03-30 550000 Lohn'],
  },
  'dates such as 3-Jan-26, a balance brought forward, and a reversed debit': {
    currency: 'GBP',
    text: `Date,Details,Paid out,Paid in,Balance\n1-Jan-26,BALANCE BROUGHT FORWARD,,,100.00
3-Jan-26,TESCO,12.50,,87.50\n4-Jan-26,TESCO,-12.50,,100.00\n5-Jan-26,PAY,,"2,000.00","2,100.00"\n`,
    rows: ['2026-01-03 -1250 TESCO', '2026-01-04 1250 TESCO', '2026-01-05 200000 PAY'],
  },
  'debits written with a minus, and one of them reversed': {
    text: `Datum;Text;Soll;Haben;Saldo\n01.03.2026;A;-10,00;;90,00\n02.03.2026;B;-20,00;;70,00
03.03.2026;A;10,00;;80,00\n04.03.2026;C;;-5,00;75,00\n`,
    rows: ['2026-03-01 -1000 A', '2026-03-02 -2000 B', '2026-03-03 1000 A', '2026-03-04 -500 C'],
  },
  'a minus in a debit column is ignored unless a balance proves it': {
    text: 'Datum;Text;Soll;Haben\n01.03.2026;A;10,00;\n02.03.2026;B;-20,00;\n',
    rows: ['2026-03-01 -1000 A', '2026-03-02 -2000 B'],
  },
  'totals at the end, and a shop called Total': {
    text: `Datum;Text;Soll;Haben\n01.03.2026;TOTAL;1,00;\n02.03.2026;B;;2,00\n\nSumme;;1,00;2,00\n;Total;3,00;\n;Saldo;;1,00\n`,
    rows: ['2026-03-01 -100 TOTAL', '2026-03-02 200 B'],
  },
  'sides after the amounts': {
    currency: 'GBP',
    text: 'Date,Description,Amount\n01/03/2026,A,12.00 DR\n02/03/2026,B,13.00 CR\n',
    rows: ['2026-03-01 -1200 A', '2026-03-02 1300 B'],
  },
  'a card that marks only refunds': {
    currency: 'INR',
    text: 'Date,Narration,Amount\n01/03/2026,A,"1,23,456.50"\n02/03/2026,B,500.00 Cr.\n',
    rows: ['2026-03-01 -12345650 A', '2026-03-02 50000 B'],
  },
  'lines of stars, and cells as formulas': {
    currency: 'USD',
    text: 'Date,Narration,Withdrawal Amt.,Deposit Amt.\n********,****,****,****\n="03/01/2026",="007",="100.00",\n',
    rows: ['2026-03-01 -10000 007'],
  },
  'OFX 1 in windows-1252 whose rows are not closed': {
    encoding: 'latin1',
    text: ofx(`<BANKTRANLIST><DTSTART>20260301
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260302<TRNAMT>-4,50<FITID>1<NAME>Café A & B
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260303120000[-5:EST]<TRNAMT>+1<FITID>2<NAME><PAYEE><NAME>ACME</PAYEE><MEMO>m
</BANKTRANLIST>`),
    rows: ['2026-03-02 -450 Café A & B', '2026-03-03 100 ACME'],
  },
  'OFX with a separate list of pending transactions': {
    text: ofx(`<BANKTRANLIST><STMTTRN><DTPOSTED>20260302<TRNAMT>-1<FITID>1<NAME>A</STMTTRN></BANKTRANLIST>
<BANKTRANLISTP><DTASOF>20260303<STMTTRNP><TRNTYPE>DEBIT<DTTRAN>20260303<TRNAMT>-9.00<NAME>B</STMTTRNP></BANKTRANLISTP>`),
    rows: ['2026-03-02 -100 A', '2026-03-03 -900 pending B'],
  },
  'CAMT.053 with a batch, a returned payment, and one that only has a reference': {
    text: camt(
      '053.001.02',
      camtEntry(
        'DBIT',
        '30.00',
        `<NtryDtls>${payment('Me', 'Ann')}${payment('Me', 'Bob')}</NtryDtls>`,
      ) +
        camtEntry(
          'CRDT',
          '12.00',
          `<RvslInd>true</RvslInd><NtryDtls>${payment('Me', 'Shop')}</NtryDtls>`,
        ) +
        camtEntry(
          'DBIT',
          '7.00',
          `<RvslInd>true</RvslInd><NtryDtls>${payment('Eve', 'Me')}</NtryDtls>`,
        ) +
        camtEntry(
          'CRDT',
          '5.00',
          '<NtryDtls><TxDtls><RmtInf><Strd><CdtrRefInf><Ref>RF18</Ref></CdtrRefInf></Strd></RmtInf></TxDtls></NtryDtls>',
        ),
    ),
    rows: [
      '2026-03-02 -3000 Ann, Bob',
      '2026-03-02 1200 Shop / Shop',
      '2026-03-02 -700 Eve / Eve',
      '2026-03-02 500 RF18',
    ],
  },
  'CAMT.052 of an unfinished day, in UTF-16': {
    encoding: 'utf16le',
    text: `\uFEFF${camt(
      '052.001.02',
      camtEntry('DBIT', '3.00', '<Sts>PDNG</Sts><AddtlNtryInf>Karte</AddtlNtryInf>') +
        camtEntry('DBIT', '4.00', '<Sts>BOOK</Sts><AddtlNtryInf>Miete</AddtlNtryInf>'),
    )}`,
    rows: ['2026-03-02 -300 pending Karte', '2026-03-02 -400 Miete'],
  },
}

for (const [name, { text, currency = 'EUR', encoding = 'utf8', rows }] of Object.entries(cases)) {
  test(`read correctly: ${name}`, async () => {
    assert.deepEqual(await rowsOf(Buffer.from(text, encoding), currency), rows)
  })
}

test('an OFX row counts on its booking day, even if it also has the day of the purchase', async () => {
  const text =
    ofx(`<BANKTRANLIST><STMTTRN><DTPOSTED>20260305<DTUSER>20260302<TRNAMT>-1<FITID>1<NAME>A
</STMTTRN></BANKTRANLIST>`)
  assert.deepEqual(await rowsOf(Buffer.from(text), 'EUR'), ['2026-03-05 -100 A'])
})

test('of the balances of a CAMT file only the booked closing balance counts', async () => {
  const balance = (code: string, amount: string, day: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt>
<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
  const text = camt(
    '053.001.02',
    balance('OPBD', '10.00', '2026-03-01') +
      balance('CLBD', '7.00', '2026-03-02') +
      balance('CLAV', '90.00', '2026-03-02') +
      camtEntry('DBIT', '3.00', ''),
  )
  const balances: number[] = []
  const onBalance = ({ amount }: { readonly amount: number }) => balances.push(amount)
  await rowsOf(Buffer.from(text), 'EUR', onBalance)
  assert.deepEqual(balances, [700])
})

test('a record with only an amount that is not a total is refused with its line', async () => {
  const read = (line: string) =>
    rowsOf(Buffer.from(`Date,Text,Amount\n2026-03-01,A,-1.00\n${line}\n`), 'EUR')
  await assert.rejects(read(',Total of the shop,-3.00'), {
    line: 3,
    reason: { name: 'amount_alone' },
  })
  await assert.rejects(read('31.02.2026,Total,-3.00'), { line: 3 })
})

async function rowsOf(
  bytes: Buffer,
  currency: string,
  onBalance?: ReaderOptions['onBalance'],
): Promise<string[]> {
  const source = async function* () {
    yield bytes
  }
  const dialect = await detectDialect(source, { currency })
  const found: string[] = []
  for await (const rows of readRows(source, dialect, {
    currency,
    ...(onBalance && { onBalance }),
  })) {
    for (const { bookedOn, amount, status, description, merchant } of rows) {
      const words = merchant === null ? description : `${description} / ${merchant}`
      found.push(`${bookedOn} ${amount} ${status === 'pending' ? 'pending ' : ''}${words}`)
    }
  }
  return found
}
