/**
 * Returns true if an account's money counts as cash: by its type, unless the household decided otherwise. Of depository
 * accounts, only checking and savings count.
 */
export function isSpendable(account: {
  readonly type: string
  readonly subtype: string | null
  /** The household's decision; null: by its type. */
  readonly spendable: boolean | null
  /** The types that the household counts as cash. */
  readonly cashTypes: readonly string[]
}): boolean {
  const { type, subtype, spendable, cashTypes } = account
  if (spendable !== null) return spendable
  if (!cashTypes.includes(type)) return false
  return type !== 'depository' || subtype === 'checking' || subtype === 'savings'
}
