import { explainExpense } from '#/budget/funding/explain-expense.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { type Command, CommandError } from '#/app/cli/parsing/command.ts'
import { explanationText } from '#/app/cli/words/explanation-text.ts'
import { idOperand } from '#/app/cli/parsing/operands.ts'

export const explainCommand: Command = {
  words: 'explain',
  synopsis: 'EXPENSE_ID',
  summary: 'Explains the next contribution of an Expense.',
  operands: ['EXPENSE_ID'],
  options: {},
  run: async (invocation) => {
    const expenseId = idOperand(invocation, 0)
    const explanation = await invocation.withRuntime(async (runtime) =>
      explainExpense(runtime, await householdOf(runtime, expenseId), expenseId),
    )
    return { json: explanation, text: explanationText(explanation) }
  },
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
