import { nextPayday } from '#/core/calendar/paydays.ts'
import { faultOf, isScheduled } from '#/sources/banks/connections/status.ts'
import { writeInstant } from '#/platform/contract/fields.ts'
import type { Answer } from '#/platform/contract/endpoint.ts'
import { proposeCardCover } from '#/budget/cards/propose-cover.ts'
import { readingDay } from '#/budget/expenses/holdings.ts'
import { lookOf } from '#/budget/expenses/look.ts'
import { readHolding } from '#/budget/expenses/rules/reserve.ts'
import { stillOpen } from '#/budget/funding/rules/continue-payday.ts'
import { type HouseholdState, loadEngineState } from '#/budget/funding/engine-state.ts'
import { eachPayday, type Forecast } from '#/budget/funding/rules/forecast.ts'
import type { Cents } from '#/core/values/cents.ts'
import { addDays, type Day, dayAt, daysBetween } from '#/core/values/day.ts'
import { breathe, mapInTurns, runInTurns } from '#/platform/runtime/breathe.ts'
import type { Call, Handle } from '#/platform/runtime/call.ts'
import { type Activity, loadActivity, UNFILED_DAYS } from './activity.ts'
import { comingPayments } from './coming-payments.ts'
import type { home } from './contract.ts'
import { equationsOf } from './equation.ts'
import { monthAgainstLast } from './month.ts'

type Home = Answer<typeof home.showHome>

/** Days ahead for which payments are listed. */
const COMING_DAYS = 14
/** Longest time between two paydays, in days: the next payday is searched within it. */
const PAYDAY_DAYS = 62
/** Days that the river shows without paydays, in days. */
const RIVER_DAYS = 30
/** Payments that the river shows at most. */
const RIVER_PAYMENTS = 200
/** Hours without a sync after which a connection is stale. */
const FRESH_HOURS = 24

/** `GET /home`: always two reads, for a household of any size. */
export const showHome: Handle<typeof home.showHome> = async (call) => {
  const { householdId, memberId, currency, zone } = call.caller
  const state = await loadEngineState(call.db, householdId)
  const today = readingDay(state.rows, dayAt(call.now(), zone))
  await breathe()
  const names = state.rows.map(({ name }) => name)
  const activity = await loadActivity(call, { today, monthBegins: state.monthBegins, names })
  await breathe()
  const payday = nextPaydayDay(state, today)
  const until = riverEnd(state, { today, payday })
  const played = await runInTurns(eachPayday({ ...state, through: until }))
  await breathe()
  const next = payday === null ? null : nextPaydayOf(state, played, { today, payday })
  const coming = comingPayments(state, played, { today, through: until })
  const soon = addDays(today, COMING_DAYS)
  const money = equationsOf(state.accounts, state.holdings, currency)
  const free = money[0]!.free_to_spend
  const needs = await needsOf(call, { state, activity, today, free, coming })
  const counts = {
    accounts: state.accounts.length,
    expenses: state.holdings.length,
    cards: state.holdings.filter(({ terms }) => terms.card !== null).length,
    transactions: activity.transactions,
    schedules: state.schedules.length,
  }
  // Covering a card is an answer to another step, so it does not stand for the household's bills.
  const hasStarted = counts.accounts > 0 && counts.expenses > counts.cards && counts.schedules > 0
  return {
    household: {
      id: householdId,
      name: activity.household_name,
      kind: activity.kind,
      locale: activity.locale,
    },
    member: { id: memberId, name: activity.member_name },
    currency,
    today,
    as_of: writeInstant(call.now()),
    money: [...money],
    change: changeSince(addDays(dayAt(call.now(), zone), -1), money[0]!.cash, activity),
    daily: dailyOf(free, today, next?.date ?? null),
    next_payday: next,
    river: {
      until,
      paydays: paydaysOf(played, today),
      payments: coming.slice(0, RIVER_PAYMENTS),
    },
    waiting: [...stillOpen(state, activity.waits, { today })],
    needs,
    coming_up: coming.filter(({ date }) => date <= soon),
    recent: activity.recent,
    unstated: [...activity.unstated],
    may_have_past: activity.may_have_past,
    month: copyOf(monthAgainstLast(activity.spent, today, state.monthBegins)),
    freshness: freshnessOf(activity, call.now()),
    counts,
    first_steps: !hasStarted && !activity.first_steps_dismissed,
  }
}

function copyOf({ days, last_days, ...sums }: ReturnType<typeof monthAgainstLast>): Home['month'] {
  return { ...sums, days: [...days], last_days: [...last_days] }
}

/** Finds the day of the next payday, so that nothing after it is forecast: with many schedules every day could be one. */
function nextPaydayDay({ deposits }: HouseholdState, today: Day): Day | null {
  const days = deposits.flatMap(({ paydays }) => nextPayday(paydays, addDays(today, 1)) ?? [])
  const next = days.toSorted()[0]
  return next === undefined || next > addDays(today, PAYDAY_DAYS) ? null : next
}

/** The last day of the river: the payday after next, so that the picture shows a whole period between two paydays. */
function riverEnd(
  state: HouseholdState,
  { today, payday }: { readonly today: Day; readonly payday: Day | null },
): Day {
  const second = payday === null ? null : nextPaydayDay(state, payday)
  const least = addDays(today, payday === null ? RIVER_DAYS : COMING_DAYS)
  const last = second ?? (payday === null ? least : addDays(payday, COMING_DAYS))
  return last > least ? last : least
}

