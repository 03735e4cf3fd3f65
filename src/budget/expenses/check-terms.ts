import { invalidParameter, notFound, Refusal } from '#/platform/contract/refusal.ts'
import { findRecord } from '#/platform/audited/find.ts'
import type { Day } from '#/core/values/day.ts'
import type { Acting } from '#/platform/runtime/call.ts'

/** The terms that an Expense would have: the fields that must fit each other and the household. */
export type WantedTerms = {
  readonly type: 'expense' | 'goal' | 'credit_card'
  readonly group_id: string | null
  readonly recurrence_interval_months: number | null
  readonly recurrence_interval_days: number | null
  readonly recurrence_anchor_date: Day | null
  readonly fund_ahead_build_by: Day | null
  readonly funding_schedule_ids: readonly string[]
  readonly card_account_id: string | null
}

type Check = {
  /** The Expense's id; null for a new one. */
  readonly id: string | null
  readonly terms: WantedTerms
  /** Says if the request sets a field; unchanged fields are not checked again. */
  readonly sent: (field: keyof WantedTerms) => boolean
  /** The last day whose paydays and due dates have been processed. */
  readonly processedThrough: Day
}

/**
 * Refuses invalid terms, naming the field: `invalid_parameter` for fields that contradict each other,
 * `resource_not_found` for ids of another household, `card_already_linked`.
 */
export async function checkTerms(acting: Acting, check: Check): Promise<void> {
  const { terms, sent } = check
  const recurrence = [
    'recurrence_interval_months',
    'recurrence_interval_days',
    'recurrence_anchor_date',
  ] as const
  if (recurrence.some(sent)) checkRecurrence(terms)
  const { fund_ahead_build_by: buildBy } = terms
  if (sent('fund_ahead_build_by') && buildBy !== null && buildBy <= check.processedThrough) {
    throw invalidParameter('fund_ahead_build_by', 'Send a day after today.', {
      name: 'day_passed',
    })
  }
  if (sent('group_id') && terms.group_id !== null) {
    await findRecord(acting, 'expense_groups', { id: terms.group_id, param: 'group_id' })
  }
  if (sent('funding_schedule_ids')) await checkSchedules(acting, terms.funding_schedule_ids)
  if (sent('card_account_id')) await checkCard(acting, check)
}

function checkRecurrence({ type, ...terms }: WantedTerms): void {
  const { recurrence_interval_months: months, recurrence_interval_days: days } = terms
  const { recurrence_anchor_date: anchor } = terms
  if (months === null && days === null) return
  if (months !== null && days !== null) {
    throw invalidParameter('recurrence_interval_days', 'Send months or days, not both.', {
      name: 'two_intervals',
    })
  }
  if (type === 'goal') {
    const param = months === null ? 'recurrence_interval_days' : 'recurrence_interval_months'
    throw invalidParameter(param, 'A goal is reached once.', { name: 'goal_recurs' })
  }
  if (anchor === null) {
    throw invalidParameter(
      'recurrence_anchor_date',
      'A recurring Expense needs a first due date.',
      {
        name: 'due_day_missing',
      },
    )
  }
}

async function checkSchedules(acting: Acting, ids: readonly string[]): Promise<void> {
  for (const [index, id] of ids.entries()) {
    const param = `funding_schedule_ids[${index}]`
    if (ids.indexOf(id) !== index) {
      throw invalidParameter(param, 'Send each schedule once.', { name: 'repeated' })
    }
    await findRecord(acting, 'funding_schedules', { id, param })
  }
}

/** Checks that the account is a credit account in the household's currency, and that no other Expense links it. */
async function checkCard(acting: Acting, { id, terms }: Check): Promise<void> {
  const { type, card_account_id: cardId } = terms
  const param = 'card_account_id'
  if (cardId === null) return
  if (type !== 'credit_card') {
    throw invalidParameter(param, 'Only an Expense of type credit_card is linked to an account.', {
      name: 'not_a_card',
    })
  }
  const account = await findRecord(acting, 'accounts', { id: cardId, param })
  if (account.hidden || account.closed_at !== null) throw notFound(param)
  if (account.type !== 'credit') {
    throw invalidParameter(param, 'Send an account of type credit.', { name: 'not_a_card' })
  }
  if (account.currency !== acting.caller.currency) {
    throw invalidParameter(param, 'The account is not in the currency of the household.', {
      name: 'other_currency',
    })
  }
  const linked = await acting.db
    .selectFrom('expenses')
    .select('id')
    .where('household_id', '=', acting.caller.householdId)
    .where('card_account_id', '=', cardId)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (linked && linked.id !== id) throw new Refusal('card_already_linked', { param })
}
