import type { Encoding } from '#/sources/statements/encoding.ts'
import { MoveFault } from './move-fault.ts'
import type { MoveFile } from './move-file.ts'
import { textLines } from './text-lines.ts'

export type QifField = {
  /** The first character of the line. */
  readonly code: string
  readonly text: string
}

/** A record of a QIF file: the lines up to `^`. */
export type QifRecord = {
  readonly line: number
  readonly list: 'account' | 'category' | 'register' | 'investment' | 'other'
  /** The account of a register, if the file has named it. */
  readonly account: string | null
  /** The kind of the register: `Bank`, `CCard`, `Cash`. */
  readonly type: string
  readonly fields: readonly QifField[]
}

const REGISTERS = new Set(['bank', 'cash', 'ccard', 'oth a', 'oth l', 'invoice'])
const INVESTMENTS = new Set(['invst', 'port', '401(k)'])
const FIELDS_MAX = 5000

/** Yields the records of a QIF file in batches. A register belongs to the account that the file names before it. */
export async function* qifRecords(
  file: MoveFile,
  encoding: Encoding,
): AsyncGenerator<readonly QifRecord[]> {
  let list: QifRecord['list'] = 'other'
  let type = ''
  let account: string | null = null
  // A list of accounts names all of them; outside of it `!Account` names the account of the next register.
  let isListing = false
  let fields: QifField[] = []
  let begins = 1
  for await (const lines of textLines(file, encoding)) {
    const records: QifRecord[] = []
    for (const { line, text } of lines) {
      if (text.startsWith('!')) {
        if (fields.length > 0) throw new MoveFault(file.name, begins, { name: 'breaks_off' })
        const word = text.slice(1).trim().toLowerCase()
        if (word === 'option:autoswitch') isListing = true
        else if (word === 'clear:autoswitch') isListing = false
        else if (word === 'account') list = 'account'
        else if (word.startsWith('type:')) {
          type = text.slice(text.indexOf(':') + 1).trim()
          list = listOf(type.toLowerCase())
        }
      } else if (text === '^') {
        if (fields.length > 0) records.push({ line: begins, list, account, type, fields })
        if (list === 'account' && !isListing)
          account = fields.find(({ code }) => code === 'N')?.text ?? null
        fields = []
      } else if (text !== '') {
        if (fields.length === 0) begins = line
        if (fields.length > FIELDS_MAX)
          throw new MoveFault(file.name, begins, { name: 'breaks_off' })
        fields.push({ code: text[0]!, text: text.slice(1).trim() })
      }
    }
    yield records
  }
  if (fields.length > 0) throw new MoveFault(file.name, begins, { name: 'breaks_off' })
}

function listOf(type: string): QifRecord['list'] {
  if (REGISTERS.has(type)) return 'register'
  if (INVESTMENTS.has(type)) return 'investment'
  return type === 'cat' ? 'category' : 'other'
}
