import type { ProviderTransaction } from '#/sources/provider/provider.ts'
import { conceptOf } from '#/budget/transactions/naming/descriptor.ts'
import type { NewPayment } from './match-payments.ts'
import { merchantOf } from '#/budget/transactions/naming/merchant.ts'

const CONCEPT_MAX = 200

/** Names a row for people, from the provider's text alone, within the API's length limit. */
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

/** Returns the merchant key from the provider's text, by which rows are recognised. Rules of the household do not change it. */
export function merchantOfRow(row: ProviderTransaction): string {
  return readRow(row).merchant
}

/** Reads the fields by which `matchPayments` compares a row with known transactions. */
export function paymentOf(
  row: ProviderTransaction,
): NewPayment & { readonly row: ProviderTransaction } {
  const { externalId, amount, bookedOn, status, mcc } = row
  return { row, externalId, amount, bookedOn, status, mcc, merchant: merchantOfRow(row) }
}
