import type { Why } from '#/budget/categories/choose.ts'
import type { AssignmentWhy } from '#/budget/assignments/rules/choose-expense.ts'
import type { Settlement } from '#/budget/expenses/rules/settlement.ts'
import type { Selectable } from 'kysely'
import type { Tables } from '#/platform/database/tables.ts'
import { refOf, refOfTransaction } from './export-refs.ts'
import type { WrittenDocument } from './document.ts'
import type {
  StoredBalance,
  StoredEntry,
  StoredSuggestion,
  StoredTransaction,
} from './stored-history.ts'
import type { StoredHousehold } from './stored-household.ts'

type State = NonNullable<WrittenDocument['state']>
type Refs = (id: string) => string
type Row<T extends keyof Tables> = Selectable<Tables[T]>

/** Writes the `state` section without the history: everything that the lists of a document cannot express. */
export function writeState(stored: StoredHousehold, refs: Refs) {
  const { household } = stored
  return {
    household: {
      revision: household.revision,
      processed_through: household.processed_through,
      trial_ends_at: household.trial_ends_at?.toString() ?? null,
      renews_at: household.renews_at?.toString() ?? null,
      created_at: household.created_at.toString(),
      updated_at: household.updated_at.toString(),
    },
    members: byRef(stored.members, refs, (member) => ({
      created_at: member.created_at.toString(),
      removed_at: member.removed_at?.toString() ?? null,
    })),
    accounts: byRef(stored.accounts, refs, (account) => ({
      hidden: account.hidden,
      balance_at: account.balance_at.toString(),
      closed_at: account.closed_at?.toString() ?? null,
      card_dismissed_at: account.card_dismissed_at?.toString() ?? null,
      ...timesOf(account),
    })),
    categories: byRef(stored.categories, refs, (category) => ({
      is_system: category.is_system,
      ...timesOf(category),
    })),
    category_rules: byRef(stored.rules, refs, timesOf),
    funding_schedules: byRef(stored.schedules, refs, (schedule) => ({
      last_run_date: schedule.last_run_date,
      ...timesOf(schedule),
    })),
    expense_groups: byRef(stored.groups, refs, timesOf),
    expenses: byRef(stored.expenses, refs, (expense) => ({
      ready: expense.ready,
      building: expense.building,
      reserve: expense.reserve,
      prepaid: expense.prepaid,
      spent: expense.spent,
      cycle: expense.cycle,
      archived_at: expense.archived_at?.toString() ?? null,
      ...timesOf(expense),
    })),
  } satisfies Partial<State>
}

/** Returns functions that write the rows of the history. */
export function historyWriter(stored: StoredHousehold, refs: Refs) {
  const rules = new Set(stored.rules.map(({ id }) => id))
  const keys = new Set(stored.keys.map(({ id }) => id))
  return {
    transaction: (row: StoredTransaction) => writeTransaction(row, { live: rules, refs }),
    transfer: (row: Row<'expense_transfers'>) => writeTransfer(row, { live: keys, refs }),
    move: (row: Row<'expense_moves'>) => ({
      expense: refs(row.expense_id),
      kind: row.kind,
      amount: row.amount,
      cycle: row.cycle,
      free_before: row.free_before,
      revision: row.revision,
      created_at: row.created_at.toString(),
      undone_at: row.undone_at?.toString() ?? null,
    }),
    entry: (row: StoredEntry) => writeEntry(row, refs),
    payday: (row: Row<'paydays'>) => ({
      funding_schedule: refs(row.funding_schedule_id),
      nominal: row.nominal,
      effective: row.effective,
      ran_at: row.ran_at.toString(),
    }),
    funding: (row: Row<'payday_fundings'>) => ({
      day: row.day,
      expense: refs(row.expense_id),
      ordinary_planned: row.ordinary_planned,
      ordinary_funded: row.ordinary_funded,
      ahead_planned: row.ahead_planned,
      ahead_funded: row.ahead_funded,
    }),
    stated: (row: StoredBalance) => ({
      account: refs(row.account_id),
      kind: row.kind,
      day: row.day,
      balance: row.balance,
      transaction: row.transaction_place === null ? null : refOfTransaction(row.transaction_place),
      created_at: row.created_at.toString(),
    }),
    wait: ({ day, until, arrived }: Row<'payday_waits'>) => ({ day, until, arrived }),
    suggestion: (row: StoredSuggestion) => ({
      transaction: refOfTransaction(row.transaction_place),
      expense: refs(row.expense_id),
      why: writeExpenseWhy(row.why as AssignmentWhy, { live: rules, refs })!,
      created_at: row.created_at.toString(),
      answered_at: row.answered_at?.toString() ?? null,
      answer: row.answer,
      member: refOf(refs, row.member_id),
    }),
    payee: (row: Row<'expense_payees'>) => ({
      expense: refs(row.expense_id),
      merchant: row.merchant,
      amount: row.amount,
      since: row.since,
    }),
  }
}

