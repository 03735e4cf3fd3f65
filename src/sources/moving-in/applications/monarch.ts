import { createCells, decimalOf, originalOf, sortTables, tagsIn, pairOf } from './flat.ts'
import { categoryKey, createAnnouncer } from './notice-once.ts'
import { MoveFault } from './move-fault.ts'
import type { MoveFile } from './move-file.ts'
import type { Moved, ReadOptions } from './moved.ts'
import { requireColumns, type Table } from './table.ts'

/** Reads the exports of Monarch: the transactions and, if given, the history of balances. */
export async function* readMonarch(
  files: readonly MoveFile[],
  options: ReadOptions,
): AsyncGenerator<readonly Moved[]> {
  const tables = await sortTables(files, (table) => {
    if (table.has('merchant', 'account')) return 'payments'
    return table.has('balance', 'account') ? 'balances' : null
  })
  const payments = tables.get('payments')
  const balances = tables.get('balances')
  if (!payments) throw new MoveFault(files[0]?.name ?? null, null, { name: 'move_other_files' })
  requireColumns(payments, ['Date', 'Merchant', 'Category', 'Account', 'Amount'])
  const announce = createAnnouncer()
  if (balances) yield* readBalances(balances, { announce, options })
  yield* readPayments(payments, { announce, options })
}

type Reading = {
  readonly announce: ReturnType<typeof createAnnouncer>
  readonly options: ReadOptions
}

async function* readBalances(
  table: Table,
  { announce, options: { currency } }: Reading,
): AsyncGenerator<readonly Moved[]> {
  requireColumns(table, ['Date', 'Balance', 'Account'])
  const cells = createCells(table, { order: 'ymd', decimal: await decimalOf(table, ['balance']) })
  for await (const rows of table.rows()) {
    yield rows.flatMap((row): Moved[] => {
      const account = cells.account(row, 'account')
      const amount = cells.amount(row, currency, 'balance')
      const day = cells.day(row, 'date')
      return [...announce.account(account, { currency }), { kind: 'balance', account, amount, day }]
    })
  }
}

async function* readPayments(
  table: Table,
  { announce, options: { currency } }: Reading,
): AsyncGenerator<readonly Moved[]> {
  const cells = createCells(table, { order: 'ymd', decimal: await decimalOf(table, ['amount']) })
  for await (const rows of table.rows()) {
    yield rows.flatMap((row): Moved[] => {
      const { text, line } = row
      const account = cells.account(row, 'account')
      const category = text('category')
      const pair = pairOf(category)
      const payee = text('merchant')
      return [
        ...announce.account(account, { currency }),
        ...(pair !== undefined ? [] : announce.category(null, category)),
        {
          kind: 'row',
          account,
          id: null,
          line,
          day: cells.day(row, 'date'),
          amount: cells.amount(row, currency, 'amount'),
          payee,
          original: originalOf(text('original statement'), payee),
          category: pair !== undefined ? null : categoryKey(null, category),
          notes: text('notes') || null,
          tags: tagsIn(text('tags')),
          isPending: false,
          pair,
        },
      ]
    })
  }
}
