import type { Cents } from '#/core/values/cents.ts'

/** The largest tip, as a share of the amount. */
const TIP_MAX = 0.3
/** Merchant codes of fuel, hotels and rental cars: they hold an amount that differs from the final booking. */
const HOLDING_CODES = ['5541', '5542', '7011', '7512']

/** Returns true if a tip or a hold explains that a payment of `earlier` cents is booked with another amount. */
export function explainsAmount(
  { amount, mcc }: { readonly amount: Cents; readonly mcc: string | null },
  earlier: Cents,
): boolean {
  if (amount === earlier || amount < 0 !== earlier < 0) return false
  if (mcc !== null && HOLDING_CODES.includes(mcc)) return true
  const [most, least] = [Math.abs(earlier) * (1 + TIP_MAX), Math.abs(earlier)]
  return Math.abs(amount) > least && Math.abs(amount) <= most
}
