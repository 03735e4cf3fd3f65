import { freeToSpendChanges } from '#/budget/reports/changes-contract.ts'
import { textOption } from '#/app/cli/parsing/command.ts'
import { changesCsv, changesText } from '#/app/cli/words/changes-text.ts'
import { decodeGiven } from './decode-given.ts'
import { householdCommand } from './household-command.ts'

const endpoint = freeToSpendChanges.explainChange

export const whyCommand = householdCommand({
  words: 'why',
  group: 'budget',
  common: 'Explain why free-to-spend has changed',
  summary: 'Explains why free-to-spend changed since yesterday, or between two days.',
  operands: [],
  options: {
    from: {
      type: 'string',
      description: 'The day after whose end to begin; without it the day before --to.',
      value: 'DAY',
    },
    to: { type: 'string', description: 'The last day; without it today.', value: 'DAY' },
  },
  lists: true,
  examples: ['why HOUSEHOLD_ID --from 2026-11-01'],
  plan: (invocation) => {
    const query = { from: textOption(invocation, 'from'), to: textOption(invocation, 'to') }
    decodeGiven(endpoint, { query })
    return async ({ ask }) => {
      const answer = await ask(endpoint, { query })
      const explained = endpoint.response.parse(answer)
      return {
        json: answer,
        text: changesText(explained),
        ...(invocation.options['csv'] === true && { csv: changesCsv(explained) }),
      }
    }
  },
})
