import { type RawBuilder, sql } from 'kysely'
import { EARLY_PAYMENT_DAYS } from '#/budget/expenses/rules/lanes.ts'
import { kindOf, type Terms } from '#/budget/expenses/rules/holding.ts'
import { paydaysOf } from '#/core/calendar/paydays.ts'
import type { Cents } from '#/core/values/cents.ts'
import { addDays, type Day } from '#/core/values/day.ts'
import { merchantOf } from '#/budget/transactions/naming/merchant.ts'
import type { Rule } from '#/budget/categories/rule.ts'
import { rulesOf } from '#/budget/categories/rules-of.ts'
import type { WriteContext } from '#/platform/runtime/write-context.ts'
import type {
  Candidate,
  Choice,
  Denial,
  Facts,
  NamedByRule,
  Paid,
  Payee,
  Payment,
  Stray,
} from '#/budget/assignments/rules/evidence.ts'

/** Decisions of people that are read of each merchant, and payments of each Expense. */
const CHOICES_MAX = 12
const PAID_MAX = 24
/** Days in which a refund may follow its payment. */
const REFUND_DAYS = 90
/** Days in which other payments of a payee are searched. */
const STRAY_DAYS = 400

/** Names of Expenses and their amounts, by which imported payments are found. */
type Names = { readonly names: readonly string[]; readonly targets: readonly Cents[] }

type Sought = Names & {
  readonly rules: readonly Rule[]
  /** A suggestion waits for a person. */
  readonly isWaiting: boolean
}

/** The rule of the household that names the Expense of a payment, by the payment's id. */
export type Ruled = ReadonlyMap<string, NamedByRule>

export type Unassigned = Payment & { readonly history: boolean }

type Row = {
  readonly payments: readonly Omit<Unassigned, 'rule'>[]
  readonly expenses: readonly ExpenseRow[]
  readonly payees: readonly Payee[]
  readonly choices: readonly Choice[]
  readonly denials: readonly Denial[]
  readonly paid: readonly Paid[]
}

type ExpenseRow = Pick<Terms, 'type' | 'target' | 'intervalMonths' | 'intervalDays' | 'anchor'> & {
  readonly id: string
  readonly name: string
  readonly isLinked: boolean
  readonly created: Day
}

/** Loads the names and amounts of Expenses that may be found in payments, and the rules; null if there is no Expense. */
export async function loadSought({ db, caller }: WriteContext): Promise<Sought | null> {
  const { householdId } = caller
  const { rows } = await sql<Omit<Sought, keyof Names> & { readonly expenses: readonly Named[] }>`
    select coalesce(json_agg(json_build_object('name', name, 'target_amount', target_amount)), '[]')
        as expenses, ${rulesOf(householdId)} as rules,
      exists (select 1 from assignment_suggestions s
        where s.household_id = ${householdId} and s.answered_at is null) as "isWaiting"
    from expenses where household_id = ${householdId} and archived_at is null`.execute(db)
  const { expenses, ...rest } = rows[0]!
  return expenses.length === 0 ? null : { ...soughtOf(expenses), ...rest }
}

type Named = { readonly name: string; readonly target_amount: Cents | null }

export function soughtOf(expenses: readonly Named[]): Names {
  return {
    names: [...new Set(expenses.map(({ name }) => merchantOf(name)))],
    targets: [...new Set(expenses.flatMap((one) => one.target_amount ?? []))],
  }
}

/**
 * Loads the payments of this write that nobody has decided on and that may be spent from an Expense, and all that is known
 * about them, by one statement. An import may bring a hundred thousand payments into a table of which PostgreSQL has no
 * statistics, so each part reads its rows once: searching for each merchant took a hundred seconds.
 */
export async function loadEvidence(
  writer: WriteContext,
  { names, targets }: Names,
  { ruled, scope = ofWrite(writer) }: Part,
): Promise<Found | null> {
  return load(
    writer,
    ruled,
    sql`with ${candidates(writer, { names, targets, ruled: [...ruled.keys()], scope })}
    ${evidence(writer.caller.householdId, allPaid)}`,
  )
}

/** As `loadEvidence`, for a few recorded payments, by their merchants: reads only what is known of these. */
export async function loadEvidenceOf(
  writer: WriteContext,
  merchants: readonly string[],
  ruled: Ruled,
): Promise<Found | null> {
  const scope = ofWrite(writer)
  const filter = { names: [], targets: [], ruled: [...ruled.keys()], merchants, scope }
  return load(
    writer,
    ruled,
    sql`with ${candidates(writer, filter)}
    ${evidence(writer.caller.householdId, paidByExpense(writer.caller.householdId))}`,
  )
}

