import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileWhenBusy } from './compile-when-busy.ts'

test('a server compiles for speed within a second of load', async () => {
  assert.equal(await secondsUntilCompiled(() => 700), 1)
})

test('a server that works a little all the time compiles after a while', async () => {
  assert.equal(await secondsUntilCompiled(() => 60), 13)
})

test('a server that only starts, returns memory and is watched never compiles', async () => {
  const start = [90, 2, 2, 300]
  const second = (count: number) => start[count] ?? (count % 15 === 0 ? 20 : 3)
  assert.equal(await secondsUntilCompiled(second), null)
})

test('a server that stops does not compile any more', async () => {
  assert.equal(await secondsUntilCompiled(() => 700, 0), null)
})

/** Counts the seconds, in each of which the server computes for so many milliseconds; null if it stops first. */
async function secondsUntilCompiled(
  computed: (second: number) => number,
  stopsAfter = 100_000,
): Promise<number | null> {
  const stopping = new AbortController()
  let [seconds, cpu] = [0, 5000]
  let compiledAfter: number | null = null
  await compileWhenBusy({
    wait: async (milliseconds) => {
      assert.equal(milliseconds, 1000)
      if (seconds >= stopsAfter) stopping.abort()
      cpu += computed(seconds)
      seconds += 1
    },
    signal: stopping.signal,
    cpu: () => cpu,
    compile: () => (compiledAfter = seconds),
  })
  return compiledAfter
}
