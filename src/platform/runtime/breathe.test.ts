import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mapInTurns } from './breathe.ts'

/** Blocks the thread for this many milliseconds. */
function work(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

test('long work yields to others in between, with the same result', async () => {
  let turns = 0
  const count = () => {
    turns += 1
    counting = setImmediate(count)
  }
  let counting = setImmediate(count)
  const doubled = await mapInTurns([1, 2, 3, 4], (number, index) => {
    work(10)
    return number * 2 + index
  })
  clearImmediate(counting)
  assert.deepEqual(doubled, [2, 5, 8, 11])
  assert.ok(turns >= 3, `${turns} turns`)
})
