import type { ReadContext } from '#/platform/runtime/write-context.ts'
import type { Why } from '#/budget/categories/choose.ts'
import type { ProviderTransaction } from '#/sources/provider/provider.ts'
import { mapInTurns } from '#/sources/provider/take-turns.ts'
import { categorise } from '#/budget/transactions/writing/categorise.ts'
import { readRow } from './read-row.ts'

/** A provider's row as people see it. */
export type Described = {
  readonly concept: string
  readonly original_concept: string | null
  readonly merchant: string
  /** The merchant key from the provider's own text, by which rows are recognised. */
  readonly said: string
  readonly type: 'expense' | 'income' | 'transfer'
  readonly category_id: string | null
  readonly category_why: Why | null
}

/**
 * Names and categorises the rows of one account, in the given order: from the bank's text, then by the household's rules
 * and earlier choices. The number of statements does not depend on the number of rows.
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
    const own = read[index]!
    const original = concept === own.concept ? own.original_concept : originalOf(rows[index]!)
    return {
      concept,
      original_concept: original,
      merchant,
      said: own.merchant,
      type,
      category_id: categoryId,
      category_why: why,
    }
  })
}

/** Returns the bank's own text, for a row that a rule has renamed. */
function originalOf({ rawDescription, merchant }: ProviderTransaction): string | null {
  return rawDescription || merchant || null
}
