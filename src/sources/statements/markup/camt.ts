import { plainLine } from '#/sources/provider/plain-text.ts'
import type { Cents } from '#/core/values/cents.ts'
import { type Day, parseDay } from '#/core/values/day.ts'
import { StatementFault } from '#/sources/statements/fault.ts'
import { createMarkup, type Token } from './markup.ts'
import { requireCurrency } from '#/sources/statements/require-currency.ts'
import { excerpt, readPlainAmount, tryPlainAmount } from '#/sources/statements/plain-amount.ts'
import type {
  ReaderOptions,
  StatementReader,
  StatementRow,
} from '#/sources/statements/statement.ts'

/** An entry while it is read: texts by their path below it. */
type Entry = {
  readonly line: number
  readonly texts: Map<string, string[]>
  /** The line of each path's first text, or of its tag if it is empty. */
  readonly lines: Map<string, number>
  currency: string | null
  /** Payments that the entry sums up; with more than one there is no single other party. */
  details: number
}

/** Exceeds the depth of every ISO 20022 message. */
const DEPTH_MAX = 60
/** Limits the texts kept per path of an entry. */
const TEXTS_MAX = 20

const statementTags = new Set(['Stmt', 'Rpt', 'Ntfctn'])
const pendings = new Set(['PDNG', 'INFO', 'FUTR'])

/**
 * Reads CAMT.052, CAMT.053 and CAMT.054 (ISO 20022) of any version. An entry is one row, even if it sums up several
 * payments, because the balance moved by the entry. Of CAMT.054 only booked entries count. Unlike OFX, the file must be
 * well-formed XML.
 */
// oxlint-disable-next-line max-lines-per-function -- one state machine
export function createCamtReader(
  { currency, onBalance, onAccount, onSkipped }: ReaderOptions,
  emit: (row: StatementRow) => void,
): StatementReader {
  const path: string[] = []
  let entry: { readonly depth: number; readonly read: Entry } | null = null
  let statementDepth: number | null = null
  let account: string | null = null
  let statements = 0
  let isClosed = false
  let balance: Map<string, string> | null = null
  let closing: { readonly amount: Cents; readonly day: Day } | null = null
  let lastDay: Day | null = null
  let isNotice = false
  let notices = 0
  let rows = 0

  const take = (row: StatementRow) => {
    if (isNotice) notices += 1
    if (isNotice && row.status === 'pending') {
      onSkipped?.({ reason: 'pending', line: row.line })
      return
    }
    if (row.status === 'booked' && (lastDay === null || row.bookedOn > lastDay)) {
      lastDay = row.bookedOn
    }
    rows += 1
    emit(row)
  }

  const opens = ({ name, attributes, line }: Token & { kind: 'open' }) => {
    if (path.length >= DEPTH_MAX) throw new StatementFault(line, { name: 'nested_too_deep' })
    if (path.length === 0 && isClosed) throw new StatementFault(line, { name: 'follows_document' })
    path.push(name)
    if (statementTags.has(name) && statementDepth === null) {
      statementDepth = path.length
      statements += 1
      isNotice = name === 'Ntfctn'
      lastDay = null
      closing = null
      account = null
    } else if (name === 'Bal' && path.length - 1 === statementDepth) {
      balance = new Map()
    } else if (balance && name === 'Amt') {
      balance.set('Ccy', currencyIn(attributes) ?? '')
    } else if (name === 'Ntry' && statementDepth !== null && entry === null) {
      const read: Entry = { line, texts: new Map(), lines: new Map(), currency: null, details: 0 }
      entry = { depth: path.length, read }
      return
    }
    if (!entry) return
    const below = path.slice(entry.depth).join('/')
    if (!entry.read.lines.has(below)) entry.read.lines.set(below, line)
    if (name === 'Amt' && path.length === entry.depth + 1) {
      entry.read.currency = currencyIn(attributes)
    } else if (name === 'TxDtls') entry.read.details += 1
  }
  const closes = ({ name, line }: Token & { kind: 'close' }) => {
    if (path.at(-1) !== name) {
      throw new StatementFault(line, { name: 'closes_nothing', tag: excerpt(`</${name}>`) })
    }
    if (entry && path.length === entry.depth) {
      take(readEntry(entry.read, account, currency))
      entry = null
    }
    if (balance && name === 'Bal') {
      closing = readBalance(balance, currency) ?? closing
      balance = null
    }
    if (path.length === statementDepth) {
      // The balance includes all of the statement's rows, also one that is dated after it.
      const day = closing && lastDay !== null && lastDay > closing.day ? lastDay : closing?.day
      if (closing && day) onBalance?.({ account, amount: closing.amount, day })
      statementDepth = null
    }
    path.pop()
    isClosed = path.length === 0
  }
  const texts = ({ text, line }: Token & { kind: 'text' }) => {
    if (entry) {
      const below = path.slice(entry.depth).join('/')
      const kept = entry.read.texts.get(below)
      if (!kept) {
        entry.read.texts.set(below, [text])
        entry.read.lines.set(below, line)
      } else if (kept.length < TEXTS_MAX) kept.push(text)
      return
    }
    if (statementDepth === null) return
    const below = path.slice(statementDepth).join('/')
    balance?.set(below, text)
    if (below === 'Acct/Id/IBAN' || below === 'Acct/Id/Othr/Id') {
      account ??= plainLine(text, 100)
      onAccount?.(account)
    }
    if (below === 'Acct/Ccy') requireCurrency(text, currency, line)
  }
  let lastLine = 1
  const markup = createMarkup((token) => {
    lastLine = token.line
    if (token.kind === 'open') opens(token)
    else if (token.kind === 'close') closes(token)
    else texts(token)
  })
  return {
    push: markup.push,
    end: () => {
      markup.end()
      if (path.length > 0) throw new StatementFault(lastLine, { name: 'breaks_off' })
      if (statements === 0) throw new StatementFault(null, { name: 'not_statement' })
      if (notices > 0 && rows === 0) throw new StatementFault(null, { name: 'notices' })
    },
  }
}

