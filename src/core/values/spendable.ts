/**
 * Whether an account's money can be spent: by its type, unless the household says otherwise. Of deposits only checking and
 * savings are at hand.
 */
export function isSpendable(account: {
  readonly type: string
  readonly subtype: string | null
  /** The household's own word on it; null: by its type. */
  readonly spendable: boolean | null
  /** The types that the household counts as cash. */
  readonly cashTypes: readonly string[]
}): boolean {
  const { type, subtype, spendable, cashTypes } = account
  if (spendable !== null) return spendable
  if (!cashTypes.includes(type)) return false
  return type !== 'depository' || subtype === 'checking' || subtype === 'savings'
}
