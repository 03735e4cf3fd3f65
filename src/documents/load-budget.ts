import { indexAfter } from '#/core/calendar/occurrences.ts'
import { paydaysOf } from '#/core/calendar/paydays.ts'
import {
  emptyLanes,
  type Holding,
  recurrenceOf,
  type Terms,
} from '#/budget/expenses/rules/holding.ts'
import { openWith } from '#/budget/expenses/rules/lanes.ts'
import { moveMoney } from '#/budget/expenses/move-money.ts'
import { dayAt } from '#/core/values/day.ts'
import type { Document } from './document.ts'
import { insertRows } from './insert-rows.ts'
import { idOf, type Loading } from './loading.ts'

/** Stores accounts, categories, paydays, and Expenses with their balances, without any history. */
export async function loadBudget(loading: Loading, document: Document): Promise<void> {
  await loadAccounts(loading, document)
  await loadCategories(loading, document)
  await loadSchedules(loading, document)
  await loadGroups(loading, document)
  await loadExpenses(loading, document)
  await loadRules(loading, document)
  await openExpenses(loading, document)
}

async function loadAccounts(loading: Loading, { accounts, household, state }: Document) {
  const { householdId, ids, startedAt } = loading
  await insertRows(
    loading.db,
    'accounts',
    accounts.map(({ ref, ...account }) => {
      const {
        hidden = false,
        balance_at = startedAt,
        closed_at = null,
        card_dismissed_at = null,
        ...times
      } = state?.accounts[ref] ?? {}
      return {
        household_id: householdId,
        id: ids.accounts.get(ref)!,
        ...account,
        currency: account.currency ?? household.currency,
        connection_id: null,
        hidden,
        balance_at,
        closed_at,
        card_dismissed_at,
        ...timesOf(loading, times),
      }
    }),
  )
}

async function loadCategories(loading: Loading, { categories, state }: Document) {
  const { householdId, ids } = loading
  await insertRows(
    loading.db,
    'categories',
    categories.map(({ ref, parent, starter, ...category }, position) => ({
      household_id: householdId,
      id: ids.categories.get(ref)!,
      ...category,
      parent_id: idOf(ids.categories, parent),
      is_system: state?.categories[ref]?.is_system ?? false,
      is_starter: starter,
      position,
      ...timesOf(loading, state?.categories[ref]),
    })),
  )
}

async function loadRules(loading: Loading, { category_rules: rules, state }: Document) {
  const { householdId, ids } = loading
  await insertRows(
    loading.db,
    'category_rules',
    rules.map(({ ref, account, category, expense, ...rule }, position) => ({
      household_id: householdId,
      id: ids.category_rules.get(ref)!,
      ...rule,
      account_id: idOf(ids.accounts, account),
      category_id: idOf(ids.categories, category),
      expense_id: idOf(ids.expenses, expense),
      position,
      ...timesOf(loading, state?.category_rules[ref]),
    })),
  )
}

async function loadSchedules(loading: Loading, { funding_schedules: schedules, state }: Document) {
  const { householdId, ids } = loading
  await insertRows(
    loading.db,
    'funding_schedules',
    schedules.map(({ ref, account, extra_paydays, ...schedule }, position) => ({
      household_id: householdId,
      id: ids.funding_schedules.get(ref)!,
      ...schedule,
      account_id: idOf(ids.accounts, account),
      extra_days: extra_paydays.toSorted(),
      last_run_date: state?.funding_schedules[ref]?.last_run_date ?? null,
      position,
      ...timesOf(loading, state?.funding_schedules[ref]),
    })),
  )
}

async function loadGroups(loading: Loading, { expense_groups: groups, state }: Document) {
  const { householdId, ids } = loading
  await insertRows(
    loading.db,
    'expense_groups',
    groups.map(({ ref, name }, position) => ({
      household_id: householdId,
      id: ids.expense_groups.get(ref)!,
      name,
      position,
      ...timesOf(loading, state?.expense_groups[ref]),
    })),
  )
}

