import * as z from 'zod'
import { day, id, text } from '#/platform/contract/fields.ts'
import { accounts } from '#/budget/accounts/contract.ts'
import { assignmentsApp } from '#/budget/assignments/app-contract.ts'
import { categories } from '#/budget/categories/contract.ts'
import { categoryRulesApp } from '#/budget/categories/app-contract.ts'
import { expenses } from '#/budget/expenses/contract.ts'
import { funding } from '#/budget/funding/contract.ts'
import { insights } from '#/budget/insights/contract.ts'
import { analytics } from '#/budget/reports/contract.ts'
import { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { transactions, transactionType } from '#/budget/transactions/contract.ts'
import { sync } from '#/sources/banks/sync/contract.ts'
import { moneyIn } from './money.ts'
import { cursorField, nextOf, PAGE, startOf } from './pages.ts'
import { readTool, type Using } from './tool.ts'
import { tame, tameNotes } from './untrusted.ts'

type Names = ReadonlyMap<string, string>

/** Reads the names of categories or set-asides, if any is needed and the key may know them. */
async function namesOf(
  { door, caller }: Using,
  endpoint: typeof categories.listCategories | typeof expenses.listExpenses,
  ids: readonly (string | null)[],
): Promise<Names> {
  if (!caller.mayCall(endpoint) || ids.every((one) => one === null)) return new Map()
  const all: readonly { readonly id: string; readonly name: string }[] = await door.read(endpoint)
  return new Map(all.map((one) => [one.id, tame(one.name, 60)]))
}

export const searchTransactions = readTool({
  name: 'search_transactions',
  title: 'Search payments',
  about:
    'Payments, newest first. `search` takes words and operators: `>50`, `20..30`, `payee:`, `note:`, `in:` (account), ' +
    '`set-aside:`, `since:`, `until:`, `is:`; `-` before a part excludes.',
  endpoints: [transactionsApp.listRows],
  besides: [categories.listCategories, expenses.listExpenses],
  input: z.strictObject({
    search: text({ max: 120 }).optional(),
    from: day.optional(),
    to: day.optional(),
    type: transactionType.optional(),
    account_id: id.optional(),
    category_id: id.optional(),
    expense_goal_id: id.optional().describe('Only those spent from this set-aside.'),
    limit: z.int().min(1).max(50).default(20),
    cursor: z
      .string()
      .regex(/^page-[1-9]\d{0,5}$/)
      .optional()
      .describe('The `next_cursor` of the last page, with the same filters.'),
  }),
  run: async (using, { cursor, ...filters }) => {
    const page = Number(cursor?.slice('page-'.length) ?? 1)
    const rows = await using.door.read(transactionsApp.listRows, { query: { ...filters, page } })
    const filed = rows.data.map(({ category_id }) => category_id)
    const inCategories = await namesOf(using, categories.listCategories, filed)
    const spentFrom = rows.data.map(({ expense_goal_id }) => expense_goal_id)
    const inExpenses = await namesOf(using, expenses.listExpenses, spentFrom)
    return {
      ...(rows.total !== null && { total: rows.total }),
      ...(rows.faults.length > 0 && {
        not_understood: rows.faults.map(({ part, kind }) => ({ kind, untrusted_part: tame(part) })),
      }),
      transactions: rows.data.map((row) => ({
        id: row.id,
        day: row.booked_at,
        amount: moneyIn(row.currency)(row.amount),
        amount_cents: row.amount,
        untrusted_payee: tame(row.concept, 80),
        ...(row.type === 'transfer' && { type: 'transfer' }),
        ...(row.status === 'pending' && { pending: true }),
        ...nameIn('untrusted_category', inCategories, row.category_id),
        ...nameIn('untrusted_set_aside', inExpenses, row.expense_goal_id),
        ...(row.splits.length > 0 && { parts: row.splits.length }),
      })),
      ...(rows.has_more && { next_cursor: `page-${page + 1}` }),
    }
  },
})

function nameIn(field: string, names: Names, of: string | null): object {
  const found = of === null ? undefined : names.get(of)
  return found === undefined ? {} : { [field]: found }
}

export const showTransaction = readTool({
  name: 'show_transaction',
  title: 'One payment, and why',
  about:
    'A payment with its note and parts, why it has its category, and why it is spent from its set-aside.',
  endpoints: [transactions.showTransaction, assignmentsApp.explainAssignment],
  besides: [categoryRulesApp.explainCategory],
  input: z.strictObject({ id }),
  run: async ({ door, caller }, params) => {
    const shown = await door.read(transactions.showTransaction, { params })
    const category = caller.mayCall(categoryRulesApp.explainCategory)
      ? await door.read(categoryRulesApp.explainCategory, { params })
      : null
    const spentFrom = await door.read(assignmentsApp.explainAssignment, { params })
    const write = moneyIn(shown.currency)
    return {
      id: shown.id,
      day: shown.booked_at,
      amount: write(shown.amount),
      amount_cents: shown.amount,
      type: shown.type,
      status: shown.status,
      account_id: shown.account_id,
      untrusted_payee: tame(shown.concept),
      ...(shown.original_concept !== null && {
        untrusted_bank_text: tame(shown.original_concept),
      }),
      ...(shown.notes !== null && { untrusted_notes: tameNotes(shown.notes) }),
      category_id: shown.category_id,
      ...(category && {
        untrusted_category: category.category_name === null ? null : tame(category.category_name),
        category_because: category.why,
      }),
      expense_goal_id: shown.expense_goal_id,
      untrusted_set_aside: spentFrom.expense_name === null ? null : tame(spentFrom.expense_name),
      set_aside_because: spentFrom.why?.by ?? null,
      parts: shown.splits.map((part) => ({
        amount: write(part.amount),
        category_id: part.category_id,
        expense_goal_id: part.expense_goal_id,
        ...(part.note !== null && { untrusted_note: tame(part.note) }),
      })),
    }
  },
})

export const listAccounts = readTool({
  name: 'list_accounts',
  title: 'Accounts',
  about: 'Every account with its balance and its id, 40 at a time.',
  endpoints: [accounts.listAccounts],
  input: z.strictObject({ cursor: cursorField() }),
  run: async ({ door }, { cursor }) => {
    const all = await door.read(accounts.listAccounts)
    const from = startOf(cursor)
    return {
      accounts: all.slice(from, from + PAGE).map((one) => ({
        id: one.id,
        untrusted_name: tame(one.name),
        type: one.subtype ?? one.type,
        balance: moneyIn(one.currency)(one.balance),
        balance_cents: one.balance,
        ...(one.closed_at !== null && { closed: true }),
      })),
      ...nextOf(from, all.length),
    }
  },
})

export const listCategories = readTool({
  name: 'list_categories',
  title: 'Categories',
  about: 'The categories of payments with their ids, 40 at a time.',
  endpoints: [categories.listCategories],
  input: z.strictObject({ cursor: cursorField() }),
  run: async ({ door }, { cursor }) => {
    const all = (await door.read(categories.listCategories)).filter((one) => !one.is_hidden)
    const from = startOf(cursor)
    return {
      categories: all.slice(from, from + PAGE).map((one) => ({
        id: one.id,
        untrusted_name: tame(one.name, 60),
        kind: one.kind,
        ...(one.parent_id !== null && { parent_id: one.parent_id }),
      })),
      ...nextOf(from, all.length),
    }
  },
})

export const listPaydays = readTool({
  name: 'list_paydays',
  title: 'Paydays',
  about:
    'The paydays that fill set-asides: their rhythm, the next day, and what they are expected to bring and to set aside.',
  endpoints: [funding.listFundingSchedules],
  input: z.strictObject({}),
  run: async ({ door }) => {
    const all = await door.read(funding.listFundingSchedules)
    return {
      paydays: all.slice(0, PAGE).map((one) => ({
        id: one.id,
        untrusted_name: tame(one.name),
        frequency: one.frequency,
        next: one.next_run_date,
        last: one.last_run_date,
        ...(one.estimated_deposit !== null && {
          deposit: moneyIn(one.currency)(one.estimated_deposit),
        }),
        sets_aside: moneyIn(one.currency)(one.estimated_contribution),
        ...(!one.enabled && { paused: true }),
      })),
    }
  },
})

export const spending = readTool({
  name: 'spending',
  title: 'Spending by category, merchant or month',
  about:
    'What was spent in a period, grouped, largest first; at most 30 groups. Default: this month by category.',
  endpoints: [analytics.showSpending],
  input: z.strictObject({
    from: day.optional(),
    to: day.optional(),
    group_by: z.enum(['category', 'merchant', 'month']).default('category'),
  }),
  run: async ({ door }, query) => {
    const shown = await door.read(analytics.showSpending, { query })
    const write = moneyIn(shown.currency)
    return {
      from: shown.from,
      to: shown.to,
      spent: write(shown.spent),
      refunded: write(shown.refunded),
      payments: shown.transaction_count,
      groups: shown.groups.slice(0, 30).map((group) => ({
        untrusted_label: tame(group.label, 60),
        spent: write(group.spent),
        payments: group.transaction_count,
        percent: Math.round(group.share_bps / 10) / 10,
      })),
      ...(shown.groups.length > 30 && { more_groups: shown.groups.length - 30 }),
    }
  },
})

export const netWorth = readTool({
  name: 'net_worth',
  title: 'Net worth',
  about: 'What the household owns and owes today, and at the last twelve month ends.',
  endpoints: [analytics.showNetWorth],
  input: z.strictObject({}),
  run: async ({ door }) => {
    const shown = await door.read(analytics.showNetWorth)
    const write = moneyIn(shown.currency)
    return {
      today: shown.as_of,
      assets: write(shown.assets),
      liabilities: write(shown.liabilities),
      net_worth: write(shown.net_worth),
      months: shown.series.map((one) => ({ date: one.date, net_worth: write(one.net_worth) })),
    }
  },
})

export const recurringPayments = readTool({
  name: 'recurring_payments',
  title: 'Payments that recur',
  about:
    'Subscriptions and other payments that recur, with their price, rhythm, next day and price changes; the dearest 30.',
  endpoints: [insights.listRecurring],
  input: z.strictObject({}),
  run: async ({ door }) => {
    const shown = await door.read(insights.listRecurring)
    return {
      count: shown.payments.length,
      payments: shown.payments.slice(0, 30).map((one) => {
        const write = moneyIn(one.currency)
        return {
          untrusted_name: tame(one.name, 60),
          amount: write(one.amount),
          every: one.interval_months === null ? one.interval_days : one.interval_months,
          unit: one.interval_months === null ? 'days' : 'months',
          per_year: write(one.per_year),
          next: one.next,
          ...(one.change && { was: write(one.change.before), since: one.change.since }),
        }
      }),
    }
  },
})

export const listSuggestions = readTool({
  name: 'list_suggestions',
  title: 'Questions that wait',
  about:
    'Payments that may be spent from a set-aside and wait for an answer (accept_suggestion, dismiss_suggestion); 40 at a time.',
  endpoints: [assignmentsApp.listAssignmentSuggestions],
  input: z.strictObject({ cursor: cursorField() }),
  run: async ({ door }, { cursor }) => {
    const all = await door.read(assignmentsApp.listAssignmentSuggestions)
    const from = startOf(cursor)
    return {
      suggestions: all
        .slice(from, from + PAGE)
        .map(({ id: suggestion, transaction, expense, why }) => ({
          id: suggestion,
          day: transaction.booked_at,
          amount: moneyIn(transaction.currency)(transaction.amount),
          untrusted_payee: tame(transaction.concept, 60),
          untrusted_set_aside: tame(expense.name, 60),
          because: why.by,
        })),
      ...nextOf(from, all.length),
    }
  },
})

export const syncStatus = readTool({
  name: 'sync_status',
  title: 'State of the bank connections',
  about: 'If banks answer, when they did last, and when they are asked next.',
  endpoints: [sync.showSyncStatus],
  input: z.strictObject({}),
  run: async ({ door }) => {
    const shown = await door.read(sync.showSyncStatus)
    return {
      status: shown.status,
      last_synced_at: shown.last_synced_at,
      next_scheduled_at: shown.next_scheduled_at,
      providers: shown.providers.map(({ provider, status, connection_count, error }) => ({
        provider,
        status,
        connections: connection_count,
        ...(error && { error_code: error.code, untrusted_error: tame(error.message) }),
      })),
    }
  },
})
