import { type DecimalSign, decimalIn, type Place, readMoney } from './amounts.ts'
import { type DateOrder, requireDay } from './dates.ts'
import { MoveFault } from './move-fault.ts'
import type { MoveFile } from './move-file.ts'
import { CORRECTION, SOMEWHERE } from './moved.ts'
import { openTable, type Table, type TableRow } from './table.ts'

// The steps that all applications with one table of payments share.

/** Sorts tables by a rule. Files that fit none are refused, so that nothing is left out silently. */
export async function sortTables<const Kind extends string>(
  files: readonly MoveFile[],
  kindOf: (table: Table) => Kind | null,
): Promise<ReadonlyMap<Kind, Table>> {
  const found = new Map<Kind, Table>()
  const other: MoveFile[] = []
  for (const file of files) {
    const table = await openTable(file)
    const kind = table && kindOf(table)
    if (!table || kind === null) other.push(file)
    else if (found.has(kind)) throw new MoveFault(file.name, 1, { name: 'move_twice' })
    else found.set(kind, table)
  }
  const [first] = other
  if (first) throw new MoveFault(first.name, null, { name: 'move_other_files' })
  return found
}

/** Finds the decimal sign of a column of amounts; a point if none shows it. */
export async function decimalOf(table: Table, columns: readonly string[]): Promise<DecimalSign> {
  let decimal: DecimalSign | null = null
  for await (const rows of table.rows()) {
    for (const { line, text } of rows) {
      const amount = text(...columns)
      const sign = decimalIn(amount)
      if (sign !== null && decimal !== null && sign !== decimal) {
        const reason = { name: 'decimals_differ', amount, sign, above: decimal } as const
        throw new MoveFault(table.file.name, line, reason)
      }
      decimal ??= sign
    }
  }
  return decimal ?? '.'
}

/** Reads the cells that every row needs. Throws MoveFault for an empty or unreadable one. */
export function createCells(
  table: Table,
  { decimal, order }: { readonly decimal: DecimalSign; readonly order: DateOrder },
) {
  const placeOf = ({ line }: TableRow): Place => ({ file: table.file.name, line })
  return {
    day: (row: TableRow, ...columns: readonly string[]) =>
      requireDay(row.text(...columns), order, placeOf(row)),
    amount: (row: TableRow, currency: string, ...columns: readonly string[]) => {
      const at = placeOf(row)
      const text = row.text(...columns)
      if (text === '') throw new MoveFault(at.file, at.line, { name: 'no_amount' })
      return readMoney(text, { decimal, currency, at })
    },
    account: (row: TableRow, ...columns: readonly string[]) => {
      const account = row.text(...columns)
      if (account === '') {
        throw new MoveFault(table.file.name, row.line, { name: 'move_no_account' })
      }
      return account
    },
  }
}

/** Splits a cell of tags. */
export function tagsIn(text: string): string[] {
  return text
    .split(/[,;|]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
}

/** Categories that mean a transfer between one's own accounts, in the words of the applications. */
const TRANSFER_CATEGORY =
  /^(?:transfers?|credit card payments?|payment,? transfer|internal transfers?|account transfers?|loan principal)$/i

/** Categories that correct a balance: no money has moved. */
const CORRECTION_CATEGORY = /^(?:balance adjustments?|adjustments?)$/i

/** Returns the words of a bank if they differ from the payee. */
export function originalOf(original: string, payee: string): string | null {
  return original === '' || original === payee ? null : original
}

/** Returns the pair of a row by its category; undefined if it is not a transfer. */
export function pairOf(category: string): string | undefined {
  if (CORRECTION_CATEGORY.test(category)) return CORRECTION
  return TRANSFER_CATEGORY.test(category) ? SOMEWHERE : undefined
}
