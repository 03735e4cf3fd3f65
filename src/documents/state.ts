import * as z from 'zod'
import { amount, id, plannedDay, text } from '#/platform/contract/fields.ts'
import { PARTS_MAX } from '#/budget/transactions/contract.ts'
import { moment, ref, refOrNull } from './parts.ts'

// The `state` section holds the history of a household. Without it, `load` begins a new history today.

const count = z.int().min(0)
const lane = z.enum(['free', 'ready', 'building', 'reserve'])
const times = { created_at: moment.optional(), updated_at: moment.optional() }
const idempotencyKey = text({ min: 8, max: 128 }).nullable().default(null)
const every = <T extends z.ZodType>(entry: T) => z.record(z.string(), entry).default({})

/** The reason for which the service chose a transaction's category. */
const categoryWhy = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('rule'), rule: refOrNull, text: text({ min: 1, max: 200 }) }),
  z.strictObject({
    by: z.literal('choice'),
    merchant: text({ min: 1, max: 200 }),
    booked_at: plannedDay,
  }),
  z.strictObject({
    by: z.literal('provider'),
    taxonomy: text({ max: 100 }),
    code: text({ max: 200 }),
    meaning: text({ max: 40 }),
  }),
  z.strictObject({ by: z.literal('file'), category: text({ max: 200 }) }),
  z.strictObject({
    by: z.literal('brand'),
    brand: text({ max: 200 }),
    kind: text({ max: 40 }),
    meaning: text({ max: 40 }),
  }),
  z.strictObject({
    by: z.literal('merchant_code'),
    code: text({ max: 10 }),
    meaning: text({ max: 40 }),
  }),
  z.strictObject({
    by: z.literal('keyword'),
    word: text({ max: 40 }),
    meaning: text({ max: 40 }),
  }),
])

/** The reason for which the service assigned or suggests an Expense. */
const changedPrice = z.strictObject({ from: count, to: count }).optional()
const plainly = <const By extends string>(by: By) =>
  z.strictObject({ by: z.literal(by), changed_price: changedPrice })
const expenseWhy = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('rule'), rule: refOrNull, changed_price: changedPrice }),
  z.strictObject({
    by: z.literal('choices'),
    count: count.min(1).max(3),
    changed_price: changedPrice,
  }),
  plainly('proposal'),
  plainly('name'),
  plainly('amount'),
  plainly('refund'),
  plainly('card'),
])

const suggestion = z
  .strictObject({
    transaction: ref,
    expense: ref,
    why: expenseWhy,
    created_at: moment,
    answered_at: moment.nullable().default(null),
    answer: z.enum(['accepted', 'dismissed']).nullable().default(null),
    member: refOrNull,
  })
  .refine(({ answer, answered_at: at }) => (answer === null) === (at === null), {
    path: ['answer'],
    message: 'Send `answer` and `answered_at`, or neither.',
  })

const payee = z.strictObject({
  expense: ref,
  merchant: text({ min: 1, max: 80 }),
  amount: amount.min(1).nullable().default(null),
  since: plannedDay,
})

const settlement = z.strictObject({
  expense: refOrNull,
  card_expense: refOrNull,
  cycle: count,
  ready: count,
  building: count,
  reserve: count,
  prepaid: count,
  spent: z.int(),
  refunded: count,
  reserved: z.int(),
  unmoved: z.literal(true).optional(),
})

const transfer = z.strictObject({
  from: ref,
  to: ref,
  amount: amount.min(1),
  note: text({ max: 200 }).nullable().default(null),
  from_balance_after: count,
  to_balance_after: count,
  source: z.enum(['api', 'app']),
  member: ref,
  key: refOrNull,
  idempotency_key: idempotencyKey,
  revision: count,
  created_at: moment,
})

const ledgerEntry = z.strictObject({
  amount: z.int().min(1),
  from: refOrNull,
  from_lane: lane,
  to: refOrNull,
  to_lane: lane,
  reason: z.enum([
    'opening',
    'assignment',
    'transfer',
    'card',
    'payday',
    'roll_over',
    'archive',
    'change',
    'cover',
    'fund',
    'release',
  ]),
  transaction: refOrNull,
  transfer: count.nullable().default(null),
  day: plannedDay,
  revision: count,
  created_at: moment,
})

