import { sql } from 'kysely'
import type { WrittenDocument } from '#/documents/document.ts'
import { loadDocument } from '#/documents/load.ts'
import { loadEngineState } from '#/budget/funding/engine-state.ts'
import { forecast } from '#/budget/funding/rules/forecast.ts'
import { addMonths } from '#/core/values/day.ts'
import { get, startGenerator } from './fire.ts'
import type { Instance } from './instance.ts'
import { measurePaydays } from './paydays.ts'
import { startServer } from './server.ts'
import { type Line, median } from './table.ts'

const EXPENSES = 200
/** Ten years of a payday a week and a few purchases for each Expense. */
const ENTRIES_EACH = 10 * 52 * 2
const ROUNDS = 30
const REQUESTS = 10
const KEYS = 30

/** The cost of the budgeting engine: paydays, reads beside a long ledger, forecasts. */
export async function measureEngine(instance: Instance): Promise<Line[]> {
  const { runtime } = instance
  const empty = await createHousehold(instance)
  const old = await createHousehold(instance)
  await fillLedger(instance, old.id)
  return [
    await measureReads(instance, { empty, old }),
    await measureForecast(runtime, old.id),
    ...(await measurePaydays(instance)),
  ]
}

type Household = { readonly id: string; readonly keys: readonly string[] }

async function createHousehold({ runtime }: Instance): Promise<Household> {
  const refs = (prefix: string, length: number) =>
    Array.from({ length }, (_, index) => `${prefix}${index}`)
  const loaded = await loadDocument(runtime, {
    household: { name: 'Bench', timezone: 'Europe/Madrid', currency: 'EUR' },
    members: [{ ref: 'ada', name: 'Ada', email: 'ada@example.com', role: 'owner' }],
    keys: refs('k', KEYS).map((ref) => ({
      ref,
      member: 'ada',
      scopes: ['data.read'] as ['data.read'],
    })),
    accounts: [
      { ref: 'a', name: 'Checking', type: 'depository', subtype: 'checking', balance: 9_000_000 },
    ],
    funding_schedules: [
      { ref: 'weekly', name: 'Weekly', frequency: 'weekly', anchor: '2016-01-01' },
      {
        ref: 'monthly',
        name: 'Monthly',
        frequency: 'monthly',
        days: [31],
        anchor: '2016-01-01',
        weekend: 'before',
        estimated_deposit: 250_000,
      },
    ],
    expenses: refs('e', EXPENSES).map((ref, index) => ({
      ref,
      name: ref,
      type: index % 5 === 0 ? ('goal' as const) : ('expense' as const),
      target_amount: 5_000 + index * 100,
      recurrence_interval_months: ([1, 3, 6, 12] as const)[index % 4]!,
      recurrence_anchor_date: index % 5 === 0 ? '2046-03-15' : `2012-0${1 + (index % 9)}-28`,
      fund_ahead_payment_count: 1 + (index % 3),
      funding_schedules: index % 2 === 0 ? ['weekly'] : ['weekly', 'monthly'],
    })),
  } satisfies WrittenDocument)
  return { id: loaded.household_id, keys: Object.values(loaded.keys).map((key) => key.api_key) }
}

/** Entries that come and go, so that both households hold the same. */
async function fillLedger({ runtime }: Instance, householdId: string): Promise<void> {
  const id = sql`md5(e.id::text || n::text)::uuid`
  await sql`
    insert into ledger_entries (household_id, id, amount, from_expense_id, from_lane, to_expense_id, to_lane, reason,
      day, revision, created_at)
    select e.household_id, ${id}, 100, case when n % 2 = 1 then e.id end, case when n % 2 = 1 then 'building' else 'free' end,
      case when n % 2 = 0 then e.id end, case when n % 2 = 0 then 'building' else 'free' end,
      case when n % 2 = 0 then 'payday' else 'assignment' end, date '2016-01-01' + n * 7 / 2, n + 1, ${runtime.now()}
    from expenses e, generate_series(0, ${ENTRIES_EACH - 1}::int) n where e.household_id = ${householdId}`.execute(
    runtime.db,
  )
  for (const table of ['ledger_entries', 'expenses', 'expense_schedules', 'funding_schedules']) {
    await sql`vacuum analyze ${sql.table(table)}`.execute(runtime.db)
  }
}

async function measureReads(
  instance: Instance,
  { empty, old }: { readonly empty: Household; readonly old: Household },
): Promise<Line> {
  const server = await startServer(instance)
  const generator = startGenerator()
  let sent = 0
  const ask = async ({ keys }: Household) => {
    const requests = Array.from({ length: REQUESTS }, (_, index) =>
      get('/expenses', keys[(sent + index) % keys.length]!),
    )
    const { latencies } = await generator.fire({ port: server.port, connections: 1, requests })
    return latencies
  }
  try {
    const found = { empty: [] as number[], old: [] as number[] }
    for (let round = -3; round < ROUNDS; round += 1) {
      const [long, short] = [await ask(old), await ask(empty)]
      sent += REQUESTS
      if (round < 0) continue
      found.old.push(...long)
      found.empty.push(...short)
    }
    const [long, short] = [median(found.old), median(found.empty)]
    return {
      what: `\`GET /expenses\` of ${EXPENSES} Expenses: median latency with ${EXPENSES * ENTRIES_EACH} ledger entries against none`,
      measured: `${long.toFixed(2)} : ${short.toFixed(2)} ms`,
      value: long / short,
      goal: { most: 1.2 },
    }
  } finally {
    await generator.stop()
    await server.stop()
  }
}

/** CPU of the planning alone: it is given a state, and asks no database. */
async function measureForecast({ db }: Instance['runtime'], householdId: string): Promise<Line> {
  const state = await loadEngineState(db, householdId)
  const through = addMonths(state.processedThrough, 12)
  const took: number[] = []
  for (let round = -3; round < ROUNDS; round += 1) {
    const fresh = { ...state, holdings: state.holdings.map((holding) => ({ ...holding })) }
    const before = process.cpuUsage()
    forecast({ ...fresh, through })
    const { user, system } = process.cpuUsage(before)
    if (round >= 0) took.push((user + system) / 1000)
  }
  return {
    what: `A forecast of 12 months, ${EXPENSES} Expenses: CPU`,
    measured: `least ${Math.min(...took).toFixed(1)} ms, most ${Math.max(...took).toFixed(1)} ms`,
    value: median(took),
    unit: 'ms',
    goal: { most: 30 },
  }
}
