import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { cashAccounts } from '#/budget/accounts/cash-accounts.ts'
import { summarizeAccounts } from '#/budget/accounts/summary.ts'
import { type CashAccount, cashOf } from '#/budget/accounts/cash.ts'
import type { Database } from '#/platform/database/database.ts'
import type { Call } from '#/platform/runtime/call.ts'

/**
 * Fails unless a household's books agree with themselves: every Expense's lanes are the sums of its ledger entries and
 * never negative, the settlements name the Expenses that the transactions do, the rollups count what the transactions
 * say, free-to-spend is cash less what is set aside, and the log of cash ends with the present. Changes nothing, so it may be asked at any time, as often as
 * one likes.
 */
export async function assertBooks(db: Database, householdId: string): Promise<void> {
  // One moment for all of it: writers may be busy meanwhile.
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      assert.deepEqual(await lanesAtFault(tx, householdId), [], 'lanes and ledger disagree')
      assert.deepEqual(await linksAtFault(tx, householdId), [], 'settlements disagree')
      assert.deepEqual(await partsAtFault(tx, householdId), [], 'parts and whole disagree')
      assert.deepEqual(await transfersAtFault(tx, householdId), [], 'transfers disagree')
      assert.deepEqual(await rollupsAtFault(tx, householdId), [], 'rollups disagree')
      await checkFreeToSpend(tx, householdId)
      await checkCashLog(tx, householdId)
    })
}

async function lanesAtFault(db: Database, householdId: string): Promise<unknown[]> {
  const { rows } = await sql`
    with moved as (
      select to_expense_id as id, to_lane as lane, amount from ledger_entries
        where household_id = ${householdId} and to_expense_id is not null
      union all
      select from_expense_id, from_lane, -amount from ledger_entries
        where household_id = ${householdId} and from_expense_id is not null
    ), sums as (
      select id, coalesce(sum(amount) filter (where lane = 'ready'), 0) as ready,
        coalesce(sum(amount) filter (where lane = 'building'), 0) as building,
        coalesce(sum(amount) filter (where lane = 'reserve'), 0) as reserve
      from moved group by id
    )
    select e.name, e.ready, e.building, e.reserve, e.balance, to_json(s) as ledger
    from (select * from expenses where household_id = ${householdId}) e
    full join sums s on s.id = e.id
    where e.id is null
      or (e.ready, e.building, e.reserve)
        is distinct from (coalesce(s.ready, 0), coalesce(s.building, 0), coalesce(s.reserve, 0))
      or least(e.ready, e.building, e.reserve, e.prepaid) < 0
      or e.balance <> e.ready + e.building + e.reserve`.execute(db)
  return rows
}

/**
 * A settlement is between the Expense that its transaction names and the card Expense; without either there is no settlement.
 * A split transaction has one for each Expense of its parts.
 */
async function linksAtFault(db: Database, householdId: string): Promise<unknown[]> {
  const { rows } = await sql`
    with shares as (
      select t.household_id, t.id, t.visible, t.history, x.expense_id from transactions t
      cross join lateral (
        select t.expense_goal_id as expense_id where t.splits is null
        union
        select (p ->> 'expense_goal_id')::uuid from jsonb_array_elements(t.splits) p) x
      where t.household_id = ${householdId}
    )
    select s.transaction_id as id, s.expense_id, to_json(s) as settlement from settlements s
    where s.household_id = ${householdId} and not exists (select 1 from shares
      where shares.id = s.transaction_id and shares.expense_id is not distinct from s.expense_id)
    union all
    select transaction_id, expense_id, null from settlements s
    where s.household_id = ${householdId} group by 1, 2 having count(*) > 1
    union all
    select t.id, t.expense_id, null from shares t
    where t.visible and not t.history and t.expense_id is not null
      and not exists (select 1 from settlements s where s.household_id = ${householdId}
        and s.transaction_id = t.id and s.expense_id = t.expense_id)`.execute(db)
  return rows
}

