import { type Layout, type Mapping } from '#/sources/statements/csv-layout.ts'
import { MappingFault, StatementFault } from '#/sources/statements/fault.ts'
import { readRows, type Source, understand, type Understood } from '#/sources/statements/read.ts'
import type { BalanceGap, StatementRow, ToldBalance } from '#/sources/statements/statement.ts'
import type { Day } from '#/core/values/day.ts'
import type { Destination } from './entry.ts'

/** A file that can be read from its first row to its last. */
export type Surveyed = {
  readonly understood: Understood
  /** What a person has said of it, now or the last time. */
  readonly mapping: Mapping
  /** The account in the file that is meant; null where the file names none. */
  readonly account: string | null
  readonly accounts: readonly FileAccount[]
  /** Rows of that account. */
  readonly total: number
  readonly first: readonly StatementRow[]
  /** The day of its last booking. */
  readonly lastDay: Day | null
  /** What the file says that it holds, on the last day of which it says so. */
  readonly told: ToldBalance | null
  /** Where its running balance does not follow from its rows: the first ones, and how many. */
  readonly gaps: { readonly first: readonly BalanceGap[]; readonly total: number }
}

/** An account that a file names, and how many rows it has there. */
export type FileAccount = { readonly number: string; readonly total: number }

/** The file holds several accounts, and nobody has said which one is meant. */
export class SeveralAccounts extends MappingFault {
  readonly accounts: readonly FileAccount[]

  constructor(accounts: readonly FileAccount[]) {
    super(null, { name: 'several_accounts', accounts: accounts.map(({ number }) => number) })
    this.accounts = accounts
  }
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
  const found = new Map<string | null, Found>()
  let balances: readonly ToldBalance[] = []
  let gaps: Surveyed['gaps'] = { first: [], total: 0 }
  const onGaps = (first: readonly BalanceGap[], total: number) => (gaps = { first, total })
  const onBalance = (told: ToldBalance) => (balances = latest(balances, told))
  for await (const rows of readRows(source, understood, { currency, onBalance, onGaps })) {
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
    wanted: said.fileAccount,
    likely: [destination.mask, destination.fileAccount],
  })
  const chosen = found.get(account)
  return {
    understood,
    mapping,
    account,
    accounts,
    total: chosen?.total ?? 0,
    first: chosen?.first ?? [],
    lastDay: chosen?.lastDay ?? null,
    told: balances.find((told) => told.account === account) ?? null,
    gaps,
  }
}

type Found = { total: number; readonly first: StatementRow[]; lastDay: Day | null }

/** The last balance of each account that a file tells. */
function latest(balances: readonly ToldBalance[], told: ToldBalance): readonly ToldBalance[] {
  const before = balances.find(({ account }) => account === told.account)
  if (before && before.day > told.day) return balances
  return [...balances.filter((one) => one !== before), told]
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
  let plain: Understood | null = null
  let fault: unknown = null
  try {
    plain = await understand(source, reading)
  } catch (error) {
    fault = error
  }
  // Another encoding makes another header, and without one the file is like the last if it can be read like that.
  const likely = plain?.layout && remembered[headerKey(plain.layout)]
  const asked = plain && !plain.layout ? [] : [likely, ...Object.values(remembered)]
  for (const before of asked) {
    if (!before) continue
    try {
      const understood = await understand(source, reading, before)
      const key = understood.layout && headerKey(understood.layout)
      if (key !== null && remembered[key] === before) return { understood, mapping: before }
    } catch (error) {
      if (!(error instanceof StatementFault)) throw error
    }
  }
  if (!plain) throw fault
  return { understood: plain, mapping: {} }
}

/** What tells one bank's CSV files from another's. */
export function headerKey({ header, delimiter, skipped }: Layout): string {
  return JSON.stringify(header.length > 0 ? [delimiter, ...header] : [delimiter, skipped])
}

/**
 * The account in the file that is meant: the one that was named, the only one, or the only one that ends in the digits of
 * the household's account, or was meant the last time. Throws StatementFault naming the accounts where that does not tell.
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
