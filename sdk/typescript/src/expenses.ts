import type { ReadOptions } from './call.ts'
import { ExpensesCalls } from './generated/operations.ts'
import type { ExpenseTransfer, ListExpenseTransfersQuery } from './generated/types.ts'

const PAGE_MOST = 500

export class Expenses extends ExpensesCalls {
  /** Reads the movements between Expenses to their end, newest first; `limit` is the size of a page. */
  async *iterateTransfers(
    query: Omit<ListExpenseTransfersQuery, 'before'> = {},
    options: ReadOptions = {},
  ): AsyncGenerator<ExpenseTransfer, void, undefined> {
    const limit = query.limit ?? PAGE_MOST
    let before: string | undefined
    for (;;) {
      const page = await this.listTransfers({ ...query, limit, before }, options)
      yield* page
      before = page.at(-1)?.id
      if (page.length < limit || before === undefined) return
    }
  }
}
