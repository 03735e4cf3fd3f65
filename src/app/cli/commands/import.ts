import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import process from 'node:process'
import { buffer } from 'node:stream/consumers'
import { type Different, NONE_DIFFERENT } from '#/sources/files/matching/separate-duplicates.ts'
import {
  importNow,
  type ImportReport,
  type PreviewReport,
  previewNow,
} from '#/sources/files/import-now.ts'
import { StatementFault } from '#/sources/statements/fault.ts'
import type { Source } from '#/sources/statements/reading/read.ts'
import { growSlowly } from '#/platform/runtime/grow-slowly.ts'
import {
  type Command,
  CommandError,
  FileFault,
  type Output,
  requiredOption,
  textOption,
  UsageError,
} from '#/app/cli/parsing/command.ts'
import type { Preview } from '#/sources/files/preview-file.ts'
import { moneyText } from '#/app/cli/words/money-text.ts'
import { readId } from '#/app/cli/parsing/operands.ts'
import { duplicatesText } from '#/app/cli/words/duplicate-text.ts'

export const importCommand: Command = {
  words: 'import',
  synopsis:
    'FILE --account ACCOUNT_ID [--file-account NUMBER] [--dry-run] [--different all|ROW,ROW…]',
  summary: 'Imports a statement (CSV, OFX, QFX, CAMT.052 or CAMT.053; `-` reads standard input).',
  operands: ['FILE'],
  options: {
    account: { type: 'string' },
    'file-account': { type: 'string' },
    // Stores nothing, and shows each suspected duplicate beside the payment it resembles.
    'dry-run': { type: 'boolean' },
    // Names rows that are payments of their own: all doubtful rows, or rows by the numbers of a dry run.
    different: { type: 'string' },
  },
  run: async (invocation) => {
    const file = invocation.operands[0]!
    const accountId = readId(requiredOption(invocation, 'account'))
    const fileAccount = textOption(invocation, 'file-account') ?? null
    const fileName = file === '-' ? 'standard input' : basename(file)
    const different = readDifferent(textOption(invocation, 'different'))
    const opened = await openFile(file)
    const asked = { ...opened, fileName, accountId, fileAccount, different }
    const isDry = invocation.options['dry-run'] === true
    return invocation
      .withRuntime(async (runtime) =>
        isDry
          ? previewOutput(await previewNow(runtime, asked))
          : reportOutput(await growSlowly(() => importNow(runtime, asked))),
      )
      .catch((error: unknown) => {
        throw error instanceof StatementFault ? new FileFault(faultText(file, error)) : error
      })
  },
}

function reportOutput(report: ImportReport): Output {
  const { format, read, added, duplicates } = report
  return {
    json: report,
    text: `Read ${read} rows of ${format.toUpperCase()}: ${added} added, ${duplicates} known already.`,
  }
}

function previewOutput({ preview, currency }: PreviewReport): Output {
  const { format, counts, duplicates } = preview
  const { total: read = 0, new: added = 0, known = 0, alike = 0 } = counts ?? {}
  const found = `Read ${read} rows of ${format?.toUpperCase()}: ${added} new, ${known} known already, ${alike} doubtful. Nothing is stored.`
  return {
    json: { format, read, new: added, known, alike, duplicates, gaps: preview.gaps },
    text: [found, ...gapLines(preview, currency), duplicatesText(duplicates, currency)]
      .filter((part) => part !== '')
      .join('\n'),
  }
}

function gapLines({ gaps }: Preview, currency: string): string[] {
  const lines = gaps.first.map(({ line, expected, stated: said }) => {
    return `line ${line}: the balance is ${moneyText(said, currency)}, and ${moneyText(expected, currency)} by the rows`
  })
  const more = gaps.total - lines.length
  return more > 0 ? [...lines, `and ${more} more such lines`] : lines
}

function readDifferent(said: string | undefined): Different {
  if (said === undefined) return NONE_DIFFERENT
  if (said === 'all') return { alike: true, rows: [] }
  const rows = said.split(',').map((row) => Number(/^\s*[1-9]\d{0,8}\s*$/.test(row) ? row : NaN))
  if (rows.some(Number.isNaN)) {
    throw new UsageError('--different: `all`, or numbers of rows as `--dry-run` shows them.')
  }
  return { alike: false, rows }
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
    // Opens the file once, to find out whether it can be read at all.
    for await (const _ of createReadStream(file, { end: 0 })) break
    return { source, bytes: size }
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`)
  }
}
