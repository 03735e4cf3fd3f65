import { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { transactions } from '#/budget/transactions/contract.ts'
import { requiredOption, UsageError } from '#/app/cli/parsing/command.ts'
import { idOperand, readId } from '#/app/cli/parsing/operands.ts'
import { answerOutput } from '#/app/cli/words/answer-output.ts'
import { householdCommand } from './household-command.ts'

/** `earmark transaction split`: the parts are written one after the other, without signs: each has that of the whole. */
export const splitCommand = householdCommand({
  words: 'transaction split',
  group: 'accounts',
  summary: 'Splits a transaction into 2 to 20 parts that add up to it (`none` for no category).',
  operands: ['ID'],
  options: {
    parts: {
      type: 'string',
      description:
        'The parts: cents, category and, if there is one, the Expense that pays; `none` for no category.',
      value: 'CENTS:CATEGORY_ID[:EXPENSE_ID],…',
      required: true,
    },
  },
  examples: ['transaction split HOUSEHOLD_ID TRANSACTION_ID --parts 600:CATEGORY_ID,400:none'],
  plan: (invocation) => {
    const params = { id: idOperand(invocation, 0) }
    const parts = readParts(requiredOption(invocation, 'parts'))
    return async ({ ask }) => {
      const whole = await ask(transactions.showTransaction, { params })
      const sign = Math.sign(whole.amount)
      const body = { parts: parts.map((part) => ({ ...part, amount: sign * part.amount })) }
      const answer = await ask(transactionsApp.splitTransaction, { params, body })
      const schema = transactionsApp.splitTransaction.response
      return answerOutput(invocation, { answer, schema, currency: whole.currency })
    }
  },
})

/** Reads `CENTS:CATEGORY_ID[:EXPENSE_ID]`, separated by commas. Throws a UsageError. */
function readParts(text: string) {
  return text.split(',').map((written) => {
    const [cents = '', category, expense, ...more] = written.trim().split(':')
    if (!/^\d{1,13}$/.test(cents) || category === undefined || more.length > 0) {
      throw new UsageError(
        `--parts: ${JSON.stringify(written)} is not CENTS:CATEGORY_ID[:EXPENSE_ID].`,
      )
    }
    return {
      amount: Number(cents),
      category_id: readIdOrNone(category),
      expense_goal_id: readIdOrNone(expense),
    }
  })
}

function readIdOrNone(text: string | undefined): string | null {
  return text === undefined || text === 'none' ? null : readId(text)
}
