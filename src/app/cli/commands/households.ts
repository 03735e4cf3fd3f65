import { changeHousehold } from '#/access/households/change.ts'
import { listHouseholds } from '#/access/households/list.ts'
import { choiceOption, type Command, UsageError } from '#/app/cli/parsing/command.ts'
import { idOperand } from '#/app/cli/parsing/operands.ts'
import { listed } from '#/app/cli/words/table.ts'

const listCommand: Command = {
  words: 'household list',
  group: 'people',
  common: 'List the households',
  summary: 'Lists the households of this instance.',
  operands: [],
  options: {},
  lists: true,
  examples: ['household list --csv'],
  run: async (invocation) => {
    const households = await invocation.withRuntime(listHouseholds)
    return listed(invocation, {
      json: households,
      rows: households,
      columns: [
        { name: 'name', of: (each) => each.name },
        { name: 'plan', of: (each) => each.plan },
        { name: 'standing', of: (each) => each.standing },
        { name: 'kind', of: (each) => each.kind, isExtra: true },
        { name: 'currency', of: (each) => each.currency },
        { name: 'timezone', of: (each) => each.timezone, isExtra: true },
        { name: 'members', of: (each) => each.members.map(({ name }) => name).join(', ') },
        { name: 'created_at', of: (each) => each.created_at, isExtra: true },
        { name: 'id', of: (each) => each.id },
      ],
      empty: 'There is no household yet.',
    })
  },
}

const setCommand: Command = {
  words: 'household set',
  group: 'people',
  summary:
    'Changes the plan or the standing (trialing, active, trial_ended, lapsed, closed) from the next request on.',
  operands: ['HOUSEHOLD_ID'],
  options: {
    plan: {
      type: 'string',
      description: 'The plan, which decides about the API.',
      choices: ['free', 'standard', 'premium'],
    },
    standing: {
      type: 'string',
      description: 'The standing of the subscription.',
      choices: ['trialing', 'active', 'trial_ended', 'lapsed', 'closed'],
    },
  },
  examples: ['household set HOUSEHOLD_ID --plan standard --standing active'],
  run: async (invocation) => {
    const id = idOperand(invocation, 0)
    const plan = choiceOption(invocation, 'plan', ['free', 'standard', 'premium'])
    const standing = choiceOption(invocation, 'standing', [
      'trialing',
      'active',
      'trial_ended',
      'lapsed',
      'closed',
    ])
    if (plan === undefined && standing === undefined) {
      throw new UsageError('Name a change: --plan, --standing or both.')
    }
    const changed = await invocation.withRuntime((runtime) => {
      return changeHousehold(runtime, id, { plan, standing })
    })
    return { json: changed, text: `Household ${id}: ${changed.plan}, ${changed.standing}.` }
  },
}

export const householdCommands = [listCommand, setCommand]
