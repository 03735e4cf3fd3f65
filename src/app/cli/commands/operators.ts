import { addOperator, listOperators, removeOperator } from '#/people/operators.ts'
import { writeInstant } from '#/platform/contract/fields.ts'
import type { Command } from '#/app/cli/parsing/command.ts'
import { listed } from '#/app/cli/words/table.ts'
import { requirePerson } from './person.ts'

const listCommand: Command = {
  words: 'operator list',
  group: 'server',
  summary: 'Lists the people who see in the application how this instance is backed up.',
  operands: [],
  options: {},
  lists: true,
  run: async (invocation) => {
    const operators = await invocation.withRuntime(listOperators)
    const rows = operators.map(({ since, ...person }) => ({
      ...person,
      since: writeInstant(since),
    }))
    return listed(invocation, {
      json: rows,
      rows,
      columns: [
        { name: 'email', of: ({ email }) => email },
        { name: 'name', of: ({ name }) => name },
        { name: 'since', of: ({ since }) => since },
      ],
      empty: 'Nobody is an operator yet.',
    })
  },
}

const addCommand: Command = {
  words: 'operator add',
  group: 'server',
  summary: 'Lets a person see how this instance is backed up. It opens no household and no backup.',
  operands: ['EMAIL'],
  options: {},
  run: async ({ operands: [email], withRuntime }) => {
    await withRuntime(async (runtime) =>
      addOperator(runtime, (await requirePerson(runtime, email!)).id),
    )
    return { json: { email, operator: true }, text: `${email} is an operator.` }
  },
}

const removeCommand: Command = {
  words: 'operator remove',
  group: 'server',
  summary: 'Takes that back.',
  operands: ['EMAIL'],
  options: {},
  run: async ({ operands: [email], withRuntime }) => {
    await withRuntime(async (runtime) =>
      removeOperator(runtime, (await requirePerson(runtime, email!)).id),
    )
    return { json: { email, operator: false }, text: `${email} is not an operator any more.` }
  },
}

export const operatorCommands = [listCommand, addCommand, removeCommand]
