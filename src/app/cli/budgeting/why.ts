import { freeToSpendChanges } from '#/budget/reports/changes-contract.ts'
import { explainFreeToSpend } from '#/budget/reports/explain-free-to-spend.ts'
import { decode } from '#/app/http/wire/decode.ts'
import { type Command, textOption } from '#/app/cli/parsing/command.ts'
import { idOperand } from '#/app/cli/parsing/operands.ts'
import { changesText } from '#/app/cli/words/changes-text.ts'
import { actFor, type Verb } from './act-for.ts'

const endpoint = freeToSpendChanges.explainChange

export const whyCommand: Command = {
  words: 'why',
  synopsis: 'HOUSEHOLD_ID [--from DAY] [--to DAY]',
  summary: 'Explains why free-to-spend changed since yesterday, or between two days.',
  operands: ['HOUSEHOLD_ID'],
  options: { from: { type: 'string' }, to: { type: 'string' } },
  run: async (invocation) => {
    const householdId = idOperand(invocation, 0)
    const days = { from: textOption(invocation, 'from'), to: textOption(invocation, 'to') }
    const input = { query: decode(endpoint.query, days, 'query') }
    const answer = await invocation.withRuntime((runtime) =>
      actFor(runtime, householdId, { endpoint, verb: explainFreeToSpend as Verb, input }),
    )
    const explained = endpoint.response.parse(answer)
    return { json: explained, text: changesText(explained) }
  },
}
