import { addOperator, listOperators, removeOperator } from '#/people/operators.ts'
import { writeInstant } from '#/platform/contract/fields.ts'
import { columns, type Command } from '#/app/cli/parsing/command.ts'
import { requirePerson } from './person.ts'

const listCommand: Command = {
  words: 'operator list',
  synopsis: '',
  summary: 'Lists the people who see in the application how this instance is backed up.',
  operands: [],
  options: {},
  run: async ({ withRuntime }) => {
    const operators = await withRuntime(listOperators)
    return {
      json: operators.map(({ since, ...person }) => ({ ...person, since: writeInstant(since) })),
      text:
        operators.length === 0
          ? 'Nobody is an operator yet.'
          : columns(operators.map(({ email, name }) => [email, name])),
    }
  },
}

const addCommand: Command = {
  words: 'operator add',
  synopsis: 'EMAIL',
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
  synopsis: 'EMAIL',
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
