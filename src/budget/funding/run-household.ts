import { sql } from 'kysely'
import { type Database, inTransaction } from '#/platform/database/database.ts'
import { bringLookForward } from '#/access/households/bring-look-forward.ts'
import { moveThrough } from '#/budget/expenses/move-money.ts'
import type { WriteContext } from '#/platform/runtime/write-context.ts'
import { addCents } from '#/core/values/cents.ts'
import { writeFacts } from '#/notices/outbox/write-facts.ts'
import type { Fact } from '#/notices/rules/kinds.ts'
import { addDays, type Day, dayAt } from '#/core/values/day.ts'
import { startOfDay } from '#/core/values/instant.ts'
import { runInTurns } from '#/platform/runtime/breathe.ts'
import type { Working } from '#/platform/runtime/engine.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { type Continued, continuePaydays } from '#/budget/funding/rules/continue-payday.ts'
import type { Funding } from '#/budget/funding/rules/plan.ts'
import { loadEngineState } from './engine-state.ts'
import { keepWaits, listWaits } from './payday-waits.ts'
import { eachDay, type RanPayday } from '#/budget/funding/rules/process-days.ts'

/**
 * Processes a household's days if it is due, in a separate transaction. Returns false if it was not due or is locked.
 * Several workers process a day only once: the household's lock admits one of them, and `processed_through` moves in
 * the same transaction as the money.
 */
export async function runHousehold(runtime: Runtime, householdId: string): Promise<boolean> {
  return inTransaction(runtime.db, async (tx) => {
    const now = runtime.now()
    const revision = await claim(tx, householdId, now)
    if (revision === null) return false
    await workOff({ db: tx, now: () => now, newId: runtime.newId, householdId, revision })
    await bringLookForward(householdId, now).execute(tx)
    return true
  })
}

/**
 * Processes a household's days up to today in its own zone, for a writer that holds its lock: paydays whose deposit has
 * arrived late, new paydays and due dates. Returns the last processed day.
 */
export async function workOff(working: Working): Promise<Day> {
  const { db, newId, householdId, revision } = working
  const now = working.now()
  const { zone, waiting, ...state } = await loadEngineState(db, householdId)
  const waits = await listWaits(db, householdId)
  const today = dayAt(now, zone)
  const arrived = waits.filter((wait) => wait.arrived)
  const continued = continuePaydays(state, arrived, today)
  const { holdings, freeToSpend } = continued
  // A household may be behind by many days; the thread that answers requests works them off one by one.
  const done = await runInTurns(eachDay({ ...state, holdings, freeToSpend }, today))
  const writer = { db, now: () => now, newId, revision, caller: { householdId, zone } }
  const steps = [...continued.steps, ...done.steps]
  await moveThrough(writer, steps)
  for (const paydays of inParts(done.paydays)) await recordPaydays(writer, paydays)
  const days = done.paydays
    .filter(({ schedules }) => schedules.some(({ id }) => waiting.has(id)))
    .map(({ day }) => day)
  await writeFacts(
    writer,
    householdId,
    paydayFacts({ ...state, ...working, days, continued, today }, done),
  )
  if (waits.length + days.length > 0) await keepWaits(writer, { continued, days, today })
  const through = today > state.processedThrough ? today : state.processedThrough
  await db
    .updateTable('households')
    .set({
      processed_through: through,
      due_at: done.nextDay === null ? null : startOfDay(done.nextDay, zone),
      engine_rests_until: null,
      // Keep the revision if nothing moved: the household still exports as the document that it was loaded from.
      ...(steps.length > 0 && { revision }),
    })
    .where('household_id', '=', householdId)
    .execute()
  return through
}

/** Paydays that are older are not news: a server that was off for weeks works them off at once. */
const NEWS_DAYS = 3

type Ran = {
  readonly currency: string
  /** The paydays that wait for their deposit from now on. */
  readonly days: readonly Day[]
  readonly continued: Continued
  readonly today: Day
  readonly revision: number
}

/**
 * A payday that waits for its deposit and could set nothing aside is reported when it does. Money that a deposit brings
 * later is a fact of its own.
 */
