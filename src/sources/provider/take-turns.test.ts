import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTurns, letOthers, mapInTurns } from './take-turns.ts'

/** Counts the turns that other work gets meanwhile. */
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

test('long work keeps the order of its items and lets other work run', async () => {
  const items = Array.from({ length: 5000 }, (_, index) => index)
  const { result, turns } = await turnsDuring(() => mapInTurns(items, (item, at) => item * 2 + at))
  assert.deepEqual(
    result,
    items.map((item) => item * 3),
  )
  assert.ok(turns >= 50, `${turns} turns`)
})

test('steps run one per turn and return the final result', async () => {
  function* steps() {
    for (let step = 0; step < 20; step += 1) yield
    return 'all'
  }
  const { result, turns } = await turnsDuring(() => inTurns(steps()))
  assert.equal(result, 'all')
  assert.ok(turns >= 20, `${turns} turns`)
})

/** Starts other work of `turns` turns, a millisecond each. Returns a function that counts its turns so far. */
function startOtherWork(turns: number): () => number {
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

test('short other work finishes before long work continues', async () => {
  const had = startOtherWork(10)
  await letOthers()
  assert.equal(had(), 10)
})

test('long work continues although other work never pauses', async () => {
  const had = startOtherWork(200)
  await letOthers()
  assert.ok(had() < 100, `${had()} turns`)
})

test('two long works alternate step by step', async () => {
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
