import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTurns, letOthers, mapInTurns } from './take-turns.ts'

/** Counts the turns that others have while some work is done. */
async function turnsDuring<T>(work: () => Promise<T>): Promise<{ result: T; turns: number }> {
  let turns = 0
  let isDone = false
  const count = () => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const result = await work()
  isDone = true
  return { result, turns }
}

test('long work lets everything else have its turn, in the order of its items', async () => {
  const items = Array.from({ length: 5000 }, (_, index) => index)
  const { result, turns } = await turnsDuring(() => mapInTurns(items, (item, at) => item * 2 + at))
  assert.deepEqual(
    result,
    items.map((item) => item * 3),
  )
  assert.ok(turns >= 50, `${turns} turns`)
})

test('steps are taken one a turn, and what they end with is answered', async () => {
  function* steps() {
    for (let step = 0; step < 20; step += 1) yield
    return 'all'
  }
  const { result, turns } = await turnsDuring(() => inTurns(steps()))
  assert.equal(result, 'all')
  assert.ok(turns >= 20, `${turns} turns`)
})

/** Somebody whose work comes in so many turns of a millisecond; answers how many they had so far. */
function somebodyBusy(turns: number): () => number {
  let had = 0
  const work = () => {
    const until = performance.now() + 1
    while (performance.now() < until);
    had += 1
    if (had < turns) setImmediate(work)
  }
  setImmediate(work)
  return () => had
}

test('whoever is busy comes to their end before long work goes on', async () => {
  const had = somebodyBusy(10)
  await letOthers()
  assert.equal(had(), 10)
})

test('however busy somebody is, long work goes on', async () => {
  const had = somebodyBusy(200)
  await letOthers()
  assert.ok(had() < 100, `${had()} turns`)
})

test('two long works take turns with each other, a step each', async () => {
  const order: string[] = []
  const work = (name: string) =>
    mapInTurns(Array.from({ length: 1000 }), (_, index) => {
      if (index % 50 !== 49) return
      order.push(name)
      const until = performance.now() + 1
      while (performance.now() < until);
    })
  await Promise.all([work('a'), work('b')])
  assert.match(order.join('').slice(2, -2), /^(a{1,2}b{1,2})+a?$|^(b{1,2}a{1,2})+b?$/)
})
