import type { Answer } from '#/platform/contract/endpoint.ts'
import type { Layout, Mapping } from '#/sources/statements/csv/layout.ts'
import { MappingFault, StatementFault } from '#/sources/statements/fault.ts'
import { readRows } from '#/sources/statements/reading/read.ts'
import type { Source } from '#/sources/statements/reading/source.ts'
import { countedOf } from '#/budget/transactions/writing/counted.ts'
import type { Cents } from '#/core/values/cents.ts'
import type { Database } from '#/platform/database/database.ts'
import type { Day } from '#/core/values/day.ts'
import type { ReadContext } from '#/platform/runtime/write-context.ts'
import type { importsApp } from './app-contract.ts'
import {
  type Different,
  readSeparatePayments,
} from '#/sources/files/matching/separate-duplicates.ts'
import {
  balanceWith,
  type HandKeptBalance,
  isNewest,
  NO_BALANCE,
  readHandKeptBalance,
} from '#/sources/files/balances/balance.ts'
import { hasKnownBalance } from '#/sources/files/balances/unstated.ts'
import { type Destination, findEntry } from './entry.ts'
import { createIdentifier, type Identified, kindOf } from '#/sources/files/matching/identify.ts'
import { type Duplicate, type RowMatches, matchRows } from '#/sources/files/matching/match-rows.ts'
import { compareReadings } from '#/sources/files/readings/compare-readings.ts'
import { examplesOf, guessLayout, sampleOf } from './sample.ts'
import { statedBalance } from './store.ts'
import { matchAccounts } from '#/sources/files/matching/match-accounts.ts'
import { type FileAccount, SeveralAccounts, scanFile, type ScannedFile } from './scan-file.ts'
import { viewGaps, viewRow, viewSkipped } from '#/sources/files/readings/row-view.ts'
import { describeDuplicates } from './duplicate-details.ts'

export type Preview = Omit<Answer<typeof importsApp.previewImport>, 'id'>

type FileAndChoices = {
  readonly source: Source
  readonly destination: Destination
  readonly choices: {
    readonly mapping: Mapping
    readonly fileAccount: string | null
    readonly balance: Cents | null
    readonly different: Different
  }
}

export type FilePreview = {
  readonly preview: Preview
  readonly mapping: Mapping
  /** True if the file can be read, or could be after a person's choices. */
  readonly isHelpable: boolean
}

/** Previews the import of a file without storing anything. */
export async function previewFile(reader: ReadContext, file: FileAndChoices): Promise<FilePreview> {
  const { source, destination, choices } = file
  const { currency, type } = destination
  const isCard = type === 'credit'
  try {
    const scanned = await scanFile(source, destination, { ...choices, db: reader.db })
    const { dialect, account, accounts, mapping, question } = scanned
    const { counts, fates, duplicates, balance } = await matchFile(reader, file, scanned)
    const split = { delimiter: dialect.layout?.delimiter, encoding: dialect.encoding }
    const sample = await sampleOf(source, split, currency)
    const preview = {
      ...dialect,
      layout: dialect.layout && writable(dialect.layout),
      account,
      accounts: await viewAccounts(reader.db, destination, accounts),
      ...faultFields(null),
      counts,
      question:
        question &&
        (await compareReadings(source, { question, mapping, currency, isCard, account })),
      skipped: viewSkipped(scanned),
      rows: scanned.first.map((row, index) => ({ ...viewRow(row), fate: fates[index] ?? 'new' })),
      duplicates: await describeDuplicates(reader.db, destination.householdId, duplicates),
      balance,
      gaps: viewGaps(scanned),
      examples: examplesOf(sample, dialect.layout, currency),
      sample: sample.records.map((cells) => [...cells]),
    }
    return { preview, mapping, isHelpable: true }
  } catch (error) {
    if (!(error instanceof StatementFault)) throw error
    const sample = await sampleOf(source, choices.mapping, currency)
    const isSeveral = error instanceof SeveralAccounts
    const layout = isSeveral ? null : guessLayout(sample, { mapping: choices.mapping, currency })
    const preview = {
      format: null,
      encoding: sample.encoding,
      layout: layout && writable(layout),
      account: null,
      accounts: isSeveral ? await viewAccounts(reader.db, destination, error.accounts) : [],
      ...faultFields(error),
      counts: null,
      question: null,
      skipped: [],
      rows: [],
      duplicates: [],
      balance: null,
      gaps: { total: 0, first: [] },
      examples: examplesOf(sample, layout, currency),
      sample: isSeveral ? [] : sample.records.map((cells) => [...cells]),
    }
    return { preview, mapping: choices.mapping, isHelpable: error instanceof MappingFault }
  }
}

