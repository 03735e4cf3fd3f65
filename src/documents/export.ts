import type { IntervalDays, IntervalMonths } from '#/core/values/interval.ts'
import type { Part } from '#/budget/transactions/parts.ts'
import { notFound } from '#/platform/contract/refusal.ts'
import type { Database } from '#/platform/database/database.ts'
import { requireHere } from '#/access/households/require-here.ts'
import { readGrants } from '#/access/keys/restrictions.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { WrittenDocument } from './document.ts'
import { changeWriter } from './export-changes.ts'
import { refOf, refOfTransaction, refsFor } from './export-refs.ts'
import { historyWriter, writeState } from './export-state.ts'
import { documentText, listOf, membersOf, type Sections } from './export-text.ts'
import { fromSnapshot } from './snapshot.ts'
import { readHistory, type StoredTransaction } from './stored-history.ts'
import { readHousehold, type StoredHousehold } from './stored-household.ts'

/**
 * Exports a household as the text of a document, from which `loadDocument` creates an equal one, with history. The pieces
 * show the household at the moment when the first was requested. Secrets are left out: keys come without their text
 * (loading makes new ones), and connections, devices, webhooks and sign-ins are missing. One database connection is held
 * until the last piece is taken or the generator is closed. Throws `resource_not_found` before the first piece.
 */
export async function* exportDocument(
  runtime: Pick<Runtime, 'db'>,
  householdId: string,
): AsyncGenerator<string> {
  yield* fromSnapshot(runtime, (snapshot) => writeDocument(snapshot, householdId))
}

/** Writes the document from a snapshot that is open already. Throws as `exportDocument`. */
export async function* writeDocument(
  snapshot: Database,
  householdId: string,
): AsyncGenerator<string> {
  const stored = await readHousehold(snapshot, householdId)
  if (!stored) throw notFound('household_id')
  const refs = refsFor(stored)
  const history = readHistory(snapshot, stored)
  const writing = { stored, history, refs }
  yield* documentText(writeLists(writing), writeLived(writing))
}

type Refs = (id: string) => string
type Writing = {
  readonly stored: StoredHousehold
  readonly history: ReturnType<typeof readHistory>
  readonly refs: Refs
}

function writeLists({ stored, history, refs }: Writing): Sections {
  const members = stored.members.map(({ id, name, email, role }) => {
    return { ref: refs(id), name, email, role }
  })
  return {
    household: membersOf(writeSettings(stored.household)),
    members: listOf(members),
    keys: listOf(writeKeys(stored, refs)),
    ...writeAccounts(stored, refs),
    category_rules: listOf(writeRules(stored, refs)),
    funding_schedules: listOf(writeSchedules(stored, refs)),
    expense_groups: listOf(stored.groups.map(({ id, name }) => ({ ref: refs(id), name }))),
    expenses: listOf(writeExpenses(stored, refs)),
    transactions: listOf(
      numbered(history.transactions, (row, ref) => writeTransaction(row, ref, refs)),
    ),
  }
}

function writeLived({ stored, history, refs }: Writing): Sections {
  const { household, ...records } = writeState(stored, refs)
  const write = historyWriter(stored, refs)
  return {
    household: membersOf(household),
    ...Object.fromEntries(
      Object.entries(records).map(([name, entries]) => [name, membersOf(entries)]),
    ),
    transactions: {
      kind: 'members',
      items: numbered(history.transactions, (row, ref) => [ref, write.transaction(row)] as const),
    },
    expense_transfers: listOf(each(history.transfers, write.transfer)),
    expense_moves: listOf(each(history.moves, write.move)),
    ledger: listOf(each(history.ledger, write.entry)),
    paydays: listOf(each(history.paydays, write.payday)),
    payday_fundings: listOf(each(history.paydayFundings, write.funding)),
    payday_waits: listOf(each(history.paydayWaits, write.wait)),
    assignment_suggestions: listOf(each(history.suggestions, write.suggestion)),
    expense_payees: listOf(each(history.payees, write.payee)),
    stated_balances: listOf(each(history.statedBalances, write.stated)),
    changes: listOf(each(history.changes, changeWriter(stored, refs))),
  }
}

