import { fill, settleTables } from './fill.ts'
import type { Home, Source } from './first-import.ts'
import { type Generator, get, startGenerator } from './fire.ts'
import { createHousehold } from './households.ts'
import type { Instance } from './instance.ts'
import { pause, startServer } from './server.ts'
import type { Line } from './table.ts'

/** Keys of households that read, one each: together they stay inside their limits. */
export type Readers = readonly string[]

const HOUSEHOLDS = 100
const TRANSACTIONS = 1000
const CONNECTIONS = 8
/** Requests a second, and how many of them are one volley. */
const RATE = 50
const VOLLEY = 100
const QUIET_VOLLEYS = 8

export async function openReaders(instance: Instance): Promise<Readers> {
  const today = Temporal.Now.plainDateISO('UTC').toString()
  const keys: string[] = []
  for (let index = 0; index < HOUSEHOLDS; index += 1) {
    const household = await createHousehold(instance.runtime, 1)
    await fill(instance.admin, household, { count: TRANSACTIONS, today })
    keys.push(household.keys[0]!)
  }
  await settleTables(instance.admin)
  return keys
}

type Meanwhile = { readonly source: Source; readonly home: Home; readonly readers: Readers }

/** Pages of transactions from a server that imports meanwhile, against the same server before and after it. */
export async function measureReads(
  instance: Instance,
  { source, home, readers }: Meanwhile,
): Promise<Pick<Line, 'measured' | 'value' | 'goal'>> {
  const server = await startServer(instance, { ...source.env })
  const generator = startGenerator()
  const read = createReader(generator, server.port, readers)
  try {
    await read(2)
    const quiet = await read(QUIET_VOLLEYS)
    let isDone = false
    const importing = source.begin(instance, home).then(() => (isDone = true))
    const busy: number[] = []
    while (!isDone) busy.push(...(await read(1)))
    await importing
    await pause(2000)
    quiet.push(...(await read(QUIET_VOLLEYS)))
    const [without, meanwhile] = [at99(quiet), at99(busy)]
    return {
      measured: `${meanwhile.toFixed(1)} : ${without.toFixed(1)} ms, of ${busy.length} : ${quiet.length} reads, ${RATE} a second`,
      value: meanwhile / without,
      goal: { most: 2 },
    }
  } finally {
    await generator.stop()
    await server.stop()
  }
}

/** Latencies of so many volleys, each read due at its own time whether the ones before it are answered or not. */
function createReader(generator: Generator, port: number, readers: Readers) {
  let next = 0
  return async (volleys: number): Promise<number[]> => {
    const latencies: number[] = []
    for (let fired = 0; fired < volleys; fired += 1) {
      const requests = Array.from({ length: VOLLEY }, () => {
        next += 1
        return get('/transactions?limit=50', readers[next % readers.length]!)
      })
      const volley = { port, connections: CONNECTIONS, requests, everyMs: 1000 / RATE }
      latencies.push(...(await generator.fire(volley)).latencies)
    }
    return latencies
  }
}

function at99(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)]!
}