type Living = { readonly live: ReadonlySet<string>; readonly refs: Refs }

function writeTransaction(row: StoredTransaction, living: Living) {
  const { refs } = living
  return {
    history: row.history,
    provider: row.provider,
    external_id: row.external_id,
    edited: row.edited,
    idempotency_key: row.idempotency_key,
    revision: row.revision,
    category_why: writeWhy(row.category_why as Why | null, living),
    expense_why: writeExpenseWhy(row.expense_why as AssignmentWhy | null, living),
    ...(row.left_at && { left_at: row.left_at.toString() }),
    ...(row.is_settled && { settlement: writeSettlement(row, refs) }),
    ...(row.shares && { settlements: row.shares.map((share) => writeSettlement(share, refs)) }),
    ...timesOf(row),
  }
}

function writeSettlement(
  settled: Pick<StoredTransaction, 'expense_id' | 'card_expense_id' | 'settlement'>,
  refs: Refs,
) {
  return {
    expense: refOf(refs, settled.expense_id),
    card_expense: refOf(refs, settled.card_expense_id),
    ...(settled.settlement as Settlement),
  }
}

/** Writes why a category was chosen. A deleted rule keeps its text. */
function writeWhy(why: Why | null, { live, refs }: Living) {
  if (why?.by !== 'rule') return why
  const { rule_id: id, ...rest } = why
  return { ...rest, rule: id !== null && live.has(id) ? refs(id) : null }
}

/** Writes why an Expense was assigned, as `writeWhy`. */
function writeExpenseWhy(why: AssignmentWhy | null, { live, refs }: Living) {
  if (why?.by !== 'rule') return why
  const { rule_id: id, ...rest } = why
  return { ...rest, rule: id !== null && live.has(id) ? refs(id) : null }
}

/** Writes a transfer. If its key no longer works, only the member is kept. */
function writeTransfer(transfer: Row<'expense_transfers'>, { live, refs }: Living) {
  return {
    from: refs(transfer.from_expense_id),
    to: refs(transfer.to_expense_id),
    amount: transfer.amount,
    note: transfer.note,
    from_balance_after: transfer.from_balance_after,
    to_balance_after: transfer.to_balance_after,
    source: transfer.source,
    member: refs(transfer.member_id),
    key: transfer.key_id !== null && live.has(transfer.key_id) ? refs(transfer.key_id) : null,
    idempotency_key: transfer.idempotency_key,
    revision: transfer.revision,
    created_at: transfer.created_at.toString(),
  }
}

function writeEntry(entry: StoredEntry, refs: Refs) {
  const { transaction_place: transaction, transfer_place: transfer } = entry
  return {
    amount: entry.amount,
    from: refOf(refs, entry.from_expense_id),
    from_lane: entry.from_lane,
    to: refOf(refs, entry.to_expense_id),
    to_lane: entry.to_lane,
    reason: entry.reason,
    transaction: transaction === null ? null : refOfTransaction(transaction),
    transfer: transfer === null ? null : transfer - 1,
    day: entry.day,
    revision: entry.revision,
    created_at: entry.created_at.toString(),
  }
}

function byRef<Row extends { readonly id: string }, Entry>(
  rows: readonly Row[],
  refs: Refs,
  write: (row: Row) => Entry,
): Record<string, Entry> {
  return Object.fromEntries(rows.map((row) => [refs(row.id), write(row)]))
}

function timesOf(row: {
  readonly created_at: Temporal.Instant
  readonly updated_at: Temporal.Instant
}) {
  return { created_at: row.created_at.toString(), updated_at: row.updated_at.toString() }
}
