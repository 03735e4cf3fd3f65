import { loadDemo } from '#/documents/demo/demo.ts'
import { type Command, textOption, UsageError } from '#/app/cli/parsing/command.ts'
import { originOf } from '#/app/cli/serving/origin.ts'

const TRANSACTIONS_MAX = 20_000_000

export const demoCommand: Command = {
  words: 'demo',
  beginsInstance: true,
  synopsis: '[--transactions N] [--seed S]',
  summary: 'Loads the demo household, with 18 months of history, and prints its key and URLs.',
  operands: [],
  options: { transactions: { type: 'string' }, seed: { type: 'string' } },
  run: async (invocation) => {
    const transactionCount = countOf(textOption(invocation, 'transactions'))
    const seed = textOption(invocation, 'seed') ?? 'earmark'
    const demo = await invocation.withRuntime((runtime) =>
      loadDemo(runtime, { seed, transactionCount }),
    )
    const { household_id, keys, members } = demo.loaded
    const base = originOf(invocation.config)
    const urls = { api: `${base}/v1`, reference: `${base}/docs` }
    return {
      json: {
        household_id,
        members,
        keys,
        api_key: keys['rw']!.api_key,
        transactions: demo.transactionCount,
        urls,
      },
      text: [
        `The demo household ${household_id} has ${demo.transactionCount} transactions.`,
        '',
        `  Key         ${keys['rw']!.api_key}`,
        `  Reads only  ${keys['ro']!.api_key}`,
        `  API         ${urls.api}`,
        `  Reference   ${urls.reference}`,
        '',
        'The keys are not shown again. Start the server with `npm start`, then try:',
        `  curl -H "Authorization: Bearer ${keys['ro']!.api_key}" ${urls.api}/accounts/summary`,
      ].join('\n'),
    }
  },
}

function countOf(text: string | undefined): number | null {
  if (text === undefined) return null
  const count = Number(text.replaceAll('_', ''))
  if (Number.isInteger(count) && count >= 0 && count <= TRANSACTIONS_MAX) return count
  throw new UsageError(`--transactions: a whole number up to ${TRANSACTIONS_MAX}.`)
}