function currencyIn(attributes: string): string | null {
  return /\bCcy=["']([^"']*)["']/.exec(attributes)?.[1] ?? null
}

/** Reads a closing booked balance (`CLBD`); null for other balances and unreadable ones. */
function readBalance(texts: ReadonlyMap<string, string>, currency: string) {
  const text = (name: string) => texts.get(`Bal/${name}`) ?? ''
  const amount = tryPlainAmount(text('Amt'), currency)
  const day = parseDay((text('Dt/Dt') || text('Dt/DtTm')).slice(0, 10))
  const isClosing = text('Tp/CdOrPrtry/Cd') === 'CLBD' && texts.get('Ccy') === currency
  if (amount === null || day === null || !isClosing) return null
  return { amount: text('CdtDbtInd') === 'DBIT' ? 0 - amount : amount, day }
}

function readEntry(entry: Entry, account: string | null, currency: string): StatementRow {
  const { texts } = entry
  /** Finds the line of the first of these paths in the entry, else of the entry itself. */
  const lineOf = (...paths: readonly string[]) => {
    const path = paths.find((one) => texts.has(one)) ?? paths.find((one) => entry.lines.has(one))
    return (path === undefined ? undefined : entry.lines.get(path)) ?? entry.line
  }
  const text = (path: string) => texts.get(path)?.[0] ?? ''
  const amount = text('Amt')
  if (amount === '') throw new StatementFault(lineOf('Amt'), { name: 'no_amount' })
  if (entry.currency !== null) requireCurrency(entry.currency, currency, lineOf('Amt'))
  const side = text('CdtDbtInd')
  if (side !== 'CRDT' && side !== 'DBIT') {
    throw new StatementFault(lineOf('CdtDbtInd'), { name: 'no_direction' })
  }
  const magnitude = readPlainAmount(amount, currency, lineOf('Amt'))
  // A reversal keeps the parties of the original payment but moves the money the other way.
  const isReversal = /^(?:true|1)$/.test(text('RvslInd'))
  const other = (side === 'CRDT') === isReversal ? 'Cdtr' : 'Dbtr'
  const parties = otherParties(texts, other)
  const party = entry.details > 1 ? '' : (parties[0] ?? '')
  const remittance = ['NtryDtls/TxDtls/RmtInf/Ustrd', 'NtryDtls/TxDtls/AddtlTxInf']
    .flatMap((path) => (entry.details > 1 ? [] : (texts.get(path) ?? [])))
    .join(' ')
  const info = text('AddtlNtryInf')
  const code = /(?:^|\/)MrchntCtgyCd$/
  const mcc = [...texts].find(([path]) => code.test(path))?.[1][0] ?? ''
  return {
    line: entry.line,
    account,
    reference: plainLine(text('AcctSvcrRef') || text('NtryRef'), 255) || null,
    status: readStatus(text('Sts') || text('Sts/Cd'), lineOf('Sts', 'Sts/Cd')),
    amount: side === 'DBIT' ? 0 - magnitude : magnitude,
    bookedOn: readDay(text, lineOf(...dayPaths)),
    description: plainLine(remittance || info || parties.join(', ') || text(REFERENCE), 500),
    merchant: plainLine(party, 200) || null,
    memo: remittance === '' || info === '' ? null : plainLine(info, 500) || null,
    mcc: /^\d{4}$/.test(mcc) ? mcc : null,
    category: null,
  }
}

/** The creditor's reference, which is the only text of some payments. */
const REFERENCE = 'NtryDtls/TxDtls/RmtInf/Strd/CdtrRefInf/Ref'

/** Names the other party of each payment, preferring the ultimate party to the one that acts for it. */
function otherParties(
  texts: ReadonlyMap<string, readonly string[]>,
  role: 'Dbtr' | 'Cdtr',
): readonly string[] {
  for (const party of [`Ultmt${role}`, role]) {
    for (const name of ['Nm', 'Pty/Nm', 'Agt/FinInstnId/Nm']) {
      const names = texts.get(`NtryDtls/TxDtls/RltdPties/${party}/${name}`)
      if (names !== undefined) return names
    }
  }
  return []
}

function readStatus(code: string, line: number): 'pending' | 'booked' {
  if (code === '' || code === 'BOOK') return 'booked'
  if (pendings.has(code)) return 'pending'
  throw new StatementFault(line, { name: 'status_unknown', status: excerpt(code) })
}

const dayPaths = ['BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm']

/** Reads the booking day, else the value day, without converting time zones. */
function readDay(text: (path: string) => string, line: number): Day {
  const written = dayPaths.map(text).find((found) => found !== '') ?? ''
  if (written === '') throw new StatementFault(line, { name: 'no_date' })
  const day = parseDay(written.slice(0, 10))
  if (day === null || !/^(?:[TZ+-]|$)/.test(written.slice(10))) {
    throw new StatementFault(line, { name: 'no_such_date', date: excerpt(written) })
  }
  return day
}
