import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenChance } from '#/budget/expenses/rules/given.ts'
import { randomDocument } from './engine-household.ts'

test('households by chance differ in every term that the engine knows', () => {
  const seen = new Map<string, Set<unknown>>()
  const note = (term: string, value: unknown) => {
    seen.set(term, (seen.get(term) ?? new Set()).add(value))
  }
  for (let seed = 1; seed <= 200; seed += 1) {
    const { household, accounts, funding_schedules, expenses, state } = randomDocument(
      givenChance(seed),
    )
    note('zone', household!.timezone)
    note('floor', (household!.floor ?? 0) > 0)
    note('debt', accounts!.find(({ ref }) => ref === 'visa')!.balance! < 0)
    note('state', state !== undefined)
    note(
      'days to catch up',
      state !== undefined && state.household.processed_through < '2026-01-04',
    )
    for (const schedule of funding_schedules!) {
      note('frequency', schedule.frequency)
      note('weekend', schedule.weekend)
      note('schedule paused', schedule.paused)
      note('added paydays', schedule.extra_paydays!.length > 0)
      for (const day of schedule.days!) if (day > 28) note('pays late in the month', day)
    }
    for (const expense of expenses!) {
      note('type', expense.type)
      note('priority', expense.funding_priority)
      note('interval', expense.recurrence_interval_months)
      note('weeks', expense.recurrence_interval_days ?? null)
      note('payments', expense.fund_ahead_payment_count ?? 1)
      note('build-by date', expense.fund_ahead_build_by != null)
      note('paused', expense.paused ?? false)
      note('schedules', expense.funding_schedules!.length)
      note('plain balance', state === undefined && expense.balance! > 0)
      const anchor = expense.recurrence_anchor_date
      note('anchor', anchor == null ? null : anchor < '2026-01-05' ? 'past' : 'future')
      if (anchor != null && Number(anchor.slice(8)) > 28) note('month end', anchor.slice(8))
      const entry = state?.expenses?.[expense.ref]
      for (const lane of ['ready', 'building', 'reserve', 'prepaid', 'spent'] as const) {
        note(lane, (entry?.[lane] ?? 0) > 0)
      }
    }
  }
  const counts = Object.fromEntries([...seen].map(([term, values]) => [term, values.size]))
  assert.deepEqual(counts, {
    zone: 5,
    floor: 2,
    debt: 1,
    state: 2,
    'days to catch up': 2,
    frequency: 4,
    weekend: 3,
    'schedule paused': 2,
    'added paydays': 2,
    'pays late in the month': 3,
    type: 3,
    priority: 3,
    interval: 6,
    weeks: 4,
    payments: 3,
    'build-by date': 2,
    paused: 2,
    schedules: 4,
    'plain balance': 2,
    anchor: 3,
    'month end': 3,
    ready: 2,
    building: 2,
    reserve: 2,
    prepaid: 2,
    spent: 2,
  })
})
