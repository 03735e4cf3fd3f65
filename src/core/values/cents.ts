/** An integer amount in the minor unit of its currency. Negative for spending and for debt. */
export type Cents = number

/** The largest amount of a single record, in cents; sums of thousands of them stay exact integers. */
export const AMOUNT_MAX: Cents = 1_000_000_000_000

/** Adds amounts in cents. Throws a RangeError if the sum is not an exact integer (beyond ±2^53). */
export function addCents(...amounts: readonly Cents[]): Cents {
  const sum = amounts.reduce((total, amount) => total + amount, 0)
  if (!Number.isSafeInteger(sum)) throw new RangeError(`sum of cents is not exact: ${sum}`)
  return sum
}

/** ⌈a ÷ b⌉ for a ≥ 0 and b ≥ 1, in integers, so that no cent is lost to rounding. */
export function divideUp(a: number, b: number): number {
  const whole = Math.floor(a / b)
  return whole * b < a ? whole + 1 : whole
}