/** Parts add up to the whole, none has the other sign, and they name records that exist; what all have, the whole has. */
async function partsAtFault(db: Database, householdId: string): Promise<unknown[]> {
  const { rows } = await sql`
    select t.id, t.amount, t.category_id, t.expense_goal_id, t.splits from transactions t
    cross join lateral (
      select sum(p.amount) as total, bool_or(sign(p.amount) * sign(t.amount) < 0) as opposite,
        count(distinct coalesce(p.category_id, t.household_id)) as categories, min(p.category_id::text) as category,
        count(distinct coalesce(p.expense_goal_id, t.household_id)) as expenses, min(p.expense_goal_id::text) as expense,
        bool_or(p.category_id is not null and c.id is null) as no_category,
        bool_or(p.expense_goal_id is not null and e.id is null) as no_expense
      from jsonb_to_recordset(t.splits) as p (amount bigint, category_id uuid, expense_goal_id uuid)
      left join categories c on c.household_id = ${householdId} and c.id = p.category_id
      left join expenses e on e.household_id = ${householdId} and e.id = p.expense_goal_id) s
    where t.household_id = ${householdId} and t.splits is not null
      and (s.total <> t.amount or s.opposite or s.no_category or s.no_expense
        or t.category_id::text is distinct from case s.categories when 1 then s.category end
        or t.expense_goal_id::text is distinct from case s.expenses when 1 then s.expense end)`.execute(
    db,
  )
  return rows
}

/** Each transfer took its amount out of one Expense and put it into the other. */
async function transfersAtFault(db: Database, householdId: string): Promise<unknown[]> {
  const { rows } = await sql`
    with legs as (
      select transfer_id, from_expense_id as expense_id, -amount as amount from ledger_entries
        where household_id = ${householdId} and transfer_id is not null
      union all
      select transfer_id, to_expense_id, amount from ledger_entries
        where household_id = ${householdId} and transfer_id is not null
    ), nets as (
      select transfer_id, expense_id, sum(amount) as net from legs group by 1, 2
    ), said as (
      select id as transfer_id, from_expense_id as expense_id, -amount as net from expense_transfers
        where household_id = ${householdId}
      union all
      select id, to_expense_id, amount from expense_transfers where household_id = ${householdId}
    )
    select * from said full join nets using (transfer_id, expense_id)
    where said.net is distinct from nets.net and coalesce(nets.net, -1) <> 0`.execute(db)
  return rows
}

/** The rollups count what the transactions say. Returns those that do not. */
export async function rollupsAtFault(db: Database, householdId: string): Promise<unknown[]> {
  const { rows } = await sql`
    with counted as (
      select f.facet, f.facet_key, g.grain, g.start, t.currency,
        count(*) as transactions,
        count(*) filter (where t.type = 'expense') as expenses,
        count(*) filter (where t.type = 'income') as incomes,
        count(*) filter (where t.type = 'transfer') as transfers,
        coalesce(sum(t.amount) filter (where t.type = 'expense' and t.amount < 0), 0) as spent,
        coalesce(sum(t.amount) filter (where t.type = 'expense' and t.amount > 0), 0) as refunded,
        coalesce(sum(t.amount) filter (where t.type = 'income'), 0) as income,
        coalesce(sum(t.amount) filter (where t.type = 'transfer'), 0) as transfer
      from transactions w
      cross join lateral (
        select 'all' as facet, '' as facet_key, w.amount
        union all select 'account', w.account_id::text, w.amount
        union all select 'merchant', w.merchant, w.amount
        union all select 'category', coalesce(w.category_id::text, ''), w.amount where w.splits is null
        union all select 'expense', w.expense_goal_id::text, w.amount where w.splits is null
        union all select 'category', coalesce(p ->> 'category_id', ''), sum((p ->> 'amount')::bigint)
          from jsonb_array_elements(w.splits) p group by 2
        union all select 'expense', p ->> 'expense_goal_id', sum((p ->> 'amount')::bigint)
          from jsonb_array_elements(w.splits) p group by 2) f
      cross join lateral (select w.booked_at, w.currency, w.type, f.amount) t
      cross join lateral (values ('ever', '-infinity'::date),
        ('month', t.booked_at - extract(day from t.booked_at)::int + 1), ('day', t.booked_at)) g (grain, start)
      where w.household_id = ${householdId} and w.deleted_at is null and not w.hidden
        and f.facet_key is not null and not (f.facet = 'merchant' and g.grain = 'ever')
      group by 1, 2, 3, 4, 5
    ), stored as (
      select facet, facet_key, grain, start, currency, sum(transactions) as transactions,
        sum(expenses) as expenses, sum(incomes) as incomes, sum(transfers) as transfers, sum(spent) as spent,
        sum(refunded) as refunded, sum(income) as income, sum(transfer) as transfer
      from transaction_totals where household_id = ${householdId}
      group by 1, 2, 3, 4, 5
      having (sum(transactions), sum(expenses), sum(incomes), sum(transfers), sum(spent), sum(refunded),
        sum(income), sum(transfer)) <> (0, 0, 0, 0, 0, 0, 0, 0)
    )
    select to_json(s) as stored, to_json(c) as counted
    from stored s full join counted c using (facet, facet_key, grain, start, currency)
    where (s.transactions, s.expenses, s.incomes, s.transfers, s.spent, s.refunded, s.income, s.transfer)
      is distinct from (c.transactions, c.expenses, c.incomes, c.transfers, c.spent, c.refunded, c.income, c.transfer)`.execute(
    db,
  )
  return rows
}

