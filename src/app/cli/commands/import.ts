import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import process from 'node:process'
import { buffer } from 'node:stream/consumers'
import { type Different, NONE_DIFFERENT } from '#/sources/files/matching/separate-duplicates.ts'
import {
  importNow,
  type ImportReport,
  OpenReading,
  type PreviewReport,
  previewNow,
} from '#/sources/files/at-once/import-now.ts'
import { type AllAccountsReport, importAllNow } from '#/sources/files/at-once/import-all-now.ts'
import { StatementFault } from '#/sources/statements/fault.ts'
import type { Source } from '#/sources/statements/reading/source.ts'
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
import { readId } from '#/app/cli/parsing/operands.ts'
import { readingOptions, readReading } from '#/app/cli/parsing/reading-options.ts'
import { duplicatesText } from '#/app/cli/words/duplicate-text.ts'
import { gapsText, rowsText, skippedText } from '#/app/cli/words/preview-text.ts'
import { questionText } from '#/app/cli/words/question-text.ts'

export const importCommand: Command = {
  words: 'import',
  synopsis:
    'FILE --account ACCOUNT_ID [--file-account NUMBER | --all-accounts] [--dry-run] [--different all|ROW,ROW…] [--accept-gaps] [--spending plus|minus] [--columns ROLE=COLUMN,…] [--date-order dmy|mdy|ymd] [--decimal ,|.] [--status COLUMN|none]',
  summary:
    'Imports a statement (CSV, Excel, OFX, QFX, CAMT, MT940, MT942 or QIF; `-` reads standard input).',
  operands: ['FILE'],
  options: {
    account: { type: 'string' },
    'file-account': { type: 'string' },
    // Imports every account of the file whose number an account of this household is known by.
    'all-accounts': { type: 'boolean' },
    // Stores nothing, and shows each suspected duplicate beside the payment it resembles.
    'dry-run': { type: 'boolean' },
    // Names rows that are payments of their own: all doubtful rows, or rows by the numbers of a dry run.
    different: { type: 'string' },
    // Imports an MT940, MT942 or QIF file although its own sums contradict its rows.
    'accept-gaps': { type: 'boolean' },
    // How the file is to be read. The choice is remembered for the account's files with this header.
    ...readingOptions,
  },
  run: async (invocation) => {
    const file = invocation.operands[0]!
    const accountId = readId(requiredOption(invocation, 'account'))
    const fileAccount = textOption(invocation, 'file-account') ?? null
    const fileName = file === '-' ? 'standard input' : basename(file)
    const different = readDifferent(textOption(invocation, 'different'))
    const reading = readReading(invocation)
    const opened = await openFile(file)
    const acceptsGaps = invocation.options['accept-gaps'] === true
    const asked = {
      ...opened,
      fileName,
      accountId,
      fileAccount,
      different,
      reading,
      acceptsGaps,
    }
    const isDry = invocation.options['dry-run'] === true
    const isAll = invocation.options['all-accounts'] === true
    if (isAll && (isDry || fileAccount !== null || different.rows.length > 0)) {
      throw new UsageError(
        '--all-accounts goes without --dry-run, --file-account and single rows of --different.',
      )
    }
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
  },
}

function reportOutput(report: ImportReport): Output {
  return { json: withoutCurrency(report), text: reportText(report) }
}

function withoutCurrency(report: ImportReport): Omit<ImportReport, 'currency'> {
  const { currency: _, ...json } = report
  return json
}

function reportText(report: ImportReport): string {
  const { format, read, added, duplicates, skipped, gaps, currency } = report
  const found = `Read ${read} rows of ${format.toUpperCase()}: ${added} added, ${duplicates} known already.`
  return linesOf(found, skippedText(skipped), gapsText(gaps, currency))
}

/** Sums the accounts up, and shows the report of each. */
function allAccountsOutput({ accounts, left_out }: AllAccountsReport): Output {
  const sum = (part: 'read' | 'added' | 'duplicates') =>
    accounts.reduce((all, report) => all + report[part], 0)
  const [first] = accounts
  const left = left_out.map(
    ({ number, total }) =>
      `account ${number}: ${total} rows left out, because no account has this number`,
  )
  return {
    json: {
      format: first?.format,
      read: sum('read'),
      added: sum('added'),
      duplicates: sum('duplicates'),
      accounts: accounts.map(withoutCurrency),
      left_out,
    },
    text: linesOf(
      ...accounts.map((report) => `account ${report.file_account}: ${reportText(report)}`),
      ...left,
    ),
  }
}

/** Shows what an import would do. An open question fails, as the import would. */
function previewOutput(file: string, { preview, currency }: PreviewReport): Output {
  const { format, counts, duplicates, gaps, skipped, rows, question, layout } = preview
  const { total: read = 0, new: added = 0, known = 0, alike = 0 } = counts ?? {}
  const found = `Read ${read} rows of ${format?.toUpperCase()}: ${added} new, ${known} known already, ${alike} doubtful. Nothing is stored.`
  const header = layout?.header ?? []
  return {
    json: { format, read, new: added, known, alike, duplicates, gaps, skipped, rows, question },
    text: linesOf(
      found,
      skippedText(skipped),
      gapsText(gaps, currency),
      rowsText(rows, { currency, total: read }),
      duplicatesText(duplicates, currency),
      question ? questionText(file, { question, header, currency }) : '',
    ),
    ...(question && { failed: true }),
  }
}

function linesOf(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n')
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

function faultText(file: string, { line, message, reason }: StatementFault): string {
  return `${file} line ${line ?? 1}: ${message}${options.get(reason.name) ?? ''}`
}

/** The options that help against a fault. */
const options: ReadonlyMap<string, string> = new Map([
  [
    'several_accounts',
    ' Use --file-account NUMBER, or --all-accounts for those that are known here.',
  ],
  ['balances_differ', ' Check the file, or use --accept-gaps to import it as it is.'],
])

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
