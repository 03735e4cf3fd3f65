import { explainExpense } from '#/funding/explain-expense.ts'
import type { World } from '#/world/world.ts'
import { type Command, CommandError } from './command.ts'
import { explanationText } from './explanation-text.ts'
import { idOperand } from './operands.ts'

export const explainCommand: Command = {
  words: 'explain',
  synopsis: 'EXPENSE_ID',
  summary: 'Says why the next contribution of an Expense is what it is.',
  operands: ['EXPENSE_ID'],
  options: {},
  run: async (invocation) => {
    const expenseId = idOperand(invocation, 0)
    const explanation = await invocation.withWorld(async (world) =>
      explainExpense(world, await householdOf(world, expenseId), expenseId),
    )
    return { json: explanation, text: explanationText(explanation) }
  },
}

async function householdOf({ db }: World, expenseId: string): Promise<string> {
  const found = await db
    .selectFrom('expenses')
    .select('household_id')
    .where('id', '=', expenseId)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (!found) throw new CommandError(`There is no Expense ${expenseId}.`)
  return found.household_id
}
