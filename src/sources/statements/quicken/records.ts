import { plainLine } from '#/sources/provider/plain-text.ts'
import { StatementFault } from '#/sources/statements/fault.ts'
import { createLines } from '#/sources/statements/split-lines.ts'

type Split = { readonly line: number; category: string; memo: string; amount: string }

/** A transaction: its fields by their letter. */
export type QifRecord = {
  readonly kind: 'payment' | 'investment'
  readonly line: number
  readonly account: string | null
  readonly fields: ReadonlyMap<string, string>
  /** The line of each field. */
  readonly lines: ReadonlyMap<string, number>
  readonly splits: readonly Split[]
}

type Section = QifRecord['kind'] | 'account' | 'list'

const SPLITS_MAX = 1000

/**
 * Splits QIF into the records of transactions, piece by piece, and follows which account they belong to. Throws
 * StatementFault for a file that ends inside a record.
 */
// oxlint-disable-next-line max-lines-per-function -- one state machine
export function createQifRecords(on: {
  readonly onAccount: (name: string) => void
  readonly onRecord: (record: QifRecord) => void
}) {
  let section: Section = 'list'
  let account: string | null = null
  let begun = 0
  let lastLine = 1
  let fields = new Map<string, string>()
  let lines = new Map<string, number>()
  let splits: Split[] = []

  const endRecord = () => {
    const line = begun
    begun = 0
    const record = { line, account, fields, lines, splits }
    fields = new Map()
    lines = new Map()
    splits = []
    if (line === 0) return
    if (section === 'account') {
      account = plainLine(record.fields.get('N') ?? '', 100) || null
    } else if (section !== 'list') on.onRecord({ kind: section, ...record })
  }
  const head = (text: string, line: number) => {
    if (begun > 0) throw new StatementFault(line, { name: 'record_open' })
    const [, word = '', kind = ''] = /^!\s*(\w+)\s*:?\s*(.*)$/.exec(text) ?? []
    const name = word.toLowerCase()
    if (name === 'clear') {
      // The list of all accounts ends; what follows belongs to none of them yet.
      account = null
    } else if (name === 'account') section = 'account'
    else if (name === 'type') {
      section = sectionOf(kind.trim())
      if (section !== 'list' && account !== null) on.onAccount(account)
    }
  }
  const reader = createLines((written, line) => {
    const text = written.replace(/^\ufeff/, '').trimEnd()
    if (text.trim() === '') return
    lastLine = line
    if (text.startsWith('!')) {
      head(text, line)
      return
    }
    if (text.startsWith('^')) {
      endRecord()
      return
    }
    if (begun === 0) begun = line
    const [code, value] = [text[0]!, text.slice(1).trim()]
    const split = splits.at(-1)
    if (code === 'S') {
      if (splits.length >= SPLITS_MAX) throw new StatementFault(line, { name: 'too_many_splits' })
      splits.push({ line, category: value, memo: '', amount: '' })
    } else if (code === 'E' && split) split.memo = value
    else if (code === '$' && split) split.amount = value
    else if (!fields.has(code)) {
      fields.set(code, value)
      lines.set(code, line)
    }
  })
  return {
    push: reader.push,
    end: () => {
      reader.end()
      if (begun > 0) throw new StatementFault(lastLine, { name: 'breaks_off' })
    },
  }
}

function sectionOf(type: string): Section {
  if (/^(?:bank|ccard|cash|oth\s?[al]|invoice)$/i.test(type)) return 'payment'
  if (/^(?:invst|port|401\(?k\)?(?:\/403\(?b\)?)?|mutual|ira)$/i.test(type)) return 'investment'
  return 'list'
}
