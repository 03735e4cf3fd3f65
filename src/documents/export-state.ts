import type { Why } from '#/budget/categories/choose.ts'
import type { Settlement } from '#/budget/expenses/rules/settlement.ts'
import { writeChanges } from './export-changes.ts'
import { refOf } from './export-refs.ts'
import type { WrittenDocument } from './document.ts'
import type { StoredHousehold } from './stored-household.ts'

type State = NonNullable<WrittenDocument['state']>
type Refs = (id: string) => string

/** What a household has been through: what the plain lists of a document cannot say. */
export function writeState(stored: StoredHousehold, refs: Refs): State {
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
    transactions: writeTransactions(stored, refs),
    expense_transfers: writeTransfers(stored, refs),
    ledger: writeLedger(stored, refs),
    ...writePaydays(stored, refs),
    payday_waits: stored.paydayWaits.map(({ day, until, arrived }) => ({ day, until, arrived })),
    changes: writeChanges(stored, refs),
  }
}

function writeTransactions({ transactions, settlements, rules }: StoredHousehold, refs: Refs) {
  const live = new Set(rules.map(({ id }) => id))
  const settled = new Map(settlements.map((row) => [row.transaction_id, row]))
  return byRef(transactions, refs, (transaction) => {
    const row = settled.get(transaction.id)
    return {
      history: transaction.history,
      provider: transaction.provider,
      external_id: transaction.external_id,
      edited: transaction.edited,
      idempotency_key: transaction.idempotency_key,
      revision: transaction.revision,
      category_why: writeWhy(transaction.category_why as Why | null, { live, refs }),
      ...(row && {
        settlement: {
          expense: refOf(refs, row.expense_id),
          card_expense: refOf(refs, row.card_expense_id),
          ...(row.settlement as Settlement),
        },
      }),
      ...timesOf(transaction),
    }
  })
}

/** A rule that has been removed since keeps its text. */
function writeWhy(
  why: Why | null,
  { live, refs }: { readonly live: ReadonlySet<string>; readonly refs: Refs },
) {
  if (why?.by !== 'rule') return why
  const { rule_id: id, ...rest } = why
  return { ...rest, rule: id !== null && live.has(id) ? refs(id) : null }
}

/** A transfer by a key that no longer works keeps the member who made it. */
function writeTransfers({ transfers, keys }: StoredHousehold, refs: Refs) {
  const live = new Set(keys.map(({ id }) => id))
  return transfers.map((transfer) => ({
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
  }))
}

function writeLedger({ ledger, transactions, transfers }: StoredHousehold, refs: Refs) {
  const kept = new Set(transactions.map(({ id }) => id))
  const places = new Map(transfers.map(({ id }, index) => [id, index]))
  return ledger.map((entry) => ({
    amount: entry.amount,
    from: refOf(refs, entry.from_expense_id),
    from_lane: entry.from_lane,
    to: refOf(refs, entry.to_expense_id),
    to_lane: entry.to_lane,
    reason: entry.reason,
    transaction:
      entry.transaction_id !== null && kept.has(entry.transaction_id)
        ? refs(entry.transaction_id)
        : null,
    transfer: entry.transfer_id === null ? null : places.get(entry.transfer_id)!,
    day: entry.day,
    revision: entry.revision,
    created_at: entry.created_at.toString(),
  }))
}

// Ordered by the places of what they name: ids are not in the order of the lists.
function writePaydays({ paydays, paydayFundings, ...stored }: StoredHousehold, refs: Refs) {
  const places = new Map(
    [...stored.schedules, ...stored.expenses].map(({ id }, index) => [id, index]),
  )
  const place = (id: string) => places.get(id)!
  return {
    paydays: paydays
      .toSorted((a, b) => place(a.funding_schedule_id) - place(b.funding_schedule_id))
      .map((payday) => ({
        funding_schedule: refs(payday.funding_schedule_id),
        nominal: payday.nominal,
        effective: payday.effective,
        ran_at: payday.ran_at.toString(),
      })),
    payday_fundings: paydayFundings
      .toSorted((a, b) => place(a.expense_id) - place(b.expense_id))
      .map((funding) => ({
        day: funding.day,
        expense: refs(funding.expense_id),
        ordinary_planned: funding.ordinary_planned,
        ordinary_funded: funding.ordinary_funded,
        ahead_planned: funding.ahead_planned,
        ahead_funded: funding.ahead_funded,
      })),
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
