import { intervalDays, intervalMonths } from '#/core/values/interval.ts'
import * as z from 'zod'
import {
  amount,
  currency,
  name,
  plannedDay,
  text,
  visibleText,
} from '#/platform/contract/fields.ts'
import { preferences } from '#/platform/contract/preferences.ts'
import { resources } from '#/platform/contract/resources.ts'
import { RANGES_MAX } from '#/access/keys/allowed-from.ts'
import { read, sentenceOf } from '#/platform/contract/issue.ts'
import { PARTS_MAX, PARTS_MIN } from '#/budget/transactions/contract.ts'
import { checkReferences } from './cross-references.ts'
import { DocumentFault } from './document-fault.ts'
import { hues } from '#/budget/categories/words/looks.ts'
import { fold } from '#/core/values/fold.ts'
import { isZone } from '#/core/values/zone.ts'
import { moment, ref, refOrNull } from './parts.ts'
import { state } from './state.ts'

const household = z.strictObject({
  name,
  kind: z.enum(['personal', 'joint']).default('personal'),
  plan: z.enum(['free', 'standard', 'premium']).default('premium'),
  standing: z.enum(['trialing', 'active', 'trial_ended', 'lapsed', 'closed']).default('active'),
  timezone: z.string().refine(isZone, 'must be an IANA time zone such as Europe/Madrid'),
  currency,
  floor: amount.min(0).default(0),
  locale: preferences.locale.default(null),
  date_format: preferences.date_format.default(null),
  week_starts_on: preferences.week_starts_on.default('monday'),
  month_starts_on_day: preferences.month_starts_on_day.default(1),
  include_pending: preferences.include_pending.default(true),
  account_types: preferences.account_types.default(['depository', 'wallet']),
})

const member = z.strictObject({
  ref,
  name,
  email: z.email().max(254),
  role: z.enum(['owner', 'member']).default('member'),
})

const readScope = z.literal('data.read')
const writeScope = z.literal('data.write')

const key = z.strictObject({
  ref,
  member: ref,
  name: name.default('API key'),
  scopes: z.union(
    [
      z.tuple([readScope]),
      z.tuple([readScope, writeScope]),
      z.tuple([writeScope, readScope]).transform(([write, read]) => [read, write] as const),
    ],
    'Send ["data.read"] or ["data.read", "data.write"].',
  ),
  restrictions: z.partialRecord(z.enum(resources), z.enum(['read', 'write'])).nullish(),
  allowed_from: z.array(z.string().max(60)).max(RANGES_MAX).nullish(),
  expires_at: moment.nullish(),
})

/** Limits a balance, in cents. The database has the same limit, so that every household can be exported and loaded. */
const BALANCE_MAX = 100_000_000_000_000
const balance = z.int().min(-BALANCE_MAX).max(BALANCE_MAX)

/** A bank's name for something. */
const label = visibleText({ min: 1, max: 500 })

const account = z.strictObject({
  ref,
  name: label,
  type: z.enum(['depository', 'credit', 'loan', 'investment', 'wallet', 'other']),
  subtype: label.nullable().default(null),
  currency: currency.optional(),
  balance: balance.default(0),
  available_balance: balance.nullable().default(null),
  provider: z
    .enum(['manual', 'provider_a', 'provider_b', 'provider_c', 'wallet', 'import'])
    .default('manual'),
  subscribed: z.boolean().default(true),
  institution_name: label.nullable().default(null),
  mask: label.nullable().default(null),
  spendable: z.boolean().nullable().default(null),
  invert_balance: z.boolean().default(false),
})

const category = z.strictObject({
  ref,
  name,
  kind: z.enum(['expense', 'income', 'transfer']).default('expense'),
  parent: refOrNull,
  icon: visibleText({ max: 40 }).nullable().default(null),
  color: visibleText({ max: 40 }).nullable().default(null),
  hue: z.enum(hues).nullable().default(null),
  starter: z.boolean().default(false),
  is_hidden: z.boolean().default(false),
})

const categoryRule = z
  .strictObject({
    ref,
    match: z.enum(['contains', 'is']).default('contains'),
    text: visibleText({ min: 1, max: 200 }).refine(
      (value) => fold(value) !== '',
      'Send a letter or a digit.',
    ),
    direction: z.enum(['in', 'out']).nullable().default(null),
    min_amount: amount.min(0).nullable().default(null),
    max_amount: amount.min(0).nullable().default(null),
    account: refOrNull,
    category: refOrNull,
    concept: visibleText({ min: 1, max: 200 }).nullable().default(null),
    expense: refOrNull,
  })
  .refine(
    ({ category, concept, expense }) => category !== null || concept !== null || expense !== null,
    {
      path: ['category'],
      message: 'Send a category, a name (`concept`) or an Expense (`expense`).',
    },
  )
  .refine(({ min_amount: min, max_amount: max }) => min === null || max === null || min <= max, {
    path: ['min_amount'],
    message: '`min_amount` is above `max_amount`.',
  })

