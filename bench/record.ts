import type { BareRecord } from './bare-record.ts'
import { startBare } from './bare.ts'
import { post, startGenerator } from './fire.ts'
import type { Household } from './households.ts'
import type { Instance } from './instance.ts'
import { POOL } from './list.ts'
import { createPace } from './pace.ts'
import { startServer } from './server.ts'
import { type Line, median } from './table.ts'
import { describe, type Turn, turn } from './turn.ts'

const ROUNDS = 5
/** Requests of each household in a round, on few connections and on many: all rounds of a minute stay below 60. */
const shapes = [
  { connections: 4, perKey: 1 },
  { connections: 64, perKey: 5 },
]

/** Recording transactions, of a different household each time, against one durable INSERT of the same row into the same table. */
export async function measureRecord(
  instance: Instance,
  many: readonly Household[],
  today: string,
): Promise<Line[]> {
  const server = await startServer(instance)
  const bare = await startBare('bare-record.ts', {
    databaseUrl: instance.databaseUrl,
    connections: POOL,
    households: Object.fromEntries(many.map(({ id, keys }) => [keys[0]!, id])),
  } satisfies BareRecord)
  const generator = startGenerator()
  const pace = createPace()
  try {
    const lines: Line[] = []
    for (const { connections, perKey } of shapes) {
      const requests = Array.from({ length: perKey }, () =>
        many.map((household) => requestOf(household, today)),
      ).flat()
      const rounds: { own: Turn; bare: Turn }[] = []
      const volley = { instance, connections, requests }
      for (let index = -1; index < ROUNDS; index += 1) {
        await pace(perKey)
        const own = await turn(generator, { ...volley, server })
        const other = await turn(generator, { ...volley, server: bare })
        if (index >= 0) rounds.push({ own, bare: other })
      }
      lines.push({
        what: `\`POST /transactions\`, ${connections} connections, ${many.length} households: requests/s against one bare durable INSERT into the same table`,
        measured: describe(rounds),
        value: median(rounds.map(({ own, bare: other }) => own.rate / other.rate)),
        goal: { least: 0.4 },
      })
    }
    return lines
  } finally {
    await generator.stop()
    await bare.stop()
    await server.stop()
  }
}

function requestOf({ keys, accounts, categories }: Household, today: string): string {
  const body = {
    account_id: accounts[0],
    amount: -450,
    concept: 'Corner Bakery',
    booked_at: today,
    category_id: categories[3],
  }
  return post({ path: '/transactions', key: keys[0]!, body })
}