export type Found = { readonly payments: Unassigned[]; readonly facts: Facts }

async function load(
  { db }: WriteContext,
  ruled: Ruled,
  statement: RawBuilder<unknown>,
): Promise<Found | null> {
  const { rows } = await sql<Row>`${statement}`.execute(db)
  const found = rows[0]
  if (!found || found.payments.length === 0) return null
  const { payments, expenses, ...facts } = found
  return {
    payments: payments.map((one) => ({ ...one, rule: ruled.get(one.id) ?? null })),
    facts: { ...facts, expenses: expenses.map(candidateOf), strays: null },
  }
}

type Part = {
  readonly ruled: Ruled
  /** The condition on transactions `t` of the payments to look at; default: those of this write. */
  readonly scope?: RawBuilder<boolean>
}

function ofWrite({ revision }: WriteContext): RawBuilder<boolean> {
  return sql`t.revision >= 0 and t.revision = ${revision}
        and t.booked_at >= (select min(created) - ${EARLY_PAYMENT_DAYS}::int from own)
        and (not t.history or t.provider = 'import')`
}

type Filter = Names & {
  readonly ruled: readonly string[]
  readonly scope: RawBuilder<boolean>
  /** Only what is known of these merchants; missing: of all. */
  readonly merchants?: readonly string[]
}

/** Writes the parts `own` (Expenses), `decided`, `payments`, and `merchants` of a statement. */
function candidates(
  { caller: { householdId, zone } }: WriteContext,
  { names, targets, ruled, merchants, scope }: Filter,
): RawBuilder<unknown> {
  const those = merchants ? sql`and t.merchant = any(${[...merchants]}::text[])` : sql``
  return sql`own as materialized (
      select e.*, (e.created_at at time zone ${zone})::date as created from expenses e
      where e.household_id = ${householdId} and e.archived_at is null
    ), changed as materialized (
      select t.id, t.account_id, t.merchant, t.amount, t.booked_at, t.type, t.provider, t.history
      from transactions t
      where t.household_id = ${householdId} and ${scope} and t.visible
        and t.expense_goal_id is null and t.splits is null and 'expense_goal_id' <> all (t.edited) and t.amount <> 0
        and t.currency = (select currency from households where household_id = ${householdId})
        -- The card sets nothing aside for history, so to spend it from an Expense would free its money.
        and not (t.history and t.account_id in (
          select card_account_id from own where card_account_id is not null))
    ), decided as materialized (
      select t.id, t.account_id, t.merchant, t.amount, t.booked_at, t.created_at, t.updated_at, t.expense_goal_id,
        t.expense_why is null as by_person, t.visible
      from transactions t
      where t.household_id = ${householdId} and t.deleted_at is null and t.splits is null
        and (t.expense_goal_id is not null or 'expense_goal_id' = any (t.edited)) ${those}
    ), known as materialized (
      select m.merchant from (select distinct merchant from changed) m
      where m.merchant in (select merchant from decided)
        or m.merchant in (select p.merchant from expense_payees p where p.household_id = ${householdId})
        or exists (select 1 from unnest(${[...names]}::text[]) n (name)
          where position('-' || n.name || '-' in '-' || m.merchant || '-') > 0
            or position('-' || m.merchant || '-' in '-' || n.name || '-') > 0)
    ), payments as materialized (
      select c.* from changed c
      where (c.merchant in (select merchant from known) or -c.amount = any(${[...targets]}::bigint[])
          or c.id = any(${[...ruled]}::uuid[]))
        and not exists (select 1 from account_transfers p
          where p.household_id = ${householdId} and p.out_id = c.id)
        and not exists (select 1 from account_transfers p
          where p.household_id = ${householdId} and p.in_id = c.id)
    ), merchants as materialized (
      select merchant, max(booked_at) filter (where amount > 0) as refunded from payments group by merchant
    )`
}

const paidColumns = sql`json_build_object('id', t.id, 'accountId', t.account_id, 'expenseId', t.expense_goal_id,
  'merchant', t.merchant, 'amount', t.amount, 'booked', t.booked_at)`

/** Selects the latest payments of each Expense from those that are read already. */
const allPaid = sql`select t.id, t.paid from (
    select t.id, ${paidColumns}::jsonb as paid, row_number() over (
      partition by t.expense_goal_id order by t.booked_at desc, t.created_at desc, t.id desc) as place
    from decided t where t.expense_goal_id is not null and t.visible) t
  where t.place <= ${PAID_MAX}`

