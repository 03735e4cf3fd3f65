import { copyAgain } from './copy-rows.ts'
import { startProgram } from './child.ts'
import type { Imported, Job } from './import-run.ts'
import type { Instance } from './instance.ts'
import { measureReads, type Readers } from './reads.ts'
import { type Line, median } from './table.ts'

/** A household that a first import goes to. */
export type Home = { readonly householdId: string; readonly accountId: string; readonly job: Job }

/** Where a first import comes from. */
export type Source = {
  readonly name: string
  /** The facts that the importing process needs about it. */
  readonly env: Readonly<Record<string, string>>
  /** The most rows that one import of it can have; more are so many imports by one process. */
  readonly rowsMax: number
  readonly open: (instance: Instance, rows: number) => Promise<Home>
  /** Makes the serving process import it; resolves when all of it is there. */
  readonly begin: (instance: Instance, home: Home) => Promise<void>
}

/** `npm run bench -- import --rows 20000` is a quick run. */
const ROWS = Number(/--rows[ =](\d+)/.exec(process.argv.join(' '))?.[1] ?? 100_000)
const MANY = 5
const ROUNDS = 3

/**
 * Measures first imports against `COPY` of the same rows into the same tables, the memory that they take, and their effect
 * on requests that read meanwhile.
 */
export async function measureFirstImport(
  instance: Instance,
  source: Source,
  readers: Readers,
): Promise<Line[]> {
  const rounds: { readonly imported: Imported; readonly copied: number }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const home = await source.open(instance, ROWS)
    const [imported] = await run(instance, source, { homes: [home], rows: ROWS })
    rounds.push({ imported: imported!, copied: await copyAgain(instance, home.accountId) })
  }
  const took = median(rounds.map(({ imported }) => imported.milliseconds))
  const own = median(rounds.map(({ imported }) => imported.processorTime))
  const copied = median(rounds.map((round) => round.copied))
  const few = median(rounds.map(({ imported }) => imported.peak))
  const each = Math.min(ROWS * MANY, source.rowsMax)
  const homes: Home[] = []
  while (homes.length * each < ROWS * MANY) homes.push(await source.open(instance, each))
  const many = await run(instance, source, { homes, rows: each })
  const peak = many.at(-1)!.peak
  console.error(`${source.name} imported, ${performance.now().toFixed(0)} ms`)
  const reads = await measureReads(instance, {
    source,
    readers,
    home: await source.open(instance, ROWS),
  })
  const what = `First import of ${ROWS} rows from ${source.name}`
  return [
    {
      what: `${what} against \`COPY\` of them`,
      measured: `COPY ${seconds(copied)}, import ${seconds(took)}, of which ${seconds(own)} in our process`,
      value: median(rounds.map((round) => round.copied / round.imported.milliseconds)),
      goal: { least: 0.25 },
    },
    {
      what: `${what}: most memory of the process`,
      measured: 'peak RSS',
      value: few,
      unit: 'MB',
      goal: { most: 350 },
    },
    {
      what: `${what}: that memory with ${ROWS * MANY} rows against it`,
      measured: `${peak.toFixed(0)} MB, ${homes.length === 1 ? 'one import' : `${homes.length} imports by one process`}`,
      value: peak / few,
      goal: { most: 1.15 },
    },
    {
      what: `${what}: longest turn of the process`,
      measured: 'without a turn for anything else',
      value: median(rounds.map(({ imported }) => imported.blocked)),
      unit: 'ms',
    },
    { what: `${what}: p99 of reads meanwhile against before and after`, ...reads },
  ]
}

type Running = { readonly homes: readonly Home[]; readonly rows: number }

/** Imports, one after the other, in one process of their own; so many rows each. */
async function run(
  { databaseUrl, folder }: Instance,
  { env }: Source,
  { homes, rows }: Running,
): Promise<Imported[]> {
  const jobs = JSON.stringify(homes.map(({ job }) => job))
  const flags = process.env['EARMARK_BENCH_NODE_FLAGS']?.split(' ') ?? []
  const child = startProgram('import-run.ts', [databaseUrl, folder, jobs], {
    env: { ...process.env, ...env },
    execArgv: flags,
  })
  const imports: Imported[] = []
  await new Promise<void>((resolve, reject) => {
    child.process.on('message', (message) => imports.push(message as Imported))
    child.process.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`The import ended (${code}).`)),
    )
  })
  if (imports.length !== homes.length || imports.some(({ added }) => added !== rows)) {
    throw new Error(`Not every import was whole: ${JSON.stringify(imports)}`)
  }
  return imports
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`
}
