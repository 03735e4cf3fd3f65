import { sql } from 'kysely'
import { addDays, toDay } from '#/core/values/day.ts'
import type { Database } from '#/platform/database/database.ts'
import { RARE_WORD } from './fill.ts'
import { get, post } from './fire.ts'
import type { Household } from './households.ts'

/** A request of the table of costs. */
export type Kind = {
  readonly name: string
  readonly what: string
  readonly connections: number
  /** The same requests come again while nothing has changed. */
  readonly again?: boolean
  /** Yardsticks of processor time. */
  readonly goal?: number
  readonly request: (household: Household) => string
  /** The status of every answer; by default 200. */
  readonly status?: number
  /** Asks a server that logs nothing. */
  readonly quiet?: true
  /** The name of the cheapest statement that could answer it. */
  readonly cheapest?: string
}

/** A word that every tenth transaction contains. */
const FREQUENT_WORD = 'bakery'

export function kindsOf(today: string): readonly Kind[] {
  return [...readsOf(today), ...writesOf(today), ...parts]
}

const list = (query: string) => (household: Household) =>
  get(`/transactions?limit=50${query}`, household.keys[0]!)

let days = 0

/** Returns another day each time, long before the first transaction. */
function nextDay(): string {
  days += 1
  return addDays(toDay('1970-01-01'), days % 15_000)
}

function readsOf(today: string): readonly Kind[] {
  const yearAgo = `${Number(today.slice(0, 4)) - 1}-${today.slice(5, 7)}-01`
  const spending = `/analytics/spending?from=${yearAgo}&to=${today}&group_by=category`
  const lists = { connections: 8, cheapest: 'lines' }
  return [
    { ...me, name: 'me', what: '`GET /me`', goal: 2.5, cheapest: 'echo' },
    {
      ...lists,
      name: 'list',
      what: '`GET /transactions?limit=50`',
      goal: 4,
      request: list(''),
    },
    {
      ...lists,
      name: 'again',
      what: 'the same, asked again while nothing has changed',
      again: true,
      request: list(''),
    },
    {
      ...lists,
      name: 'unasked',
      what: 'the same for the first time: each request has another filter, which leaves nothing out',
      request: (household) => list(`&from=${nextDay()}`)(household),
    },
    {
      ...lists,
      name: 'frequent',
      what: `\`GET /transactions?limit=50\` with \`search=${FREQUENT_WORD}\`, a tenth of the rows`,
      goal: 10,
      request: list(`&search=${FREQUENT_WORD}`),
    },
    {
      ...lists,
      name: 'first',
      what: 'the same for the first time: each request has another filter, which leaves nothing out',
      goal: 10,
      request: (household) => list(`&search=${FREQUENT_WORD}&from=${nextDay()}`)(household),
    },
    {
      ...lists,
      name: 'rare',
      what: `\`GET /transactions?limit=50\` with \`search=${RARE_WORD}\`, five rows`,
      goal: 10,
      request: list(`&search=${RARE_WORD}`),
    },
    {
      ...lists,
      name: 'rarefirst',
      what: 'the same for the first time, in the same way',
      goal: 10,
      request: (household) => list(`&search=${RARE_WORD}&from=${nextDay()}`)(household),
    },
    {
      connections: 8,
      name: 'spending',
      what: '`GET /analytics/spending`, a year by category',
      goal: 6,
      request: ({ keys }) => get(spending, keys[0]!),
      cheapest: 'spending',
    },
  ]
}

function writesOf(today: string): readonly Kind[] {
  const request = ({ keys, accounts, categories }: Household) =>
    post({
      path: '/transactions',
      key: keys[0]!,
      idempotencyKey: crypto.randomUUID(),
      body: {
        account_id: accounts[0],
        amount: -450,
        concept: 'Corner Bakery',
        booked_at: today,
        category_id: categories[3],
      },
    })
  return [64, 4].map((connections) => ({
    connections,
    name: `record${connections}`,
    what: `\`POST /transactions\` with an \`Idempotency-Key\`, ${connections} connections`,
    goal: 18,
    request,
    cheapest: 'insert',
  }))
}

const below = (path: string) => ({
  connections: 8,
  request: ({ keys }: Household) => get(path, keys[0]!, ''),
})
const me = below('/v1/me')

/** Requests with a part of the way left out: what is missing is the part's cost. */
const parts: readonly Kind[] = [
  { ...below('/healthz'), name: 'http', what: 'Part: HTTP alone, `GET /healthz`' },
  {
    ...below('/v1/nothing'),
    name: 'admission',
    what: 'Part: with admission and logs, an unknown path of `/v1`',
    status: 404,
  },
  { ...me, name: 'quiet', what: 'Part: `GET /me` without lines in the log', quiet: true },
]

/** The cheapest statements that could answer, from tables that hold the answers and nothing else. */
export const cheapest = {
  echo: 'select $1::text',
  lines: `select '[' || string_agg(line, ',') || ']' from (
    select line from bench_lines where household_id = $1::uuid order by n limit 50) l`,
  spending: `select json_agg(row(facet_key, spent))::text from (
    select facet_key, sum(spent) as spent from bench_months where household_id = $1::uuid group by 1) m`,
  insert: `insert into bench_records (household_id, id, line)
    values ($1::uuid, gen_random_uuid(), repeat('0123456789', 60)) returning line`,
}

export async function createCheapest(admin: Database, today: string): Promise<void> {
  await sql`create table bench_lines as
    select t.household_id, row_number() over (partition by t.household_id order by t.booked_at desc, t.id desc) as n,
      row_to_json(t)::text as line
    from (select household_id, id, account_id, amount, currency, concept, original_concept, booked_at, type,
      status, category_id, created_at, updated_at from transactions where booked_at > ${today}::date - 30) t`.execute(
    admin,
  )
  await sql`create index on bench_lines (household_id, n)`.execute(admin)
  await sql`create table bench_months as select household_id, facet_key, start, spent from transaction_rollups
    where facet = 'category' and start > ${today}::date - 366`.execute(admin)
  await sql`create index on bench_months (household_id)`.execute(admin)
  await sql`create table bench_records (household_id uuid, id uuid, line text, primary key (household_id, id))`.execute(
    admin,
  )
  for (const table of ['bench_lines', 'bench_months', 'bench_records']) {
    await sql`grant all on ${sql.table(table)} to public`.execute(admin)
    await sql`vacuum analyze ${sql.table(table)}`.execute(admin)
  }
}
