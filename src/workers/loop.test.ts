import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBell } from '#/world/bell.ts'
import { wait } from '#/world/clock.ts'
import type { World } from '#/world/world.ts'
import { createTestWorld } from '../../test/world.ts'
import { createTestDatabase } from '../../test/database.ts'
import { loop } from './loop.ts'

const { db } = await createTestDatabase()

/** Work that rests for an hour, and what its batches were told. */
function working(during: (world: World, turn: number) => void) {
  const world: World = { ...createTestWorld(db), bell: createBell(), wait }
  const stopping = new AbortController()
  const told: boolean[] = []
  const ended = loop(world, {
    name: 'test',
    batch: async (_, woken) => {
      told.push(woken)
      during(world, told.length)
      return 0
    },
    rest: 3_600_000,
    wokenBy: 'import',
    signal: stopping.signal,
  })
  return { world, told, ended, stop: () => stopping.abort() }
}

test('its word ends a rest, and no other does', async () => {
  const { world, told, ended, stop } = working((_, turn) => turn === 2 && stop())
  world.bell.ring('due')
  setImmediate(() => world.bell.ring('import'))
  await ended
  assert.deepEqual(told, [false, true])
})

test('a word that comes during the work is followed by another look', async () => {
  const { told, ended, stop } = working((world, turn) => {
    if (turn === 1) world.bell.ring('import')
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