async function loadExpenses(loading: Loading, document: Document): Promise<void> {
  const { householdId, ids } = loading
  await insertRows(
    loading.db,
    'expenses',
    document.expenses.map((expense, position) => {
      const { ref, group, funding_schedules: _, card_account, balance: __, ...terms } = expense
      const entry = document.state?.expenses[ref]
      return {
        household_id: householdId,
        id: ids.expenses.get(ref)!,
        ...terms,
        group_id: idOf(ids.expense_groups, group),
        card_account_id: idOf(ids.accounts, card_account),
        archived_at: entry?.archived_at ?? null,
        ...(entry ? lanesOf(entry) : emptyLanes),
        cycle: cycleOf(loading, document, expense),
        position,
        ...timesOf(loading, entry),
      }
    }),
  )
  await insertRows(
    loading.db,
    'expense_schedules',
    document.expenses.flatMap(({ ref, funding_schedules: schedules }) =>
      schedules.map((schedule) => ({
        household_id: householdId,
        expense_id: ids.expenses.get(ref)!,
        funding_schedule_id: ids.funding_schedules.get(schedule)!,
      })),
    ),
  )
}

/** Moves the opening balances from free-to-spend to the Expenses, unless the state has a ledger. */
async function openExpenses(loading: Loading, document: Document): Promise<void> {
  const { householdId, ids, db, now, newId } = loading
  const { state, household } = document
  if (state && state.ledger.length > 0) return
  const moves = document.expenses.map((expense) => {
    const entry = state?.expenses[expense.ref]
    const terms = termsOf(document, expense)
    const lanes = entry ? lanesOf(entry) : openWith(terms, expense.balance)
    const before = { ...lanes, ready: 0, building: 0, reserve: 0 }
    const cycle = cycleOf(loading, document, expense)
    const holding: Holding = { id: ids.expenses.get(expense.ref)!, terms, lanes, cycle }
    return { before: { ...holding, lanes: before }, after: holding }
  })
  const writer = {
    db,
    now,
    newId,
    revision: state?.household.revision ?? 1,
    caller: { householdId, zone: household.timezone },
  }
  for (let start = 0; start < moves.length; start += MOVES_AT_ONCE) {
    const some = moves.slice(start, start + MOVES_AT_ONCE)
    await moveMoney(writer, {
      before: some.map(({ before }) => before),
      after: some.map(({ after }) => after),
      reason: 'opening',
    })
  }
}

/** Ledger entries per statement, far below PostgreSQL's limit of parameters. */
const MOVES_AT_ONCE = 1000

type Expense = Document['expenses'][number]

/** Returns the upcoming due date: that of the state, else the first one after the day of loading. */
function cycleOf(loading: Loading, document: Document, expense: Expense): number {
  const entry = document.state?.expenses[expense.ref]
  if (entry) return entry.cycle
  const recurrence = recurrenceOf(termsOf(document, expense))
  if (recurrence === null) return 0
  return indexAfter(recurrence, dayAt(loading.startedAt, document.household.timezone))
}

/** Returns the terms of an Expense without its paydays, which do not matter when it is opened. */
function termsOf({ accounts }: Document, expense: Expense): Terms {
  const card = accounts.find(({ ref }) => ref === expense.card_account)
  return {
    type: expense.type,
    target: expense.target_amount,
    intervalMonths: expense.recurrence_interval_months,
    intervalDays: expense.recurrence_interval_days,
    anchor: expense.recurrence_anchor_date,
    payments: expense.fund_ahead_payment_count,
    buildBy: expense.fund_ahead_build_by,
    priority: expense.funding_priority,
    paused: expense.paused,
    paydays: none,
    card: card ? { owed: Math.max(0, -card.balance) } : null,
  }
}

const none = paydaysOf([])

function lanesOf({ ready, building, reserve, prepaid, spent }: Holding['lanes']) {
  return { ready, building, reserve, prepaid, spent }
}

type Times = {
  readonly created_at?: Temporal.Instant | undefined
  readonly updated_at?: Temporal.Instant | undefined
}

export function timesOf({ startedAt }: Loading, times: Times | undefined) {
  const created = times?.created_at ?? startedAt
  return { created_at: created, updated_at: times?.updated_at ?? created }
}
