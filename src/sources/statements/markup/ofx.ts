import { requireCurrency } from '#/sources/statements/require-currency.ts'
import { plainLine } from '#/sources/provider/plain-text.ts'
import { parseDay, type Day } from '#/core/values/day.ts'
import { StatementFault } from '#/sources/statements/fault.ts'
import { createMarkup, type Token } from './markup.ts'
import { excerpt, readPlainAmount, tryPlainAmount } from '#/sources/statements/plain-amount.ts'
import type {
  ReaderOptions,
  StatementReader,
  StatementRow,
} from '#/sources/statements/statement.ts'

/** A transaction while its tags are read. */
type Open = {
  readonly line: number
  readonly status: StatementRow['status']
  readonly fields: Map<string, string>
  /** The line of each field's value, or of its tag if it is empty. */
  readonly lines: Map<string, number>
}

const accountTags = new Set(['BANKACCTFROM', 'CCACCTFROM', 'INVACCTFROM'])
const statementTags = new Set(['STMTRS', 'CCSTMTRS', 'INVSTMTRS'])
/** Transactions, and those not booked yet, which OFX 2.2 lists separately and without an id. */
const rowTags = new Map<string, StatementRow['status']>([
  ['STMTTRN', 'booked'],
  ['STMTTRNP', 'pending'],
])
/** Lists of transactions; trades of securities stand beside the movements of cash. */
const lists = new Set(['BANKTRANLIST', 'BANKTRANLISTP', 'INVTRANLIST'])
/** Tags that end a transaction without a closing tag. */
const rowEnds = new Set([
  ...rowTags.keys(),
  ...lists,
  'INVBANKTRAN',
  'STMTRS',
  'CCSTMTRS',
  'INVSTMTRS',
  'OFX',
])

/**
 * Reads OFX 1 (SGML, where only some tags are closed), OFX 2 (XML) and QFX alike: unknown tags are skipped, and an element
 * without a closing tag ends where the next one begins. It emits one row per `<STMTTRN>` and `<STMTTRNP>`, or throws.
 * Trades of securities are skipped; the movements of cash in a brokerage account (`INVBANKTRAN`) are rows.
 */
// oxlint-disable-next-line max-lines-per-function -- one state machine
export function createOfxReader(
  { currency, onBalance, onAccount, onSkipped }: ReaderOptions,
  emit: (row: StatementRow) => void,
): StatementReader {
  let open: Open | null = null
  let account: string | null = null
  let inAccount = false
  let statements = 0
  let begun = 0
  let emitted = 0
  let isEnded = true
  let trades = 0
  let leaf: { readonly name: string; text: string; line: number } | null = null
  let error: { code: string; message: string; line: number } | null = null
  let inStatus = false
  let balance: Map<string, string> | null = null

  const closeRow = () => {
    if (!open) return
    emit(readRow(open, account, currency))
    emitted += 1
    open = null
  }
  const keep = () => {
    if (!leaf) return
    const { name, text, line } = leaf
    leaf = null
    if (open) {
      if (!open.fields.has(name)) open.lines.set(name, line)
      // Empty fields are skipped: banks leave `NAME` empty when they fill `PAYEE`.
      if (text !== '' && !open.fields.has(name)) open.fields.set(name, text)
    } else if (balance) balance.set(name, text)
    else if (inAccount && name === 'ACCTID') {
      account = text.replaceAll(/\s+/g, ' ')
      if (account !== '') onAccount?.(account)
    } else if (name === 'CURDEF') requireCurrency(text, currency, line)
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
      closeRow()
      trades += 1
      onSkipped?.({ reason: 'investment', line })
    } else if (lists.has(name)) {
      closeRow()
      isEnded = false
    } else if (name === 'STATUS') inStatus = true
    else if (name === 'LEDGERBAL') balance = new Map()
    else if (!open && accountTags.has(name)) inAccount = true
    leaf = { name, text: '', line }
  }
  const closes = (name: string) => {
    if (rowEnds.has(name)) {
      closeRow()
      isEnded ||= !rowTags.has(name) && name !== 'INVBANKTRAN'
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
      if (emitted !== begun)
        throw new StatementFault(null, { name: 'rows_unreadable', read: emitted, total: begun })
      if (statements === 0) throw noStatement(error)
      if (emitted === 0 && trades > 0) throw new StatementFault(null, { name: 'trades' })
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

function readRow(
  { line, status, fields, lines }: Open,
  account: string | null,
  currency: string,
): StatementRow {
  const field = (name: string) => fields.get(name) ?? ''
  // `CURRENCY` marks an amount in another currency; an amount with `ORIGCURRENCY` has been converted already.
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
    category: null,
  }
}

function readDay(text: string, line: number): Day {
  if (text === '') throw new StatementFault(line, { name: 'no_date' })
  const day = parseOfxDay(text)
  if (day === null) throw new StatementFault(line, { name: 'no_such_date', date: excerpt(text) })
  return day
}

/** Reads `20090401122017.000[-5:EST]` as a day in the bank's own time zone. */
function parseOfxDay(text: string): Day | null {
  const found = /^(\d{4})(\d{2})(\d{2})(?:\D|\d{2,6}(?:\D|$)|$)/.exec(text)
  const plain = /^(\d{4})-(\d{2})-(\d{2})(?:\D|$)/.exec(text)
  const [, year, month, date] = found ?? plain ?? []
  return year === undefined ? null : parseDay(`${year}-${month}-${date}`)
}
