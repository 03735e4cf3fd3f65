import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import process from 'node:process'
import { buffer } from 'node:stream/consumers'
import { importNow, OpenReading, previewNow } from '#/sources/files/at-once/import-now.ts'
import { importAllNow } from '#/sources/files/at-once/import-all-now.ts'
import { StatementFault } from '#/sources/statements/fault.ts'
import type { Source } from '#/sources/statements/reading/source.ts'
import { growSlowly } from '#/platform/runtime/grow-slowly.ts'
import { CommandError, FileFault, type Invocation, type Output } from '#/app/cli/parsing/command.ts'
import { questionText } from '#/app/cli/words/question-text.ts'
import type { AskedImport } from './import.ts'
import { allAccountsOutput, faultText, previewOutput, reportOutput } from './import-output.ts'

/** Imports a file into the database of this machine. */
export async function importHere(
  invocation: Invocation,
  { file, isDry, isAll, ...choices }: AskedImport,
): Promise<Output> {
  const asked = { ...choices, ...(await openFile(file)) }
  return invocation
    .withRuntime(async (runtime) => {
      if (isDry) return previewOutput(file, await previewNow(runtime, asked))
      if (isAll) return allAccountsOutput(await growSlowly(() => importAllNow(runtime, asked)))
      return reportOutput(await growSlowly(() => importNow(runtime, asked)))
    })
    .catch((error: unknown) => {
      if (error instanceof OpenReading) throw new FileFault(questionText(file, error))
      throw error instanceof StatementFault ? new FileFault(faultText(file, error)) : error
    })
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
    // Opens the file once, to find out whether it can be read at all.
    for await (const _ of createReadStream(file, { end: 0 })) break
    return { source, bytes: size }
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`)
  }
}
