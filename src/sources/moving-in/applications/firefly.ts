import { isCurrencyCode } from '#/core/values/money.ts'
import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'
import { kindNamed } from './account-kind.ts'
import { createCells, sortTables, tagsIn } from './flat.ts'
import { readFireflyPlans } from './firefly-plans.ts'
import { categoryKey, createAnnouncer } from './notice-once.ts'
import { MoveFault } from './move-fault.ts'
import type { MoveFile } from './move-file.ts'
import {
  type AccountKind,
  CORRECTION,
  type Moved,
  type MovedRow,
  type ReadOptions,
} from './moved.ts'
import { requireColumns, type Table, type TableRow } from './table.ts'

/** Reads the exports of Firefly III: the transactions, and accounts, bills, budgets and recurring ones if they are given. */
export async function* readFirefly(
  files: readonly MoveFile[],
  options: ReadOptions,
): AsyncGenerator<readonly Moved[]> {
  const tables = await sortTables(files, kindOf)
  const payments = tables.get('transactions')
  if (!payments) throw new MoveFault(files[0]?.name ?? null, null, { name: 'move_other_files' })
  requireColumns(payments, COLUMNS)
  const announce = createAnnouncer()
  const accounts = tables.get('accounts')
  const kinds = accounts ? await readKinds(accounts) : new Map<string, AccountKind>()
  yield* readPayments(payments, { announce, kinds, options })
  yield* readFireflyPlans(tables, options)
}

const COLUMNS = [
  'journal_id',
  'type',
  'amount',
  'description',
  'date',
  'source_name',
  'source_type',
  'destination_name',
  'destination_type',
] as const

function kindOf(table: Table) {
  if (table.has('journal id')) return 'transactions'
  if (table.has('bill id')) return 'bills'
  if (table.has('budget id')) return 'budgets'
  if (table.has('recurrence id')) return 'recurring'
  if (table.has('account id', 'role')) return 'accounts'
  if (table.has('category id')) return 'categories'
  if (table.has('tag id')) return 'tags'
  if (table.has('piggy bank id')) return 'piggies'
  return table.has('rule id') ? 'rules' : null
}

const roles = new Map<string, AccountKind>([
  ['defaultAsset', { type: 'depository', subtype: 'checking' }],
  ['sharedAsset', { type: 'depository', subtype: 'checking' }],
  ['savingAsset', { type: 'depository', subtype: 'savings' }],
  ['ccAsset', { type: 'credit', subtype: 'credit card' }],
  ['cashWalletAsset', { type: 'wallet', subtype: 'cash' }],
])

async function readKinds(table: Table): Promise<Map<string, AccountKind>> {
  const kinds = new Map<string, AccountKind>()
  for await (const rows of table.rows()) {
    for (const { text } of rows) {
      const kind = roles.get(text('role')) ?? (isOwn(text('type')) ? kindNamed(text('type')) : null)
      if (kind) kinds.set(text('name'), kind)
    }
  }
  return kinds
}

/** Accounts of the household, unlike shops and employers, which Firefly calls expense and revenue accounts. */
function isOwn(type: string): boolean {
  return /^(?:asset account|default account|loan|debt|mortgage|liability credit|cash wallet)$/i.test(
    type,
  )
}

type Side = {
  readonly account: string
  readonly type: string
  readonly amount: Cents
  readonly currency: string
}

type Reading = {
  readonly announce: ReturnType<typeof createAnnouncer>
  readonly kinds: ReadonlyMap<string, AccountKind>
  readonly options: ReadOptions
}

async function* readPayments(table: Table, reading: Reading): AsyncGenerator<readonly Moved[]> {
  const { announce, kinds } = reading
  const cells = createCells(table, { order: 'ymd', decimal: '.' })
  const groups = createGroups()
  for await (const rows of table.rows()) {
    const moved: Moved[] = []
    for (const row of rows) {
      const sides = sidesOf(row, { cells, options: reading.options })
      for (const { account, type, currency } of sides) {
        moved.push(
          ...announce.account(account, { currency, type: kinds.get(account) ?? kindNamed(type) }),
        )
      }
      const { text } = row
      const kind = text('type').toLowerCase()
      if (kind === 'opening balance' || kind === 'liability credit') {
        moved.push(
          ...sides.map(({ account, amount }): Moved => ({ kind: 'opening', account, amount })),
        )
        continue
      }
      const isSpending = kind === 'withdrawal' || kind === 'deposit'
      if (isSpending && sides.length === 1) {
        moved.push(
          ...announce.category(null, text('category'), kind === 'deposit' ? 'income' : 'expense'),
        )
      }
      const day = cells.day(row, 'date')
      for (const side of sides) {
        const isPair = sides.length === 2
        moved.push(
          ...groups.add(
            rowOf(row, { side, day, isPair, isSpending }),
            text('group id'),
            text('group title'),
          ),
        )
      }
    }
    yield moved
  }
  yield groups.end()
}

