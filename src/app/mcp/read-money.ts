import * as z from 'zod'
import { addDays, toDay } from '#/core/values/day.ts'
import { amount, day, id, plannedDay } from '#/platform/contract/fields.ts'
import { invalidParameter } from '#/platform/contract/refusal.ts'
import { expenses } from '#/budget/expenses/contract.ts'
import { forecasting, FORECAST_MONTHS_MAX } from '#/budget/funding/forecast-contract.ts'
import { funding } from '#/budget/funding/contract.ts'
import { freeToSpendChanges } from '#/budget/reports/changes-contract.ts'
import { home } from '#/app/home/contract.ts'
import { calendar, CALENDAR_DAYS_MAX } from '#/app/calendar/contract.ts'
import { judgePurchase, lackingIn } from './afford.ts'
import type { Door } from './door.ts'
import { moneyIn, UNKNOWN } from './money.ts'
import { cursorField, nextOf, PAGE, startOf } from './pages.ts'
import { readTool } from './tool.ts'
import { tame } from './untrusted.ts'

const nothing = z.strictObject({})

/** Where the household stands: one screen. */
export const summary = readTool({
  name: 'summary',
  title: 'Summary',
  about:
    'Start here. What is free to spend today, what is set aside, the next payday, bills of the next days, what needs ' +
    'attention, and spending this month.',
  endpoints: [home.showHome],
  input: nothing,
  run: async ({ door }) => {
    const shown = await door.read(home.showHome)
    const write = moneyIn(shown.currency)
    const { daily, next_payday: payday, month } = shown
    return {
      today: shown.today,
      untrusted_household: tame(shown.household.name),
      money: shown.money.map((one) => {
        const own = moneyIn(one.currency)
        return {
          free_to_spend: own(one.free_to_spend),
          free_to_spend_cents: one.free_to_spend,
          cash: own(one.cash),
          set_aside: own(one.expenses + one.goals + one.cards),
        }
      }),
      per_day_until_payday: daily && { amount: write(daily.amount), until: daily.until },
      next_payday: payday && {
        date: payday.date,
        deposit: write(payday.deposit),
        sets_aside: write(payday.funded),
        free_to_spend_then: write(payday.free_to_spend),
      },
      coming_up: shown.coming_up.slice(0, 12).map((one) => ({
        date: one.date,
        untrusted_name: tame(one.name),
        amount: write(one.payment),
        ...(one.missing > 0 && { missing: write(one.missing) }),
      })),
      needs_attention: shown.needs.slice(0, 12).map((need) => ({
        kind: need.kind,
        ...('name' in need && need.name !== null && { untrusted_name: tame(need.name) }),
        ...('count' in need && { count: need.count }),
        ...('missing' in need && { missing: write(need.missing) }),
        ...('owed' in need && { owed: write(need.owed) }),
      })),
      this_month: { spent: write(month.spent), last_month_by_then: write(month.last_spent) },
      banks_are_behind: shown.freshness.stale,
    }
  },
})

export const plan = readTool({
  name: 'plan',
  title: 'The plan: all set-asides',
  about:
    'Every set-aside (bill, envelope, goal, card): what it holds, its target, its next due date and contribution, and if it ' +
    'is behind. 40 at a time, those behind first.',
  endpoints: [expenses.listExpenses],
  input: z.strictObject({ cursor: cursorField() }),
  run: async ({ door }, { cursor }) => {
    const all = await door.read(expenses.listExpenses)
    const sorted = all.toSorted((a, b) => Number(b.is_behind) - Number(a.is_behind))
    const from = startOf(cursor)
    return {
      count: all.length,
      behind: all.filter(({ is_behind }) => is_behind).length,
      set_asides: sorted.slice(from, from + PAGE).map((one) => {
        const write = moneyIn(one.currency)
        return {
          id: one.id,
          untrusted_name: tame(one.name),
          type: one.type,
          holds: write(one.balance),
          holds_cents: one.balance,
          ...(one.target_amount !== null && { target: write(one.target_amount) }),
          ...(one.due_date !== null && { due: one.due_date }),
          ...(one.next_contribution_date !== null && {
            next_contribution: `${write(one.next_contribution_amount)} on ${one.next_contribution_date}`,
          }),
          ...(one.is_behind && { behind: true }),
          ...(one.is_paused && { paused: true }),
        }
      }),
      ...nextOf(from, all.length),
    }
  },
})

