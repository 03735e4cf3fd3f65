import type { Output } from '#web/calls/operations.ts'

export type BillProposal = Output<'GET /proposals'>['bills'][number]

/**
 * Returns the opening amount of each bill in cents: what would have been collected for it by now. Bills due first are served
 * first, until Free-to-spend is used up.
 */
export function openingsOf(bills: readonly BillProposal[], free: number): readonly number[] {
  let left = Math.max(0, free)
  return bills.map(({ collected }) => {
    const opening = Math.min(left, collected)
    left -= opening
    return opening
  })
}
