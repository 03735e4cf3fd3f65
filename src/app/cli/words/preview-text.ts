import type { Preview } from '#/sources/files/preview-file.ts'
import { columns } from './columns.ts'
import { moneyText } from './money-text.ts'

const reasons: Readonly<Record<Preview['skipped'][number]['reason'], string>> = {
  pending: 'pending',
  reverted: 'reverted',
  declined: 'declined',
  balance: 'a balance',
  total: 'a total',
  notice: 'a notice',
  empty: 'empty',
  other_account: 'of another account',
  other_currency: 'in another currency',
  investment: 'a trade of securities',
}

/** Writes the rows that are left out: `3 rows were skipped: pending (lines 4, 9, 12).`; empty if there are none. */
export function skippedText(skipped: Preview['skipped']): string {
  const all = skipped.reduce((sum, { count }) => sum + count, 0)
  if (all === 0) return ''
  const parts = skipped.map(({ reason, count, lines }) => {
    const more = count > lines.length ? ', …' : ''
    const each = skipped.length > 1 ? `${count} ` : ''
    return `${each}${reasons[reason]} (${count === 1 ? 'line' : 'lines'} ${lines.join(', ')}${more})`
  })
  return `${all} ${all === 1 ? 'row was' : 'rows were'} skipped: ${parts.join('; ')}.`
}

/** Writes the balances that do not follow from the rows, one a line; empty if all do. */
export function gapsText({ first, total }: Preview['gaps'], currency: string): string {
  const lines = first.map(({ line, expected, stated }) => {
    return `line ${line}: the balance is ${moneyText(stated, currency)}, and ${moneyText(expected, currency)} by the rows`
  })
  const more = total - lines.length
  return (more > 0 ? [...lines, `and ${more} more such lines`] : lines).join('\n')
}

/** Rows that a dry run prints. */
const ROWS_MAX = 20

const fates = { new: 'is added', known: 'is known', alike: 'is doubtful' } as const

/** Writes the first rows as they would be stored, and how many there are besides. */
export function rowsText(
  rows: Preview['rows'],
  { currency, total }: { readonly currency: string; readonly total: number },
): string {
  const shown = rows.slice(0, ROWS_MAX)
  const amounts = shown.map(({ amount }) => moneyText(amount, currency))
  const width = Math.max(0, ...amounts.map(({ length }) => length))
  const table = columns(
    shown.map(({ line, booked_at, concept, category, status, fate }, index) => [
      `line ${line}`,
      booked_at,
      amounts[index]!.padStart(width),
      fates[fate],
      [concept, category && `[${category}]`, status === 'pending' && '(pending)']
        .filter(Boolean)
        .join(' '),
    ]),
  )
  const more = total - shown.length
  return more > 0 ? `${table}\nand ${more} more rows` : table
}
