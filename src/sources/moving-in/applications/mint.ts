import { createCells, decimalOf, originalOf, sortTables, tagsIn, pairOf } from './flat.ts'
import { categoryKey, createAnnouncer } from './notice-once.ts'
import { MoveFault } from './move-fault.ts'
import type { MoveFile } from './move-file.ts'
import type { Moved, ReadOptions } from './moved.ts'
import { requireColumns } from './table.ts'

/** Reads the transactions of Mint, whose amounts have no sign: a column says debit or credit. */
export async function* readMint(
  files: readonly MoveFile[],
  { currency }: ReadOptions,
): AsyncGenerator<readonly Moved[]> {
  const tables = await sortTables(files, (table) =>
    table.has('transaction type') ? 'payments' : null,
  )
  const table = tables.get('payments')
  if (!table) throw new MoveFault(files[0]?.name ?? null, null, { name: 'move_other_files' })
  requireColumns(table, [
    'Date',
    'Description',
    'Amount',
    'Transaction Type',
    'Category',
    'Account Name',
  ])
  const announce = createAnnouncer()
  const cells = createCells(table, { order: 'mdy', decimal: await decimalOf(table, ['amount']) })
  for await (const rows of table.rows()) {
    yield rows.flatMap((row): Moved[] => {
      const { text, line } = row
      const account = cells.account(row, 'account name')
      const side = text('transaction type').toLowerCase()
      if (side !== 'debit' && side !== 'credit') {
        throw new MoveFault(table.file.name, line, { name: 'no_direction' })
      }
      const amount = cells.amount(row, currency, 'amount')
      const category = text('category')
      const pair = pairOf(category)
      const isFiled = pair === undefined && category !== 'Uncategorized'
      const payee = text('description')
      return [
        ...announce.account(account, { currency }),
        ...(isFiled ? announce.category(null, category) : []),
        {
          kind: 'row',
          account,
          id: null,
          line,
          day: cells.day(row, 'date'),
          amount: side === 'debit' ? 0 - amount : amount,
          payee,
          original: originalOf(text('original description'), payee),
          category: isFiled ? categoryKey(null, category) : null,
          notes: text('notes') || null,
          // Mint separates labels by blanks.
          tags: text('labels').includes(',')
            ? tagsIn(text('labels'))
            : tagsIn(text('labels').replaceAll(' ', ',')),
          isPending: false,
          pair,
        },
      ]
    })
  }
}
