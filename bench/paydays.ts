import { sql } from 'kysely'
import pg from 'pg'
import type { Database } from '#/platform/database/database.ts'
import type { WrittenDocument } from '#/documents/document.ts'
import { loadDocument } from '#/documents/load.ts'
import { runDueHouseholds } from '#/budget/funding/run-due.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { cloneHousehold } from './clone.ts'
import type { Instance } from './instance.ts'
import { type Line, median } from './table.ts'

const HOUSEHOLDS = Number(process.env['EARMARK_BENCH_HOUSEHOLDS'] ?? 10_000)
const EXPENSES = 10
const ROUNDS = 3
/** Fridays from the first payday to the due date. */
const PAYDAYS_LEFT = 48
/** The worker works off as many households side by side (`SIDE_BY_SIDE` in src/budget/funding/run-due.ts). */
const CONNECTIONS = 4
const START = Temporal.Instant.from('2026-11-01T12:00:00Z')
const FIRST_PAYDAY = Temporal.PlainDate.from('2026-11-06')

/**
 * A payday of every household of an instance, against pg writing the same rows into the same tables, one transaction a
 * household and one statement a table, without having read or worked out anything.
 */
export async function measurePaydays(instance: Instance): Promise<Line[]> {
  const { db } = instance.runtime
  let now = START
  const runtime: Runtime = { ...instance.runtime, now: () => now }
  const own = await createHouseholds(runtime)
  const bare = await createHouseholds(runtime)
  await db
    .updateTable('households')
    .set({ due_at: null })
    .where('household_id', 'not in', own.slice(0, 1))
    .execute()
  await db
    .updateTable('households')
    .set({ due_at: START })
    .where('household_id', 'in', own)
    .execute()
  await workOff(runtime)
  const writer = await createBareWriter(instance, bare)
  try {
    const times: { own: number; bare: number }[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const payday = FIRST_PAYDAY.add({ weeks: round })
      now = payday.toZonedDateTime({ timeZone: 'UTC', plainTime: '12:00' }).toInstant()
      const ownTime = await timed(() => workOff(runtime))
      const bareTime = await timed(() => writer.write(payday.toString(), round))
      times.push({ own: ownTime, bare: bareTime })
    }
    await compareRows(db, own[0]!, bare[0]!)
    const rate = (milliseconds: number) => ((HOUSEHOLDS / milliseconds) * 1000).toFixed(0)
    return [
      {
        what: `A payday of ${HOUSEHOLDS} households × ${EXPENSES} Expenses: time against bare SQL writing the same rows`,
        measured: `${rate(median(times.map((time) => time.own)))} : ${rate(median(times.map((time) => time.bare)))} households/s`,
        value: median(times.map((time) => time.own / time.bare)),
        goal: { most: 2.5 },
      },
    ]
  } finally {
    await writer.close()
  }
}

async function createHouseholds(runtime: Runtime): Promise<string[]> {
  const refs = Array.from({ length: EXPENSES }, (_, index) => `e${index}`)
  const loaded = await loadDocument(runtime, {
    household: { name: 'Bench', timezone: 'UTC', currency: 'EUR' },
    accounts: [
      { ref: 'a', name: 'Checking', type: 'depository', subtype: 'checking', balance: 9_000_000 },
    ],
    funding_schedules: [
      { ref: 'pay', name: 'Pay', frequency: 'weekly', anchor: FIRST_PAYDAY.toString() },
    ],
    expenses: refs.map((ref) => ({
      ref,
      name: ref,
      target_amount: 40_000,
      recurrence_interval_months: 12 as const,
      recurrence_anchor_date: '2027-10-01',
      funding_schedules: ['pay'],
    })),
  } satisfies WrittenDocument)
  return cloneHousehold(runtime.db, loaded.household_id, HOUSEHOLDS)
}