export const forecast = readTool({
  name: 'forecast',
  title: 'Forecast',
  about:
    'The coming months as planned: deposits, what paydays set aside, bills due and not covered, and what stays free. Only ' +
    'paydays and planned payments count; everyday spending is not guessed.',
  endpoints: [forecasting.showForecast],
  input: z.strictObject({
    months: z.int().min(1).max(FORECAST_MONTHS_MAX).default(6),
  }),
  run: async ({ door }, { months }) => {
    const played = await door.read(forecasting.showForecast, { query: { months } })
    const write = moneyIn(played.currency)
    return {
      from: played.from,
      through: played.through,
      free_to_spend: write(played.free_to_spend),
      free_to_spend_cents: played.free_to_spend,
      set_aside: write(played.set_aside),
      months: played.months.map((month) => ({
        month: month.month,
        deposits: write(month.deposits),
        set_aside_by_paydays: write(month.funded),
        due: write(month.due),
        not_covered: write(month.due - month.covered),
        free_at_end: write(month.free_to_spend),
      })),
      lacking: played.expenses
        .map(({ expense_id, name, events }) => {
          const dues = events.filter((event) => event.kind === 'due')
          const lacks = dues.reduce((sum, { payment, covered }) => sum + payment - covered, 0)
          const first = dues.find(({ payment, covered }) => payment > covered)
          return { id: expense_id, untrusted_name: tame(name), lacks, first: first?.date }
        })
        .filter(({ lacks }) => lacks > 0)
        .slice(0, 12)
        .map((one) => ({ ...one, lacks: write(one.lacks) })),
    }
  },
})

/** Months that are judged beyond the day of a purchase. */
const MONTHS_AFTER = 2

export const canAfford = readTool({
  name: 'can_afford',
  title: 'Can I afford it?',
  about:
    'Answers from the forecast if an amount can be spent on a day: `yes`, `tight` (it is there, but a later payday or bill ' +
    'needs it) or `no`, with what is free before and after.',
  endpoints: [forecasting.showForecast],
  besides: [calendar.showCalendar],
  input: z.strictObject({
    amount: z.int().min(1).max(1_000_000_000_000).describe('Cents, positive: 12000 is 120.00.'),
    date: day.optional().describe('The day of the purchase; default today.'),
  }),
  run: async ({ door, caller, runtime }, { amount: price, date }) => {
    const months = monthsTo(runtime.now(), date)
    const played = await door.read(forecasting.showForecast, { query: { months } })
    const on = date ?? played.from
    if (on < played.from) throw invalidParameter('date', '`date` lies in the past.')
    const uncovered = caller.mayCall(calendar.showCalendar)
      ? await lackingByCalendar(door, played.from)
      : lackingIn(played)
    const judged = judgePurchase(played, { amount: price, day: on, uncovered })
    const { verdict, freeOnDay, lowest, earliest } = judged
    const write = moneyIn(played.currency)
    return {
      verdict,
      amount: write(price),
      date: on,
      free_before: write(freeOnDay),
      free_before_cents: freeOnDay,
      free_after: write(freeOnDay - price),
      free_after_cents: freeOnDay - price,
      lowest_afterwards: { amount: write(lowest.amount - price), on: lowest.day },
      bills_not_covered: write(uncovered),
      ...(verdict !== 'yes' && { earliest_day: earliest }),
      judged_through: played.through,
      note: 'Counts paydays and planned bills; everyday spending until then is not guessed.',
    }
  },
})

/** Sums what bills of the next two months will lack: the calendar also knows those that do not recur. */
async function lackingByCalendar(door: Door, from: string): Promise<number> {
  const to = addDays(toDay(from), CALENDAR_DAYS_MAX - 1)
  const { days } = await door.read(calendar.showCalendar, { query: { from, to } })
  return days.flatMap(({ due }) => due).reduce((sum, { missing }) => sum + missing, 0)
}

function monthsTo(now: Temporal.Instant, date: string | undefined): number {
  if (date === undefined) return MONTHS_AFTER
  const today = now.toZonedDateTimeISO('UTC').toPlainDate()
  const months = today.until(Temporal.PlainDate.from(date), { largestUnit: 'months' }).months
  const wanted = Math.max(0, months) + MONTHS_AFTER
  if (wanted <= FORECAST_MONTHS_MAX) return wanted
  throw invalidParameter('date', '`date` lies beyond the forecast, which reaches 36 months.')
}

