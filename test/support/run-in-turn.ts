import { AsyncResource } from 'node:async_hooks'
import { join } from 'node:path'
import { after, suite } from 'node:test'
import { pathToFileURL } from 'node:url'

const outside = new AsyncResource('test files')

/**
 * Runs test files in this process, each as a suite that has its name. Node loads all suites of a process before it runs the first, so
 * each is declared when the one before has ended: only one file at a time has its databases and servers open.
 */
export function runInTurn([file, ...rest]: readonly string[]): void {
  if (file === undefined) return
  outside.runInAsyncScope(() => {
    void suite(file, async () => {
      try {
        await import(pathToFileURL(join(import.meta.dirname, '../..', file)).href)
      } finally {
        // Hooks run in the order in which they were added, so the file has closed all it opened.
        after(() => runInTurn(rest))
      }
    })
  })
}
