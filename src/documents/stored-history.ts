import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'
import type { Tables } from '#/platform/database/tables.ts'
import { readByCursor as read } from './snapshot.ts'
import type { StoredHousehold } from './stored-household.ts'

type Row<T extends keyof Tables> = Selectable<Tables[T]>
type Settled = Pick<Row<'settlements'>, 'expense_id' | 'card_expense_id' | 'settlement'>

export type StoredTransaction = Row<'transactions'> & {
  /** True if its share of an Expense has been settled; otherwise the three fields are null. */
  readonly is_settled: boolean
  /** The settled shares of a split transaction; null without any. */
  readonly shares: readonly Settled[] | null
  /** When a person left it with free-to-spend; null: nobody did. */
  readonly left_at: Temporal.Instant | null
} & { readonly [Name in keyof Settled]: Settled[Name] | null }

/** A stated balance with the position of its transaction in the document, from 1. */
export type StoredBalance = Row<'stated_balances'> & { readonly transaction_place: number | null }

/** A ledger entry with the positions of its transaction and transfer in the document, from 1. */
export type StoredEntry = Row<'ledger_entries'> & {
  /** Null also if the transaction was deleted. */
  readonly transaction_place: number | null
  readonly transfer_place: number | null
}

/** A suggestion with the position of its transaction in the document, from 1. */
export type StoredSuggestion = Row<'assignment_suggestions'> & {
  readonly transaction_place: number
}

/** The settled shares of a split transaction `t`. */
const shares = (householdId: string) => sql`case when t.splits is not null then (
  select json_agg(json_build_object('expense_id', p.expense_id, 'card_expense_id', p.card_expense_id,
    'settlement', p.settlement) order by p.position)
  from settlements p where p.household_id = ${householdId} and p.transaction_id = t.id) end`

/**
 * Reads the history of a household row by row, with at most a few hundred rows in memory. `db` is a transaction with a
 * snapshot; each list must be read to its end before the next.
 */
export function readHistory(db: Database, { household, schedules, expenses }: StoredHousehold) {
  const { household_id: id } = household
  const of = (table: keyof Tables) => sql`${sql.table(table)} where household_id = ${id}`
  const placed = (rows: readonly { readonly id: string }[]) => {
    return sql`unnest(${rows.map((row) => row.id)}::uuid[]) with ordinality p (id, place)`
  }
  return {
    transactions: () =>
      read<StoredTransaction>(
        db,
        sql`select t.*, s.transaction_id is not null as is_settled, s.expense_id, s.card_expense_id, s.settlement,
            ${shares(id)} as shares,
            (select l.left_at from left_payments l
              where l.household_id = ${id} and l.transaction_id = t.id) as left_at
          from transactions t
          left join settlements s on s.household_id = ${id} and s.transaction_id = t.id
            and s.position = 0 and t.splits is null
          where t.household_id = ${id} and t.deleted_at is null order by t.created_at, t.id`,
      ),
    transfers: () =>
      read<Row<'expense_transfers'>>(
        db,
        sql`select * from ${of('expense_transfers')} order by revision, id`,
      ),
    moves: () =>
      read<Row<'expense_moves'>>(
        db,
        sql`select * from ${of('expense_moves')} order by revision, id`,
      ),
    ledger: () =>
      read<StoredEntry>(
        db,
        sql`select l.*, t.place as transaction_place, f.place as transfer_place
          from ledger_entries l
          left join (select id, row_number() over (order by created_at, id) as place
            from ${of('transactions')} and deleted_at is null) t on t.id = l.transaction_id
          left join (select id, row_number() over (order by revision, id) as place
            from ${of('expense_transfers')}) f on f.id = l.transfer_id
          where l.household_id = ${id} order by l.revision, l.created_at, l.id`,
      ),
    paydays: () =>
      read<Row<'paydays'>>(
        db,
        sql`select d.* from paydays d join ${placed(schedules)} on p.id = d.funding_schedule_id
          where d.household_id = ${id} order by p.place, d.nominal`,
      ),
    paydayFundings: () =>
      read<Row<'payday_fundings'>>(
        db,
        sql`select f.* from payday_fundings f join ${placed(expenses)} on p.id = f.expense_id
          where f.household_id = ${id} order by p.place, f.day`,
      ),
    paydayWaits: () =>
      read<Row<'payday_waits'>>(db, sql`select * from ${of('payday_waits')} order by day`),
    ...readDecisions(db, { id, placed: placed(expenses) }),
    /** Reads the audit log, oldest entry first. */
    changes: () =>
      read<Row<'audit_entries'>>(db, sql`select * from ${of('audit_entries')} order by at, id`),
  }
}

type OfHousehold = {
  readonly id: string
  /** The places of the Expenses in the document, as `p (id, place)`. */
  readonly placed: RawBuilder<unknown>
}

/** Reads what people and Earmark have decided about payments and balances. */
function readDecisions(db: Database, { id, placed }: OfHousehold) {
  const kept = sql`select id, row_number() over (order by created_at, id) as place
    from transactions where household_id = ${id} and deleted_at is null`
  return {
    /** Leaves out suggestions about deleted transactions. */
    suggestions: () =>
      read<StoredSuggestion>(
        db,
        sql`select s.*, t.place as transaction_place
          from assignment_suggestions s
          join (${kept}) t on t.id = s.transaction_id
          where s.household_id = ${id} order by t.place, s.created_at, s.id`,
      ),
    payees: () =>
      read<Row<'expense_payees'>>(
        db,
        sql`select y.* from expense_payees y join ${placed} on p.id = y.expense_id
          where y.household_id = ${id} order by p.place, y.merchant`,
      ),
    /** Reads the stated balances that are still true: their transactions were not deleted. */
    statedBalances: () =>
      read<StoredBalance>(
        db,
        sql`select b.*, t.place as transaction_place from stated_balances b
          left join (${kept}) t on t.id = b.transaction_id
          where b.household_id = ${id} and (b.transaction_id is null or t.id is not null)
          order by b.day, b.created_at, b.id`,
      ),
  }
}
