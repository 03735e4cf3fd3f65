import { type Layout, type Mapping, type Question } from '#/sources/statements/csv/layout.ts'
import { MappingFault, StatementFault } from '#/sources/statements/fault.ts'
import {
  readRows,
  detectDialect,
  type DetectedDialect,
  type Dialect,
} from '#/sources/statements/reading/read.ts'
import type { Source } from '#/sources/statements/reading/source.ts'
import type {
  BalanceGap,
  BalanceStatement,
  SkippedRows,
  StatementRow,
} from '#/sources/statements/statement.ts'
import type { Day } from '#/core/values/day.ts'
import type { Database } from '#/platform/database/database.ts'
import { contradictsKnown } from '#/sources/files/matching/contradict-known.ts'
import { createSkippedCounter } from '#/sources/files/readings/count-skipped.ts'
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
  /** The rows that are not bookings, by reason. */
  readonly skipped: SkippedRows
  /** The part of the reading that a person must decide before anything is stored. */
  readonly question: Question | null
}

/** An account that a file names, and the number of its rows, which may be none. */
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
const LAST = 200

/** Reads a file from end to end before anything is stored. Throws StatementFault if any part cannot be read. */
export async function scanFile(
  source: Source,
  destination: Destination,
  { db, ...choices }: Choices & { readonly db: Database },
): Promise<ScannedFile> {
  const { currency } = destination
  const { dialect: detected, mapping } = await detectAsBefore(source, destination, choices)
  const { question, ...dialect } = detected
  const skipped = createSkippedCounter()
  const found = new Map<string | null, Found>()
  let balances: readonly BalanceStatement[] = []
  let gaps: ScannedFile['gaps'] = { first: [], total: 0 }
  const onGaps = (first: readonly BalanceGap[], total: number) => (gaps = { first, total })
  const named = new Set<string>()
  const onAccount = (number: string) => named.add(number)
  const onBalance = (stated: BalanceStatement) => (balances = latest(balances, stated))
  const options = { currency, onBalance, onGaps, onAccount, onSkipped: skipped.add }
  for await (const rows of readRows(source, dialect, options)) {
    for (const row of rows) {
      const seen = found.get(row.account) ?? { total: 0, first: [], last: [], lastDay: null }
      if (seen.total === 0) found.set(row.account, seen)
      seen.total += 1
      if (seen.total <= FIRST) seen.first.push(row)
      else seen.last[seen.total % LAST] = row
      const isLater = seen.lastDay === null || row.bookedOn > seen.lastDay
      if (row.status === 'booked' && isLater) seen.lastDay = row.bookedOn
    }
  }
  // An empty statement may still state a balance, and rows that are left out say why.
  if (found.size === 0 && balances.length === 0 && skipped.end().length === 0) {
    // Records above the header may be rows, which a person can point at.
    const isHelpable = (dialect.layout?.skipped ?? 0) > 1
    throw new (isHelpable ? MappingFault : StatementFault)(null, { name: 'no_rows' })
  }
  for (const number of found.keys()) if (number !== null) named.add(number)
  const accounts = [...named].map((number) => ({ number, total: found.get(number)?.total ?? 0 }))
  const account = chooseAccount(accounts, found.has(null), {
    wanted: choices.fileAccount,
    likely: [destination.accountId, destination.mask, destination.fileAccount],
  })
  const chosen = found.get(account)
  const compared = chosen ? [...chosen.first, ...chosen.last.filter(Boolean)] : []
  for (const [number, { total, first }] of found) {
    if (number === account) continue
    for (let index = 0; index < total; index += 1) {
      skipped.add({ reason: 'other_account', line: first[index]?.line ?? 0 })
    }
  }
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
    skipped: skipped.end(),
    question: await questionOfKnown(db, { destination, dialect, mapping, compared, question }),
  }
}

type Compared = {
  readonly destination: Destination
  readonly dialect: Dialect
  readonly mapping: Mapping
  readonly compared: readonly StatementRow[]
  /** The question that the file itself leaves open. */
  readonly question: Question | null
}

/** Asks for the sign of spending if the account knows the rows with the opposite one, and then offers that one first. */
async function questionOfKnown(
  db: Database,
  { destination, dialect, mapping, compared, question }: Compared,
): Promise<Question | null> {
  const { layout } = dialect
  const isOther = question !== null && question.kind !== 'spending'
  if (isOther || layout === null || destination.opens) return question
  if (mapping.isInverted !== undefined || layout.columns.amount === null) return question
  if (!(await contradictsKnown(db, destination, compared))) return question
  const { isInverted } = layout
  return {
    kind: 'spending',
    readings: [
      { ...mapping, isInverted: !isInverted },
      { ...mapping, isInverted },
    ],
  }
}

type Found = {
  total: number
  readonly first: StatementRow[]
  /** The last rows, in no order: the oldest ones in most files, which the account may know. */
  readonly last: StatementRow[]
  lastDay: Day | null
}

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
export async function detectAsBefore(
  source: Source,
  { currency, type, remembered }: Destination,
  { mapping }: Choices,
): Promise<{ dialect: DetectedDialect; mapping: Mapping }> {
  const options = { currency, isCard: type === 'credit' }
  if (isChosen(mapping)) return { dialect: await detectDialect(source, options, mapping), mapping }
  let plain: DetectedDialect | null = null
  let fault: unknown = null
  try {
    plain = await detectDialect(source, options)
  } catch (error) {
    fault = error
  }
  // Try all remembered mappings: with another encoding the header looks different, and without a header the only proof is
  // that the file can be read with the mapping.
  const found = plain && mappingKey(plain)
  const likely = found === null ? null : remembered[found]
  const candidates = plain && found === null ? [] : [likely, ...Object.values(remembered)]
  for (const before of candidates) {
    if (!before) continue
    try {
      const dialect = await detectDialect(source, options, before)
      const key = mappingKey(dialect)
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

/** Returns the key under which an account remembers how such a file is read; null for formats that leave nothing open. */
export function mappingKey({ format, layout, notation }: Dialect): string | null {
  if (layout) return headerKey(layout)
  return notation ? format : null
}

/** Distinguishes the tables of different banks. */
function headerKey({ header, delimiter, skipped }: Layout): string {
  return JSON.stringify(header.length > 0 ? [delimiter, ...header] : [delimiter, skipped])
}

/**
 * Chooses the account of the file: the wanted one, the only one, the one with the id of the household's account, the only one
 * that ends in its digits, or the one chosen last time. Throws StatementFault with the account numbers if this leaves no single account.
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
