import { isCurrencyCode } from '#/core/values/money.ts'
import { createCells, decimalOf, originalOf, sortTables, tagsIn, pairOf } from './flat.ts'
import { categoryKey, createAnnouncer } from './notice-once.ts'
import { MoveFault, OpenQuestion } from './move-fault.ts'
import type { MoveFile } from './move-file.ts'
import type { Moved, ReadOptions } from './moved.ts'
import { requireColumns, type Table, type TableRow } from './table.ts'

const ACCOUNT = ['account', 'account name', 'plaid account name', 'asset name'] as const
const GROUP = ['category group', 'category group name', 'group'] as const
const CATEGORY = ['category', 'category name', 'categories'] as const

/**
 * Reads the transactions of Lunch Money. The household's own setting there decides if spending is positive, and the file
 * does not say so: the categories of income show it, or else a person says it.
 */
export async function* readLunchMoney(
  files: readonly MoveFile[],
  options: ReadOptions,
): AsyncGenerator<readonly Moved[]> {
  const tables = await sortTables(files, (table) =>
    table.has('payee', 'amount', 'date') ? 'payments' : null,
  )
  const table = tables.get('payments')
  if (!table) throw new MoveFault(files[0]?.name ?? null, null, { name: 'move_other_files' })
  requireColumns(table, ['date', 'payee', 'amount'])
  if (!ACCOUNT.some((name) => table.has(name))) requireColumns(table, ['account'])
  const sign = (options.spending ?? (await spendingOf(table))) === 'plus' ? -1 : 1
  const announce = createAnnouncer()
  const cells = createCells(table, { order: 'ymd', decimal: await decimalOf(table, ['amount']) })
  for await (const rows of table.rows()) {
    yield rows.flatMap((row): Moved[] => {
      const { text, line } = row
      const written = text('currency').toUpperCase()
      const currency = isCurrencyCode(written) ? written : options.currency
      const account = cells.account(row, ...ACCOUNT)
      const category = text(...CATEGORY)
      const pair = pairOf(category)
      const group = text(...GROUP) || null
      const payee = text('payee')
      return [
        ...announce.account(account, { currency }),
        ...(pair !== undefined ? [] : announce.category(group, category)),
        {
          kind: 'row',
          account,
          id: text('id', 'transaction id') || null,
          line,
          day: cells.day(row, 'date'),
          amount: 0 + sign * cells.amount(row, currency, 'amount'),
          payee,
          original: originalOf(text('original name', 'original', 'original payee'), payee),
          category: pair !== undefined ? null : categoryKey(group, category),
          notes: text('notes', 'note') || null,
          tags: tagsIn(text('tags')),
          isPending: text('status', 'is pending').toLowerCase() === 'pending',
          pair,
        },
      ]
    })
  }
}

const INCOME =
  /\b(?:income|salary|paychecks?|wages?|payroll|interest|dividends?|gehalt|lohn|sueldo|nomina|salaire)\b/i

/** Finds the sign of spending from rows of income and of everything else. Throws OpenQuestion if they do not show it. */
async function spendingOf(table: Table): Promise<'plus' | 'minus'> {
  const counts = { income: { plus: 0, minus: 0 }, other: { plus: 0, minus: 0 } }
  for await (const rows of table.rows()) {
    for (const row of rows) {
      if (pairOf(row.text(...CATEGORY)) !== undefined) continue
      const side = /^[(−-]/.test(row.text('amount')) ? 'minus' : 'plus'
      counts[isIncome(row) ? 'income' : 'other'][side] += 1
    }
  }
  const { income, other } = counts
  const isPlus = income.plus === 0 && income.minus > 0 && other.plus > other.minus
  const isMinus = income.minus === 0 && income.plus > 0 && other.minus > other.plus
  // Without income, a file whose payments all have one sign shows spending: nobody exports only refunds.
  const none = income.plus + income.minus === 0 && other.plus + other.minus > 0
  if (isPlus || (none && other.minus === 0)) return 'plus'
  if (isMinus || (none && other.plus === 0)) return 'minus'
  throw new OpenQuestion(table.file.name, 'spending', '')
}

function isIncome({ text }: TableRow): boolean {
  const stated = text('is income').toLowerCase()
  return stated === 'true' || INCOME.test(`${text(...GROUP)} ${text(...CATEGORY)}`)
}
