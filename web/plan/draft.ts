import type { Input } from '#web/calls/operations.ts'
import type { PickedLook } from '#web/ui/look.ts'
import type { Expense } from './expense.ts'
import { type Kind, kindOf } from './kind.ts'

/** `none`: no date; `once`: a single date; otherwise the interval in months, or in days with a `d`. */
export type Rhythm = 'none' | 'once' | `${keyof typeof intervals}`

/** An Expense as edited by the form; `termsOf` converts it to what is sent. */
export type Draft = PickedLook & {
  readonly type: Expense['type']
  readonly name: string
  readonly target: number | null
  readonly rhythm: Rhythm
  readonly due: string
  readonly card: string
  readonly group: string
  readonly priority: Expense['funding_priority']
  readonly schedules: readonly string[]
  readonly ahead: 1 | 2 | 3
  readonly buildBy: string
  readonly opening: number | null
}

export type Terms = Omit<Input<'POST /expenses'>['body'], 'type' | 'balance' | 'paused'>

/** A new Expense is paid monthly and funded by every payday, because that needs the fewest changes. */
export function emptyDraft(schedules: readonly string[]): Draft {
  return {
    type: 'expense',
    name: '',
    hue: null,
    icon: null,
    target: null,
    rhythm: '1',
    due: '',
    card: '',
    group: '',
    priority: 'normal',
    schedules,
    ahead: 1,
    buildBy: '',
    opening: null,
  }
}

export function draftOf(expense: Expense): Draft {
  const { recurrence_anchor_date: anchor } = expense
  const ahead = expense.fund_ahead_payment_count
  return {
    type: expense.type,
    name: expense.name,
    ...expense.look,
    target: expense.target_amount,
    rhythm: rhythmOf(expense),
    due: anchor ?? '',
    card: expense.card_account_id ?? '',
    group: expense.group_id ?? '',
    priority: expense.funding_priority,
    schedules: expense.funding_schedule_ids,
    ahead: ahead === 2 || ahead === 3 ? ahead : 1,
    buildBy: expense.fund_ahead_build_by ?? '',
    opening: null,
  }
}

/** The fields of each interval. */
const intervals = {
  '7d': { recurrence_interval_months: null, recurrence_interval_days: 7 },
  '14d': { recurrence_interval_months: null, recurrence_interval_days: 14 },
  '28d': { recurrence_interval_months: null, recurrence_interval_days: 28 },
  1: { recurrence_interval_months: 1, recurrence_interval_days: null },
  2: { recurrence_interval_months: 2, recurrence_interval_days: null },
  3: { recurrence_interval_months: 3, recurrence_interval_days: null },
  6: { recurrence_interval_months: 6, recurrence_interval_days: null },
  12: { recurrence_interval_months: 12, recurrence_interval_days: null },
} as const

const noInterval = { recurrence_interval_months: null, recurrence_interval_days: null }

function rhythmOf(expense: Expense): Rhythm {
  const { recurrence_interval_months: months, recurrence_interval_days: days } = expense
  if (days !== undefined) return `${days}d`
  if (months !== undefined) return `${months}`
  return expense.recurrence_anchor_date === null ? 'none' : 'once'
}

export function kindOfDraft({ type, rhythm }: Draft): Kind {
  return kindOf(type, { isDated: rhythm !== 'none' })
}

const typeOfKind = {
  bill: 'expense',
  envelope: 'expense',
  goal: 'goal',
  card: 'credit_card',
} as const

/** Changes the kind. A bill has a date and an envelope none; a card may have one. */
export function withKind(draft: Draft, kind: Kind): Draft {
  const type = typeOfKind[kind]
  if (kind === 'envelope') return { ...draft, type, rhythm: 'none' }
  const rhythm = kind === 'bill' && draft.rhythm === 'none' ? '1' : draft.rhythm
  return { ...draft, type, rhythm }
}

/** True if payments can be held ahead: only recurring Expenses have further payments. */
export function recurs({ type, rhythm }: Draft): boolean {
  return type !== 'goal' && rhythm !== 'none' && rhythm !== 'once'
}

function intervalOf({ type, rhythm }: Draft) {
  if (type === 'goal' || rhythm === 'none' || rhythm === 'once') return noInterval
  return intervals[rhythm]
}

/** Converts the form to what is sent. Fields that the chosen type does not have are sent as null. */
export function termsOf(draft: Draft): Terms {
  const returns = recurs(draft)
  const dated = draft.type === 'goal' || draft.rhythm !== 'none'
  const ahead = returns && draft.type === 'expense' ? draft.ahead : 1
  return {
    name: draft.name.trim(),
    hue: draft.hue,
    icon: draft.icon,
    target_amount: draft.target,
    ...intervalOf(draft),
    recurrence_anchor_date: dated && draft.due !== '' ? draft.due : null,
    card_account_id: draft.type === 'credit_card' && draft.card !== '' ? draft.card : null,
    group_id: draft.group === '' ? null : draft.group,
    funding_priority: draft.priority,
    funding_schedule_ids: [...draft.schedules],
    fund_ahead_payment_count: ahead,
    fund_ahead_build_by: ahead > 1 && draft.buildBy !== '' ? draft.buildBy : null,
  }
}
