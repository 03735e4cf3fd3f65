import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'
import type { Cents } from '#/core/values/cents.ts'
import { knownAccounts, levelBefore, releasedSince } from './cash-at.ts'
import type {
  AccountSpan,
  ExpenseChange,
  Moves,
  PaydayChange,
  PaymentChange,
} from './explain-change.ts'

/** Lines of a kind that are listed; smaller ones are summed up. */
const LISTED = 40
/** Expenses that are listed for a payday. */
const PARTS = 10
/**
 * Minutes after an account began to count within which rows of files and banks belong to its first import: the account's
 * balance contains them already. Payments by hand count at once.
 */
const FIRST_IMPORT = 15

/** A period between two moments; `until` null: up to now. */
export type Period = {
  readonly since: Temporal.Instant
  readonly until: Temporal.Instant | null
}

export type LoadedMoves = Moves & {
  /** Free-to-spend at the end of the period. */
  readonly after: Cents
}

type Row = {
  readonly accounts: readonly AccountSpan[]
  readonly payments: readonly PaymentChange[]
  readonly payment_count: number
  readonly payment_sum: Cents
  readonly paydays: readonly PaydayChange[]
  readonly expenses: readonly ExpenseChange[]
  readonly expense_count: number
  readonly expense_sum: Cents
  readonly set_aside: Cents
}

/** Loads everything that moved free-to-spend within a period, by one statement and so from one moment. */
export async function loadMoves(
  db: Database,
  householdId: string,
  period: Period,
): Promise<LoadedMoves> {
  const { rows } = await sql<Row>`
    with recursive ${knownAccounts(householdId)},
    ${spans(householdId, period)},
    ${movedCash(householdId, period)},
    ${movedMoney(householdId, period)},
    ${byPayment(householdId)}
    select coalesce((select json_agg(json_build_object('account_id', s.account_id, 'name', s.name,
        'before', s.before, 'after', s.after, 'counted_before', s.counted_before,
        'counted_after', s.counted_since is not null, 'began', coalesce(s.counted_since >= ${period.since}, false),
        'paid', coalesce((select sum(m.amount) from moved m where m.account_id = s.account_id), 0)))
      from spans s), '[]') as accounts,
      coalesce((select json_agg(p) from (${listedPayments(householdId, period)}) p), '[]') as payments,
      (select count(*)::integer from paid) as payment_count,
      (select coalesce(sum(cash + released), 0)::bigint from paid) as payment_sum,
      coalesce((select json_agg(p) from (${paydays(householdId)}) p), '[]') as paydays,
      coalesce((select json_agg(p) from (select ${partColumns('o')}, o.reason from others o
        order by abs(o.amount) desc, o.expense_id limit ${LISTED}) p), '[]') as expenses,
      (select count(*)::integer from others) as expense_count,
      (select coalesce(sum(amount), 0)::bigint from others) as expense_sum,
      (select coalesce(sum(balance), 0)::bigint from expenses where household_id = ${householdId})
        + ${period.until === null ? sql`0` : releasedSince(householdId, period.until)} as set_aside`.execute(
    db,
  )
  const row = rows[0]!
  const cash = row.accounts.reduce((sum, { after }) => sum + after, 0)
  return {
    accounts: row.accounts,
    payments: { largest: row.payments, count: row.payment_count, sum: row.payment_sum },
    paydays: row.paydays,
    expenses: { largest: row.expenses, count: row.expense_count, sum: row.expense_sum },
    after: cash - row.set_aside,
  }
}

/** Builds the contribution of each account at both ends. */
function spans(householdId: string, { since, until }: Period): RawBuilder<unknown> {
  return sql`spans as materialized (
    select k.household_id, k.account_id, a.name, a.provider in ('manual', 'import') as hand_kept,
      coalesce(f.cash, 0) as before, coalesce(u.cash, 0) as after,
      f.counted_since is not null as counted_before, u.counted_since
    from known k
    left join accounts a on a.household_id = ${householdId} and a.id = k.account_id
    left join lateral (${levelBefore(householdId, since)}) f on true
    left join lateral (${levelBefore(householdId, until)}) u on true
    where f.counted_since is not null or u.counted_since is not null
  )`
}

/**
 * Builds what payments moved in the accounts that count at the end. A payment that was recorded within the period brings
 * its share of today, less what changed in it after the period; an earlier one what changed in it within the period. The
 * two are added up instead of joined, because PostgreSQL cannot know how many there are.
 */
