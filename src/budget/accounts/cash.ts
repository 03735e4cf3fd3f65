import { addCents, type Cents } from '#/core/values/cents.ts'
import { isSpendable } from '#/core/values/spendable.ts'

/** An account as far as free-to-spend is concerned. Cents; `pendingOutflow` is zero or negative. */
export type CashAccount = {
  readonly type: string
  readonly subtype: string | null
  readonly currency: string
  readonly balance: Cents
  readonly provider: string
  readonly subscribed: boolean
  /** The household's own word on whether this is cash; null: by its type. */
  readonly spendable: boolean | null
  /** The types that the household counts as cash. */
  readonly cashTypes: readonly string[]
  /** Zero where the household counts nothing before it is booked. */
  readonly pendingOutflow: Cents
}

/**
 * Cash, in cents: what subscribed cash accounts hold in the household's currency. A bank's balance counts what is
 * booked, so what is still pending on its way out is taken off; a manual account's balance has it already.
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
