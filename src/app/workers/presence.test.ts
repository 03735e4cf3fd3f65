import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startProduct } from '../../../test/support/product.ts'
import { createPresence } from './presence.ts'

const TURN = 1000

const { runtime, db } = await startProduct()

/** Processes that know of one another. */
async function given(count: number) {
  const processes = Array.from({ length: count }, () => createPresence(runtime))
  for (const one of processes) await one.beat()
  for (const one of processes) await one.beat()
  return processes
}

/** The turns of a process that begin within a round, and when, in turns from now. */
function turnsOf({ untilTurn }: ReturnType<typeof createPresence>): number {
  return Math.ceil(untilTurn(TURN) / TURN)
}

test('each turn belongs to one process, however many there are', async () => {
  const processes = await given(5)
  const turns = processes.map(turnsOf)
  assert.deepEqual(
    turns.toSorted((a, b) => a - b),
    [1, 2, 3, 4, 5],
  )
  assert.deepEqual(
    processes.map(({ share }) => share(TURN)),
    Array.from({ length: 5 }, () => 5 * TURN),
  )
  runtime.advance({ milliseconds: TURN })
  assert.deepEqual(
    processes.map(turnsOf),
    turns.map((turn) => (turn === 1 ? 5 : turn - 1)),
  )
  await processes[4]!.leave()
  for (const one of processes.slice(0, 4)) await one.beat()
  assert.deepEqual(
    processes
      .slice(0, 4)
      .map(turnsOf)
      .toSorted((a, b) => a - b),
    [1, 2, 3, 4],
  )
  for (const one of processes) await one.leave()
})

test('a process that has died loses its turns after two and a half minutes', async () => {
  const [alive, dead] = await given(2)
  runtime.advance({ seconds: 120 })
  await alive!.beat()
  assert.equal(alive!.share(1), 2)
  runtime.advance({ seconds: 31 })
  await alive!.beat()
  assert.deepEqual([alive!.share(1), turnsOf(alive!)], [1, 1])
  const rows = await db.selectFrom('worker_processes').selectAll().execute()
  assert.equal(rows.length, 1)
  // It was only slow, so it comes back.
  await dead!.beat()
  assert.equal(dead!.share(1), 2)
})