function movedCash(householdId: string, { since, until }: Period): RawBuilder<unknown> {
  const before = (moment: RawBuilder<unknown>) =>
    until === null ? sql`true` : sql`${moment} < ${until}`
  return sql`moved as materialized (
      select id, account_id, sum(amount)::bigint as amount from (
        select t.id, t.account_id,
          share_in_cash(t.provider, t.status, t.amount, false, t.booked_at, t.history, s.hand_kept, h.include_pending,
            k.stated_on) as amount,
          t.created_at > s.counted_since
            + case when t.provider = 'manual' then interval '0' else make_interval(mins => ${FIRST_IMPORT}) end
            and (not t.history or t.provider in ('manual', 'import')) as counts
        from transactions t
        join spans s on s.account_id = t.account_id and s.counted_since is not null
        join households h on h.household_id = ${householdId}
        left join lateral (select max(i.balance_day) as stated_on from imports i
          where t.provider = 'import' and i.household_id = ${householdId} and i.account_id = t.account_id
            and i.status = 'done' and i.finished_at < t.created_at) k on true
        where t.household_id = ${householdId} and t.visible and t.created_at >= ${since}
          and ${before(sql`t.created_at`)}
        union all
        select c.transaction_id, c.account_id, case when c.recorded_at < ${since} then c.amount else -c.amount end,
          case when c.recorded_at <= s.counted_since and c.recorded_at >= ${since} then false end
        from payment_changes c
        join spans s on s.account_id = c.account_id and s.counted_since is not null
        where c.household_id = ${householdId} and c.at >= ${since} and ${before(sql`c.recorded_at`)}
          and case when c.recorded_at < ${since} then ${before(sql`c.at`)} and c.at > s.counted_since
            else not (${before(sql`c.at`)}) end
      ) m group by 1, 2 having sum(amount) <> 0 and bool_and(counts) is not false
    )`
}

/** Builds what Expenses gave back to free-to-spend, less what they took. */
function movedMoney(householdId: string, { since, until }: Period): RawBuilder<unknown> {
  const before = until === null ? sql`` : sql`and e.created_at < ${until}`
  return sql`given as materialized (
      select e.transaction_id, e.reason, e.day, coalesce(e.from_expense_id, e.to_expense_id) as expense_id,
        sum(case when e.to_lane = 'free' then e.amount else -e.amount end)::bigint as amount
      from ledger_entries e
      where e.household_id = ${householdId} and e.created_at >= ${since} ${before}
        and 'free' in (e.from_lane, e.to_lane)
      group by 1, 2, 3, 4
    ), others as materialized (
      select g.reason, g.expense_id, x.name, sum(g.amount)::bigint as amount
      from given g join expenses x on x.household_id = ${householdId} and x.id = g.expense_id
      where g.transaction_id is null and g.reason <> 'payday'
      group by 1, 2, 3 having sum(g.amount) <> 0
    )`
}

/** Builds one row for each payment; the two sides of a transfer between two accounts are one. */
function byPayment(householdId: string): RawBuilder<unknown> {
  return sql`paid as materialized (
      select coalesce(i.out_id, b.id) as id, bool_or(i.out_id is not null or o.out_id is not null) as transfer,
        sum(b.cash)::bigint as cash, sum(b.released)::bigint as released
      from (
        select id, amount as cash, 0 as released from moved
        union all
        select transaction_id, 0, amount from given where transaction_id is not null
      ) b
      left join account_transfers i on i.household_id = ${householdId} and i.in_id = b.id
      left join account_transfers o on o.household_id = ${householdId} and o.out_id = b.id
      group by 1 having sum(b.cash) <> 0 or sum(b.released) <> 0
    )`
}

function listedPayments(householdId: string, { since, until }: Period): RawBuilder<unknown> {
  const isNew = sql`t.created_at >= ${since} ${until === null ? sql`` : sql`and t.created_at < ${until}`}`
  return sql`
  select p.cash, p.released, p.transfer,
    case when ${isNew} then 'recorded' when p.cash = 0 then 'assigned'
      when t.deleted_at is not null then 'deleted' else 'edited' end as change,
    json_build_object('id', t.id, 'concept', t.concept, 'booked_at', t.booked_at, 'amount', t.amount,
      'account_name', a.name, 'deleted', t.deleted_at is not null) as transaction,
    coalesce((select json_agg(q) from (
      select ${partColumns('n')} from (
        select g.expense_id, x.name, sum(g.amount)::bigint as amount
        from given g join expenses x on x.household_id = ${householdId} and x.id = g.expense_id
        where g.transaction_id = p.id
        group by 1, 2 having sum(g.amount) <> 0) n
      order by abs(n.amount) desc, n.expense_id) q), '[]') as parts
  from (
    select * from paid order by abs(cash + released) desc, abs(cash) desc, id desc limit ${LISTED}
  ) p
  join transactions t on t.household_id = ${householdId} and t.id = p.id
  join accounts a on a.household_id = ${householdId} and a.id = t.account_id`
}

function paydays(householdId: string): RawBuilder<unknown> {
  return sql`
  select d.day, sum(d.amount)::bigint as amount, count(*)::integer as count,
    json_agg(json_build_object('expense_id', d.expense_id, 'name', d.name, 'amount', d.amount)
      order by d.place) filter (where d.place <= ${PARTS}) as parts
  from (
    select g.day, g.expense_id, x.name, g.amount,
      row_number() over (partition by g.day order by abs(g.amount) desc, g.expense_id) as place
    from given g join expenses x on x.household_id = ${householdId} and x.id = g.expense_id
    where g.transaction_id is null and g.reason = 'payday' and g.amount <> 0
  ) d group by d.day`
}

function partColumns(table: string): RawBuilder<unknown> {
  return sql`${sql.ref(`${table}.expense_id`)}, ${sql.ref(`${table}.name`)}, ${sql.ref(`${table}.amount`)}`
}
