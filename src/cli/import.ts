import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import process from 'node:process'
import { buffer } from 'node:stream/consumers'
import { importNow } from '#/imports/import-now.ts'
import { StatementFault } from '#/statements/fault.ts'
import type { Source } from '#/statements/read.ts'
import { growSlowly } from '#/world/grow-slowly.ts'
import { type Command, CommandError, FileFault, requiredOption, textOption } from './command.ts'
import { readId } from './operands.ts'

export const importCommand: Command = {
  words: 'import',
  synopsis: 'FILE --account ACCOUNT_ID [--file-account NUMBER]',
  summary: 'Imports a statement (CSV, OFX, QFX, CAMT.052 or CAMT.053; `-` reads standard input).',
  operands: ['FILE'],
  options: { account: { type: 'string' }, 'file-account': { type: 'string' } },
  run: async (invocation) => {
    const file = invocation.operands[0]!
    const accountId = readId(requiredOption(invocation, 'account'))
    const fileAccount = textOption(invocation, 'file-account') ?? null
    const fileName = file === '-' ? 'standard input' : basename(file)
    const opened = await openFile(file)
    const report = await invocation
      .withWorld((world) =>
        growSlowly(() => importNow(world, { ...opened, fileName, accountId, fileAccount })),
      )
      .catch((error: unknown) => {
        throw error instanceof StatementFault ? new FileFault(faultText(file, error)) : error
      })
    const { format, read, added, duplicates } = report
    return {
      json: report,
      text: `Read ${read} rows of ${format.toUpperCase()}: ${added} added, ${duplicates} known already.`,
    }
  },
}

function faultText(file: string, { line, message }: StatementFault): string {
  return `${file} line ${line ?? 1}: ${message}`
}

async function openFile(file: string): Promise<{ source: Source; bytes: number }> {
  if (file === '-') {
    const bytes = await buffer(process.stdin)
    return {
      bytes: bytes.length,
      source: async function* () {
        yield bytes
      },
    }
  }
  try {
    const { size } = await stat(file)
    const source = () => createReadStream(file) as AsyncIterable<Buffer>
    // The first look tells whether it can be read at all.
    for await (const _ of createReadStream(file, { end: 0 })) break
    return { source, bytes: size }
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`)
  }
}
