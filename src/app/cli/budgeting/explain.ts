import { forecasting } from '#/budget/funding/forecast-contract.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { Asking } from '#/app/cli/parsing/asking.ts'
import { type Command, CommandError, type Output } from '#/app/cli/parsing/command.ts'
import { explanationText } from '#/app/cli/words/explanation-text.ts'
import { idOperand } from '#/app/cli/parsing/operands.ts'

const endpoint = forecasting.explainExpense

/** Has no HOUSEHOLD_ID: on the database, the Expense says whose it is. */
export const explainCommand: Command = {
  words: 'explain',
  group: 'budget',
  common: 'Explain what the next payday sets aside',
  summary: 'Explains the next contribution of an Expense.',
  operands: ['EXPENSE_ID'],
  options: {},
  reach: 'household',
  run: async (invocation) => {
    const id = idOperand(invocation, 0)
    if (invocation.remote) return explain(invocation.remote, id)
    return invocation.withRuntime(async (runtime) => {
      const { askDatabase } = await import('./local.ts')
      return explain(askDatabase(runtime, await householdOf(runtime, id)), id)
    })
  },
}

async function explain({ ask }: Asking, id: string): Promise<Output> {
  const explanation = await ask(endpoint, { params: { id } })
  return { json: explanation, text: explanationText(endpoint.response.parse(explanation)) }
}

async function householdOf({ db }: Runtime, expenseId: string): Promise<string> {
  const found = await db
    .selectFrom('expenses')
    .select('household_id')
    .where('id', '=', expenseId)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (!found) throw new CommandError(`There is no Expense ${expenseId}.`)
  return found.household_id
}
