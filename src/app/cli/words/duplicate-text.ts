import type { Preview } from '#/sources/files/preview-file.ts'
import { columns } from './columns.ts'
import { moneyText } from './money-text.ts'

type Duplicate = Preview['duplicates'][number]

/** Writes the rows of a file that resemble a known payment, each with that payment; empty if there are none. */
export function duplicatesText(duplicates: readonly Duplicate[], currency: string): string {
  return columns(
    duplicates.map((row) => [
      `row ${row.position}`,
      `line ${row.line}`,
      row.booked_at,
      moneyText(row.amount, currency),
      row.concept,
      row.different ? 'is added, though it looks like' : 'is taken for',
      twinOf(row),
    ]),
  )
}

function twinOf({ twin, twin_line: line }: Duplicate): string {
  if (line !== null) return `line ${line} of this file`
  if (!twin) return 'what is there'
  const source = twin.file_name === null ? sources[twin.provider] : `from ${twin.file_name}`
  return `“${twin.concept}” of ${twin.booked_at}, ${source}${twin.deleted ? ', deleted since' : ''}`
}

const sources: Readonly<Record<NonNullable<Duplicate['twin']>['provider'], string>> = {
  provider_a: 'from the bank',
  provider_b: 'from the bank',
  provider_c: 'from the bank',
  wallet: 'from a device',
  manual: 'written down by hand',
  import: 'from a file',
}
