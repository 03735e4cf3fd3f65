import { loadDocument, type Loaded } from '#/documents/load.ts'
import { type Command, CommandError } from '#/app/cli/parsing/command.ts'
import { exportCommand } from '#/app/cli/budgeting/export.ts'
import { columns } from '#/app/cli/words/columns.ts'

const loadCommand: Command = {
  words: 'load',
  group: 'people',
  beginsInstance: true,
  summary: 'Creates one household from a document (`-` reads standard input); prints ids and keys.',
  operands: ['FILE'],
  options: {},
  examples: ['load household.json', 'load - < household.json'],
  run: async ({ operands, read, withRuntime }) => {
    const file = operands[0]!
    const document = parse(await read(file), file)
    const loaded = await withRuntime((runtime) => loadDocument(runtime, document))
    return { json: loaded, text: describe(loaded) }
  },
}

function parse(text: string, file: string): unknown {
  try {
    // Removes a byte order mark, which editors write although it is not JSON.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    const name = file === '-' ? 'Standard input' : file
    throw new CommandError(`${name} is not JSON: ${(error as Error).message}`)
  }
}

function describe(loaded: Loaded): string {
  const keys = Object.entries(loaded.keys).map(([ref, key]) => [`  ${ref}`, key.api_key])
  const counts = (['accounts', 'expenses', 'transactions'] as const)
    .map((list) => `${Object.keys(loaded[list]).length} ${list}`)
    .join(', ')
  return [
    `Loaded household ${loaded.household_id}: ${counts}.`,
    ...(keys.length === 0 ? [] : ['Its keys, which are shown only now:', columns(keys)]),
  ].join('\n')
}

export const documentCommands = [loadCommand, exportCommand]