function paydaysOf({ paydays }: Forecast, today: Day): Home['river']['paydays'] {
  return paydays.flatMap(({ day, deposit, planned, funded, freeToSpend }) =>
    day <= today ? [] : { date: day, deposit, planned, funded, free_to_spend: freeToSpend ?? 0 },
  )
}

function nextPaydayOf(
  state: HouseholdState,
  played: Forecast,
  span: { readonly today: Day; readonly payday: Day },
): Home['next_payday'] {
  const payday = played.paydays.find(({ day }) => day > span.today && day <= span.payday)
  if (!payday) return null
  const parts = played.expenses.flatMap(({ id, events }, index) => {
    const given = events.find((event) => event.kind === 'payday' && event.day === payday.day)
    if (given?.kind !== 'payday' || given.planned === 0) return []
    const { planned, funded } = given
    const row = state.rows[index]!
    return [{ expense_id: id, name: row.name, look: lookOf(row), planned, funded }]
  })
  const { day, deposit, planned, funded, freeToSpend } = payday
  return { date: day, deposit, planned, funded, free_to_spend: freeToSpend ?? 0, parts }
}

/** Compares with the end of yesterday; null if nobody knows what free-to-spend was then. */
function changeSince(
  from: Day,
  cash: Cents,
  { cash_yesterday, released }: Activity,
): Home['change'] {
  return cash_yesterday === null ? null : { from, amount: cash - cash_yesterday + released }
}

/** Divides free money by the days from today to the day before the payday, rounded down. */
function dailyOf(free: number, today: Day, payday: Day | null): Home['daily'] {
  if (payday === null || free <= 0) return null
  const days = Math.max(1, daysBetween(today, payday))
  return { amount: Math.floor(free / days), days, until: payday }
}

type Known = {
  readonly state: HouseholdState
  readonly activity: Activity
  readonly today: Day
  /** Free-to-spend in the household's currency, in cents. */
  readonly free: number
  readonly coming: ReturnType<typeof comingPayments>
}

async function needsOf(
  call: Call,
  { state, activity, today, free, coming }: Known,
): Promise<Home['needs']> {
  const { standing } = call.caller
  const connections = activity.connections.flatMap(({ id, name, ...connection }): Home['needs'] => {
    const fault = faultOf(connection)
    const { status, consent_ends_at: ends } = connection
    if (ends !== null && isScheduled(status)) {
      const at = writeInstant(Temporal.Instant.from(ends))
      return [{ kind: 'consent' as const, id, name, ends_at: at }]
    }
    if (fault === null) return []
    return [{ kind: 'connection' as const, id, name, status, message: fault.message }]
  })
  // The next payment may be covered, and only one after it short: then that one is what the money is missing for.
  const short = new Map(
    coming
      .filter((payment) => payment.state === 'short')
      .toReversed()
      .map(({ expense_id, date }) => [expense_id, date]),
  )
  const behind = await mapInTurns(state.holdings, (holding, index) => {
    const { behindBy, nextDueDate } = readHolding(holding, today)
    if (behindBy === 0 || holding.terms.paused) return []
    const row = state.rows[index]!
    const owed = { missing: behindBy, due: short.get(row.id) ?? nextDueDate }
    return [
      { kind: 'behind' as const, expense_id: row.id, name: row.name, look: lookOf(row), ...owed },
    ]
  })
  const cards = activity.cards.map(({ account_id, name, owed }) => {
    const { free_before, free_after } = proposeCardCover(owed, free)
    return { kind: 'card' as const, account_id, name, owed, free_before, free_after }
  })
  const paused = activity.paused.map(({ id, name, paused_reason }) => {
    return { kind: 'webhook_paused' as const, id, name, reason: paused_reason }
  })
  const from = addDays(today, 1 - UNFILED_DAYS)
  const { unfiled, matches, assignments } = activity
  return [
    ...(standing === 'trialing' || standing === 'active'
      ? []
      : [{ kind: 'standing' as const, standing }]),
    ...connections,
    ...cards,
    ...behind.flat(),
    ...paused,
    ...(matches > 0 ? [{ kind: 'matches' as const, count: matches }] : []),
    ...(assignments > 0 ? [{ kind: 'assignments' as const, count: assignments }] : []),
    ...(unfiled > 0 ? [{ kind: 'unfiled' as const, count: unfiled, from }] : []),
  ]
}

function freshnessOf({ connections }: Activity, now: Temporal.Instant): Home['freshness'] {
  const synced = connections.flatMap(({ last_success_at: at }) => {
    return at === null ? [] : [Temporal.Instant.from(at)]
  })
  const oldest = synced.toSorted((a, b) => Temporal.Instant.compare(a, b))[0]
  const fresh = now.subtract({ hours: FRESH_HOURS })
  const stale =
    synced.length < connections.length ||
    (oldest !== undefined && Temporal.Instant.compare(oldest, fresh) < 0)
  return {
    connections: connections.length,
    synced_at: oldest ? writeInstant(oldest) : null,
    stale,
  }
}
