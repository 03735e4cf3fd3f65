import { randomBytes } from 'node:crypto'
import { changeHousehold } from '#/access/households/change.ts'
import { listHouseholds } from '#/access/households/list.ts'
import { cancelMove } from '#/backups/moving/cancel-move.ts'
import type { Moved } from '#/backups/moving/household-move.ts'
import { moveHousehold } from '#/backups/moving/move-household.ts'
import { writeInstant } from '#/platform/contract/fields.ts'
import { connectSingle } from '#/platform/database/single-connection.ts'
import { createClock, wait } from '#/platform/runtime/clock.ts'
import { uuidV7 } from '#/platform/runtime/runtime.ts'
import {
  choiceOption,
  type Command,
  counted,
  type Output,
  requiredOption,
  UsageError,
} from '#/app/cli/parsing/command.ts'
import { idOperand } from '#/app/cli/parsing/operands.ts'
import { withAddress } from '#/app/cli/serving/open-address.ts'
import { listed } from '#/app/cli/words/table.ts'
import { requireInstance } from './require-instance.ts'

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

const moveCommand: Command = {
  words: 'household move',
  group: 'people',
  summary:
    'Moves a household to another database, with keys, secrets, webhooks and its members’ accounts; run it again if it was interrupted.',
  operands: ['HOUSEHOLD_ID'],
  options: {
    to: {
      type: 'string',
      description: 'The address of the database, such as postgres://earmark@db2/earmark.',
      value: 'URL',
      required: true,
    },
    'link-people': {
      type: 'boolean',
      description: 'Accounts there with a member’s e-mail address belong to that member.',
    },
    cancel: {
      type: 'boolean',
      description: 'Gives up a move that was interrupted before the household had arrived.',
    },
  },
  examples: ['household move HOUSEHOLD_ID --to postgres://earmark@db2/earmark'],
  run: async (invocation) => {
    const { config, options } = invocation
    const order = {
      householdId: idOperand(invocation, 0),
      to: requiredOption(invocation, 'to'),
      linkPeople: options['link-people'] === true,
    }
    await requireInstance(config)
    const now = createClock(config.now)
    const newId = () => uuidV7(now(), randomBytes(16))
    const means = { connect: connectSingle, now, newId, wait }
    return withAddress(config, async (from) => {
      if (options['cancel'] !== true)
        return movedOutput(await moveHousehold({ ...order, from }, means))
      await cancelMove({ ...order, from }, means)
      const { householdId: id } = order
      return {
        json: { id, cancelled: true },
        text: `Household ${id} stays here, and is served again.`,
      }
    })
  },
}

function movedOutput({ householdId: id, destination, movedAt, copied }: Moved): Output {
  const at = writeInstant(movedAt)
  const facts = copied && {
    rows: copied.rows,
    people_created: copied.peopleCreated,
    people_linked: copied.peopleLinked,
  }
  const text =
    copied === null
      ? `Household ${id} is at ${destination}, since an earlier run of this command.`
      : `Household ${id} is at ${destination}: ${counted(copied.rows, 'row')}, ` +
        `${counted(copied.peopleCreated, 'new account')}, ${copied.peopleLinked} linked.`
  return { json: { id, destination, moved_at: at, copied: facts }, text }
}

export const householdCommands = [listCommand, setCommand, moveCommand]
