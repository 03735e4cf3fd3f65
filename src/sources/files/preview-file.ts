import type { Answer } from '#/platform/contract/endpoint.ts'
import type { Layout, Mapping } from '#/sources/statements/csv-layout.ts'
import { MappingFault, StatementFault } from '#/sources/statements/fault.ts'
import { readRows, type Source } from '#/sources/statements/read.ts'
import { countedOf } from '#/budget/transactions/writing/counted.ts'
import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'
import type { Writer } from '#/budget/expenses/move-money.ts'
import type { importsApp } from './app-contract.ts'
import { type Different, readApart } from '#/sources/files/matching/separate-duplicates.ts'
import { type Balance, comeTo, isNews, NO_BALANCE, takeApart } from './balance.ts'
import { type Destination, findEntry } from './entry.ts'
import { createIdentifier, type Identified, kindOf } from '#/sources/files/matching/identify.ts'
import { type Duplicate, type Judged, judgeRows } from '#/sources/files/matching/match-rows.ts'
import { examplesOf, guessLayout, sampleOf } from './sample.ts'
import { toldOf } from './store.ts'
import { SeveralAccounts, surveyFile, type Surveyed } from './scan-file.ts'
import { tellRow } from './row-view.ts'
import { tellDuplicates } from './duplicate-details.ts'

export type Preview = Omit<Answer<typeof importsApp.previewImport>, 'id'>

type Looking = {
  readonly source: Source
  readonly destination: Destination
  readonly said: {
    readonly mapping: Mapping
    readonly fileAccount: string | null
    readonly balance: Cents | null
    readonly different: Different
  }
}
type Reader = Pick<Writer, 'db' | 'caller'>

export type Looked = {
  readonly preview: Preview
  readonly mapping: Mapping
  /** It can be read, or could be if somebody said how. */
  readonly isHelpable: boolean
}

/** What importing a file would do. Reads, and stores nothing. */
export async function lookAt(reader: Reader, looking: Looking): Promise<Looked> {
  const { source, destination, said } = looking
  const { currency } = destination
  try {
    const surveyed = await surveyFile(source, destination, said)
    const { understood, account, accounts, mapping } = surveyed
    const { counts, fates, duplicates, balance } = await judgeFile(reader, looking, surveyed)
    const cut = { delimiter: understood.layout?.delimiter, encoding: understood.encoding }
    const sample = await sampleOf(source, cut)
    const preview = {
      ...understood,
      layout: understood.layout && writable(understood.layout),
      account,
      accounts: [...accounts],
      ...tellFault(null),
      counts,
      rows: surveyed.first.map((row, index) => ({ ...tellRow(row), fate: fates[index] ?? 'new' })),
      duplicates: await tellDuplicates(reader.db, destination.householdId, duplicates),
      balance,
      gaps: { total: surveyed.gaps.total, first: [...surveyed.gaps.first] },
      examples: examplesOf(sample, understood.layout, currency),
      sample: sample.records.map((cells) => [...cells]),
    }
    return { preview, mapping, isHelpable: true }
  } catch (error) {
    if (!(error instanceof StatementFault)) throw error
    const sample = await sampleOf(source, said.mapping)
    const isSeveral = error instanceof SeveralAccounts
    const layout = isSeveral ? null : guessLayout(sample, { mapping: said.mapping, currency })
    const preview = {
      format: null,
      encoding: sample.encoding,
      layout: layout && writable(layout),
      account: null,
      accounts: isSeveral ? [...error.accounts] : [],
      ...tellFault(error),
      counts: null,
      rows: [],
      duplicates: [],
      balance: null,
      gaps: { total: 0, first: [] },
      examples: examplesOf(sample, layout, currency),
      sample: isSeveral ? [] : sample.records.map((cells) => [...cells]),
    }
    return { preview, mapping: said.mapping, isHelpable: error instanceof MappingFault }
  }
}

function writable({ header, columns, ...layout }: Layout) {
  return {
    ...layout,
    header: [...header],
    columns: { ...columns, description: [...columns.description] },
  }
}

const ROWS_AT_ONCE = 2000

/** Why a file cannot be read: for programs and for people. */
function tellFault(fault: StatementFault | null) {
  return {
    message: fault?.message ?? null,
    reason: fault?.reason ?? null,
    line: fault?.line ?? null,
  }
}

/** So many duplicates of each kind are told one by one. */
const LISTED_MAX = 500

type Fate = Preview['rows'][number]['fate']

type Found = Pick<Preview, 'balance' | 'counts'> & {
  readonly fates: readonly Fate[]
  readonly duplicates: readonly Duplicate[]
}

async function judgeFile(
  { db, caller }: Reader,
  { source, destination, said }: Looking,
  surveyed: Surveyed,
): Promise<Found> {
  const { understood, account } = surveyed
  const entry = await findEntry(db, destination)
  const before = destination.opens ? NO_BALANCE : await takeApart(db, destination)
  const told = toldOf(surveyed, said.balance)
  const news = before && isNews(told, before) ? told : null
  const toldOn = news?.day ?? before?.toldOn ?? null
  const { currency } = destination
  const kind = kindOf(understood.format, understood.layout)
  const identify = createIdentifier(kind)
  const target = { entry, currency, kind, apart: await readApart(source, kind, said.different) }
  const counts = { total: 0, new: 0, known: 0, alike: 0 }
  const fates: Fate[] = []
  const listed: Record<Duplicate['fate'], Duplicate[]> = { alike: [], known: [] }
  let moved = 0
  let waiting: Identified[] = []
  const work = async () => {
    const judged = await judgeRows({ db, caller }, target, waiting)
    if (counts.total === 0) fates.push(...fatesOf(waiting.slice(0, surveyed.first.length), judged))
    counts.total += waiting.length
    counts.new += judged.fresh.length
    for (const duplicate of judged.duplicates) {
      const { fate, isApart } = duplicate
      if (!isApart) counts[fate] += 1
      if (listed[fate].length < LISTED_MAX) listed[fate].push(duplicate)
    }
    moved += movedBy(judged, toldOn)
    waiting = []
  }
  for await (const rows of readRows(source, understood, { currency })) {
    for (const row of rows) {
      if (row.account === account) waiting.push(identify(row))
      if (waiting.length >= ROWS_AT_ONCE) await work()
    }
  }
  if (waiting.length > 0) await work()
  const come = async ({ base, now }: Balance) => {
    const { balance } = await comeTo(db, destination, { base, told: news, toldOn })
    return {
      now,
      after: balance + moved,
      told: news?.amount ?? null,
      told_day: news?.day ?? null,
      last_day: surveyed.lastDay,
    }
  }
  const duplicates = [...listed.alike, ...listed.known]
  return { counts, fates, duplicates, balance: before && (await come(before)) }
}

/** What becomes of each of some rows. */
function fatesOf(rows: readonly Identified[], { duplicates }: Judged): readonly Fate[] {
  const found = new Map(
    duplicates.flatMap(({ one, fate, isApart }) => (isApart ? [] : [[one, fate] as const])),
  )
  return rows.map((one) => found.get(one) ?? 'new')
}

/** By how much some rows would move the balance of an account that is kept by hand, in cents. */
function movedBy({ fresh, settled }: Judged, toldOn: Day | null): Cents {
  const counted = ({ status, amount, bookedOn }: Judged['fresh'][number]) =>
    countedOf({ status, amount, booked: bookedOn }, toldOn)
  const added = fresh.reduce((sum, row) => sum + counted(row), 0)
  return settled.reduce((sum, { row, mirror }) => {
    return sum + counted(row) - Math.min(mirror.amount, 0)
  }, added)
}
