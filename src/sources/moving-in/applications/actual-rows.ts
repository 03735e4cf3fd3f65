import type { Day } from '#/core/values/day.ts'
import { parseDay } from '#/core/values/day.ts'
import { AMOUNT_MAX, type Cents } from '#/core/values/cents.ts'
import { fromHundredths } from './amounts.ts'
import { MoveFault } from './move-fault.ts'
import { kindNamed } from './account-kind.ts'
import type { Moved, MovedPart, MovedRow } from './moved.ts'
import type { Queries, SqliteRow } from './sqlite.ts'

export type ActualLook = {
  /** The name of the file. */
  readonly name: string
  readonly currency: string
  readonly today: Day
}

/** Yields the accounts that are not deleted. */
export function accountEvents(queries: Queries, { currency }: ActualLook): Moved[] {
  const type = queries.columnOr('accounts', 'type')
  const found = queries.all(`select id, name, ${type}, offbudget from accounts where tombstone = 0`)
  return found.map((row) => ({
    kind: 'account',
    key: row.text('id'),
    name: row.text('name') || 'Account',
    type: kindNamed(row.text('type')),
    currency,
    isTracked: row.flag('offbudget'),
  }))
}

/** Yields the categories that are not deleted. */
export function categoryEvents(queries: Queries): Moved[] {
  const found = queries.all(`select c.id, c.name, c.is_income, g.name as group_name
    from categories c left join category_groups g on g.id = c.cat_group and g.tombstone = 0
    where c.tombstone = 0`)
  return found.map((row) => ({
    kind: 'category',
    key: row.text('id'),
    name: row.text('name') || '—',
    group: row.text('group_name') || null,
    type: row.flag('is_income') ? 'income' : 'expense',
  }))
}

const BATCH = 500

type Names = {
  readonly payees: ReadonlyMap<string, string>
  readonly categories: ReadonlyMap<string, string>
  readonly look: ActualLook
}

/** Yields payments with their parts, in batches. */
export function* paymentEvents(queries: Queries, look: ActualLook): Generator<Moved[]> {
  const names = { look, payees: payeesOf(queries), categories: mappedCategories(queries) }
  const children = childrenOf(queries)
  const columns = [
    'id, acct, category, amount, description, notes, date, imported_description',
    'starting_balance_flag, transferred_id, isParent',
    queries.columnOr('transactions', 'cleared'),
    queries.columnOr('transactions', 'pending'),
  ]
  let batch: Moved[] = []
  let deleted = 0
  const found = queries.iterate(`select ${columns.join(', ')}, tombstone from transactions
    where isChild = 0 and acct in (select id from accounts where tombstone = 0)`)
  for (const row of found) {
    if (row.flag('tombstone')) deleted += 1
    else batch.push(...eventsOf(row, children.get(row.text('id')) ?? [], names))
    if (batch.length >= BATCH) {
      yield batch
      batch = []
    }
  }
  if (deleted > 0) batch.push({ kind: 'left', reason: 'deleted', name: null, count: deleted })
  yield batch
}

/** Payees by id; merged ones have the name of the one that they were merged into. */
function payeesOf(queries: Queries): Map<string, string> {
  const rows = queries.all(`select p.id, p.name, a.name as account_name from payees p
    left join accounts a on a.id = p.transfer_acct`)
  const names = new Map(
    rows.map((row): [string, string] => [
      row.text('id'),
      row.text('account_name') || row.text('name'),
    ]),
  )
  if (!queries.hasTable('payee_mapping')) return names
  for (const row of queries.all('select id, targetId from payee_mapping')) {
    const name = names.get(row.text('targetId'))
    if (name !== undefined) names.set(row.text('id'), name)
  }
  return names
}

function mappedCategories(queries: Queries): Map<string, string> {
  if (!queries.hasTable('category_mapping')) return new Map()
  const rows = queries.all('select id, transferId from category_mapping')
  return new Map(rows.map((row) => [row.text('id'), row.text('transferId')]))
}

function childrenOf(queries: Queries): Map<string, SqliteRow[]> {
  const parent = queries.columnOr('transactions', 'parent_id')
  const found = new Map<string, SqliteRow[]>()
  const rows =
    queries.iterate(`select id, category, amount, description, notes, transferred_id, ${parent}
    from transactions where isChild = 1 and tombstone = 0 order by sort_order desc`)
  for (const row of rows) {
    // Older databases name a part after its payment: `payment/part`.
    const key = row.text('parent_id') || (row.text('id').split('/')[0] ?? '')
    const known = found.get(key)
    if (known) known.push(row)
    else found.set(key, [row])
  }
  return found
}

function eventsOf(row: SqliteRow, children: readonly SqliteRow[], names: Names): Moved[] {
  const { look } = names
  const amount = amountOf(row, look)
  const account = row.text('acct')
  if (row.flag('starting_balance_flag')) return [{ kind: 'opening', account, amount }]
  const id = row.text('id')
  const notes = row.text('notes') || null
  const moved: MovedRow = {
    kind: 'row',
    account,
    id,
    line: null,
    day: dayOf(row, look),
    amount,
    payee: names.payees.get(row.text('description')) ?? '',
    original: row.text('imported_description') || null,
    category: categoryOf(row, names),
    notes,
    tags: [],
    isPending: row.flag('pending') || (row.integer('cleared') === 0 && !row.flag('isParent')),
    pair: pairOf(row),
  }
  if (!row.flag('isParent') || children.length === 0) return [moved]
  return [{ ...moved, category: null, parts: partsOf(children, amount, names) }]
}

/** The other side of a transfer names this one, so their ids together name the pair. */
function pairOf(row: SqliteRow): string | undefined {
  const other = row.text('transferred_id')
  return other === '' ? undefined : [row.text('id'), other].toSorted().join(' ')
}

/** A split that does not add up in Actual gets a part without a category for the rest. */
function partsOf(children: readonly SqliteRow[], whole: Cents, names: Names): MovedPart[] {
  const parts = children.map((child): MovedPart => {
    const pair = pairOf(child)
    return {
      amount: amountOf(child, names.look),
      category: pair === undefined ? categoryOf(child, names) : null,
      note: child.text('notes') || null,
      ...(pair !== undefined && { pair }),
    }
  })
  const rest = whole - parts.reduce((sum, { amount }) => sum + amount, 0)
  return rest === 0 ? parts : [...parts, { amount: rest, category: null, note: null }]
}

function categoryOf(row: SqliteRow, { categories }: Names): string | null {
  const id = row.text('category')
  return id === '' ? null : categories.get(id) || id
}

function amountOf(row: SqliteRow, { name, currency }: ActualLook): Cents {
  const amount = row.integer('amount')
  if (amount === null || Math.abs(amount) > AMOUNT_MAX) {
    const said = row.text('amount').slice(0, 40)
    throw new MoveFault(name, null, { name: 'not_an_amount', amount: said })
  }
  return fromHundredths(amount, currency)
}

function dayOf(row: SqliteRow, { name }: ActualLook): Day {
  const day = dayIn(row.text('date'))
  if (day !== null) return day
  throw new MoveFault(name, null, { name: 'no_such_date', date: row.text('date').slice(0, 40) })
}

/** Reads a day as Actual stores it: `20240131`. */
export function dayIn(text: string): Day | null {
  const found = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text)
  return found ? parseDay(`${found[1]}-${found[2]}-${found[3]}`) : null
}