export const whatChanged = readTool({
  name: 'what_changed',
  title: 'What changed',
  about:
    'Why free to spend changed between two days, to the cent. Default: since the end of the last payday, or of yesterday ' +
    'if there was none.',
  endpoints: [freeToSpendChanges.explainChange, funding.listFundingSchedules],
  input: z.strictObject({
    from: day.optional().describe('The change since the end of this day.'),
    to: day.optional().describe('Default: now.'),
  }),
  run: async ({ door }, { from, to }) => {
    const since = from ?? (to === undefined ? await lastPayday(door) : undefined)
    const shown = await door.read(freeToSpendChanges.explainChange, { query: { from: since, to } })
    const write = moneyIn(shown.currency)
    return {
      from: shown.from,
      to: shown.to,
      free_before: write(shown.before),
      free_after: write(shown.after),
      change: write(shown.change),
      because: shown.lines.slice(0, 25).map((line) => ({
        kind: line.kind,
        change: write(line.amount),
        ...('transaction' in line && {
          transaction_id: line.transaction.id,
          untrusted_payee: tame(line.transaction.concept, 60),
          amount: write(line.transaction.amount),
          day: line.transaction.booked_at,
        }),
        ...('day' in line && { day: line.day }),
        ...('name' in line && line.name !== null && { untrusted_name: tame(line.name, 60) }),
        ...('reason' in line && { reason: line.reason }),
        ...('count' in line && { count: line.count }),
      })),
      ...(shown.lines.length > 25 && { smaller_lines: shown.lines.length - 25 }),
    }
  },
})

async function lastPayday(door: Door): Promise<string | undefined> {
  const all = await door.read(funding.listFundingSchedules)
  const days = all.flatMap(({ last_run_date }) => (last_run_date === null ? [] : [last_run_date]))
  return days.toSorted().at(-1)
}

export const explainSetAside = readTool({
  name: 'explain_set_aside',
  title: 'Explain a contribution',
  about:
    'Why the next payday gives a set-aside the amount it does: what is needed, held and missing, and who comes before it.',
  endpoints: [forecasting.explainExpense],
  input: z.strictObject({ id }),
  run: async ({ door }, input) => {
    const shown = await door.read(forecasting.explainExpense, { params: input })
    const write = moneyIn(shown.currency)
    const part = (of: typeof shown.ordinary) => ({
      reason: of.reason,
      asks: write(of.asked),
      needed: write(of.needed),
      held: write(of.held),
      missing: write(of.missing),
      shared_over_paydays: of.paydays,
      ...(of.funded !== null && { gets: write(of.funded) }),
      served_before: of.before.slice(0, 8).map(({ name, funded }) => ({
        untrusted_name: tame(name, 60),
        gets: write(funded),
      })),
    })
    return {
      untrusted_name: tame(shown.name),
      kind: shown.kind,
      payday: shown.payday,
      due: shown.due_date,
      ...(shown.available !== null && { payday_may_give: write(shown.available) }),
      contribution: part(shown.ordinary),
      ...(shown.fund_ahead.asked > 0 && { ahead: part(shown.fund_ahead) }),
    }
  },
})

export const previewSetAside = readTool({
  name: 'preview_set_aside',
  title: 'What if a set-aside changed?',
  about:
    'What another target or date of a set-aside would mean for its next contribution and its payments. Changes nothing.',
  endpoints: [forecasting.previewExpense, expenses.listExpenses],
  input: z.strictObject({
    id,
    target_amount: amount.min(1).optional().describe('Cents.'),
    date: plannedDay.optional().describe('The first due date, or a goal’s day.'),
  }),
  run: async ({ door }, { id: expense, target_amount, date }) => {
    const all = await door.read(expenses.listExpenses)
    const shown = await door.read(forecasting.previewExpense, {
      params: { id: expense },
      query: { target_amount, recurrence_anchor_date: date },
    })
    const write = moneyIn(all.find((one) => one.id === expense)?.currency ?? UNKNOWN)
    return {
      target: shown.target_amount === null ? null : write(shown.target_amount),
      due: shown.due_date,
      next_contribution: shown.next_contribution && {
        date: shown.next_contribution.date,
        amount: write(shown.next_contribution.amount),
      },
      behind_by: write(shown.behind_by),
      lacks_within_a_year: write(shown.uncovered),
    }
  },
})

export const comingUp = readTool({
  name: 'coming_up',
  title: 'Bills and paydays by day',
  about:
    'Bills due and paydays between two days, at most 62, with what is free at the end of each such day.',
  endpoints: [calendar.showCalendar],
  input: z.strictObject({ from: day, to: day }),
  run: async ({ door }, query) => {
    const shown = await door.read(calendar.showCalendar, { query })
    const write = moneyIn(shown.currency)
    return {
      today: shown.today,
      known_through: shown.last_day,
      days: shown.days
        .filter(({ payday, due }) => payday !== null || due.length > 0)
        .map(({ date, free, payday, due }) => ({
          date,
          ...(free !== null && { free_at_end: write(free) }),
          ...(payday && {
            payday: { deposit: write(payday.deposit), sets_aside: write(payday.funded) },
          }),
          due: due.slice(0, 10).map((one) => ({
            untrusted_name: tame(one.name, 60),
            amount: write(one.payment),
            state: one.state,
          })),
        })),
    }
  },
})
