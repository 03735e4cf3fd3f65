import type { Asking } from '#/app/cli/parsing/asking.ts'
import type { Command, Invocation, Output } from '#/app/cli/parsing/command.ts'
import { idOperand } from '#/app/cli/parsing/operands.ts'
import { HOUSEHOLD_OPERAND } from '#/app/cli/parsing/household-operand.ts'

type Household = Omit<Command, 'run' | 'reach'> & {
  /**
   * Reads the line, of which HOUSEHOLD_ID is no part, and returns the work to do. Throws before anything is opened or sent if
   * the line is wrong.
   */
  readonly plan: (invocation: Invocation) => (household: Asking) => Promise<Output>
}

/** Makes a command that works for a household of the database and over HTTP, with the same words, texts and refusals. */
export function householdCommand({ plan, operands, ...declared }: Household): Command {
  return {
    ...declared,
    reach: 'household',
    operands: [HOUSEHOLD_OPERAND, ...operands],
    run: async (invocation) => {
      if (invocation.remote) return plan(invocation)(invocation.remote)
      const householdId = idOperand(invocation, 0)
      const work = plan({ ...invocation, operands: invocation.operands.slice(1) })
      return invocation.withRuntime(async (runtime) => {
        const { askDatabase } = await import('./local.ts')
        return work(askDatabase(runtime, householdId))
      })
    },
  }
}
