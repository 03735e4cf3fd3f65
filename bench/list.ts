import type { BareList } from './bare-list.ts'
import { startBare } from './bare.ts'
import { get, startGenerator } from './fire.ts'
import { fill, settleTables } from './fill.ts'
import { createHousehold, type Household } from './households.ts'
import type { Instance } from './instance.ts'
import { createPace } from './pace.ts'
import { listStatement } from './product-statement.ts'
import { memoryOf, startServer } from './server.ts'
import { describe, type Turn, turn } from './turn.ts'
import { type Line, median } from './table.ts'

/** The product's pool for requests (`CONNECTIONS_MAX` in src/app/cli/serving/serve.ts); the bare server gets one as large. */
export const POOL = 12
const HOUSEHOLDS = 500
const TRANSACTIONS = 200
const LIMIT = 50
const CONNECTIONS = 64
const ROUNDS = 7
/** Requests of each key in a round: all rounds of one minute stay below 60. */
const PER_KEY = 8

/** Households of a few keys each, as many as the limits on requests call for. */
export async function createHouseholds(instance: Instance, today: string): Promise<Household[]> {
  const households: Household[] = []
  for (let index = 0; index < HOUSEHOLDS; index += 1) {
    const household = await createHousehold(instance.runtime, 1)
    await fill(instance.admin, household, { count: TRANSACTIONS, today })
    households.push(household)
  }
  await settleTables(instance.admin)
  return households
}

/** A page of transactions under load, against node:http and pg doing nothing else; and the memory it takes. */
export async function measureList(instance: Instance, many: readonly Household[]): Promise<Line[]> {
  const statement = await listStatement(LIMIT)
  const requests = Array.from({ length: PER_KEY }, () =>
    many.map(({ keys }) => get(`/transactions?limit=${LIMIT}`, keys[0]!)),
  ).flat()
  const server = await startServer(instance)
  const idle = memoryOf(server.pid).now
  const bare = await startBare('bare-list.ts', {
    databaseUrl: instance.databaseUrl,
    connections: POOL,
    statement,
    limit: LIMIT,
    households: Object.fromEntries(many.map(({ id, keys }) => [keys[0]!, id])),
  } satisfies BareList)
  const generator = startGenerator()
  try {
    const pace = createPace()
    await pace(PER_KEY)
    const warm = { instance, connections: CONNECTIONS, requests }
    const own = await turn(generator, { ...warm, server })
    const other = await turn(generator, { ...warm, server: bare })
    if (own.bytes !== other.bytes) throw new Error('The two servers answer other bytes.')
    const rounds: { own: Turn; bare: Turn }[] = []
    for (let index = 0; index < ROUNDS; index += 1) {
      await pace(PER_KEY)
      rounds.push({
        own: await turn(generator, { instance, server, connections: CONNECTIONS, requests }),
        bare: await turn(generator, { instance, server: bare, connections: CONNECTIONS, requests }),
      })
    }
    const memory = memoryOf(server.pid)
    return [
      {
        what: `\`GET /transactions?limit=50\`, ${HOUSEHOLDS} keys, ${CONNECTIONS} connections, ${HOUSEHOLDS * TRANSACTIONS} transactions: requests/s against bare node:http + pg`,
        measured: describe(rounds),
        value: median(rounds.map(({ own, bare: other }) => own.rate / other.rate)),
        goal: { least: 0.7 },
      },
      {
        what: 'Idle memory of the server',
        measured: 'RSS',
        value: idle,
        unit: 'MB',
        goal: { most: 130 },
      },
      {
        what: 'Most memory of the server under that load',
        measured: 'peak RSS',
        value: memory.peak,
        unit: 'MB',
        goal: { most: 300 },
      },
    ]
  } finally {
    await generator.stop()
    await bare.stop()
    await server.stop()
  }
}