const fundingSchedule = z
  .strictObject({
    ref,
    name,
    frequency: z.enum(['weekly', 'biweekly', 'semimonthly', 'monthly']),
    days: z.array(z.int().min(1).max(31)).default([]),
    anchor: plannedDay,
    weekend: z.enum(['none', 'before', 'after']).default('none'),
    estimated_deposit: amount.min(0).nullable().default(null),
    wait_for_deposit: z.boolean().default(false),
    account: refOrNull,
    payer: z.string().min(1).max(80).nullable().default(null),
    extra_paydays: z
      .array(plannedDay)
      .refine((days) => new Set(days).size === days.length, 'Send different days.')
      .default([]),
    paused: z.boolean().default(false),
  })
  .refine(({ frequency, days }) => days.length === daysOf[frequency], {
    path: ['days'],
    message: 'Send one day of the month for monthly, two for semimonthly, none for the others.',
  })
  .refine(({ days }) => new Set(days).size === days.length, {
    path: ['days'],
    message: 'Send different days.',
  })

const daysOf = { weekly: 0, biweekly: 0, semimonthly: 2, monthly: 1 }

const expense = z
  .strictObject({
    ref,
    name,
    type: z.enum(['expense', 'goal', 'credit_card']).default('expense'),
    group: refOrNull,
    target_amount: amount.min(0).nullable().default(null),
    funding_priority: z.enum(['high', 'normal', 'low']).default('normal'),
    recurrence_interval_months: z.literal(intervalMonths).nullable().default(null),
    recurrence_interval_days: z.literal(intervalDays).nullable().default(null),
    recurrence_anchor_date: plannedDay.nullable().default(null),
    fund_ahead_payment_count: z.int().min(1).max(3).default(1),
    fund_ahead_build_by: plannedDay.nullable().default(null),
    funding_schedules: z.array(ref).default([]),
    card_account: refOrNull,
    balance: balance.min(0).default(0),
    paused: z.boolean().default(false),
    icon: visibleText({ max: 40 }).nullable().default(null),
    hue: z.enum(hues).nullable().default(null),
  })
  .refine((one) => !one.recurrence_interval_months || !one.recurrence_interval_days, {
    path: ['recurrence_interval_days'],
    message: 'State months or days between two payments, not both.',
  })
  .refine(({ type, card_account }) => card_account === null || type === 'credit_card', {
    path: ['card_account'],
    message: 'Only an Expense of type credit_card is linked to an account.',
  })

/** A part of a split transaction. */
const part = z.strictObject({
  amount,
  category: refOrNull,
  expense: refOrNull,
  note: text({ max: 200 }).nullable().default(null),
})

const transaction = z.strictObject({
  ref,
  account: ref,
  amount,
  concept: visibleText({ min: 1, max: 200 }),
  original_concept: text({ max: 10_000 }).nullable().default(null),
  booked_at: plannedDay,
  type: z.enum(['expense', 'income', 'transfer']).optional(),
  status: z.enum(['pending', 'booked']).default('booked'),
  category: refOrNull,
  expense: refOrNull,
  notes: text({ max: 2000 }).nullable().default(null),
  splits: z.array(part).min(PARTS_MIN).max(PARTS_MAX).optional(),
})

/** The household document, version 1 (`docs/household-document.md`). Unknown names are faults. */
const documentSchema = z.strictObject({
  household,
  members: z.array(member).default([]),
  keys: z.array(key).default([]),
  accounts: z.array(account).default([]),
  categories: z.array(category).default([]),
  category_rules: z.array(categoryRule).default([]),
  funding_schedules: z.array(fundingSchedule).default([]),
  expense_groups: z.array(z.strictObject({ ref, name })).default([]),
  expenses: z.array(expense).default([]),
  transactions: z.array(transaction).default([]),
  state: state.optional(),
})

/** A household document with its defaults filled in and every reference known to resolve. */
export type Document = z.output<typeof documentSchema>
/** A household document before defaults. */
export type WrittenDocument = z.input<typeof documentSchema>

/** Reads a household document. Throws a DocumentFault for its first fault. */
export function readDocument(written: unknown): Document {
  const { value: document, fault } = read(documentSchema, written)
  if (fault) {
    const { param, reason } = fault
    throw new DocumentFault(param, sentenceOf(param === '' ? 'The document' : 'This', reason))
  }
  checkReferences(document)
  return document
}
