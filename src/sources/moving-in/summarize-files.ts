import type { LeftReason } from '#/core/values/moves.ts'
import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'
import { fold } from '#/core/values/fold.ts'
import { guessKind } from '#/sources/moving-in/applications/account-kind.ts'
import type {
  AccountKind,
  CategoryKind,
  Moved,
  MovedTarget,
  ReadOptions,
} from '#/sources/moving-in/applications/moved.ts'
import type { Reader } from '#/sources/moving-in/applications/readers.ts'
import type { MoveFile } from '#/sources/moving-in/applications/move-file.ts'
import { createPreparing, isRow, type PreparedRow } from './prepare-rows.ts'
import { plainText } from './plain-text.ts'

/** An account of the files, with all of its money. */
export type FoundAccount = {
  readonly key: string
  readonly name: string
  readonly kind: AccountKind
  readonly isGuessed: boolean
  readonly currency: string
  readonly rows: number
  /** The sum of its payments. */
  readonly sum: Cents
  readonly opening: Cents
  /** The balance that the files state; null: none. */
  readonly stated: Cents | null
}

export type FoundCategory = {
  readonly key: string
  readonly name: string
  readonly group: string | null
  readonly type: CategoryKind
}

/** Everything that the files hold, except for the payments themselves. */
export type FilesSummary = {
  readonly accounts: readonly FoundAccount[]
  readonly categories: readonly FoundCategory[]
  readonly targets: readonly MovedTarget[]
  readonly left: ReturnType<typeof createLeft>
  readonly first: Day | null
  readonly last: Day | null
}

/** Counts what is not taken, by reason, with the first examples. */
export function createLeft() {
  const found = new Map<LeftReason, { count: number; examples: Set<string> }>()
  return {
    note: (reason: LeftReason, name: string | null, count = 1) => {
      const one = found.get(reason) ?? { count: 0, examples: new Set() }
      one.count += count
      if (name !== null && one.examples.size < 5) one.examples.add(plainText(name, 100))
      found.set(reason, one)
    },
    list: () =>
      [...found].map(([reason, { count, examples }]) => ({
        reason,
        count,
        examples: [...examples],
      })),
  }
}

export type Reading = {
  readonly reader: Reader
  readonly files: readonly MoveFile[]
  readonly options: ReadOptions
}

type Gathered = {
  name: string
  kind: AccountKind | null
  currency: string | null
  isTracked: boolean
  rows: number
  sum: Cents
  opening: Cents
  balance: { day: Day; amount: Cents } | null
  /** The sum of its payments up to the day of that balance. */
  sumThrough: Cents
}

/** Reads all files once and gathers accounts, categories and sums. Throws MoveFault. */
export async function summarizeFiles({ reader, files, options }: Reading): Promise<FilesSummary> {
  const accounts = new Map<string, Gathered>()
  const categories = new Map<
    string,
    { name: string; group: string | null; type: CategoryKind | null; sum: Cents }
  >()
  const targets: MovedTarget[] = []
  const left = createLeft()
  const prepare = createPreparing({ today: options.today, note: left.note })
  const days: { first: Day | null; last: Day | null } = { first: null, last: null }
  const take = (moved: Moved) => {
    if (moved.kind === 'account') gather(accounts, moved)
    else if (moved.kind === 'category') {
      const { key, name, group, type } = moved
      if (!categories.has(key)) categories.set(key, { name, group, type, sum: 0 })
    } else if (moved.kind === 'opening') accountOf(accounts, moved.account).opening += moved.amount
    else if (moved.kind === 'balance') {
      const account = accountOf(accounts, moved.account)
      if (!account.balance || moved.day >= account.balance.day) account.balance = moved
    } else if (moved.kind === 'left') left.note(moved.reason, moved.name, moved.count)
    else if (!isRow(moved)) targets.push(moved)
    else {
      for (const row of prepare(moved)) {
        const account = accountOf(accounts, row.account)
        account.rows += 1
        account.sum += row.amount
        if (account.balance && row.day <= account.balance.day) account.sumThrough += row.amount
        for (const { category, amount } of row.parts ?? [row]) {
          const known = category === null ? undefined : categories.get(category)
          if (known) known.sum += amount
        }
        if (days.first === null || row.day < days.first) days.first = row.day
        if (days.last === null || row.day > days.last) days.last = row.day
      }
    }
  }
  for await (const batch of reader(files, options)) batch.forEach(take)
  return {
    accounts: [...accounts].map(([key, account]) => accountIn(key, account, options)),
    categories: [...categories].map(([key, { name, group, type, sum }]) => {
      return { key, name, group, type: type ?? (sum > 0 ? 'income' : 'expense') }
    }),
    targets,
    left,
    ...days,
  }
}

function accountOf(accounts: Map<string, Gathered>, key: string): Gathered {
  const known = accounts.get(key)
  if (known) return known
  const account: Gathered = {
    name: key,
    kind: null,
    currency: null,
    isTracked: false,
    rows: 0,
    sum: 0,
    opening: 0,
    balance: null,
    sumThrough: 0,
  }
  accounts.set(key, account)
  return account
}

function gather(accounts: Map<string, Gathered>, moved: Extract<Moved, { kind: 'account' }>): void {
  const account = accountOf(accounts, moved.key)
  account.name = moved.name
  account.kind ??= moved.type
  account.currency ??= moved.currency
  account.isTracked ||= moved.isTracked ?? false
}

function accountIn(key: string, account: Gathered, { currency }: ReadOptions): FoundAccount {
  const { name, kind, isTracked, rows, sum, opening, balance, sumThrough } = account
  return {
    key,
    name: plainText(name, 100).trim() || '—',
    kind: kind ?? guessKind(name, isTracked),
    isGuessed: kind === null,
    currency: account.currency ?? currency,
    rows,
    sum,
    opening: balance ? balance.amount - sumThrough : opening,
    stated: balance ? balance.amount + sum - sumThrough : null,
  }
}

/** Yields the payments of the files as they are stored, in batches. */
export async function* preparedRows({
  reader,
  files,
  options,
}: Reading): AsyncGenerator<readonly PreparedRow[]> {
  const prepare = createPreparing({ today: options.today, note: () => {} })
  for await (const batch of reader(files, options)) yield batch.filter(isRow).flatMap(prepare)
}

/** Returns the name under which two categories are the same. */
export function categoryName(type: CategoryKind, group: string | null, name: string): string {
  return JSON.stringify([type, group === null ? null : fold(group), fold(name)])
}
