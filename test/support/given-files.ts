import { importsApp } from '#/sources/files/app-contract.ts'
import type { Different } from '#/sources/files/matching/separate-duplicates.ts'
import type { ChosenReading } from '#/sources/files/at-once/column-roles.ts'
import { importNow } from '#/sources/files/at-once/import-now.ts'
import { transactions } from '#/budget/transactions/contract.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { budget } from './given.ts'
import type { Product } from './product.ts'

type FileText = {
  readonly text: string
  readonly different?: Different
  /** The reading that the operator asks for. */
  readonly reading?: ChosenReading
}

/** Imports a file of this text into an account, as the command line does, and returns the counts. */
export async function takeFile(
  runtime: Runtime,
  accountId: string,
  { text, different, reading }: FileText,
) {
  const { format, read, added, duplicates } = await importNow(runtime, {
    ...(different && { different }),
    ...(reading && { reading }),
    source: async function* () {
      yield Buffer.from(text)
    },
    fileName: 'statement',
    bytes: text.length,
    accountId,
    fileAccount: null,
  })
  return { format, read, added, duplicates }
}

/** Ada's budget, whose checking account takes files in. */
export async function givenFiles(product: Product) {
  const loaded = await product.household(budget)
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  const accountId = loaded.accounts['checking']!
  return {
    ...loaded,
    accountId,
    member,
    imports: member.client(importsApp),
    list: async () =>
      (await member.client(transactions).listTransactions({ query: { limit: 100 } })).data,
    take: (text: string, different?: Different) =>
      takeFile(product.runtime, accountId, { text, ...(different && { different }) }),
  }
}

export const coffees = `Date,Description,Amount
2026-03-02,Tram Stop Coffee,-4.50
2026-03-02,Tram Stop Coffee,-4.50
2026-03-03,Salary,"2,100.00"
`

export const ofx = (rows: string, currency = 'EUR') => `OFXHEADER:100
DATA:OFXSGML

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>${currency}
<BANKACCTFROM><BANKID>1<ACCTID>99887766<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST>${rows}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`

export const ofxRow = (id: string, day: string, amount: string) =>
  `<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>${day}120000<TRNAMT>${amount}<FITID>${id}<NAME>CORNER SHOP</STMTTRN>\n`

export const camt = (entries: string) => `<?xml version="1.0"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.052.001.08"><BkToCstmrAcctRpt><Rpt><Id>1</Id>
<Acct><Id><IBAN>ES7921000813610123456789</IBAN></Id></Acct>${entries}</Rpt></BkToCstmrAcctRpt></Document>`

export const camtEntry = (
  reference: string,
  amount: string,
  [status, day]: readonly [string, string],
) =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>${status}</Cd></Sts>
<BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef><AddtlNtryInf>Fuel</AddtlNtryInf></Ntry>`
