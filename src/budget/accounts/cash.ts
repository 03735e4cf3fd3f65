import { addCents, type Cents } from '#/core/values/cents.ts'
import { isSpendable } from '#/core/values/spendable.ts'

/** The fields of an account that free-to-spend depends on. Amounts in cents; `pendingOutflow` is zero or negative. */
export type CashAccount = {
  readonly type: string
  readonly subtype: string | null
  readonly currency: string
  readonly balance: Cents
  readonly provider: string
  readonly subscribed: boolean
  /** The household's choice if this counts as cash; null: decided by its type. */
  readonly spendable: boolean | null
  /** Account types that the household counts as cash. */
  readonly cashTypes: readonly string[]
  /** Sum of pending payments; zero if the household counts only booked ones. */
  readonly pendingOutflow: Cents
}

/**
 * Sums the cash of subscribed cash accounts in one currency, in cents. A bank's balance contains only booked payments, so
 * pending ones are subtracted; a manual account's balance contains them already.
 */
export function cashOf(accounts: readonly CashAccount[], currency: string): Cents {
  const counted = accounts.filter((account) => {
    return account.subscribed && account.currency === currency && isSpendable(account)
  })
  return addCents(
    ...counted.map(({ balance, provider, pendingOutflow }) =>
      provider === 'manual' ? balance : balance + pendingOutflow,
    ),
  )
}
