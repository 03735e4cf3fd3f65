import { basename } from 'node:path'
import type { ChosenReading } from '#/sources/files/at-once/column-roles.ts'
import type { Different } from '#/sources/files/matching/separate-duplicates.ts'
import { type Command, requiredOption, textOption, UsageError } from '#/app/cli/parsing/command.ts'
import { readId } from '#/app/cli/parsing/operands.ts'
import { readingOptions, readReading } from '#/app/cli/parsing/reading-options.ts'

/** A line of `earmark import`, read. */
export type AskedImport = {
  /** A path, or `-` for standard input. */
  readonly file: string
  readonly fileName: string
  readonly accountId: string
  /** The account number in the file; null: the only account, or the one that fits. */
  readonly fileAccount: string | null
  readonly different: Different
  readonly reading: ChosenReading
  readonly acceptsGaps: boolean
  readonly isDry: boolean
  readonly isAll: boolean
}

export const importCommand: Command = {
  words: 'import',
  group: 'accounts',
  common: 'Import a statement: CSV, OFX, CAMT, …',
  summary:
    'Imports a statement (CSV, Excel, OFX, QFX, CAMT, MT940, MT942 or QIF; `-` reads standard input).',
  operands: ['FILE'],
  options: {
    account: {
      type: 'string',
      description: 'The account that the file belongs to.',
      value: 'ACCOUNT_ID',
      required: true,
    },
    'file-account': {
      type: 'string',
      description: 'The number of the account to take from a file with several.',
      value: 'NUMBER',
    },
    'all-accounts': {
      type: 'boolean',
      description:
        'Imports every account of the file whose number an account of this household is known by.',
    },
    'dry-run': {
      type: 'boolean',
      description:
        'Stores nothing, and shows each suspected duplicate beside the payment it resembles.',
    },
    different: {
      type: 'string',
      description:
        'Rows that are payments of their own: all doubtful ones, or rows by the numbers of a dry run.',
      value: 'all|ROW,ROW…',
    },
    'accept-gaps': {
      type: 'boolean',
      description: 'Imports an MT940, MT942 or QIF file although its own sums contradict its rows.',
    },
    ...readingOptions,
  },
  examples: [
    'import march.csv --account ACCOUNT_ID --dry-run',
    'import march.csv --account ACCOUNT_ID --spending minus --date-order dmy',
  ],
  reach: 'household',
  run: async (invocation) => {
    const file = invocation.operands[0]!
    const asked: AskedImport = {
      file,
      fileName: file === '-' ? 'standard input' : basename(file),
      accountId: readId(requiredOption(invocation, 'account')),
      fileAccount: textOption(invocation, 'file-account') ?? null,
      different: readDifferent(textOption(invocation, 'different')),
      reading: readReading(invocation),
      acceptsGaps: invocation.options['accept-gaps'] === true,
      isDry: invocation.options['dry-run'] === true,
      isAll: invocation.options['all-accounts'] === true,
    }
    const { isAll, isDry, fileAccount, different } = asked
    if (isAll && (isDry || fileAccount !== null || different.rows.length > 0)) {
      throw new UsageError(
        '--all-accounts goes without --dry-run, --file-account and single rows of --different.',
      )
    }
    // Each way is loaded alone: the one here needs the database, and the readers of all formats.
    if (invocation.remote) {
      const { importThere } = await import('./import-there.ts')
      return importThere(invocation.remote, asked)
    }
    const { importHere } = await import('./import-here.ts')
    return importHere(invocation, asked)
  },
}

function readDifferent(said: string | undefined): Different {
  if (said === undefined) return { alike: false, rows: [] }
  if (said === 'all') return { alike: true, rows: [] }
  const rows = said.split(',').map((row) => Number(/^\s*[1-9]\d{0,8}\s*$/.test(row) ? row : NaN))
  if (rows.some(Number.isNaN)) {
    throw new UsageError('--different: `all`, or numbers of rows as `--dry-run` shows them.')
  }
  return { alike: false, rows }
}
