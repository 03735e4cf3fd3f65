import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'
import { plainLine } from '#/sources/provider/plain-text.ts'
import { StatementFault } from '#/sources/statements/fault.ts'
import { excerpt, readPlainAmount } from '#/sources/statements/plain-amount.ts'
import { createLines } from '#/sources/statements/split-lines.ts'
import type {
  BalanceGap,
  ReaderOptions,
  StatementReader,
  StatementRow,
} from '#/sources/statements/statement.ts'
import { readDetails } from './details.ts'
import { type EntryLine, readEntryLine, readSwiftDay } from './entry-line.ts'

/** A field: its lines, the first without the tag. */
type Field = { readonly tag: string; readonly line: number; readonly lines: string[] }

type Entry = {
  readonly line: number
  readonly read: EntryLine
  /** The lines of field 61 below the first. */
  readonly more: readonly string[]
  /** The lines of field 86. */
  details: readonly string[]
}

/** A statement, from field 20 to the next one. */
type Statement = {
  account: string | null
  /** The currency of its balances; null until one is read. */
  currency: string | null
  opening: Cents | null
  closing: Balance | null
  debits: Cents
  credits: Cents
  lastDay: Day | null
}

type Balance = { readonly amount: Cents; readonly day: Day; readonly line: number }

const FIELD_LINES_MAX = 200
const GAPS_MAX = 20

/**
 * Reads MT940 and MT942 of any bank: with or without SWIFT's envelope, several statements and accounts in one file. An
 * MT940 must end with a closing balance. A statement whose rows do not lead from the opening to the closing balance, or
 * not to the sums of an MT942, is reported as a gap. Statements in another currency than the account's are skipped if
 * there are others.
 */
