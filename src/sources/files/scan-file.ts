import { type Layout, type Mapping } from '#/sources/statements/csv/layout.ts'
import { MappingFault, StatementFault } from '#/sources/statements/fault.ts'
import {
  readRows,
  type Source,
  detectDialect,
  type Dialect,
} from '#/sources/statements/reading/read.ts'
import type { BalanceGap, StatementRow, BalanceStatement } from '#/sources/statements/statement.ts'
import type { Day } from '#/core/values/day.ts'
import type { Destination } from './entry.ts'

/** A file that can be read from its first row to its last, with a summary of its contents. */
export type ScannedFile = {
  readonly dialect: Dialect
  /** The mapping that a person chose for this file or an earlier one like it. */
  readonly mapping: Mapping
  /** The account of the file to import; null if the file names none. */
  readonly account: string | null
  readonly accounts: readonly FileAccount[]
  /** The number of rows of that account. */
  readonly total: number
  readonly first: readonly StatementRow[]
  /** The day of its last booking. */
  readonly lastDay: Day | null
  /** The latest balance that the file states. */
  readonly stated: BalanceStatement | null
  /** The first gaps in the running balance, and their total number. */
  readonly gaps: { readonly first: readonly BalanceGap[]; readonly total: number }
}

/** An account that a file names, and the number of its rows. */
export type FileAccount = { readonly number: string; readonly total: number }

/** The file contains several accounts, and a person must choose one. */
export class SeveralAccounts extends MappingFault {
  readonly accounts: readonly FileAccount[]

  constructor(accounts: readonly FileAccount[]) {
    super(null, { name: 'several_accounts', accounts: accounts.map(({ number }) => number) })
    this.accounts = accounts
  }
}

/** The choices of a person about a file. */
export type Choices = { readonly mapping: Mapping; readonly fileAccount: string | null }

const FIRST = 50

/** Reads a file from end to end before anything is stored. Throws StatementFault if any part cannot be read. */
export async function scanFile(
  source: Source,
  destination: Destination,
  choices: Choices,
): Promise<ScannedFile> {
  const { currency } = destination
  const { dialect, mapping } = await detectAsBefore(source, destination, choices)
  const found = new Map<string | null, Found>()
  let balances: readonly BalanceStatement[] = []
  let gaps: ScannedFile['gaps'] = { first: [], total: 0 }
  const onGaps = (first: readonly BalanceGap[], total: number) => (gaps = { first, total })
  const onBalance = (stated: BalanceStatement) => (balances = latest(balances, stated))
  for await (const rows of readRows(source, dialect, { currency, onBalance, onGaps })) {
    for (const row of rows) {
      const seen = found.get(row.account) ?? { total: 0, first: [], lastDay: null }
      if (seen.total === 0) found.set(row.account, seen)
      seen.total += 1
      if (seen.total <= FIRST) seen.first.push(row)
      const isLater = seen.lastDay === null || row.bookedOn > seen.lastDay
      if (row.status === 'booked' && isLater) seen.lastDay = row.bookedOn
    }
  }
  const accounts = [...found].flatMap(([number, { total }]) =>
    number === null ? [] : [{ number, total }],
  )
  const account = chooseAccount(accounts, found.has(null), {
    wanted: choices.fileAccount,
    likely: [destination.mask, destination.fileAccount],
  })
  const chosen = found.get(account)
  return {
    dialect,
    mapping,
    account,
    accounts,
    total: chosen?.total ?? 0,
    first: chosen?.first ?? [],
    lastDay: chosen?.lastDay ?? null,
    stated: balances.find((stated) => stated.account === account) ?? null,
    gaps,
  }
}

type Found = { total: number; readonly first: StatementRow[]; lastDay: Day | null }

/** Keeps the latest balance of each account. */
function latest(
  balances: readonly BalanceStatement[],
  stated: BalanceStatement,
): readonly BalanceStatement[] {
  const before = balances.find(({ account }) => account === stated.account)
  if (before && before.day > stated.day) return balances
  return [...balances.filter((one) => one !== before), stated]
}

/** Uses the given mapping, else the one that a person chose for a file with the same header, else detects everything. */
async function detectAsBefore(
  source: Source,
  { currency, remembered }: Destination,
  { mapping }: Choices,
): Promise<{ dialect: Dialect; mapping: Mapping }> {
  const options = { currency }
  if (isChosen(mapping)) return { dialect: await detectDialect(source, options, mapping), mapping }
  let plain: Dialect | null = null
  let fault: unknown = null
  try {
    plain = await detectDialect(source, options)
  } catch (error) {
    fault = error
  }
  // Try all remembered mappings: with another encoding the header looks different, and without a header the only proof is
  // that the file can be read with the mapping.
  const likely = plain?.layout && remembered[headerKey(plain.layout)]
  const candidates = plain && !plain.layout ? [] : [likely, ...Object.values(remembered)]
  for (const before of candidates) {
    if (!before) continue
    try {
      const dialect = await detectDialect(source, options, before)
      const key = dialect.layout && headerKey(dialect.layout)
      if (key !== null && remembered[key] === before) return { dialect, mapping: before }
    } catch (error) {
      if (!(error instanceof StatementFault)) throw error
    }
  }
  if (!plain) throw fault
  return { dialect: plain, mapping: {} }
}

/** Checks whether a person chose any part of a mapping. */
export function isChosen(mapping: Mapping): boolean {
  return Object.values(mapping).some((value) => value !== undefined)
}

/** Returns the key that distinguishes the CSV files of different banks. */
export function headerKey({ header, delimiter, skipped }: Layout): string {
  return JSON.stringify(header.length > 0 ? [delimiter, ...header] : [delimiter, skipped])
}

/**
 * Chooses the account of the file: the wanted one, the only one, the only one that ends in the digits of the household's
 * account, or the one chosen last time. Throws StatementFault with the account numbers if this leaves no single account.
 */
function chooseAccount(
  accounts: readonly FileAccount[],
  hasUnnamed: boolean,
  {
    wanted,
    likely,
  }: { readonly wanted: string | null; readonly likely: readonly (string | null)[] },
): string | null {
  const ending = (digits: string) =>
    accounts.filter(({ number }) => number === digits || plain(number).endsWith(plain(digits)))
  if (wanted !== null) {
    const fitting = ending(wanted)
    if (fitting.length === 1) return fitting[0]!.number
    const numbers = accounts.map(({ number }) => number)
    throw new StatementFault(null, { name: 'account_missing', wanted, accounts: numbers })
  }
  if (accounts.length + Number(hasUnnamed) <= 1) return accounts[0]?.number ?? null
  for (const digits of likely) {
    const fitting = digits === null ? [] : ending(digits)
    if (fitting.length === 1) return fitting[0]!.number
  }
  throw new SeveralAccounts(accounts)
}

function plain(number: string): string {
  return number.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase()
}
