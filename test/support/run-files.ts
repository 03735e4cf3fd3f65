// Runs test files in the order in which they are given, which `node --test` would sort: `node test/support/run-files.ts
// CONCURRENCY TIMEOUT SHARING FILE…`. The timeout is in milliseconds. The long files come first, so that none is waited for alone.
// SHARING is `shared`, or `alone` for one process each.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { run, type RunOptions } from 'node:test'
import { spec } from 'node:test/reporters'
import { pathToFileURL } from 'node:url'
import { planProcesses } from './plan-processes.ts'

const [concurrency, timeout, sharing, ...files] = process.argv.slice(2)

const plan = sharing === 'shared' ? planProcesses(files) : files.map((file) => [file])
const folder = mkdtempSync(join(tmpdir(), 'earmark-test-files-'))
/** The files of shared processes, until they have ended. */
const unfinished = new Set(plan.filter(({ length }) => length > 1).flat())

// The types of Node do not know the set-up yet.
const options: RunOptions & { readonly globalSetupPath: string } = {
  files: plan.map((together, index) =>
    together.length > 1 ? write(together, index) : together[0]!,
  ),
  concurrency: Number(concurrency),
  timeout: Number(timeout),
  globalSetupPath: 'test/support/postgres.ts',
}

const events = run(options)
events.on('test:pass', ended)
events.on('test:fail', (event) => {
  process.exitCode = 1
  ended(event)
})
events.compose(new spec()).pipe(process.stdout)
process.on('exit', () => {
  rmSync(folder, { recursive: true })
  for (const file of unfinished) console.log(`ℹ unfinished ${file}`)
})

/** Each file in a shared process is a suite of that name. */
function ended({ nesting, name }: { readonly nesting: number; readonly name: string }): void {
  if (nesting === 0) unfinished.delete(name)
}

/** Writes the program of a shared process; returns its path. */
function write(together: readonly string[], index: number): string {
  const program = join(folder, `${index}.js`)
  const module = pathToFileURL(join(import.meta.dirname, 'run-in-turn.ts')).href
  writeFileSync(
    program,
    `import { runInTurn } from '${module}'\nrunInTurn(${JSON.stringify(together)})\n`,
  )
  return program
}