async function viewAccounts(
  db: Database,
  { householdId }: Destination,
  accounts: readonly FileAccount[],
) {
  const numbers = accounts.map(({ number }) => number)
  const known = await matchAccounts(db, householdId, numbers)
  return accounts.map((one) => ({ ...one, account_id: known.get(one.number) ?? null }))
}

function writable({ header, columns, ...layout }: Layout) {
  return {
    ...layout,
    header: [...header],
    columns: { ...columns, description: [...columns.description] },
  }
}

const ROWS_AT_ONCE = 2000

function faultFields(fault: StatementFault | null) {
  return {
    message: fault?.message ?? null,
    reason: fault?.reason ?? null,
    line: fault?.line ?? null,
  }
}

/** Limits the duplicates of each kind that are listed. */
const LISTED_MAX = 500

type Fate = Preview['rows'][number]['fate']

type Found = Pick<Preview, 'balance' | 'counts'> & {
  readonly fates: readonly Fate[]
  readonly duplicates: readonly Duplicate[]
}

async function matchFile(
  { db, caller }: ReadContext,
  { source, destination, choices }: FileAndChoices,
  scanned: ScannedFile,
): Promise<Found> {
  const { dialect, account } = scanned
  const entry = await findEntry(db, destination)
  const before = destination.opens ? NO_BALANCE : await readHandKeptBalance(db, destination)
  const stated = statedBalance(scanned, choices.balance)
  const newest = before && isNewest(stated, before) ? stated : null
  const statedOn = newest?.day ?? before?.statedOn ?? null
  const { currency } = destination
  const kind = kindOf(dialect.format, dialect.layout)
  const identify = createIdentifier(kind)
  const separate = await readSeparatePayments(source, kind, choices.different)
  const target = { entry, currency, kind, separate }
  const counts = { total: 0, new: 0, known: 0, alike: 0 }
  const fates: Fate[] = []
  const listed: Record<Duplicate['fate'], Duplicate[]> = { alike: [], known: [] }
  let moved = 0
  let waiting: Identified[] = []
  const matchBatch = async () => {
    const matches = await matchRows({ db, caller }, target, waiting)
    if (counts.total === 0) fates.push(...fatesOf(waiting.slice(0, scanned.first.length), matches))
    counts.total += waiting.length
    counts.new += matches.fresh.length
    for (const duplicate of matches.duplicates) {
      const { fate, isSeparate } = duplicate
      if (!isSeparate) counts[fate] += 1
      if (listed[fate].length < LISTED_MAX) listed[fate].push(duplicate)
    }
    moved += movedBy(matches, statedOn)
    waiting = []
  }
  for await (const rows of readRows(source, dialect, { currency })) {
    for (const row of rows) {
      if (row.account === account) waiting.push(identify(row))
      if (waiting.length >= ROWS_AT_ONCE) await matchBatch()
    }
  }
  if (waiting.length > 0) await matchBatch()
  const viewBalance = async ({ base, now }: HandKeptBalance) => {
    const { balance } = await balanceWith(db, destination, { base, stated: newest, statedOn })
    return {
      now,
      after: balance + moved,
      stated: newest?.amount ?? null,
      stated_day: newest?.day ?? null,
      last_day: scanned.lastDay,
      is_known: newest !== null || (!destination.opens && (await hasKnownBalance(db, destination))),
    }
  }
  const duplicates = [...listed.alike, ...listed.known]
  return { counts, fates, duplicates, balance: before && (await viewBalance(before)) }
}

function fatesOf(rows: readonly Identified[], { duplicates }: RowMatches): readonly Fate[] {
  const found = new Map(
    duplicates.flatMap(({ one, fate, isSeparate }) => (isSeparate ? [] : [[one, fate] as const])),
  )
  return rows.map((one) => found.get(one) ?? 'new')
}

/** Sums up how a batch would change the balance of an account that is kept by hand, in cents. */
function movedBy({ fresh, settled }: RowMatches, statedOn: Day | null): Cents {
  const counted = ({ status, amount, bookedOn }: RowMatches['fresh'][number]) =>
    countedOf({ status, amount, booked: bookedOn }, statedOn)
  const added = fresh.reduce((sum, row) => sum + counted(row), 0)
  return settled.reduce((sum, { row, mirror }) => {
    return sum + counted(row) - Math.min(mirror.amount, 0)
  }, added)
}
