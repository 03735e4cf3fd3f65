import { prefersStill } from '../use-counted.ts'

/** The steps that lead to a number. */
export type StepName = 'money' | 'pay' | 'bills'

/** The id of a step's element on the screen. */
export const stepId = (step: StepName) => `step-${step}`

/** Scrolls to a step and moves the focus to its first answer. */
export function showStep(step: StepName): void {
  const shown = document.getElementById(stepId(step))
  shown?.scrollIntoView({ block: 'center', behavior: prefersStill() ? 'auto' : 'smooth' })
  shown?.querySelector<HTMLElement>('a, button, input')?.focus({ preventScroll: true })
}

/** The household whose first steps this page has shown; null: none, or they were put away. */
let begun: string | null = null

/** Remembers that the steps of a household were shown, so that their end can be celebrated once. */
export function noteBegun(household: string | null): void {
  begun = household
}

export function hasBegun(household: string): boolean {
  return begun === household
}
