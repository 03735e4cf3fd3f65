import { sql } from 'kysely'
import { comingPayments } from '#/app/home/coming-payments.ts'
import { equationsOf } from '#/app/home/equation.ts'
import { lastBackupAt } from '#/backups/automatic/last-backup-at.ts'
import { readCourse } from '#/backups/automatic/runs.ts'
import { readingDay } from '#/budget/expenses/holdings.ts'
import { type HouseholdState, loadEngineState } from '#/budget/funding/engine-state.ts'
import { listWaits } from '#/budget/funding/payday-waits.ts'
import { eachPayday } from '#/budget/funding/rules/forecast.ts'
import { addDays, type Day, dayAt } from '#/core/values/day.ts'
import type { NoticeKind } from '#/core/values/notice-kinds.ts'
import type { Condition } from '#/notices/outbox/write-facts.ts'
import { breathe, runInTurns } from '#/platform/runtime/breathe.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { Watched } from './look-at-households.ts'

/** The kinds that `findConditions` decides. */
export const conditionKinds: readonly NoticeKind[] = [
  'bill_due',
  'bill_short',
  'payday_late',
  'free_low',
  'free_negative',
  'bank_needs_owner',
  'backup_old',
]

/** Days ahead for which a bill is due, and for which one that is short is reported. */
const DUE_DAYS = 3
const SHORT_DAYS = 14
/** Days before the end of a bank's consent. */
const CONSENT_DAYS = 14
/** Days without a backup until it is old. */
const BACKUP_DAYS = 3

/** Finds what is true of a household now. */
export async function findConditions(runtime: Runtime, watched: Watched): Promise<Condition[]> {
  const { db } = runtime
  const id = watched.household_id
  const state = await loadEngineState(db, id)
  const now = dayAt(runtime.now(), watched.zone)
  const today = readingDay(state.rows, now)
  await breathe()
  return [
    ...(await bills(state, today)),
    ...(await latePaydays(runtime, id, now)),
    ...(await freeMoney(runtime, watched, state)),
    ...(await banks(runtime, id)),
    ...(await endingConsents(runtime, watched)),
    ...(await oldBackups(runtime, id)),
  ]
}

/** A bill that is short is not also due: one notice says both. */
async function bills(state: HouseholdState, today: Day): Promise<Condition[]> {
  const through = addDays(today, SHORT_DAYS)
  const played = await runInTurns(eachPayday({ ...state, through }))
  const soon = addDays(today, DUE_DAYS)
  return comingPayments(state, played, { today, through }).flatMap((payment) => {
    const { expense_id, name, date, payment: amount, missing } = payment
    if (payment.state !== 'short' && date > soon) return []
    const about = { about: expense_id, key: `${expense_id} ${date}`, memberId: null }
    const facts = { name, day: date, amount, currency: state.currency }
    return payment.state === 'short'
      ? { ...about, kind: 'bill_short' as const, facts: { ...facts, missing } }
      : { ...about, kind: 'bill_due' as const, facts }
  })
}

/** A payday is late from the day after it on, if its schedule waits for the deposit. */
async function latePaydays({ db }: Runtime, id: string, today: Day): Promise<Condition[]> {
  const waits = await listWaits(db, id)
  return waits
    .filter(({ day, arrived }) => !arrived && day < today)
    .map(({ day }) => ({
      kind: 'payday_late',
      about: day,
      key: day,
      memberId: null,
      facts: { day },
    }))
}

/** Each amount that a member chose is a fact of its own. */
async function freeMoney(
  { db }: Runtime,
  { household_id: id, currency }: Watched,
  state: HouseholdState,
): Promise<Condition[]> {
  const amount = equationsOf(state.accounts, state.holdings, currency)[0]!.free_to_spend
  const common = { key: null, memberId: null }
  if (amount < 0) {
    return [{ ...common, kind: 'free_negative', about: 'free', facts: { amount, currency } }]
  }
  const { rows } = await sql<{ below: number }>`
    select distinct free_below as below from notice_settings
    where household_id = ${id} and free_below > ${amount} order by 1`.execute(db)
  return rows.map(({ below }) => ({
    ...common,
    kind: 'free_low',
    about: String(below),
    facts: { amount, before: below, currency },
  }))
}

async function banks({ db }: Runtime, id: string): Promise<Condition[]> {
  const { rows } = await sql<{ id: string; name: string | null; status: string }>`
    select c.id, c.status, (select i.name from connection_institutions i
      where i.household_id = ${id} and i.connection_id = c.id
      order by i.status = 'healthy', i.name limit 1) as name
    from connections c where c.household_id = ${id}
      and c.status in ('reauth_required', 'payment_required', 'revoked')`.execute(db)
  return rows.map(({ id: about, name, status }) => ({
    kind: 'bank_needs_owner',
    about,
    key: null,
    memberId: null,
    facts: { ...(name !== null && { name }), status },
  }))
}

/** A consent at a bank that ends soon. Once it has ended, the bank asks for its owner at the next import. */
async function endingConsents(
  { db, now }: Runtime,
  { household_id: id, zone }: Watched,
): Promise<Condition[]> {
  const { rows } = await sql<{ id: string; name: string | null; ends: Temporal.Instant }>`
    select c.id, c.consent_expires_at as ends, (select i.name from connection_institutions i
      where i.household_id = ${id} and i.connection_id = c.id order by i.name limit 1) as name
    from connections c where c.household_id = ${id} and c.status in ('healthy', 'degraded')
      and c.consent_expires_at <= ${now().add({ hours: CONSENT_DAYS * 24 })}`.execute(db)
  return rows.map(({ id: connection, name, ends }) => {
    const day = dayAt(ends, zone)
    const about = `consent ${connection}`
    const facts = { ...(name !== null && { name }), day }
    return { kind: 'bank_needs_owner', about, key: `${about} ${day}`, memberId: null, facts }
  })
}

/** Backups concern the operators alone, each in the first household in which they want to hear of them. */
async function oldBackups(runtime: Runtime, id: string): Promise<Condition[]> {
  if (runtime.backups.folder === null) return []
  const operators = await runtime.db.selectFrom('operators').select('person_id').execute()
  const { rows } = await sql<{ household_id: string; member_id: string }>`
    select distinct on (m.person_id) m.household_id, m.id as member_id from members m
    join notice_settings s on s.household_id = m.household_id and s.member_id = m.id
    where m.person_id = any(${operators.map((operator) => operator.person_id)}) and m.removed_at is null
      and 'backup_old' = any(s.kinds)
    order by m.person_id, m.created_at, m.household_id`.execute(runtime.db)
  const members = rows.filter((row) => row.household_id === id)
  if (members.length === 0) return []
  const last = await lastBackupAt(runtime)
  // A new instance has its first backup after its first night.
  const since = last ?? (await readCourse(runtime)).begunAt
  const days = Math.floor(runtime.now().since(since).total('hours') / 24)
  if (days < BACKUP_DAYS) return []
  return members.map(({ member_id: memberId }) => ({
    kind: 'backup_old',
    about: memberId,
    key: null,
    memberId,
    facts: last === null ? {} : { days },
  }))
}
