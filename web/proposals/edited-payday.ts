import type { Output } from '#web/calls/operations.ts'

export type PaydayProposal = Output<'GET /proposals'>['paydays'][number]

/** The changes that a person made to a proposed payday. The amount is null while its field does not hold one. */
export type PaydayEdit = {
  readonly name?: string
  readonly amount?: number | null
  readonly next?: string
}

/** A proposal as it would be accepted. `isComplete`: no field is empty or wrong. */
export type EditedPayday = PaydayProposal & { readonly isComplete: boolean }

/** Applies a person's changes. Weekly pay counts from the next payday, monthly pay comes on its day of the month. */
export function editedPayday(found: PaydayProposal, edit: PaydayEdit = {}): EditedPayday {
  const { name = found.name, amount = found.amount, next = found.next } = edit
  const isComplete = name.trim() !== '' && amount !== null && amount > 0 && next !== ''
  const pay = { ...found, name: name.trim(), amount: amount ?? 0, isComplete }
  if (next === found.next || next === '') return pay
  const days = found.frequency === 'monthly' ? [Number(next.slice(8))] : found.days
  return { ...pay, days, anchor: next, next }
}