const move = z.strictObject({
  expense: ref,
  kind: z.enum(['fund', 'release']),
  amount: amount.min(1),
  cycle: count.max(100_000),
  free_before: z.int(),
  revision: count,
  created_at: moment,
  undone_at: moment.nullable().default(null),
})

const payday = z.strictObject({
  funding_schedule: ref,
  nominal: plannedDay,
  effective: plannedDay,
  ran_at: moment,
})

const paydayFunding = z.strictObject({
  day: plannedDay,
  expense: ref,
  ordinary_planned: count,
  ordinary_funded: count,
  ahead_planned: count,
  ahead_funded: count,
})

/** A balance that a person stated; `transaction` makes the account agree. */
const statedBalance = z.strictObject({
  account: ref,
  kind: z.enum(['reconciliation', 'value', 'opening']),
  day: plannedDay,
  balance: amount,
  transaction: refOrNull,
  created_at: moment,
})

const wait = z.strictObject({ day: plannedDay, until: plannedDay, arrived: z.boolean() })

/** Values of the audit log; `{"list", "ref"}` stands for a record of this document. */
const kept = z.record(z.string(), z.json()).nullable()

const change = z.strictObject({
  at: moment,
  member: refOrNull,
  through: z.enum(['app', 'cli', 'api', 'engine']),
  action: text({ min: 1, max: 100 }),
  subject_type: text({ min: 1, max: 100 }),
  subject: z.union([id, z.strictObject({ list: z.string(), ref })]),
  before: kept,
  after: kept,
})

/** The `state` section: entries by the refs of their lists, then movements in order. */
export const state = z.strictObject({
  household: z.strictObject({
    revision: count,
    processed_through: plannedDay,
    trial_ends_at: moment.nullable().default(null),
    renews_at: moment.nullable().default(null),
    created_at: moment,
    updated_at: moment.optional(),
  }),
  members: every(
    z.strictObject({ created_at: moment.optional(), removed_at: moment.nullable().default(null) }),
  ),
  accounts: every(
    z.strictObject({
      hidden: z.boolean().default(false),
      balance_at: moment.optional(),
      closed_at: moment.nullable().default(null),
      card_dismissed_at: moment.nullable().default(null),
      ...times,
    }),
  ),
  categories: every(z.strictObject({ is_system: z.boolean().default(false), ...times })),
  category_rules: every(z.strictObject(times)),
  funding_schedules: every(
    z.strictObject({ last_run_date: plannedDay.nullable().default(null), ...times }),
  ),
  expense_groups: every(z.strictObject(times)),
  expenses: every(
    z.strictObject({
      ready: count,
      building: count,
      reserve: count,
      prepaid: count,
      spent: z.int(),
      cycle: count.max(100_000),
      archived_at: moment.nullable().default(null),
      ...times,
    }),
  ),
  transactions: every(
    z.strictObject({
      history: z.boolean().default(false),
      provider: z
        .enum(['manual', 'provider_a', 'provider_b', 'provider_c', 'wallet', 'import'])
        .default('manual'),
      external_id: text({ min: 1, max: 1000 }).nullable().default(null),
      edited: z.array(text({ min: 1, max: 40 })).default([]),
      idempotency_key: idempotencyKey,
      revision: count,
      category_why: categoryWhy.nullable().default(null),
      expense_why: expenseWhy.nullable().default(null),
      settlement: settlement.optional(),
      /** The shares of a split transaction. */
      settlements: z.array(settlement).min(1).max(PARTS_MAX).optional(),
      left_at: moment.optional(),
      ...times,
    }),
  ),
  expense_transfers: z.array(transfer).default([]),
  expense_moves: z.array(move).default([]),
  ledger: z.array(ledgerEntry).default([]),
  paydays: z.array(payday).default([]),
  payday_fundings: z.array(paydayFunding).default([]),
  payday_waits: z.array(wait).default([]),
  assignment_suggestions: z.array(suggestion).default([]),
  expense_payees: z.array(payee).default([]),
  stated_balances: z.array(statedBalance).default([]),
  changes: z.array(change).default([]),
})

export type State = z.output<typeof state>
