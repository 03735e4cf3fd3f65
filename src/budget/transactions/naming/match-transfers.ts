import { TRANSFER_DAYS } from '#/budget/accounts/transfer-days.ts'
import { type Day, dayNumber } from '#/core/values/day.ts'

/** A transaction that may be one side of a transfer. */
export type Side = {
  readonly id: string
  readonly accountId: string
  /** In cents. */
  readonly amount: number
  readonly currency: string
  readonly booked: Day
}

export type Match<S extends Side> = { readonly out: S; readonly into: S }

/**
 * Pairs the two sides of transfers: equal amounts out of one account and into another, in one currency, at most four
 * days apart, and neither side has another candidate. `fits` may exclude pairs for reasons of the caller.
 */
export function matchTransfers<S extends Side>(
  sides: readonly S[],
  fits: (out: S, into: S) => boolean = () => true,
): Match<S>[] {
  const found: Match<S>[] = []
  const partners = new Map<string, number>()
  const count = ({ id }: S) => partners.set(id, (partners.get(id) ?? 0) + 1)
  const alike = Map.groupBy(sides, ({ amount, currency }) => `${currency} ${Math.abs(amount)}`)
  for (const group of alike.values()) {
    const outs = group.filter(({ amount }) => amount < 0)
    const intos = group.filter(({ amount }) => amount > 0)
    for (const out of outs) {
      for (const into of intos) {
        if (!couldBeOne(out, into) || !fits(out, into)) continue
        count(out)
        count(into)
        found.push({ out, into })
      }
    }
  }
  return found.filter(({ out, into }) => partners.get(out.id) === 1 && partners.get(into.id) === 1)
}

function couldBeOne(out: Side, into: Side): boolean {
  const days = Math.abs(dayNumber(out.booked) - dayNumber(into.booked))
  return out.accountId !== into.accountId && days <= TRANSFER_DAYS
}
