import type { Input, Output } from '#web/calls/operations.ts'
import { changedFields } from '#web/edits/changed-fields.ts'

export type Schedule = Output<'GET /funding-schedules'>[number]
export type Forecast = Output<'GET /forecast'>
export type Payday = Forecast['paydays'][number]

/** Returns the amount that each Expense receives from one payday, largest first. */
export function partsOn({ expenses }: Forecast, date: string) {
  return expenses
    .flatMap(({ expense_id, name, events }) => {
      const own = events.find((event) => event.kind === 'payday' && event.date === date)
      if (own?.kind !== 'payday' || own.planned === 0) return []
      return [{ expense_id, name, planned: own.planned, funded: own.funded }]
    })
    .toSorted((a, b) => b.funded - a.funded)
}

/** A schedule as edited by the form. */
export type Draft = {
  readonly name: string
  readonly frequency: Schedule['frequency']
  readonly anchor: string
  /** Days of the month; `second` for two paydays a month. */
  readonly first: number
  readonly second: number
  readonly weekend: Schedule['weekend']
  readonly deposit: number | null
  readonly wait: boolean
  /** The account that receives the deposit; null: any. */
  readonly account: string | null
}

export function emptyDraft(today: string): Draft {
  return {
    name: '',
    frequency: 'monthly',
    anchor: today,
    first: 31,
    second: 15,
    weekend: 'before',
    deposit: null,
    wait: false,
    account: null,
  }
}

export function draftOf(schedule: Schedule): Draft {
  const [first = 31, second = 15] = schedule.days
  return {
    name: schedule.name,
    frequency: schedule.frequency,
    anchor: schedule.anchor,
    first,
    second,
    weekend: schedule.weekend,
    deposit: schedule.estimated_deposit,
    wait: schedule.wait_for_deposit,
    account: schedule.account_id,
  }
}

type Terms = Omit<Required<Input<'POST /funding-schedules'>['body']>, 'paused' | 'payer'>

/** How many days of the month describe a frequency. */
export function daysPerMonth(frequency: Schedule['frequency']): 0 | 1 | 2 {
  return frequency === 'monthly' ? 1 : frequency === 'semimonthly' ? 2 : 0
}

export function termsOf(draft: Draft): Terms {
  return {
    name: draft.name.trim(),
    frequency: draft.frequency,
    anchor: draft.anchor,
    days: [draft.first, draft.second]
      .slice(0, daysPerMonth(draft.frequency))
      .toSorted((a, b) => a - b),
    weekend: draft.weekend,
    estimated_deposit: draft.deposit,
    wait_for_deposit: draft.wait,
    account_id: draft.account,
  }
}

/** Returns the terms that differ, so that a change sends nothing else. The fields that define the days are sent together. */
export function changesOf(before: Terms, after: Terms): Partial<Terms> {
  const changed = changedFields(before, after)
  if (!('frequency' in changed) && !('days' in changed)) return changed
  return { ...changed, frequency: after.frequency, days: after.days }
}
