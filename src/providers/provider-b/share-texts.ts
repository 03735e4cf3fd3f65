import type { ProviderTransaction } from '#/providers/provider.ts'

/**
 * Lets rows share what they say alike: an update is held whole until it is stored, and of years of payments the days,
 * merchants and categories are few. Answers a function that gives a row the texts of those before it.
 */
export function createTextSharing(): (row: ProviderTransaction) => ProviderTransaction {
  const texts = new Map<string, string>()
  const categories = new Map<string, NonNullable<ProviderTransaction['providerCategory']>>()
  const shared = <T extends string | null>(text: T): T => {
    if (text === null) return text
    const known = texts.get(text)
    if (known === undefined) texts.set(text, text)
    return (known ?? text) as T
  }
  return (row) => {
    const { providerCategory: category } = row
    const key = category && `${category.code} ${category.confidence}`
    const known = key === null ? null : (categories.get(key) ?? category)
    if (key !== null && known !== null) categories.set(key, known)
    return {
      ...row,
      currency: shared(row.currency),
      bookedOn: shared(row.bookedOn),
      occurredOn: shared(row.occurredOn),
      merchant: shared(row.merchant),
      providerCategory: known,
    }
  }
}
