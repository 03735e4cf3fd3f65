import { sql } from 'kysely'
import { CONSENT_DAYS } from '#/sources/banks/connections/ending-consents.ts'
import { ENABLE_BANKING } from '#/sources/provider/bank-provider.ts'
import type { Status } from '#/sources/banks/connections/status.ts'
import type { Answer } from '#/platform/contract/endpoint.ts'
import { type PaydayWait, paydayWaits } from '#/budget/funding/payday-waits.ts'
import { cashAt, logBegins, releasedSince } from '#/budget/reports/cash-at.ts'
import { rollupRows } from '#/budget/reports/rows.ts'
import { mayHavePast } from '#/budget/assignments/past/may-have-past.ts'
import { openSuggestions } from '#/budget/assignments/suggestions.ts'
import { type UncoveredCard, uncoveredCards } from '#/budget/cards/uncovered-cards.ts'
import { openMatches } from '#/sources/intake/suggestions/match-suggestions.ts'
import { type UnstatedAccount, unstatedAccounts } from '#/sources/files/balances/unstated.ts'
import { conditionOf } from '#/budget/transactions/filter.ts'
import { wireColumns } from '#/budget/transactions/row.ts'
import type { Cents } from '#/core/values/cents.ts'
import { addDays, type Day, dayAt } from '#/core/values/day.ts'
import { startOfDay } from '#/core/values/instant.ts'
import type { Call } from '#/platform/runtime/call.ts'
import type { home } from './contract.ts'
import { comparedFrom } from './month.ts'

/** Number of newest transactions on the first screen. */
const RECENT = 8
/** Days up to today in which transactions without a category are reported. */
export const UNFILED_DAYS = 30

export type Activity = {
  readonly household_name: string
  readonly kind: 'personal' | 'joint'
  readonly locale: string | null
  readonly member_name: string
  readonly first_steps_dismissed: boolean
  readonly recent: Answer<typeof home.showHome>['recent']
  readonly may_have_past: boolean
  readonly spent: readonly { readonly day: Day; readonly spent: Cents }[]
  readonly unfiled: number
  readonly matches: number
  readonly assignments: number
  readonly transactions: number
  readonly connections: readonly {
    readonly id: string
    readonly name: string | null
    readonly status: Status
    readonly status_message: string | null
    /** In PostgreSQL's JSON format. */
    readonly last_success_at: string | null
    /** When the member's consent ends, if that is soon. */
    readonly consent_ends_at: string | null
  }[]
  readonly paused: readonly {
    readonly id: string
    readonly name: string
    readonly paused_reason: string | null
  }[]
  readonly waits: readonly PaydayWait[]
  readonly cards: readonly UncoveredCard[]
  readonly unstated: readonly UnstatedAccount[]
  /** Cash at the end of yesterday, in cents; null: nobody knows it. */
  readonly cash_yesterday: Cents | null
  /** The cents that Expenses gave back to free-to-spend since then, less those that they took. */
  readonly released: Cents
}

type Known = {
  readonly today: Day
  readonly monthBegins: number
  /** The names of the Expenses. */
  readonly names: readonly string[]
}

/** Loads recent activity by one statement. */
export async function loadActivity(
  call: Call,
  { today, monthBegins, names }: Known,
): Promise<Activity> {
  const { householdId, memberId, currency, zone } = call.caller
  const days = [
    { grain: 'day', from: comparedFrom(today, monthBegins), until: addDays(today, 1) },
  ] as const
  const lately = [
    { grain: 'day', from: addDays(today, 1 - UNFILED_DAYS), until: addDays(today, 1) },
  ] as const
  const midnight = startOfDay(dayAt(call.now(), zone), zone)
  const { rows } = await sql<Activity>`
    select h.name as household_name, h.kind, h.locale, m.name as member_name,
      h.first_steps_dismissed_at is not null as first_steps_dismissed,
      coalesce((select json_agg(p) from (
        select ${wireColumns}, t.expense_why from transactions t where ${conditionOf(householdId, {})}
        order by t.booked_at desc, t.created_at desc, t.id desc limit ${RECENT}) p), '[]') as recent,
      ${mayHavePast(call, names)} as may_have_past,
      coalesce((select json_agg(d) from (
        select r.start as day, -sum(r.spent + r.refunded)::bigint as spent from transaction_totals r
        where ${rollupRows(householdId, { facet: 'all', key: '' }, days)} and r.currency = ${currency}
        group by r.start) d), '[]') as spent,
      (select coalesce(sum(r.expenses), 0)::bigint from transaction_totals r
        where ${rollupRows(householdId, { facet: 'category', key: '' }, lately)}) as unfiled,
      (select count(*)::integer from ${openMatches(householdId)}) as matches,
      (select count(*)::integer from ${openSuggestions(householdId)}) as assignments,
      (select coalesce(sum(r.transactions), 0)::bigint from transaction_totals r
        where ${rollupRows(householdId, { facet: 'all', key: '' }, EVER)}) as transactions,
      coalesce((select json_agg(c) from (
        select c.id, (select i.name from connection_institutions i
            where i.household_id = ${householdId} and i.connection_id = c.id
            order by i.status = 'healthy', i.name limit 1) as name,
          c.status, c.status_message, c.last_success_at,
          case when c.provider = ${ENABLE_BANKING} and c.member_id = ${memberId}
            and c.consent_expires_at < ${call.now().add({ hours: CONSENT_DAYS * 24 })}
            then c.consent_expires_at end as consent_ends_at
        from connections c where c.household_id = ${householdId} and c.status <> 'disconnected'
        order by c.created_at, c.id) c), '[]') as connections,
      coalesce((select json_agg(w) from (
        select id, name, paused_reason from webhooks
        where household_id = ${householdId} and member_id = ${memberId} and not enabled
          and paused_reason = 'destination_gone' order by created_at, id) w), '[]') as paused,
      coalesce((select json_agg(w) from (${paydayWaits(householdId)}) w), '[]') as waits,
      case when ${logBegins} < ${midnight} then ${cashAt(householdId, midnight)} end as cash_yesterday,
      ${releasedSince(householdId, midnight)} as released,
      coalesce((select json_agg(c) from (${uncoveredCards(householdId)}) c where not c.dismissed), '[]')
        as cards,
      coalesce((select json_agg(u) from (${unstatedAccounts(householdId)}) u), '[]') as unstated
    from households h
    join members m on m.household_id = ${householdId} and m.id = ${memberId}
    where h.household_id = ${householdId}`.execute(call.db)
  return rows[0]!
}

const EVER = [{ grain: 'ever', from: null, until: null }] as const
