import type { Told } from '#web/calls/operations.ts'

export type BillProposal = Told<'GET /proposals'>['bills'][number]

/**
 * What each bill begins with, in cents: what would have been collected for it by now, as far as what is free to spend
 * reaches; what is due first is served first.
 */
export function openingsOf(bills: readonly BillProposal[], free: number): readonly number[] {
  let left = Math.max(0, free)
  return bills.map(({ collected }) => {
    const opening = Math.min(left, collected)
    left -= opening
    return opening
  })
}