/** Each text of a visible transaction is kept for searches, and no other. Returns those that are not. */
export async function textsAtFault(db: Database, householdId: string): Promise<unknown[]> {
  const { rows } = await sql`
    with wanted as (
      select distinct search_text(concept, original_concept, notes) as text from transactions
      where household_id = ${householdId} and visible
    ), kept as (
      select text from transaction_texts where household_id = ${householdId}
    )
    select wanted.text as missing, kept.text as needless
    from wanted full join kept on kept.text = wanted.text
    where wanted.text is null or kept.text is null`.execute(db)
  return rows
}

/** The last rows of the log are the cash of the present, and each account's rows follow one another. */
async function checkCashLog(db: Database, householdId: string): Promise<void> {
  const { currency } = await db
    .selectFrom('households')
    .select('currency')
    .where('household_id', '=', householdId)
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ logged: number; accounts: CashAccount[] }>`
    select coalesce((select sum(cash) from (
        select distinct on (account_id) cash from cash_levels where household_id = ${householdId}
        order by account_id, quarter desc) l), 0)::bigint as logged,
      coalesce((select json_agg(a) from (${cashAccounts(householdId)}) a), '[]') as accounts`.execute(
    db,
  )
  const { logged, accounts } = rows[0]!
  assert.equal(logged, cashOf(accounts, currency), 'the log of cash is not the present')
}

async function checkFreeToSpend(db: Database, householdId: string): Promise<void> {
  const household = await db
    .selectFrom('households')
    .select('currency')
    .where('household_id', '=', householdId)
    .executeTakeFirstOrThrow()
  const { rows: accounts } = await sql<CashAccount>`
    select type, subtype, currency, balance, provider, subscribed, spendable,
      (select account_types from households h where h.household_id = ${householdId}) as "cashTypes",
      (select coalesce(sum(t.amount), 0)::bigint from transactions t
        where t.household_id = ${householdId} and t.account_id = a.id and t.deleted_at is null
          and not t.hidden and t.status = 'pending' and t.amount < 0
          and (select include_pending from households h where h.household_id = ${householdId})) as "pendingOutflow"
    from accounts a where household_id = ${householdId} and not hidden`.execute(db)
  const { rows: expenses } = await sql<{ balance: number }>`
    select balance from expenses where household_id = ${householdId}`.execute(db)
  const setAside = expenses.reduce((sum, { balance }) => sum + balance, 0)
  const call = {
    db,
    now: () => Temporal.Instant.fromEpochMilliseconds(0),
    caller: { householdId, currency: household.currency },
  } as unknown as Call
  const summary = await summarizeAccounts(call, {})
  assert.ok('free_to_spend' in summary)
  const cash = cashOf(accounts, household.currency)
  assert.deepEqual(
    [summary.spendable_balance, summary.set_aside, summary.free_to_spend],
    [cash, setAside, cash - setAside],
    'free-to-spend is not cash less what is set aside',
  )
}
