import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBell } from '#/platform/runtime/bell.ts'
import { wait } from '#/platform/runtime/clock.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { createTestRuntime } from '../../../test/support/runtime.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import { loop } from './loop.ts'

const { db } = await createTestDatabase()

/** Work that rests for an hour, and what its batches were told. */
function working(during: (runtime: Runtime, turn: number) => void) {
  const runtime: Runtime = { ...createTestRuntime(db), bell: createBell(), wait }
  const stopping = new AbortController()
  const told: boolean[] = []
  const ended = loop(runtime, {
    name: 'test',
    batch: async (_, woken) => {
      told.push(woken)
      during(runtime, told.length)
      return 0
    },
    rest: 3_600_000,
    wokenBy: 'import',
    signal: stopping.signal,
  })
  return { runtime, told, ended, stop: () => stopping.abort() }
}

test('its word ends a rest, and no other does', async () => {
  const { runtime, told, ended, stop } = working((_, turn) => turn === 2 && stop())
  runtime.bell.ring('due')
  setImmediate(() => runtime.bell.ring('import'))
  await ended
  assert.deepEqual(told, [false, true])
})

test('a word that comes during the work is followed by another look', async () => {
  const { told, ended, stop } = working((runtime, turn) => {
    if (turn === 1) runtime.bell.ring('import')
    else stop()
  })
  await ended
  assert.deepEqual(told, [false, true])
})

test('told to stop, it ends at once', async () => {
  const { told, ended, stop } = working(() => {})
  setImmediate(stop)
  await ended
  assert.deepEqual(told, [false])
})
