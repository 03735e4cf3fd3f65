import type { AllAccountsReport } from '#/sources/files/at-once/import-all-now.ts'
import type { ImportReport, PreviewReport } from '#/sources/files/at-once/import-now.ts'
import type { StatementFault } from '#/sources/statements/fault.ts'
import type { Output } from '#/app/cli/parsing/command.ts'
import { duplicatesText } from '#/app/cli/words/duplicate-text.ts'
import { gapsText, rowsText, skippedText } from '#/app/cli/words/preview-text.ts'
import { questionText } from '#/app/cli/words/question-text.ts'

/** Shows what an import has stored. */
export function reportOutput(report: ImportReport): Output {
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
export function allAccountsOutput({ accounts, left_out }: AllAccountsReport): Output {
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
export function previewOutput(file: string, { preview, currency }: PreviewReport): Output {
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

type Fault = Pick<StatementFault, 'line' | 'message'> & {
  readonly reason: { readonly name: string }
}

/** Writes why a file cannot be imported, with the option that helps. */
export function faultText(file: string, { line, message, reason }: Fault): string {
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
