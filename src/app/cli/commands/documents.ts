import { exportDocument } from '#/documents/export.ts'
import { recordInstanceEvent } from '#/access/sessions/record-event.ts'
import { loadDocument, type Loaded } from '#/documents/load.ts'
import { type Command, CommandError } from '#/app/cli/parsing/command.ts'
import { idOperand } from '#/app/cli/parsing/operands.ts'
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

const exportCommand: Command = {
  words: 'export',
  group: 'people',
  summary:
    'Prints a household as a document, including its history; `load` creates an equal one from it.',
  operands: ['HOUSEHOLD_ID'],
  options: {},
  examples: ['export HOUSEHOLD_ID > household.json'],
  run: async (invocation) => {
    const id = idOperand(invocation, 0)
    await invocation.withRuntime(async (runtime) => {
      await recordInstanceEvent(runtime, 'household.export', id)
      for await (const piece of exportDocument(runtime, id)) await invocation.print(piece)
    })
    return null
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
