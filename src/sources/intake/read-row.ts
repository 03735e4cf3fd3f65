import type { ProviderTransaction } from '#/sources/provider/provider.ts'
import { conceptOf } from '#/budget/transactions/naming/descriptor.ts'
import { merchantOf } from '#/budget/transactions/naming/merchant.ts'

const CONCEPT_MAX = 200

/** What people read of a row, within the limit of the API. */
export function readRow(row: ProviderTransaction) {
  const description = row.rawDescription
  const named = conceptOf({ merchant: row.merchant, description, memo: row.memo })
  const concept = Array.from(named).slice(0, CONCEPT_MAX).join('')
  const original = row.memo && row.merchant ? row.memo : description
  return {
    concept,
    original_concept: original === concept || original === '' ? null : original,
    merchant: merchantOf(concept),
    type: row.amount < 0 ? ('expense' as const) : ('income' as const),
  }
}

/** The merchant as the provider tells it, by which rows are recognised: no rule of the household changes it. */
export function merchantOfRow(row: ProviderTransaction): string {
  return readRow(row).merchant
}
