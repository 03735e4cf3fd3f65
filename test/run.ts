// Runs the tests: `npm test` all of them, `npm test -- FILE …` some files, `npm test -- --fast`, `--screens` or
// `--simulations` one lane. `--bad-days` runs what no other run does, because it takes minutes. Everything runs on the embedded PostgreSQL. Where the system has a supported PostgreSQL of its
// own, the tests that may differ between PostgreSQLs run again on that one, except in a lane. `--citus [FILE …]`, and a run of
// all tests, need a Citus cluster: EARMARK_TEST_CITUS_URL is the address of a database of its coordinator, as superuser.
import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { findSystemPostgres } from '#/platform/postgres/system-programs.ts'
import { bundlePackages } from './support/bundle-packages.ts'
import { buildBundle, CHROMIUM_MISSING, findChromium } from './support/chromium.ts'

/**
 * Where an older PostgreSQL may plan, lock or write otherwise: migrations and the schema; admission, keys and all that
 * waits for a lock; lists, search, rollups and what sums them; documents, which write every table; the engine's, the
 * imports' and deliveries' own statements; and each endpoint once, with its samples. The other files test rules of our own that
 * meet no statement which these do not send, so a second time would find nothing.
 */
const onEveryPostgres = [
  'src/platform/database/*.test.ts',
  'src/access/limits/*.test.ts',
  'src/platform/idempotency/*.test.ts',
  'src/access/households/{begin-write,reach-back}.test.ts',
  'src/budget/transactions/{list,changes,writing/bulk,writing/record}.test.ts',
  'src/budget/reports/*.test.ts',
  'src/documents/export.test.ts',
  'src/budget/funding/run-due.test.ts',
  'src/sources/banks/sync/sync.test.ts',
  'src/webhooks/**/*.test.ts',
  'test/{schema,contract}.test.ts',
  'test/simulations/{simulation,engine-operations}.test.ts',
]

/** The API, the engine, imports, webhooks, limits and people: what sends statements for a household. */
const onCitus = [
  'src/platform/{database/distributing,idempotency}/*.test.ts',
  'src/access/limits/*.test.ts',
  'src/app/http/*.test.ts',
  'src/{budget,people,sources,webhooks}/**/*.test.ts',
  'test/contract*.test.ts',
]

/** Not those that look into one PostgreSQL: at its plans and locks, at one of an earlier version, or kill what is connected to it. */
const onlyOnOne = globSync([
  'src/budget/reports/{analytics,explain-imports,upgrade}.test.ts',
  'src/sources/{files,wallet}/interrupted.test.ts',
  'src/sources/banks/sync/crash.test.ts',
  'src/webhooks/delivering/{cancel,crash,workers}.test.ts',
])
const citusUrl = process.env['EARMARK_TEST_CITUS_URL']

/** Half of a test's time is PostgreSQL's or spent waiting, so one test a core leaves cores idle. */
const CONCURRENCY = availableParallelism() + 1

/** Milliseconds. What has not ended by then never will: it fails instead of holding up the rest for ever. */
const TEST_TIMEOUT = 600_000

/** Kept between runs: modules stripped of their types and compiled, which else costs each file half its time. */
const COMPILED = join(import.meta.dirname, '../node_modules/.cache/earmark-tests')

const lanes = ['fast', 'screens', 'simulations', 'bad-days', 'citus'] as const
type Lane = (typeof lanes)[number]

type Counts = { readonly passed: number; readonly failed: number }
type Postgres = 'embedded' | 'system' | 'citus'

const given = process.argv.slice(2)
const named = given.filter((one) => !one.startsWith('--'))
const lane = readLane(given)
// The tests of the whole product come first because they take longest: started last, they would be waited for.
const all = ['test', 'src', 'web', 'sdk/typescript'].flatMap((one) =>
  globSync(`${one}/**/*.test.ts`).toSorted(),
)
const citusFiles =
  named.length > 0
    ? named
    : globSync(onCitus).filter((path) => !onlyOnOne.includes(path) && reachesDatabase(path))
const files =
  named.length > 0
    ? named
    : all.filter((path) => (lane === null ? laneOf(path) !== 'bad-days' : laneOf(path) === lane))
const system = lane === null ? findSystemPostgres() : null

if (lane !== 'fast' && findChromium() === null) console.error(CHROMIUM_MISSING)
// Built once here, before many files want it at the same time.
buildBundle()
const packages = await bundlePackages()

