import { plainLine } from '#/sources/provider/plain-text.ts'
import { parseDay, type Day } from '#/core/values/day.ts'
import { StatementFault } from './fault.ts'
import { createMarkup, type Token } from './markup.ts'
import { excerpt, readPlainAmount, tryPlainAmount } from './plain-amount.ts'
import type { Reading, StatementReader, StatementRow } from './statement.ts'

/** A transaction while its tags come in. */
type Open = {
  readonly line: number
  readonly status: StatementRow['status']
  readonly fields: Map<string, string>
  /** Where each field's value stands, or its tag where it is empty. */
  readonly lines: Map<string, number>
}

const accountTags = new Set(['BANKACCTFROM', 'CCACCTFROM', 'INVACCTFROM'])
const statementTags = new Set(['STMTRS', 'CCSTMTRS', 'INVSTMTRS'])
/** A transaction, and one that the bank has not booked yet: those stand in a list of their own, without an id. */
const rowTags = new Map<string, StatementRow['status']>([
  ['STMTTRN', 'booked'],
  ['STMTTRNP', 'pending'],
])
/** What ends a transaction that was not closed. */
const rowEnds = new Set([
  ...rowTags.keys(),
  'BANKTRANLIST',
  'BANKTRANLISTP',
  'STMTRS',
  'CCSTMTRS',
  'INVSTMTRS',
  'OFX',
])

/**
 * OFX 1 (SGML, where only some tags are closed), OFX 2 (XML) and QFX, read alike: tags that it does not know are skipped,
 * and what is missing a closing tag ends where the next thing begins. As many rows come out as the file has `<STMTTRN>` and `<STMTTRNP>`.
 */
// oxlint-disable-next-line max-lines-per-function -- one machine, whose state is all here
export function createOfxReader(
  { currency, onBalance }: Reading,
  tell: (row: StatementRow) => void,
): StatementReader {
  let open: Open | null = null
  let account: string | null = null
  let inAccount = false
  let statements = 0
  let begun = 0
  let told = 0
  let isEnded = true
  let leaf: { readonly name: string; text: string; line: number } | null = null
  let error: { code: string; message: string; line: number } | null = null
  let inStatus = false
  let balance: Map<string, string> | null = null

  const closeRow = () => {
    if (!open) return
    tell(readRow(open, account, currency))
    told += 1
    open = null
  }
  const keep = () => {
    if (!leaf) return
    const { name, text, line } = leaf
    leaf = null
    if (open) {
      if (!open.fields.has(name)) open.lines.set(name, line)
      // An empty one says nothing: banks leave `NAME` so where they tell of the `PAYEE`.
      if (text !== '' && !open.fields.has(name)) open.fields.set(name, text)
    } else if (balance) balance.set(name, text)
    else if (inAccount && name === 'ACCTID') account = text.replaceAll(/\s+/g, ' ')
    else if (name === 'CURDEF') requireCurrency(text, currency, line)
    else if (inStatus && name === 'CODE' && text !== '0') error = { code: text, message: '', line }
    else if (inStatus && name === 'SEVERITY' && text !== 'ERROR') error = null
    else if (inStatus && name === 'MESSAGE' && error) error.message = plainLine(text, 200)
  }
  const opens = (name: string, line: number) => {
    const status = rowTags.get(name)
    if (status !== undefined) {
      closeRow()
      open = { line, status, fields: new Map(), lines: new Map() }
      begun += 1
      isEnded = false
    } else if (statementTags.has(name)) {
      closeRow()
      statements += 1
      account = null
    } else if (name === 'INVTRAN') {
      throw new StatementFault(line, { name: 'trades' })
    } else if (name === 'STATUS') inStatus = true
    else if (name === 'LEDGERBAL') balance = new Map()
    else if (!open && accountTags.has(name)) inAccount = true
    leaf = { name, text: '', line }
  }
  const closes = (name: string) => {
    if (rowEnds.has(name)) {
      closeRow()
      isEnded ||= !rowTags.has(name)
    }
    if (accountTags.has(name)) inAccount = false
    if (name === 'STATUS') inStatus = false
    if (name === 'LEDGERBAL' && balance) {
      const amount = tryPlainAmount(balance.get('BALAMT') ?? '', currency)
      const day = parseOfxDay(balance.get('DTASOF') ?? '')
      if (amount !== null && day !== null) onBalance?.({ account, amount, day })
      balance = null
    }
  }
  let lastLine = 1
  const markup = createMarkup((token: Token) => {
    lastLine = token.line
    if (token.kind === 'text') {
      if (!leaf) return
      if (leaf.text === '') leaf.line = token.line
      leaf.text = leaf.text === '' ? token.text : `${leaf.text} ${token.text}`
      return
    }
    const name = token.name.toUpperCase()
    keep()
    if (token.kind === 'open') opens(name, token.line)
    else closes(name)
  })
  return {
    push: markup.push,
    end: () => {
      markup.end()
      keep()
      if (!isEnded) throw new StatementFault(open?.line ?? lastLine, { name: 'breaks_off' })
      if (told !== begun)
        throw new StatementFault(null, { name: 'rows_unreadable', read: told, total: begun })
      if (statements === 0) throw noStatement(error)
    },
  }
}

