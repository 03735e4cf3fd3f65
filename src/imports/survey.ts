import { type Layout, type Mapping } from '#/statements/csv-layout.ts'
import { MappingFault, StatementFault } from '#/statements/fault.ts'
import { readRows, type Source, understand, type Understood } from '#/statements/read.ts'
import type { StatementRow } from '#/statements/statement.ts'
import type { Destination } from './entry.ts'

/** A file that can be read from its first row to its last. */
export type Surveyed = {
  readonly understood: Understood
  /** What a person has said of it, now or the last time. */
  readonly mapping: Mapping
  /** The account in the file that is meant; null where the file names none. */
  readonly account: string | null
  readonly accounts: readonly string[]
  /** Rows of that account. */
  readonly total: number
  readonly first: readonly StatementRow[]
}

export type Said = { readonly mapping: Mapping; readonly fileAccount: string | null }

const FIRST = 50

/**
 * Reads a file once from end to end, so that nothing is stored of one that cannot be read whole. Throws StatementFault.
 */
export async function surveyFile(
  source: Source,
  destination: Destination,
  said: Said,
): Promise<Surveyed> {
  const { currency } = destination
  const { understood, mapping } = await understandAsBefore(source, destination, said)
  const counts = new Map<string | null, number>()
  const first = new Map<string | null, StatementRow[]>()
  for await (const rows of readRows(source, understood, { currency })) {
    for (const row of rows) {
      const count = counts.get(row.account) ?? 0
      counts.set(row.account, count + 1)
      if (count === 0) first.set(row.account, [])
      if (count < FIRST) first.get(row.account)!.push(row)
    }
  }
  const accounts = [...counts.keys()].filter((number) => number !== null)
  const account = chooseAccount([...counts.keys()], destination.mask, said.fileAccount)
  return {
    understood,
    mapping,
    account,
    accounts,
    total: counts.get(account) ?? 0,
    first: first.get(account) ?? [],
  }
}

/** What a person says now counts; else what they said of a file with the same header; else what can be found out. */
async function understandAsBefore(
  source: Source,
  { currency, remembered }: Destination,
  { mapping }: Said,
): Promise<{ understood: Understood; mapping: Mapping }> {
  const reading = { currency }
  const isSaid = Object.values(mapping).some((value) => value !== undefined)
  if (isSaid) return { understood: await understand(source, reading, mapping), mapping }
  let fault: unknown = null
  try {
    const understood = await understand(source, reading)
    const before = understood.layout && remembered[headerKey(understood.layout)]
    if (!before) return { understood, mapping: {} }
    return { understood: await understand(source, reading, before), mapping: before }
  } catch (error) {
    fault = error
  }
  // Without a header that can be found, the file is like the last one if all of it can be read like that one.
  for (const before of Object.values(remembered)) {
    try {
      const understood = await understand(source, reading, before)
      const key = understood.layout && headerKey(understood.layout)
      if (key !== null && remembered[key] === before) return { understood, mapping: before }
    } catch (error) {
      if (!(error instanceof StatementFault)) throw error
    }
  }
  throw fault
}

/** What tells one bank's CSV files from another's. */
export function headerKey({ header, delimiter, skipped }: Layout): string {
  return JSON.stringify(header.length > 0 ? [delimiter, ...header] : [delimiter, skipped])
}

/**
 * The account in the file that is meant: the one that was named, the only one, or the only one that ends in the digits of
 * the household's account. Throws StatementFault naming the accounts where that does not tell.
 */
function chooseAccount(
  found: readonly (string | null)[],
  mask: string | null,
  wanted: string | null,
): string | null {
  const named = found.filter((number) => number !== null)
  const list = named.join(', ')
  if (wanted !== null) {
    const fitting = named.filter(
      (number) => number === wanted || plain(number).endsWith(plain(wanted)),
    )
    if (fitting.length === 1) return fitting[0]!
    throw new StatementFault(
      null,
      `The file has no account ${wanted}; it has ${list || 'none with a number'}.`,
    )
  }
  if (found.length <= 1) return found[0] ?? null
  const fitting = mask === null ? [] : named.filter((number) => plain(number).endsWith(plain(mask)))
  if (fitting.length === 1) return fitting[0]!
  throw new MappingFault(null, `The file holds several accounts: ${list}. Say which one is meant.`)
}

function plain(number: string): string {
  return number.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase()
}
