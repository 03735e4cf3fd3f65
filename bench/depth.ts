import { sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'
import { fill, RARE_WORD, settleTables, withoutIndexes } from './fill.ts'
import { type Generator, get, startGenerator } from './fire.ts'
import { createHousehold, type Household } from './households.ts'
import type { Instance } from './instance.ts'
import { startServer } from './server.ts'
import { type Line, median } from './table.ts'

const SMALL = 10_000
const LARGE = 1_000_000
const LIMIT = 50
/** Enough that a minute's budget of each suffices. */
const KEYS = 30
const ROUNDS = 60

type Case = {
  readonly what: string
  readonly path: (household: Household) => Promise<string> | string
  readonly most?: number
}

/** A household with a million transactions, and beside it one with ten thousand. */
export async function createUnequals(
  { runtime, admin }: Instance,
  today: string,
): Promise<Pair<Household>> {
  const small = await createHousehold(runtime, KEYS)
  const large = await createHousehold(runtime, KEYS)
  await withoutIndexes(admin, async () => {
    await fill(admin, small, { count: SMALL, today })
    await fill(admin, large, { count: LARGE, today })
  })
  await settleTables(admin)
  return { small, large }
}

/** Latencies of the larger household against those of the smaller one. */
export async function measureDepth(
  instance: Pick<Instance, 'runtime' | 'admin' | 'databaseUrl' | 'folder'>,
  { small, large }: Pair<Household>,
  today: string,
): Promise<Line[]> {
  const { db } = instance.runtime
  const server = await startServer(instance)
  const generator = startGenerator()
  try {
    const lines: Line[] = []
    for (const one of cases(db, today)) {
      const paths = { small: await one.path(small), large: await one.path(large) }
      const measured = await compare(generator, {
        port: server.port,
        change: () => changeStates(instance.admin),
        requests: {
          small: requestsOf(small, paths.small),
          large: requestsOf(large, paths.large),
        },
      })
      lines.push({
        what: one.what,
        measured: `${measured.large.toFixed(2)} : ${measured.small.toFixed(2)} ms`,
        value: measured.large / measured.small,
        ...(one.most !== undefined && { goal: { most: one.most } }),
      })
    }
    return lines
  } finally {
    await generator.stop()
    await server.stop()
  }
}

function cases(db: Database, today: string): Case[] {
  const end = Temporal.PlainDate.from(today)
  const range = {
    from: end.subtract({ days: 400 }).toString(),
    to: end.subtract({ days: 100 }).toString(),
  }
  const last = (filter: (household: Household) => Readonly<Record<string, string>>) => {
    return (household: Household) => lastFullPage(db, household, filter(household))
  }
  const all: Case[] = [
    { what: 'page 1', path: () => `/transactions?limit=${LIMIT}`, most: 1.5 },
    {
      what: 'page 10,000 (small: its last)',
      path: ({ id }) => pageBefore(db, id, 10_000),
      most: 1.5,
    },
    { what: '`/transactions/summary`', path: () => '/transactions/summary', most: 1.5 },
    { what: '`/analytics/spending`', path: () => '/analytics/spending', most: 1.5 },
    { what: '`/analytics/net-worth`', path: () => '/analytics/net-worth', most: 1.5 },
    {
      what: '`search` of a rare word',
      path: () => `/transactions?limit=${LIMIT}&search=${RARE_WORD}`,
      most: 3,
    },
    { what: 'last page of an account', path: last((one) => ({ account_id: one.accounts[2]! })) },
    { what: 'last page of a category', path: last((one) => ({ category_id: one.categories[7]! })) },
    { what: 'last page of a type', path: last(() => ({ type: 'income' })) },
    { what: 'last page of 300 days', path: last(() => range) },
    {
      what: 'page 1 of an account and a category together',
      path: ({ accounts, categories }) =>
        `/transactions?limit=${LIMIT}&account_id=${accounts[2]}&category_id=${categories[7]}`,
    },
    {
      what: 'page 100 by `created_at`',
      path: () => `/transactions?limit=${LIMIT}&sort=created_at&page=100`,
    },
  ]
  return all.map((one) => ({
    ...one,
    what: `${one.what}: median latency at 1,000,000 against 10,000`,
  }))
}

async function pageBefore(db: Database, householdId: string, page: number): Promise<string> {
  const pages = await fullPages(db, householdId, {})
  return `/transactions?limit=${LIMIT}&page=${Math.min(page, pages)}`
}

async function lastFullPage(
  db: Database,
  { id }: Household,
  filter: Readonly<Record<string, string>>,
): Promise<string> {
  const pages = await fullPages(db, id, filter)
  const query = new URLSearchParams({ ...filter, limit: `${LIMIT}`, page: `${pages}` })
  return `/transactions?${query.toString()}`
}

async function fullPages(
  db: Database,
  householdId: string,
  { from, to, ...equal }: Readonly<Record<string, string>>,
): Promise<number> {
  const conditions = [
    sql`household_id = ${householdId}`,
    ...Object.entries(equal).map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
    ...(from ? [sql`booked_at >= ${from}`] : []),
    ...(to ? [sql`booked_at <= ${to}`] : []),
  ]
  const { rows } = await sql<{ n: number }>`select count(*) as n from transactions
    where ${sql.join(conditions, sql` and `)}`.execute(db)
  return Math.floor(rows[0]!.n / LIMIT)
}

function requestsOf({ keys }: Household, path: string): string[] {
  return keys.map((key) => get(path, key))
}

/** Gives every household another state, as a write does, so that no answer is known already. */
async function changeStates(admin: Database): Promise<void> {
  await sql`update households set revision = revision + 1`.execute(admin)
}

type Pair<T> = { readonly small: T; readonly large: T }
type Compared = {
  readonly port: number
  readonly change: () => Promise<void>
  readonly requests: Pair<readonly string[]>
}

/** Medians of both sides, measured in turns on one connection, each request after a change. */
async function compare(
  generator: Generator,
  { port, change, requests }: Compared,
): Promise<Pair<number>> {
  const ask = async (texts: readonly string[], index: number) => {
    await change()
    const request = texts[index % texts.length]!
    const fired = await generator.fire({ port, connections: 1, requests: [request] })
    return fired.latencies
  }
  const found = { small: [] as number[], large: [] as number[] }
  // Before, because a connection of the pool plans a statement five times and may then keep one plan.
  for (let index = -20; index < ROUNDS; index += 1) {
    const large = await ask(requests.large, Math.abs(index))
    const small = await ask(requests.small, Math.abs(index))
    if (index < 0) continue
    found.large.push(...large)
    found.small.push(...small)
  }
  return { small: median(found.small), large: median(found.large) }
}
