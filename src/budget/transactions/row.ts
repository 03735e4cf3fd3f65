import { type RawBuilder, sql } from 'kysely'

/** The columns of a transaction that PostgreSQL writes as JSON: the fields of the contract, in its order. */
export const wireColumns: RawBuilder<unknown> = sql`t.id, t.account_id, t.concept, t.original_concept,
  t.amount, t.currency, t.booked_at, t.type, t.status, t.category_id, t.expense_goal_id, t.notes,
  t.provider, t.external_id, coalesce(t.splits, '[]') as splits,
  to_char(t.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  to_char(t.updated_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at,
  to_char(t.deleted_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as deleted_at`

/**
 * Names a row `t` as it is now. PostgreSQL gives every change that is committed another `xmin`, from any writer; the revision
 * tells two databases apart of which one is a copy. A row that is read from a subquery must bring its `xmin` along.
 */
export const versionOf: RawBuilder<string> = sql<string>`t.id || ' ' || t.revision || ' ' || t.xmin`
