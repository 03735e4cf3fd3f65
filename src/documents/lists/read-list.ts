import { sql } from 'kysely'
import type { Cents } from '#/core/values/cents.ts'
import { writeMoney } from '#/core/values/money.ts'
import type { Day } from '#/core/values/day.ts'
import type { Database } from '#/platform/database/database.ts'
import { type Filter, matching } from '#/budget/transactions/filter.ts'
import { order, type Page } from '#/budget/transactions/order.ts'
import type { Part } from '#/budget/transactions/parts.ts'
import { readByCursor } from '#/documents/snapshot.ts'
import type { Book } from './book.ts'
import type { ListName } from './app-contract.ts'

/** A row of a list, its cells in the order of the columns. Money is in cents of `currency`. */
export type ListRow = {
  readonly currency: string
  readonly cells: readonly (string | number | null)[]
}

/** The choice of rows, and their order. */
export type Choice = { readonly filter: Filter; readonly sort: Page['sort'] }

type Reading = { readonly snapshot: Database; readonly book: Book; readonly choice: Choice }

/** Reads a list row by row, as its screen shows it: without what was deleted or is hidden. */
export function readList(list: ListName, reading: Reading): AsyncIterable<ListRow> {
  return readers[list](reading)
}

const readers: Readonly<Record<ListName, (reading: Reading) => AsyncIterable<ListRow>>> = {
  transactions: readTransactions,
  splits: readSplits,
  accounts: readAccounts,
  set_asides: readSetAsides,
  ledger: readLedger,
}

type StoredRow = {
  readonly id: string
  readonly account_id: string
  readonly booked_at: Day
  readonly concept: string
  readonly original_concept: string | null
  readonly amount: Cents
  readonly currency: string
  readonly type: string
  readonly status: string
  readonly category_id: string | null
  readonly expense_goal_id: string | null
  readonly notes: string | null
  readonly splits: readonly Part[] | null
  readonly paired_with: string | null
}

function storedRows({ snapshot, book, choice }: Reading): AsyncGenerator<StoredRow> {
  const { household_id: id } = book.stored.household
  const found = matching(id, choice.filter)
  const sorted = order({ sort: choice.sort })
  return readByCursor<StoredRow>(
    snapshot,
    sql`select t.*, coalesce(o.in_id, i.out_id) as paired_with
      from (select t.id, t.account_id, t.booked_at, t.created_at, t.concept, t.original_concept, t.amount, t.currency,
        t.type, t.status, t.category_id, t.expense_goal_id, t.notes, t.splits from ${found}) t
      left join account_transfers o on o.household_id = ${id} and o.out_id = t.id
      left join account_transfers i on i.household_id = ${id} and i.in_id = t.id
      ${sorted}`,
  )
}

async function* readTransactions(reading: Reading): AsyncGenerator<ListRow> {
  const { book } = reading
  for await (const row of storedRows(reading)) {
    const { currency } = row
    yield {
      currency,
      cells: [
        row.booked_at,
        row.concept,
        pathText(book, row.category_id),
        nameOf(book.setAsides, row.expense_goal_id),
        book.accounts.get(row.account_id)?.name ?? null,
        row.amount,
        currency,
        row.notes,
        row.splits && partsText(book, row.splits, currency),
        row.type,
        row.status,
        row.original_concept,
        row.paired_with,
        row.account_id,
        row.id,
      ],
    }
  }
}

async function* readSplits(reading: Reading): AsyncGenerator<ListRow> {
  const { book } = reading
  for await (const row of storedRows(reading)) {
    for (const [index, part] of (row.splits ?? []).entries()) {
      yield {
        currency: row.currency,
        cells: [
          row.booked_at,
          row.concept,
          String(index + 1),
          pathText(book, part.category_id),
          nameOf(book.setAsides, part.expense_goal_id),
          part.amount,
          row.currency,
          part.note,
          book.accounts.get(row.account_id)?.name ?? null,
          row.account_id,
          row.id,
        ],
      }
    }
  }
}

async function* readAccounts({ book }: Reading): AsyncGenerator<ListRow> {
  const zone = book.stored.household.timezone
  for (const account of book.accounts.values()) {
    const { currency, closed_at } = account
    yield {
      currency,
      cells: [
        account.name,
        account.type,
        account.subtype,
        account.balance,
        account.available_balance,
        currency,
        account.institution_name,
        account.mask,
        account.provider,
        closed_at && closed_at.toZonedDateTimeISO(zone).toPlainDate().toString(),
        account.id,
      ],
    }
  }
}

async function* readSetAsides({ book: { stored } }: Reading): AsyncGenerator<ListRow> {
  const { currency } = stored.household
  const groups = new Map(stored.groups.map(({ id, name }) => [id, name]))
  for (const expense of stored.expenses) {
    yield {
      currency,
      cells: [
        expense.name,
        nameOf(groups, expense.group_id),
        expense.type,
        expense.target_amount,
        expense.ready + expense.building + expense.reserve,
        currency,
        expense.recurrence_anchor_date,
        numberText(expense.recurrence_interval_months),
        numberText(expense.recurrence_interval_days),
        expense.funding_priority,
        expense.paused ? 'yes' : 'no',
        expense.archived_at === null ? 'no' : 'yes',
        expense.id,
      ],
    }
  }
}

type StoredEntry = {
  readonly id: string
  readonly day: Day
  readonly amount: Cents
  readonly from_expense_id: string | null
  readonly from_lane: string
  readonly to_expense_id: string | null
  readonly to_lane: string
  readonly reason: string
  readonly transaction_id: string | null
}

async function* readLedger({ snapshot, book, choice }: Reading): AsyncGenerator<ListRow> {
  const { household_id: id, currency } = book.stored.household
  const { from, to } = choice.filter
  const entries = readByCursor<StoredEntry>(
    snapshot,
    sql`select l.* from ledger_entries l where l.household_id = ${id}
      and l.day >= coalesce(${from ?? null}::date, l.day) and l.day <= coalesce(${to ?? null}::date, l.day)
      order by l.revision, l.created_at, l.id`,
  )
  for await (const entry of entries) {
    yield {
      currency,
      cells: [
        entry.day,
        entry.amount,
        currency,
        nameOf(book.setAsides, entry.from_expense_id),
        entry.from_lane,
        nameOf(book.setAsides, entry.to_expense_id),
        entry.to_lane,
        entry.reason,
        entry.transaction_id,
        entry.id,
      ],
    }
  }
}

/** Writes the parts of a transaction as people read them: `Food > Groceries [Party] -12.00 Cake | …`. */
function partsText(book: Book, parts: readonly Part[], currency: string): string {
  return parts
    .map((part) => {
      const setAside = nameOf(book.setAsides, part.expense_goal_id)
      const words = [
        pathText(book, part.category_id),
        setAside === null ? null : `[${setAside}]`,
        writeMoney(part.amount, currency),
        part.note,
      ]
      return words.filter((word) => word !== null).join(' ')
    })
    .join(' | ')
}

function pathText({ categories }: Book, id: string | null): string | null {
  return id === null ? null : (categories.get(id)?.join(' > ') ?? null)
}

function nameOf(names: ReadonlyMap<string, string>, id: string | null): string | null {
  return id === null ? null : (names.get(id) ?? null)
}

function numberText(value: number | null): string | null {
  return value === null ? null : String(value)
}