function paydayFacts(
  { currency, days, continued, today, revision }: Ran,
  { paydays }: { readonly paydays: readonly RanPayday[] },
): Fact[] {
  const write = (day: Day, fundings: readonly Funding[], named: Named): Fact => {
    const amount = addCents(...fundings.map((one) => one.ordinaryFunded + one.aheadFunded))
    const { key, ...status } = named
    return {
      kind: 'payday_ran',
      about: day,
      key,
      memberId: null,
      facts: { day, amount, currency, ...status },
    }
  }
  const ran = paydays
    .filter(({ day }) => day >= addDays(today, -NEWS_DAYS))
    .map(({ day, fundings }) => {
      const waits = days.includes(day) && fundings.some(isOpen)
      return { day, fact: write(day, fundings, { key: day, ...(waits && { status: 'waits' }) }) }
    })
    .filter(({ day, fact }) => fact.facts.amount !== 0 || !days.includes(day))
    .map(({ fact }) => fact)
  const late = Map.groupBy(continued.fundings, ({ day }) => day)
  // The revision tells two deposits of one day apart.
  const came = [...late].map(([day, some]) =>
    write(day, some, { key: `${day} ${revision}`, status: 'continued' }),
  )
  return [...ran, ...came]
}

type Named = { readonly key: string; readonly status?: 'waits' | 'continued' }

/** True if the payday could not give all that the Expense asked for. */
function isOpen(one: Funding): boolean {
  return one.ordinaryPlanned + one.aheadPlanned > one.ordinaryFunded + one.aheadFunded
}

/** Locks the household if it is due and nobody else holds the lock. Returns the revision to stamp, or null. */
async function claim(
  tx: Database,
  householdId: string,
  now: Temporal.Instant,
): Promise<number | null> {
  const { rows } = await sql<{ revision: number }>`
    select revision + 1 as revision from households
    where household_id = ${householdId} and due_at <= ${now} for no key update skip locked`.execute(
    tx,
  )
  return rows[0]?.revision ?? null
}

/** The most fundings in one statement, unless one payday has more: writing them takes a few milliseconds. */
const FUNDINGS_MAX = 2000

/** Cuts paydays into parts for one statement each. */
function inParts(paydays: readonly RanPayday[]): RanPayday[][] {
  const parts: RanPayday[][] = []
  let left = 0
  for (const payday of paydays) {
    if (parts.length === 0 || payday.fundings.length > left) {
      parts.push([])
      left = FUNDINGS_MAX
    }
    parts.at(-1)!.push(payday)
    left -= payday.fundings.length
  }
  return parts
}

/** Records paydays that have run; the key of schedule and nominal date keeps a payday from running twice. */
async function recordPaydays(writer: WriteContext, paydays: readonly RanPayday[]): Promise<void> {
  const { householdId } = writer.caller
  const ran = paydays.flatMap(({ day, schedules }) =>
    schedules.map(({ id, nominal }) => ({ id, nominal, day })),
  )
  const fundings = paydays.flatMap(({ day, fundings: some }) =>
    some.map((funding) => ({ day, ...funding })),
  )
  await sql`
    with ran as (
      insert into paydays (household_id, funding_schedule_id, nominal, effective, ran_at)
      select ${householdId}, r.id, r.nominal, r.day, ${writer.now()}
      from jsonb_to_recordset(${JSON.stringify(ran)}::jsonb) as r (id uuid, nominal date, day date)
      returning funding_schedule_id, effective
    ), last as (
      update funding_schedules s set last_run_date = r.day, updated_at = ${writer.now()}
      from (select funding_schedule_id as id, max(effective) as day from ran group by 1) r
      where s.household_id = ${householdId} and s.id = r.id
    )
    insert into payday_fundings (household_id, day, expense_id, ordinary_planned, ordinary_funded,
      ahead_planned, ahead_funded)
    select ${householdId}, f.day, f.id, f."ordinaryPlanned", f."ordinaryFunded", f."aheadPlanned",
      f."aheadFunded"
    from jsonb_to_recordset(${JSON.stringify(fundings)}::jsonb) as f (day date, id uuid,
      "ordinaryPlanned" bigint, "ordinaryFunded" bigint, "aheadPlanned" bigint,
      "aheadFunded" bigint)`.execute(writer.db)
}
