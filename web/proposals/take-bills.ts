import { useIsMutating } from '@tanstack/react-query'
import type { BillProposal } from './openings.ts'

/** The name of the write that takes proposed bills, so that the rest of the screen notices. */
export const TAKE_BILLS = ['take bills'] as const

/** True while proposed bills are taken one after another. */
export function useIsTakingBills(): boolean {
  return useIsMutating({ mutationKey: TAKE_BILLS }) > 0
}

/** Tells proposed bills apart. */
export const nameOf = ({ name, due, amount }: BillProposal) => `${name} ${due} ${amount}`