async function* each<R, W>(rows: () => AsyncIterable<R>, write: (row: R) => W): AsyncGenerator<W> {
  for await (const row of rows()) yield write(row)
}

/** Writes transactions with their names, which depend on their positions. */
async function* numbered<W>(
  rows: () => AsyncIterable<StoredTransaction>,
  write: (row: StoredTransaction, ref: string) => W,
): AsyncGenerator<W> {
  let place = 0
  for await (const row of rows()) {
    place += 1
    yield write(row, refOfTransaction(place))
  }
}

function writeRules({ rules }: StoredHousehold, refs: Refs) {
  return rules.map((rule) => ({
    ref: refs(rule.id),
    match: rule.match,
    text: rule.text,
    direction: rule.direction,
    min_amount: rule.min_amount,
    max_amount: rule.max_amount,
    account: refOf(refs, rule.account_id),
    category: refOf(refs, rule.category_id),
    concept: rule.concept,
    expense: refOf(refs, rule.expense_id),
  }))
}

function writeSchedules({ schedules }: StoredHousehold, refs: Refs) {
  return schedules.map((schedule) => ({
    ref: refs(schedule.id),
    name: schedule.name,
    frequency: schedule.frequency,
    days: schedule.days,
    anchor: schedule.anchor,
    weekend: schedule.weekend,
    estimated_deposit: schedule.estimated_deposit,
    wait_for_deposit: schedule.wait_for_deposit,
    account: refOf(refs, schedule.account_id),
    payer: schedule.payer,
    extra_paydays: schedule.extra_days,
    paused: schedule.paused,
  }))
}

function writeSettings(household: StoredHousehold['household']): WrittenDocument['household'] {
  requireHere(household.standing)
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
    ...(key.grants && { restrictions: readGrants(key.grants) }),
    ...(key.allowed_from && { allowed_from: key.allowed_from }),
    expires_at: key.expires_at.toString(),
  }))
}

function writeAccounts({ accounts, categories }: StoredHousehold, refs: Refs) {
  return {
    accounts: listOf(
      accounts.map((account) => ({
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
    ),
    categories: listOf(
      categories.map((category) => ({
        ref: refs(category.id),
        name: category.name,
        kind: category.kind,
        parent: refOf(refs, category.parent_id),
        icon: category.icon,
        color: category.color,
        hue: category.hue,
        starter: category.is_starter,
        is_hidden: category.is_hidden,
      })),
    ),
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
    recurrence_interval_months: expense.recurrence_interval_months as IntervalMonths | null,
    recurrence_interval_days: expense.recurrence_interval_days as IntervalDays | null,
    recurrence_anchor_date: expense.recurrence_anchor_date,
    fund_ahead_payment_count: expense.fund_ahead_payment_count,
    fund_ahead_build_by: expense.fund_ahead_build_by,
    funding_schedules: (schedulesOf.get(expense.id) ?? []).map((link) => {
      return refs(link.funding_schedule_id)
    }),
    card_account: refOf(refs, expense.card_account_id),
    balance: expense.ready + expense.building + expense.reserve,
    paused: expense.paused,
    icon: expense.icon,
    hue: expense.hue,
  }))
}

function writeTransaction(transaction: StoredTransaction, ref: string, refs: Refs) {
  return {
    ref,
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
    ...(transaction.splits !== null && { splits: writeParts(transaction.splits as Part[], refs) }),
  }
}

function writeParts(parts: readonly Part[], refs: Refs) {
  return parts.map(({ amount, category_id: category, expense_goal_id: expense, note }) => ({
    amount,
    category: refOf(refs, category),
    expense: refOf(refs, expense),
    note,
  }))
}
