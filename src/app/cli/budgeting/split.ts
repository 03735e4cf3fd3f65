import { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { notFound } from '#/platform/contract/refusal.ts'
import { splitTransaction } from '#/budget/transactions/splitting/split.ts'
import { decode } from '#/app/http/wire/decode.ts'
import { type Command, requiredOption, UsageError } from '#/app/cli/parsing/command.ts'
import { idOperand, readId } from '#/app/cli/parsing/operands.ts'
import { answerText } from '#/app/cli/words/answer-text.ts'
import { actFor, type Verb } from './act-for.ts'

/** `earmark transaction split`: the parts are written one after the other, without signs: each has that of the whole. */
export const splitCommand: Command = {
  words: 'transaction split',
  synopsis: 'HOUSEHOLD_ID ID --parts CENTS:CATEGORY_ID[:EXPENSE_ID],…',
  summary: 'Splits a transaction into 2 to 20 parts that add up to it (`none` for no category).',
  operands: ['HOUSEHOLD_ID', 'ID'],
  options: { parts: { type: 'string' } },
  run: async (invocation) => {
    const householdId = idOperand(invocation, 0)
    const params = { id: idOperand(invocation, 1) }
    const parts = readParts(requiredOption(invocation, 'parts'))
    const answer = await invocation.withRuntime(async (runtime) => {
      const whole = await runtime.db
        .selectFrom('transactions')
        .select('amount')
        .where('household_id', '=', householdId)
        .where('id', '=', params.id)
        .where('visible', '=', true)
        .executeTakeFirst()
      if (!whole) throw notFound('id')
      const sign = Math.sign(whole.amount)
      const body = decode(
        transactionsApp.splitTransaction.body,
        { parts: parts.map((part) => ({ ...part, amount: sign * part.amount })) },
        'body',
      )
      return actFor(runtime, householdId, {
        endpoint: transactionsApp.splitTransaction,
        verb: splitTransaction as Verb,
        input: { params, body },
      })
    })
    return { json: answer, text: answerText(answer) }
  },
}

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
