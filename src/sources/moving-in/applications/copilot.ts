import { createCells, decimalOf, sortTables, tagsIn } from './flat.ts'
import { categoryKey, createAnnouncer } from './notice-once.ts'
import { MoveFault } from './move-fault.ts'
import type { MoveFile } from './move-file.ts'
import { type Moved, type ReadOptions, SOMEWHERE } from './moved.ts'
import { requireColumns } from './table.ts'

/** Reads the transactions of Copilot Money, in which spending is positive. */
export async function* readCopilot(
  files: readonly MoveFile[],
  { currency }: ReadOptions,
): AsyncGenerator<readonly Moved[]> {
  const tables = await sortTables(files, (table) =>
    table.has('name', 'account') ? 'payments' : null,
  )
  const table = tables.get('payments')
  if (!table) throw new MoveFault(files[0]?.name ?? null, null, { name: 'move_other_files' })
  requireColumns(table, ['date', 'name', 'amount', 'status', 'category', 'type', 'account'])
  const announce = createAnnouncer()
  const cells = createCells(table, { order: 'ymd', decimal: await decimalOf(table, ['amount']) })
  for await (const rows of table.rows()) {
    yield rows.flatMap((row): Moved[] => {
      const { text, line } = row
      const type = text('type').toLowerCase()
      const isTransfer = type.includes('transfer')
      const isIncome = type === 'income'
      const name = cells.account(row, 'account')
      const mask = text('account mask')
      // Two cards of one bank have the same name: the last digits tell them apart.
      const account = mask === '' ? name : `${name} ${mask}`
      const category = isTransfer ? '' : text('category')
      const group = text('parent category') || null
      const announced = announce.category(group, category, isIncome ? 'income' : null)
      return [
        ...announce.account(account, { currency }),
        ...announced,
        {
          kind: 'row',
          account,
          id: null,
          line,
          day: cells.day(row, 'date'),
          amount: 0 - cells.amount(row, currency, 'amount'),
          payee: text('name'),
          original: null,
          category: categoryKey(group, category),
          notes: text('note') || null,
          tags: tagsIn(text('tags')),
          isPending: text('status').toLowerCase() === 'pending',
          pair: isTransfer ? SOMEWHERE : undefined,
        },
      ]
    })
  }
}