/**
 * Selects the latest payments of each Expense one by one, through their index: only of those that people chose for these
 * merchants or that were made for them, because recorded payments find no other.
 */
const paidByExpense = (householdId: string) => sql`select p.id, p.paid from (
    select * from own where id in (select expense_goal_id from decided)
      or id in (select y.expense_id from expense_payees y
        where y.household_id = ${householdId} and y.merchant in (select merchant from merchants))
  ) own cross join lateral (
    select t.id, ${paidColumns}::jsonb as paid from transactions t
    where t.household_id = ${householdId} and t.expense_goal_id = own.id and t.visible
      and t.expense_goal_id is not null and t.splits is null
    order by t.booked_at desc, t.created_at desc, t.id desc limit ${PAID_MAX}) p`

/** Selects everything about `payments`; no row if there are none. */
function evidence(householdId: string, paid: RawBuilder<unknown>): RawBuilder<Row> {
  return sql<Row>`select
    (select json_agg(json_build_object('id', id, 'accountId', account_id, 'merchant', merchant,
        'amount', amount, 'booked', booked_at, 'type', type, 'isRecorded', provider = 'manual',
        'history', history) order by booked_at, amount, id) from payments) as payments,
    (select json_agg(json_build_object('id', id, 'name', name, 'type', type, 'target', target_amount,
        'anchor', recurrence_anchor_date, 'intervalMonths', recurrence_interval_months,
        'intervalDays', recurrence_interval_days,
        'isLinked', card_account_id is not null, 'created', created) order by position, id)
      from own) as expenses,
    (select coalesce(json_agg(json_build_object('expenseId', p.expense_id, 'merchant', p.merchant,
        'amount', p.amount)), '[]')
      from expense_payees p join own on own.id = p.expense_id
      where p.household_id = ${householdId}) as payees,
    (select coalesce(json_agg(json_build_object('merchant', t.merchant, 'amount', t.amount,
        'booked', t.booked_at, 'expenseId', t.expense_goal_id) order by t.booked_at desc, t.updated_at desc), '[]')
      from (select t.*, row_number() over (
          partition by t.merchant order by t.booked_at desc, t.updated_at desc) as place
        from decided t
        where t.by_person and t.merchant in (select merchant from merchants)) t
      where t.place <= ${CHOICES_MAX}) as choices,
    (select coalesce(json_agg(json_build_object('merchant', t.merchant, 'amount', t.amount,
        'booked', t.booked_at, 'expenseId', s.expense_id)), '[]')
      from assignment_suggestions s cross join lateral (
        select t.* from transactions t where t.household_id = ${householdId} and t.id = s.transaction_id
        limit 1) t
      where s.household_id = ${householdId} and s.answer = 'dismissed'
        and t.merchant in (select merchant from merchants)) as denials,
    (select coalesce(json_agg(p.paid), '[]') from (
      ${paid}
      union
      select t.id, ${paidColumns}::jsonb from merchants m
      join decided t on t.merchant = m.merchant
      where t.expense_goal_id is not null and t.visible
        and t.booked_at >= m.refunded - ${REFUND_DAYS}::int) p) as paid
    where exists (select 1 from payments)`
}

function candidateOf({ isLinked, ...row }: ExpenseRow): Candidate {
  const terms: Terms = {
    ...row,
    payments: 1,
    buildBy: null,
    priority: 'normal',
    paused: false,
    paydays: paydaysOf([]),
    card: isLinked ? { owed: 0 } : null,
  }
  return {
    id: row.id,
    key: merchantOf(row.name),
    kind: kindOf(terms),
    isCard: row.type === 'credit_card',
    target: row.target,
    anchor: row.anchor,
    intervalMonths: row.intervalMonths,
    intervalDays: row.intervalDays ?? null,
    created: row.created,
  }
}

/** Loads the recent payments of some merchants, to see if they are paid for other things, too. */
export async function loadStrays(
  { db, caller }: WriteContext,
  payments: readonly Payment[],
): Promise<Stray[]> {
  const days = payments.map(({ booked }) => booked).toSorted()
  const { rows } = await sql<Stray>`
    select id, merchant, amount, booked_at as booked, expense_goal_id as "expenseId" from transactions
    where household_id = ${caller.householdId} and visible and splits is null and amount < 0
      and booked_at between ${addDays(days[0]!, -STRAY_DAYS)} and ${days.at(-1)!}
      and merchant = any(${[...new Set(payments.map(({ merchant }) => merchant))]}::text[])`.execute(
    db,
  )
  return rows
}
