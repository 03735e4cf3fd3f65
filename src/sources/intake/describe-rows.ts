import type { ReadContext } from '#/platform/runtime/write-context.ts'
import type { Why } from '#/budget/categories/choose.ts'
import type { ProviderTransaction } from '#/sources/provider/provider.ts'
import { mapInTurns } from '#/sources/provider/take-turns.ts'
import { categorise } from '#/budget/transactions/writing/categorise.ts'
import { readRow } from './read-row.ts'

/** What a provider's row is to people. */
export type Described = {
  readonly concept: string
  readonly original_concept: string | null
  readonly merchant: string
  /** The merchant as the provider tells it, by which rows are recognised. */
  readonly said: string
  readonly type: 'expense' | 'income' | 'transfer'
  readonly category_id: string | null
  readonly category_why: Why | null
}

/**
 * Names and files the rows of one account, in the order given: as the bank tells them, then as the household's rules and
 * what is known of their merchants say. The statements are the same few, however many rows there are.
 */
export async function describeRows(
  { db, caller }: ReadContext,
  accountId: string,
  rows: readonly ProviderTransaction[],
): Promise<Described[]> {
  const read = await mapInTurns(rows, readRow)
  const filed = await categorise(db, {
    householdId: caller.householdId,
    payments: rows.map((row, index) => ({
      accountId,
      concept: read[index]!.concept,
      merchant: read[index]!.merchant,
      descriptor: row.rawDescription,
      amount: row.amount,
      mcc: row.mcc,
      providerCategory: row.providerCategory,
    })),
  })
  return filed.map(({ concept, merchant, type, categoryId, why }, index) => {
    const told = read[index]!
    const original = concept === told.concept ? told.original_concept : originalOf(rows[index]!)
    return {
      concept,
      original_concept: original,
      merchant,
      said: told.merchant,
      type,
      category_id: categoryId,
      category_why: why,
    }
  })
}

/** What the bank wrote, for a row that the household calls something else. */
function originalOf({ rawDescription, merchant }: ProviderTransaction): string | null {
  return rawDescription || merchant || null
}
