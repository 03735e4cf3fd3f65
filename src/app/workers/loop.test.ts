import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBell } from '#/platform/runtime/bell.ts'
import { wait } from '#/platform/runtime/clock.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { createTestRuntime } from '../../../test/support/runtime.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import { loop } from './loop.ts'

const { db } = await createTestDatabase()

/** Runs work that rests for an hour; `calls` lists the `woken` of each batch. */
function working(during: (runtime: Runtime, turn: number) => void) {
  const runtime: Runtime = { ...createTestRuntime(db), bell: createBell(), wait }
  const stopping = new AbortController()
  const calls: boolean[] = []
  const ended = loop(runtime, {
    name: 'test',
    batch: async (_, woken) => {
      calls.push(woken)
      during(runtime, calls.length)
      return 0
    },
    rest: 3_600_000,
    wokenBy: 'import',
    signal: stopping.signal,
  })
  return { runtime, calls, ended, stop: () => stopping.abort() }
}

test('only the work’s own signal ends a rest', async () => {
  const { runtime, calls, ended, stop } = working((_, turn) => turn === 2 && stop())
  runtime.bell.ring('due')
  setImmediate(() => runtime.bell.ring('import'))
  await ended
  assert.deepEqual(calls, [false, true])
})

test('a signal during a batch leads to another batch', async () => {
  const { calls, ended, stop } = working((runtime, turn) => {
    if (turn === 1) runtime.bell.ring('import')
    else stop()
  })
  await ended
  assert.deepEqual(calls, [false, true])
})

test('a stop ends the loop at once', async () => {
  const { calls, ended, stop } = working(() => {})
  setImmediate(stop)
  await ended
  assert.deepEqual(calls, [false])
})

test('a rest because the database is gone ends with the signal that it is back', async () => {
  const { calls, ended, stop } = working((runtime, turn) => {
    if (turn === 2) return stop()
    setImmediate(() => runtime.bell.ring('import'))
    throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  })
  await ended
  assert.deepEqual(calls, [false, true])
})
