import { loadDemo } from '#/documents/demo/demo.ts'
import type { Loaded } from '#/documents/load.ts'
import { linkTo } from '#/access/mails/link-to.ts'
import { markDemo } from '#/people/mark-demo.ts'
import { membersApp } from '#/people/members/app-contract.ts'
import { createInvitation } from '#/people/members/invite.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { actFor } from '#/app/cli/budgeting/act-for.ts'
import { type Command, textOption, UsageError } from '#/app/cli/parsing/command.ts'
import { findServed } from '#/app/cli/serving/served-address.ts'

const TRANSACTIONS_MAX = 20_000_000

export const demoCommand: Command = {
  words: 'demo',
  group: 'server',
  common: 'Load a household worth looking at',
  beginsInstance: true,
  summary:
    'Loads the demo household, with 18 months of history, and prints a link to it and its key.',
  operands: [],
  options: {
    transactions: {
      type: 'string',
      description: 'How many transactions; without it 18 months of a household.',
      value: 'N',
    },
    seed: {
      type: 'string',
      description: 'Another word makes another history.',
      default: 'earmark',
    },
  },
  run: async (invocation) => {
    const transactionCount = countOf(textOption(invocation, 'transactions'))
    const seed = textOption(invocation, 'seed') ?? 'earmark'
    const { demo, token } = await invocation.withRuntime(async (runtime) => {
      const loaded = await loadDemo(runtime, { seed, transactionCount })
      return { demo: loaded, token: await inviteToDemo(runtime, loaded.loaded) }
    })
    const { household_id, keys, members } = demo.loaded
    const { origin, isServed } = await findServed(invocation.config)
    const urls = {
      api: `${origin}/v1`,
      reference: `${origin}/docs`,
      open: linkTo(origin, 'demo', token),
    }
    return {
      json: {
        household_id,
        members,
        keys,
        api_key: keys['rw']!.api_key,
        transactions: demo.transactionCount,
        urls,
        is_served: isServed,
      },
      text: [
        `The demo household ${household_id} has ${demo.transactionCount} transactions.`,
        '',
        isServed
          ? 'Open it in the browser:'
          : `No server answers on ${origin}. Start it with \`earmark serve\`, then open it in the browser:`,
        '',
        `  ${urls.open}`,
        '',
        'The link needs no account. It works once, within seven days.',
        '',
        `  Key         ${keys['rw']!.api_key}`,
        `  Reads only  ${keys['ro']!.api_key}`,
        `  API         ${urls.api}`,
        `  Reference   ${urls.reference}`,
        '',
        'The keys are not shown again. With one of them:',
        `  curl -H "Authorization: Bearer ${keys['ro']!.api_key}" ${urls.api}/accounts/summary`,
      ].join('\n'),
    }
  },
}

/** Makes a link by which somebody enters the demo household in the place of Alex, its owner. */
async function inviteToDemo(runtime: Runtime, { household_id, members }: Loaded): Promise<string> {
  await markDemo(runtime, household_id)
  const made = await actFor(runtime, household_id, {
    endpoint: membersApp.createInvitation,
    verb: createInvitation,
    input: { body: { role: 'owner' as const, member_id: members['alex']! } },
  })
  return membersApp.createInvitation.response.parse(made).token!
}

function countOf(text: string | undefined): number | null {
  if (text === undefined) return null
  const count = Number(text.replaceAll('_', ''))
  if (Number.isInteger(count) && count >= 0 && count <= TRANSACTIONS_MAX) return count
  throw new UsageError(`--transactions: a whole number up to ${TRANSACTIONS_MAX}.`)
}
