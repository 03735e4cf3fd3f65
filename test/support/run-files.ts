// Runs test files in the order in which they are given, which `node --test` would sort: `node test/support/run-files.ts
// CONCURRENCY TIMEOUT FILE …`. The timeout is in milliseconds. The long files come first, so that none is waited for alone.
import process from 'node:process'
import { run, type RunOptions } from 'node:test'
import { spec } from 'node:test/reporters'

const [concurrency, timeout, ...files] = process.argv.slice(2)

// The types of Node do not know the set-up yet.
const options: RunOptions & { readonly globalSetupPath: string } = {
  files,
  concurrency: Number(concurrency),
  timeout: Number(timeout),
  globalSetupPath: 'test/support/postgres.ts',
}

run(options)
  .on('test:fail', () => {
    process.exitCode = 1
  })
  .compose(new spec())
  .pipe(process.stdout)
