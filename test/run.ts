// Runs every test on the embedded PostgreSQL; then, where the system has a PostgreSQL of its own that Earmark
// supports, everything that needs a database once more on that one.
import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { findSystemPostgres } from '#/postgres/system-programs.ts'

type Counts = { readonly passed: number; readonly failed: number }

const named = process.argv.slice(2)
const files =
  named.length > 0 ? named : globSync(['src/**/*.test.ts', 'test/**/*.test.ts']).toSorted()
const system = findSystemPostgres()

const runs = [await run(files, 'embedded')]
if (system) {
  console.log(`\nOnce more on the system's PostgreSQL ${system.version}:\n`)
  runs.push(await run(files.filter(needsDatabase), 'system'))
} else
  console.log('\nNo system PostgreSQL of version 15 or newer: tested on the embedded one only.')

const passed = runs.reduce((sum, one) => sum + one.passed, 0)
const failed = runs.reduce((sum, one) => sum + one.failed, 0)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0

function needsDatabase(file: string): boolean {
  return /test\/(product|database)\.ts'|'\.\/(product|database)\.ts'/.test(
    readFileSync(file, 'utf8'),
  )
}

/** A run that ends without counting its tests has failed, whatever it printed. */
function run(which: readonly string[], postgres: 'embedded' | 'system'): Promise<Counts> {
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      ['--test', '--test-global-setup=test/postgres.ts', '--test-reporter=spec', ...which],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, EARMARK_TEST_POSTGRES: postgres },
      },
    )
    let tail = ''
    child.stdout.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk)
      tail = (tail + chunk.toString()).slice(-20_000)
    })
    child.on('close', (code) => {
      const count = (name: string) =>
        Number(new RegExp(`^ℹ ${name} (\\d+)$`, 'm').exec(tail)?.[1] ?? 0)
      const failures = count('fail') + count('cancelled')
      resolve({ passed: count('pass'), failed: failures || (code === 0 ? 0 : 1) })
    })
  })
}
