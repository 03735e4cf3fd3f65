import assert from 'node:assert/strict'
import { test } from 'node:test'
import { breathe } from '#/platform/runtime/breathe.ts'
import { inBatches } from './in-batches.ts'
import { untilEnded } from './until-ended.ts'

/** Work that ends when the test says so. */
function given(options: { max?: number; leave?: (running: Promise<void>) => Promise<void> } = {}) {
  const batches: (readonly string[])[] = []
  const ends: ((error?: Error) => void)[] = []
  const usual: Promise<void>[] = []
  const ask = inBatches({
    work: (items: readonly string[]) => {
      batches.push(items)
      return new Promise<string[]>((resolve, reject) => {
        ends.push((error) => (error ? reject(error) : resolve(items.map((item) => `${item}!`))))
      })
    },
    max: 3,
    gather: (many) => {
      usual.push(many)
      return breathe()
    },
    ...options,
  })
  return { batches, ask, end: (index: number, error?: Error) => ends[index]!(error), usual }
}

const settled = async () => {
  for (let turn = 0; turn < 3; turn += 1) await breathe()
}
const isOver = (promise: Promise<unknown>) =>
  Promise.race([promise.then(() => true), settled().then(() => false)])

test('what comes together shares a batch, and what comes meanwhile the next one', async () => {
  const { batches, ask, end } = given()
  const first = [ask('a'), ask('b')]
  await settled()
  const second = [ask('c'), ask('d')]
  await settled()
  assert.deepEqual(batches, [['a', 'b']])
  end(0)
  assert.deepEqual(await Promise.all(first), ['a!', 'b!'])
  await settled()
  end(1)
  assert.deepEqual(await Promise.all(second), ['c!', 'd!'])
  assert.deepEqual(batches, [
    ['a', 'b'],
    ['c', 'd'],
  ])
})

test('a batch has no more than the most', async () => {
  const { batches, ask, end } = given()
  const all = ['a', 'b', 'c', 'd', 'e'].map(ask)
  for (const index of [0, 1]) {
    await settled()
    end(index)
  }
  assert.deepEqual(await Promise.all(all), ['a!', 'b!', 'c!', 'd!', 'e!'])
  assert.deepEqual(batches, [
    ['a', 'b', 'c'],
    ['d', 'e'],
  ])
})

test('a batch that fails fails for its callers, and the next one is carried out', async () => {
  const { ask, end } = given()
  const failing = ask('a')
  await settled()
  const next = ask('b')
  end(0, new Error('broken'))
  await assert.rejects(failing, /broken/)
  await settled()
  end(1)
  assert.equal(await next, 'b!')
})

test('a batch that was left runs on beside the next one', async () => {
  const { batches, ask, end } = given({
    leave: (running) => untilEnded(running, 100, () => Promise.resolve()),
  })
  const slow = ask('a')
  await settled()
  const next = ask('b')
  await settled()
  assert.deepEqual(batches, [['a'], ['b']])
  end(1)
  assert.equal(await next, 'b!')
  end(0)
  assert.equal(await slow, 'a!')
})

test('the usual number is that of the last batch and of those who waited behind it', async () => {
  const { ask, end, usual } = given()
  const first = [ask('a'), ask('b')]
  await settled()
  const behind = ask('c')
  end(0)
  await Promise.all(first)
  await settled()
  assert.equal(await isOver(usual[1]!), false)
  end(1)
  await behind
  await settled()
  const last = [ask('d')]
  await settled()
  assert.equal(await isOver(usual[2]!), true)
  end(2)
  await Promise.all(last)
})