const runs = lane === 'citus' ? [] : await runAll(files, 'embedded')
if (lane === 'citus' || (lane === null && named.length === 0)) {
  if (citusUrl === undefined) console.log('\nCitus: skipped, EARMARK_TEST_CITUS_URL is not set.')
  else runs.push(...(await runAll(citusFiles, 'citus')))
}
if (system) {
  console.log(`\nOnce more on the system's PostgreSQL ${system.version}:\n`)
  const again = named.length > 0 ? named : globSync(onEveryPostgres)
  // Given no file at all, Node's runner would run every test.
  const differing = files.filter((file) => again.includes(file) && needsDatabase(file))
  if (differing.length > 0) runs.push(...(await runAll(differing, 'system')))
} else if (lane === null)
  console.log('\nNo system PostgreSQL of version 15 or newer: tested on the embedded one only.')

if (lane === null && named.length === 0) {
  console.log('\nBad days were left out: `npm test -- --bad-days` runs them, in two minutes.')
}

const passed = runs.reduce((sum, one) => sum + one.passed, 0)
const failed = runs.reduce((sum, one) => sum + one.failed, 0)
console.log(`\n${passed} passed, ${failed} failed`)
const isSkipped = lane === 'citus' && citusUrl === undefined
process.exitCode = failed > 0 || (passed === 0 && !isSkipped) ? 1 : 0

/** The lane of a test, by its folder: screens need a browser, simulations, the package and bad days are long, the rest is fast. */
function laneOf(path: string): Lane {
  if (path.startsWith('test/package/')) return 'simulations'
  const folder = /^test\/(screens|simulations|bad-days)\//.exec(path)?.[1]
  return lanes.find((one) => one === folder) ?? 'fast'
}

function readLane(line: readonly string[]): Lane | null {
  const options = line.filter((one) => one.startsWith('--')).map((one) => one.slice(2))
  const unknown = options.filter((one) => !lanes.some((lane) => lane === one))
  if (unknown.length > 0 || options.length > 1) {
    console.error(
      `Usage: npm test -- [FILE …] or one of: ${lanes.map((one) => `--${one}`).join(', ')}`,
    )
    process.exit(2)
  }
  return lanes.find((one) => one === options[0]) ?? null
}

function needsDatabase(file: string): boolean {
  return /\/(product|database|openapi-samples)\.ts'/.test(readFileSync(file, 'utf8'))
}

/** As `needsDatabase`, or by way of what it imports: tests of banks and webhooks get their database with the fakes. */
function reachesDatabase(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false
  seen.add(file)
  if (needsDatabase(file)) return true
  const imports = readFileSync(file, 'utf8').matchAll(/ from '(\.[^']+\.ts)'/g)
  return [...imports].some(([, path]) => reachesDatabase(join(dirname(file), path!), seen))
}

/** Runs files, several in a process. Those that an early end of their process left over run again, each in its own. */
async function runAll(which: readonly string[], postgres: Postgres): Promise<Counts[]> {
  const { unfinished, ...counts } = await run(which, { postgres, sharing: 'shared' })
  if (unfinished.length === 0) return [counts]
  console.log(
    '\nOnce more, each in its own process, because the one that they shared ended early:\n',
  )
  return [counts, await run(unfinished, { postgres, sharing: 'alone' })]
}

type Running = { readonly postgres: Postgres; readonly sharing: 'shared' | 'alone' }
type Ended = Counts & { readonly unfinished: readonly string[] }

/** A run that ends without counting its tests has failed, even if it printed none. */
function run(which: readonly string[], { postgres, sharing }: Running): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [
        `--import=${join(import.meta.dirname, 'support/quick-modules.ts')}`,
        `--import=${join(import.meta.dirname, 'support/compare-moments.ts')}`,
        join(import.meta.dirname, 'support/run-files.ts'),
        String(CONCURRENCY),
        String(TEST_TIMEOUT),
        sharing,
        ...which,
      ],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: {
          ...process.env,
          NODE_COMPILE_CACHE: COMPILED,
          EARMARK_TEST_POSTGRES: postgres,
          EARMARK_TEST_PACKAGES: packages,
        },
      },
    )
    // Kept as lines: a long report of failures follows the counts.
    const counts: string[] = []
    createInterface(child.stdout).on('line', (line) => {
      process.stdout.write(`${line}\n`)
      if (line.startsWith('ℹ ')) counts.push(line)
    })
    child.on('close', (code) => {
      const count = (name: string) =>
        Number(new RegExp(`^ℹ ${name} (\\d+)$`, 'm').exec(counts.join('\n'))?.[1] ?? 0)
      const failures = count('fail') + count('cancelled')
      const unfinished = counts.flatMap((line) => /^ℹ unfinished (.+)$/.exec(line)?.[1] ?? [])
      resolve({ passed: count('pass'), failed: failures || (code === 0 ? 0 : 1), unfinished })
    })
  })
}
