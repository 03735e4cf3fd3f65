import { parseArgs } from 'node:util'
import { cheapest, createCheapest, type Kind, kindsOf } from './cost-requests.ts'
import { type Bare, startBare } from './bare.ts'
import type { BareStatement } from './bare-statement.ts'
import { type CpuTimes, cpuTimes } from './cpu.ts'
import { fill, settleTables } from './fill.ts'
import { type Generator, get, startGenerator } from './fire.ts'
import { createHousehold, type Household } from './households.ts'
import type { Instance } from './instance.ts'
import { POOL } from './list.ts'
import { type Server, startServer } from './server.ts'
import { type Line, median } from './table.ts'

const HOUSEHOLDS = 8
/** Requests that come before those that are measured. The first kind warms up what all others share. */
const WARM_FIRST = 10_000
const WARM = 1500

const options = {
  rows: { type: 'string', default: '20000' },
  requests: { type: 'string', default: '2000' },
  rounds: { type: 'string', default: '5' },
  /** Names of the rows to measure, such as `me,list`; by default all of them. */
  only: { type: 'string', default: '' },
} as const

/** Limits far above what the bench asks for. */
const unlimited = { EARMARK_API_LIMIT_MINUTE: '100000', EARMARK_API_LIMIT_HOUR: '1000000' }

type Asked = Pick<Kind, 'connections' | 'status' | 'again'> & {
  readonly server: Pick<Server, 'pid' | 'port'>
  readonly requests: readonly string[]
}

/**
 * Processor time of a request, of the server and PostgreSQL, in yardsticks: the time of a bare `node:http` server that
 * answers from one prepared `select $1`. All servers take turns; medians count.
 */
export async function measureCost(instance: Instance, today: string): Promise<Line[]> {
  const { values } = parseArgs({ args: process.argv.slice(3), options })
  const households = await createFilled(instance, { count: Number(values.rows), today })
  await createCheapest(instance.admin, today)
  const server = await startServer(instance, unlimited)
  const quiet = await startServer(instance, { ...unlimited, LOG_LEVEL: 'error' })
  const bare = await startBare('bare-statement.ts', {
    databaseUrl: instance.databaseUrl,
    connections: POOL,
    statements: cheapest,
  } satisfies BareStatement)
  const generator = startGenerator()
  const scene = { instance, generator, server, quiet, bare, households }
  const size = { count: Number(values.requests), rounds: Number(values.rounds) }
  try {
    const lines: Line[] = []
    for (const kind of kindsOf(today)) {
      if (values.only !== '' && !values.only.split(',').includes(kind.name)) continue
      const warm = lines.length === 0 ? WARM_FIRST : WARM
      lines.push(lineOf(kind, await measureKind(scene, kind, { ...size, warm })))
    }
    return lines
  } finally {
    await generator.stop()
    await bare.stop()
    await quiet.stop()
    await server.stop()
  }
}

type Scene = {
  readonly instance: Instance
  readonly generator: Generator
  readonly server: Server
  readonly quiet: Server
  readonly bare: Bare
  readonly households: readonly Household[]
}

type Size = { readonly count: number; readonly rounds: number; readonly warm: number }

async function measureKind(
  { instance, generator, server, quiet, bare, households }: Scene,
  kind: Kind,
  { count, rounds, warm }: Size,
): Promise<Round[]> {
  const repeated = (request: (household: Household) => string, times: number) =>
    Array.from({ length: times }, (_, index) => request(households[index % HOUSEHOLDS]!))
  const { connections, request } = kind
  const askBare = (name: string, times = count) =>
    measureOnce(instance, generator, {
      connections,
      server: bare,
      requests: repeated(({ id }) => get(`/${name}/${id}`, ''), times),
    })
  const ask = (times: number) =>
    measureOnce(instance, generator, {
      ...kind,
      server: kind.quiet ? quiet : server,
      requests: repeated(request, times),
    })
  // V8 compiles for speed what has run often.
  await askBare('echo', warm)
  await ask(warm)
  const found: Round[] = []
  for (let round = -1; round < rounds; round += 1) {
    const yardstick = await askBare('echo')
    const own = await ask(count)
    const least = await askBare(kind.cheapest ?? 'echo')
    if (round >= 0) found.push({ yardstick, own, least })
  }
  return found
}

async function createFilled(
  instance: Instance,
  { count, today }: { readonly count: number; readonly today: string },
): Promise<Household[]> {
  const households: Household[] = []
  for (let index = 0; index < HOUSEHOLDS; index += 1) {
    const household = await createHousehold(instance.runtime, 1)
    await fill(instance.admin, household, { count, today })
    households.push(household)
  }
  await settleTables(instance.admin)
  return households
}

/** Milliseconds of processor time a request. */
async function measureOnce(
  instance: Instance,
  generator: Generator,
  { server, connections, requests, status, again = false }: Asked,
): Promise<CpuTimes> {
  const before = cpuTimes(server.pid, instance.folder)
  await generator.fire({ port: server.port, connections, requests, again }, status)
  const after = cpuTimes(server.pid, instance.folder)
  return {
    server: (after.server - before.server) / requests.length,
    postgres: (after.postgres - before.postgres) / requests.length,
  }
}

type Round = {
  readonly yardstick: CpuTimes
  readonly own: CpuTimes
  readonly least: CpuTimes
}

function lineOf({ what, goal, cheapest: least }: Kind, rounds: readonly Round[]): Line {
  const sum = ({ server, postgres }: CpuTimes) => server + postgres
  const middle = (pick: (round: Round) => number) => median(rounds.map(pick))
  const yardstick = middle((round) => sum(round.yardstick))
  const ratio = (round: Round) => sum(round.own) / sum(round.yardstick)
  const measured = [
    `server ${middle(({ own }) => own.server).toFixed(3)} + PostgreSQL ${middle(({ own }) => own.postgres).toFixed(3)} ms`,
    `yardstick ${yardstick.toFixed(3)} ms`,
    ...(least === undefined
      ? []
      : [
          `cheapest statement ${middle((round) => sum(round.least) / sum(round.yardstick)).toFixed(2)}`,
        ]),
  ]
  return {
    what,
    measured: measured.join('; '),
    value: middle(ratio),
    unit: 'yardsticks',
    ...(goal !== undefined && { goal: { most: goal } }),
  }
}
