import { notFound } from '#/platform/contract/refusal.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { WrittenDocument } from './document.ts'
import { refOf, refsFor } from './export-refs.ts'
import { writeState } from './export-state.ts'
import { readHousehold, type StoredHousehold } from './stored-household.ts'

/**
 * A household as a document that `loadDocument` turns into an equal one, history included. What is secret stays
 * behind: keys come without their text (loading makes new ones), and connections, devices, webhooks and sign-ins not at all.
 * Throws `resource_not_found` where there is no such household.
 */
export async function exportDocument(
  runtime: Runtime,
  householdId: string,
): Promise<WrittenDocument> {
  const stored = await runtime.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => readHousehold(tx, householdId))
  if (!stored) throw notFound('household_id')
  return writeDocument(stored)
}

function writeDocument(stored: StoredHousehold): WrittenDocument {
  const { household } = stored
  const refs = refsFor(stored)
  return {
    household: writeSettings(household),
    members: stored.members.map((member) => ({
      ref: refs(member.id),
      name: member.name,
      email: member.email,
      role: member.role,
    })),
    keys: writeKeys(stored, refs),
    ...writeAccounts(stored, refs),
    category_rules: stored.rules.map((rule) => ({
      ref: refs(rule.id),
      match: rule.match,
      text: rule.text,
      direction: rule.direction,
      min_amount: rule.min_amount,
      max_amount: rule.max_amount,
      account: refOf(refs, rule.account_id),
      category: refOf(refs, rule.category_id),
      concept: rule.concept,
    })),
    funding_schedules: stored.schedules.map((schedule) => ({
      ref: refs(schedule.id),
      name: schedule.name,
      frequency: schedule.frequency,
      days: schedule.days,
      anchor: schedule.anchor,
      weekend: schedule.weekend,
      estimated_deposit: schedule.estimated_deposit,
      wait_for_deposit: schedule.wait_for_deposit,
      account: refOf(refs, schedule.account_id),
      extra_paydays: schedule.extra_days,
      paused: schedule.paused,
    })),
    expense_groups: stored.groups.map((group) => ({ ref: refs(group.id), name: group.name })),
    expenses: writeExpenses(stored, refs),
    transactions: writeTransactions(stored, refs),
    state: writeState(stored, refs),
  }
}

type Refs = (id: string) => string

function writeSettings(household: StoredHousehold['household']): WrittenDocument['household'] {
  return {
    name: household.name,
    kind: household.kind,
    plan: household.plan,
    standing: household.standing,
    timezone: household.timezone,
    currency: household.currency,
    floor: household.floor,
    locale: household.locale,
    date_format: household.date_format,
    week_starts_on: household.week_starts_on,
    month_starts_on_day: household.month_starts_on_day,
    include_pending: household.include_pending,
    account_types: household.account_types as NonNullable<
      WrittenDocument['household']['account_types']
    >,
  }
}

function writeKeys({ keys }: StoredHousehold, refs: Refs) {
  return keys.map((key) => ({
    ref: refs(key.id),
    member: refs(key.member_id),
    name: key.name,
    scopes: key.scopes as ['data.read'] | ['data.read', 'data.write'],
    expires_at: key.expires_at.toString(),
  }))
}

function writeAccounts({ accounts, categories }: StoredHousehold, refs: Refs) {
  return {
    accounts: accounts.map((account) => ({
      ref: refs(account.id),
      name: account.name,
      type: account.type,
      subtype: account.subtype,
      currency: account.currency,
      balance: account.balance,
      available_balance: account.available_balance,
      provider: account.provider,
      subscribed: account.subscribed,
      institution_name: account.institution_name,
      mask: account.mask,
      spendable: account.spendable,
      invert_balance: account.invert_balance,
    })),
    categories: categories.map((category) => ({
      ref: refs(category.id),
      name: category.name,
      kind: category.kind,
      parent: refOf(refs, category.parent_id),
      icon: category.icon,
      color: category.color,
      is_hidden: category.is_hidden,
    })),
  }
}

function writeExpenses({ expenses, expenseSchedules, schedules }: StoredHousehold, refs: Refs) {
  const places = new Map(schedules.map(({ id }, index) => [id, index]))
  const schedulesOf = Map.groupBy(
    expenseSchedules.toSorted((a, b) => {
      return places.get(a.funding_schedule_id)! - places.get(b.funding_schedule_id)!
    }),
    ({ expense_id }) => expense_id,
  )
  return expenses.map((expense) => ({
    ref: refs(expense.id),
    name: expense.name,
    type: expense.type,
    group: refOf(refs, expense.group_id),
    target_amount: expense.target_amount,
    funding_priority: expense.funding_priority,
    recurrence_interval_months: expense.recurrence_interval_months as 1 | 3 | 6 | 12 | null,
    recurrence_anchor_date: expense.recurrence_anchor_date,
    fund_ahead_payment_count: expense.fund_ahead_payment_count,
    fund_ahead_build_by: expense.fund_ahead_build_by,
    funding_schedules: (schedulesOf.get(expense.id) ?? []).map((link) => {
      return refs(link.funding_schedule_id)
    }),
    card_account: refOf(refs, expense.card_account_id),
    balance: expense.ready + expense.building + expense.reserve,
    paused: expense.paused,
  }))
}

function writeTransactions({ transactions }: StoredHousehold, refs: Refs) {
  return transactions.map((transaction) => ({
    ref: refs(transaction.id),
    account: refs(transaction.account_id),
    amount: transaction.amount,
    concept: transaction.concept,
    original_concept: transaction.original_concept,
    booked_at: transaction.booked_at,
    type: transaction.type,
    status: transaction.status,
    category: refOf(refs, transaction.category_id),
    expense: refOf(refs, transaction.expense_goal_id),
    notes: transaction.notes,
  }))
}