async function workOff(runtime: Runtime): Promise<void> {
  while ((await runDueHouseholds(runtime)) > 0) {
    // Until none is due.
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

const statements = {
  expenses: `update expenses e set ready = 0, building = c.building, reserve = 0, prepaid = 0, spent = 0, cycle = 0,
      updated_at = $3 from unnest($2::uuid[], $4::bigint[]) c (id, building)
    where e.household_id = $1 and e.id = c.id`,
  ledger: `insert into ledger_entries (household_id, id, amount, from_lane, to_expense_id, to_lane, reason, day,
      revision, created_at)
    select $1, c.id, c.amount, 'free', c.expense, 'building', 'payday', $5, $6, $7
    from unnest($2::uuid[], $3::bigint[], $4::uuid[]) c (id, amount, expense)`,
  payday: `insert into paydays (household_id, funding_schedule_id, nominal, effective, ran_at)
    values ($1, $2, $3, $3, $4)`,
  schedule: `update funding_schedules set last_run_date = $3, updated_at = $4 where household_id = $1 and id = $2`,
  fundings: `insert into payday_fundings (household_id, day, expense_id, ordinary_planned, ordinary_funded,
      ahead_planned, ahead_funded)
    select $1, $2, c.id, c.amount, c.amount, 0, 0 from unnest($3::uuid[], $4::bigint[]) c (id, amount)`,
  household: `update households set revision = revision + 1, processed_through = $2, due_at = null
    where household_id = $1`,
}

async function createBareWriter({ databaseUrl, runtime }: Instance, households: readonly string[]) {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS,
    options: '-c jit=off -c timezone=UTC -c synchronous_commit=on',
  })
  const parts = await partsOf(runtime.db, households)
  const held = new Map(households.map((id) => [id, 0]))
  const writeOne = async (id: string, day: string, round: number) => {
    const { schedule, expenses } = parts.get(id)!
    const amount = Math.ceil((40_000 - held.get(id)!) / (PAYDAYS_LEFT - round))
    held.set(id, held.get(id)! + amount)
    const amounts = expenses.map(() => amount)
    const now = `${day}T12:00:00Z`
    const client = await pool.connect()
    const send = (name: keyof typeof statements, values: unknown[]) =>
      client.query({ name, text: statements[name], values: [id, ...values] })
    await client.query('begin')
    await send('expenses', [expenses, now, expenses.map(() => held.get(id))])
    await send('ledger', [
      expenses.map(() => crypto.randomUUID()),
      amounts,
      expenses,
      day,
      2 + round,
      now,
    ])
    await send('payday', [schedule, day, now])
    await send('schedule', [schedule, day, now])
    await send('fundings', [day, expenses, amounts])
    await send('household', [day])
    await client.query('commit')
    client.release()
  }
  return {
    write: async (day: string, round: number) => {
      const waiting = [...households]
      const line = async () => {
        for (let id = waiting.pop(); id !== undefined; id = waiting.pop())
          await writeOne(id, day, round)
      }
      await Promise.all(Array.from({ length: CONNECTIONS }, line))
    },
    close: () => pool.end(),
  }
}

async function partsOf(db: Database, households: readonly string[]) {
  const { rows } = await sql<{ id: string; schedule: string; expenses: string[] }>`
    select f.household_id as id, f.id as schedule,
      (select array_agg(e.id::text) from expenses e where e.household_id = f.household_id) as expenses
    from funding_schedules f where f.household_id = any(${[...households]}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Throws unless both sides have written the same. */
async function compareRows(db: Database, own: string, bare: string): Promise<void> {
  const written = async (id: string) => {
    const { rows } = await sql<{ text: string }>`
      select (select json_agg(json_build_array(day, ordinary_planned, ordinary_funded) order by day, ordinary_planned)
          from payday_fundings where household_id = h.household_id)::text
        || (select json_agg(building) from expenses where household_id = h.household_id)::text
        || (select json_agg(json_build_array(day, amount, reason) order by day) from ledger_entries
          where household_id = h.household_id)::text
        || (select json_agg(json_build_array(nominal, effective) order by nominal) from paydays
          where household_id = h.household_id)::text
        || processed_through as text
      from households h where household_id = ${id}`.execute(db)
    return rows[0]!.text
  }
  const [one, other] = [await written(own), await written(bare)]
  if (one !== other) throw new Error(`The two sides wrote other rows:\n${one}\n${other}`)
}