function noStatement(error: { code: string; message: string; line: number } | null) {
  if (error === null) return new StatementFault(null, { name: 'not_statement' })
  return new StatementFault(error.line, {
    name: 'bank_error',
    code: excerpt(error.code),
    said: error.message.replace(/\.$/, '') || null,
  })
}

/** Throws StatementFault where a file is in another currency than the account. */
export function requireCurrency(told: string, currency: string, line: number): void {
  const code = told.trim().toUpperCase()
  if (code === '' || code === currency) return
  throw new StatementFault(line, { name: 'other_currency', told: excerpt(told), currency })
}

function readRow(
  { line, status, fields, lines }: Open,
  account: string | null,
  currency: string,
): StatementRow {
  const field = (name: string) => fields.get(name) ?? ''
  // An amount in a currency of its own says so; `ORIGCURRENCY` has been converted already.
  const lineOf = (name: string) => lines.get(name) ?? line
  if (fields.has('CURRENCY')) requireCurrency(field('CURSYM'), currency, lineOf('CURSYM'))
  const amount = field('TRNAMT')
  if (amount === '') throw new StatementFault(lineOf('TRNAMT'), { name: 'no_amount' })
  const dated = ['DTPOSTED', 'DTTRAN', 'DTUSER']
  const day = dated.find((name) => field(name) !== '') ?? 'DTPOSTED'
  const name = plainLine(field('NAME') || field('PAYEE'), 200)
  const memo = plainLine(field('MEMO'), 500)
  const code = field('SIC')
  return {
    line,
    account,
    reference: plainLine(field('FITID'), 255) || null,
    status,
    amount: readPlainAmount(amount, currency, lineOf('TRNAMT')),
    bookedOn: readDay(field(day), lineOf(day)),
    description: name || memo,
    merchant: null,
    memo: memo === name ? null : memo || null,
    mcc: /^\d{4}$/.test(code) && code !== '0000' ? code : null,
  }
}

function readDay(text: string, line: number): Day {
  if (text === '') throw new StatementFault(line, { name: 'no_date' })
  const day = parseOfxDay(text)
  if (day === null) throw new StatementFault(line, { name: 'no_such_date', date: excerpt(text) })
  return day
}

/** `20090401122017.000[-5:EST]`: the day as the bank writes it, in the bank's own zone. */
function parseOfxDay(text: string): Day | null {
  const found = /^(\d{4})(\d{2})(\d{2})(?:\D|\d{2,6}(?:\D|$)|$)/.exec(text)
  const plain = /^(\d{4})-(\d{2})-(\d{2})(?:\D|$)/.exec(text)
  const [, year, month, date] = found ?? plain ?? []
  return year === undefined ? null : parseDay(`${year}-${month}-${date}`)
}