type Cells = ReturnType<typeof createCells>

/** Returns the sides of a payment that are accounts of the household, each with its own signed amount. */
function sidesOf(
  row: TableRow,
  { cells, options }: { readonly cells: Cells; readonly options: ReadOptions },
): Side[] {
  const { text } = row
  const written = text('currency code')
  const currency = isCurrencyCode(written) ? written : options.currency
  const amount = Math.abs(cells.amount(row, currency, 'amount'))
  const foreign = text('foreign currency code')
  const isForeign = isCurrencyCode(foreign) && foreign !== currency && text('foreign amount') !== ''
  const isTransfer = isOwn(text('source type')) && isOwn(text('destination type'))
  const sides: Side[] = []
  if (isOwn(text('source type'))) {
    sides.push({
      account: cells.account(row, 'source name'),
      type: text('source type'),
      amount: 0 - amount,
      currency,
    })
  }
  if (isOwn(text('destination type'))) {
    // A transfer between currencies arrives in the currency of the destination.
    const into =
      isTransfer && isForeign
        ? { amount: Math.abs(cells.amount(row, foreign, 'foreign amount')), currency: foreign }
        : { amount, currency }
    sides.push({
      account: cells.account(row, 'destination name'),
      type: text('destination type'),
      ...into,
    })
  }
  return sides
}

type Placed = {
  readonly side: Side
  readonly day: Day
  readonly isPair: boolean
  readonly isSpending: boolean
}

function rowOf({ text, line }: TableRow, { side, day, isPair, isSpending }: Placed): MovedRow {
  const isOut = side.amount < 0
  const other = isOut ? text('destination name') : text('source name')
  const description = text('description')
  const payee = isPair || other === '' || other === '(no name)' ? description : other
  const journal = text('journal id')
  const words = [payee === description ? '' : description, text('notes')].filter(
    (part) => part !== '',
  )
  return {
    kind: 'row',
    account: side.account,
    id: `${journal}${isPair && !isOut ? ' in' : ''}`,
    line,
    day,
    amount: side.amount,
    payee,
    original: null,
    category: isPair || !isSpending ? null : categoryKey(null, text('category')),
    notes: words.join('\n') || null,
    tags: [...tagsIn(text('tags')), ...tagsIn(text('budget'))],
    isPending: false,
    // A reconciliation corrects a balance: no money moves.
    pair: isPair ? journal : isSpending ? undefined : CORRECTION,
  }
}

/** Joins the journals of one group on one account to a split payment. They follow one another in the file. */
function createGroups() {
  let waiting: MovedRow[] = []
  let current = ''
  const flush = (title: string): Moved[] => {
    const rows = waiting
    waiting = []
    if (rows.length < 2) return rows
    const [first] = rows
    const amount = rows.reduce((sum, row) => sum + row.amount, 0)
    const parts = rows.map((row) => ({
      amount: row.amount,
      category: row.category,
      note: row.notes ?? row.payee,
    }))
    const tags = [...new Set(rows.flatMap((row) => row.tags))]
    const notes = title || null
    return [{ ...first!, amount, parts, tags, category: null, notes }]
  }
  let lastTitle = ''
  return {
    add: (row: MovedRow, group: string, title: string): Moved[] => {
      const isPart = group !== '' && row.pair === undefined
      const key = isPart ? `${group} ${row.account}` : ''
      const done = key !== '' && key === current ? [] : flush(lastTitle)
      current = key
      lastTitle = title
      if (!isPart) return [...done, row]
      waiting.push(row)
      return done
    },
    end: () => flush(lastTitle),
  }
}