// oxlint-disable-next-line max-lines-per-function -- one state machine
export function createMt940Reader(
  options: ReaderOptions,
  emit: (row: StatementRow) => void,
): StatementReader {
  const { currency, onBalance, onGaps, onAccount, onSkipped } = options
  let field: Field | null = null
  let statement: Statement | null = null
  let entry: Entry | null = null
  let isInterim = false
  let lastLine = 1
  /** Statements in the account's currency, and the first other currency. */
  let taken = 0
  let other: { readonly stated: string; readonly line: number } | null = null
  const gaps: BalanceGap[] = []
  let missed = 0

  const checkSum = (line: number, expected: Cents, actual: Cents) => {
    if (expected === actual) return
    missed += 1
    if (gaps.length < GAPS_MAX) gaps.push({ line, expected, actual })
  }
  const isForeign = ({ currency: own }: Statement) => own !== null && own !== currency
  const endEntry = () => {
    if (!entry || !statement) return
    const { line } = entry
    const row = rowOf(entry, statement.account)
    entry = null
    if (isForeign(statement)) {
      onSkipped?.({ reason: 'other_currency', line })
      return
    }
    if (row.status === 'booked') {
      if (row.amount < 0) statement.debits -= row.amount
      else statement.credits += row.amount
      const { lastDay } = statement
      if (lastDay === null || row.bookedOn > lastDay) statement.lastDay = row.bookedOn
    }
    emit(row)
  }
  const endStatement = () => {
    endEntry()
    if (!statement) return
    const { account, opening, closing, debits, credits, lastDay } = statement
    if (!isInterim && closing === null) throw new StatementFault(lastLine, { name: 'breaks_off' })
    if (!isForeign(statement)) {
      taken += 1
      if (account !== null) onAccount?.(account)
      if (closing) {
        if (opening !== null) checkSum(closing.line, opening + credits - debits, closing.amount)
        // The balance includes all of the statement's rows, also one that is dated after it.
        const day = lastDay !== null && lastDay > closing.day ? lastDay : closing.day
        onBalance?.({ account, amount: closing.amount, day })
      }
    }
    statement = null
  }
  const opened = (): Statement => {
    const none = { account: null, currency: null, opening: null, closing: null, lastDay: null }
    statement ??= { ...none, debits: 0, credits: 0 }
    return statement
  }
  const takeCurrency = (stated: string, line: number) => {
    const open = opened()
    open.currency ??= stated
    if (isForeign(open)) other ??= { stated, line }
  }
  const takeBalance = (tag: string, text: string, line: number) => {
    const found = /^([CD])(\d{6})([A-Z]{3})([\d.,]+)$/.exec(text.replaceAll(/\s/g, ''))
    const day = found && readSwiftDay(found[2]!)
    if (!found || !day) {
      throw new StatementFault(line, { name: 'balance_unreadable', balance: excerpt(text) })
    }
    const open = opened()
    takeCurrency(found[3]!, line)
    const magnitude = readPlainAmount(withoutMark(found[4]!), found[3]!, line)
    const amount = found[1] === 'D' ? 0 - magnitude : magnitude
    if (tag.startsWith('60')) open.opening ??= amount
    else {
      endEntry()
      open.closing = { amount, day, line }
    }
  }
  const takeTotal = (tag: string, text: string, line: number) => {
    const found = /^\d{1,5}([A-Z]{3})([\d.,]+)$/.exec(text.replaceAll(/\s/g, ''))
    if (!found) return
    endEntry()
    const open = opened()
    takeCurrency(found[1]!, line)
    const stated = readPlainAmount(withoutMark(found[2]!), found[1]!, line)
    if (!isForeign(open)) checkSum(line, tag === '90D' ? open.debits : open.credits, stated)
  }
  const take = ({ tag, line, lines }: Field) => {
    const text = lines[0]!.trim()
    if (tag === '20') {
      endStatement()
      opened()
    } else if (tag === '61') {
      const open = opened()
      endEntry()
      if (open.closing) throw new StatementFault(line, { name: 'follows_document' })
      const read = readEntryLine(text, currency, line)
      entry = { line, read, more: lines.slice(1), details: [] }
    } else if (tag === '86') {
      // After the closing balance it describes the whole statement.
      if (entry) entry.details = [...entry.details, ...lines]
    } else if (/^25P?$/.test(tag)) opened().account = accountIn(text)
    else if (/^60[FM]?$|^62[FM]?$/.test(tag)) takeBalance(tag, text, line)
    else if (tag === '90D' || tag === '90C') takeTotal(tag, text, line)
    else if (/^(?:34F|13D?)$/.test(tag)) {
      isInterim = true
      const found = /^([A-Z]{3})[CD]?\d/.exec(text)
      if (found) takeCurrency(found[1]!, line)
    }
  }
  const endField = () => {
    const ended = field
    field = null
    if (ended) take(ended)
  }
  const takeLine = (text: string, line: number) => {
    if (text.trim() !== '') lastLine = line
    const envelope = /\{2:[IO]?94([02])/.exec(text)
    if (envelope || /^(?:MT)?94[02]$/.test(text.trim())) {
      endField()
      endStatement()
      isInterim = (envelope?.[1] ?? text.trim().slice(-1)) === '2'
    }
    // SWIFT's own marks begin and end a message.
    const plain = text.replaceAll('\u0001', '').replaceAll('\u0003', '')
    const start = plain.lastIndexOf('{4:')
    const bare = (start < 0 ? plain : plain.slice(start + 3)).replace(/^[\ufeff\s]+(?=:)/, '')
    const found = /^:(\d{2}[A-Z]?|NS):(.*)$/.exec(bare)
    if (found) {
      endField()
      field = { tag: found[1]!, line, lines: [found[2]!] }
    } else if (/^(?:-|-?\}.*|\{.*)$/.test(bare.trim())) endField()
    else if (field && field.lines.length < FIELD_LINES_MAX) field.lines.push(bare)
  }
  // Files from FinTS keep `@@` for the line end.
  const lines = createLines(takeLine, { atSigns: true })
  return {
    push: lines.push,
    end: () => {
      lines.end()
      endField()
      endStatement()
      if (taken === 0) {
        if (other === null) throw new StatementFault(null, { name: 'not_statement' })
        const { line, stated } = other
        throw new StatementFault(line, { name: 'other_currency', stated, currency })
      }
      if (missed > 0) onGaps?.(gaps, missed)
    },
  }
}

/** Amounts of SWIFT end with their comma if there are no decimals. */
function withoutMark(amount: string): string {
  return amount.replace(/[.,]$/, '')
}

/** Takes the currency off that Dutch and Polish banks put behind the number of the account. */
function accountIn(text: string): string | null {
  const number = plainLine(text, 100).replaceAll(' ', '')
  return number.replace(/(?<=\d)\/?[A-Z]{3}$/, '') || null
}

function rowOf({ line, read, more, details }: Entry, account: string | null): StatementRow {
  const { merchant, purpose, booking } = readDetails(details)
  const below = more.join(' ').trim()
  // Some banks give field 61 a second line for words, others for keywords between slashes.
  const supplement = below.startsWith('/') ? '' : below
  const reference = /^(?:NONREF|EREF|NOTPROVIDED)?$/i.test(read.reference) ? '' : read.reference
  const words = purpose || booking || supplement || merchant || reference
  return {
    line,
    account,
    // The references of this format repeat: a second equal payment would be taken for the first.
    reference: null,
    status: read.isExpected ? 'pending' : 'booked',
    amount: read.amount,
    bookedOn: read.enteredOn ?? read.valueOn,
    description: plainLine(words, 500),
    merchant: plainLine(merchant, 200) || null,
    memo: plainLine(booking === words ? '' : booking, 500) || null,
    mcc: null,
    category: null,
  }
}
