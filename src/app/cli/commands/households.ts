import { changeHousehold } from '#/access/households/change.ts'
import { listHouseholds } from '#/access/households/list.ts'
import { choiceOption, columns, type Command, UsageError } from '#/app/cli/parsing/command.ts'
import { idOperand } from '#/app/cli/parsing/operands.ts'

const listCommand: Command = {
  words: 'household list',
  synopsis: '',
  summary: 'Lists the households of this instance.',
  operands: [],
  options: {},
  run: async ({ withRuntime }) => {
    const households = await withRuntime(listHouseholds)
    const rows = households.map((each) => [each.id, each.name, each.plan, each.standing])
    return {
      json: households,
      text: rows.length === 0 ? 'There is no household yet.' : columns(rows),
    }
  },
}

const setCommand: Command = {
  words: 'household set',
  synopsis: 'HOUSEHOLD_ID [--plan free|standard|premium] [--standing STANDING]',
  summary:
    'Changes the plan or the standing (trialing, active, trial_ended, lapsed, closed) from the next request on.',
  operands: ['HOUSEHOLD_ID'],
  options: { plan: { type: 'string' }, standing: { type: 'string' } },
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
