import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createHashQueue } from './hash-queue.ts'

/** Makes a queue whose two slots are taken, and records the order in which others get theirs. */
function fullQueue() {
  const queue = createHashQueue()
  const order: string[] = []
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const busy = [queue.run(null, () => opened), queue.run(null, () => opened)]
  const enter = (holder: string | null, name: string) =>
    queue.run(holder, async () => void order.push(name))
  const finish = async (waiting: readonly Promise<unknown>[]) => {
    open()
    await Promise.all([...busy, ...waiting])
    return order
  }
  return { enter, finish }
}

test('known browsers come before all waiting strangers, each group in order of arrival', async () => {
  const { enter, finish } = fullQueue()
  const waiting = [
    enter(null, 'stranger'),
    enter(null, 'another'),
    enter('a', 'first'),
    enter('b', 'second'),
  ]
  assert.deepEqual(await finish(waiting), ['first', 'second', 'stranger', 'another'])
})

test('strangers who fill the queue turn away strangers only', async () => {
  const { enter, finish } = fullQueue()
  const strangers = Array.from({ length: 50 }, () => enter(null, 'stranger'))
  await assert.rejects(enter(null, 'one too many'), { code: 'service_unavailable' })
  const known = Array.from({ length: 50 }, (_, at) => enter(`browser ${at}`, 'known'))
  await assert.rejects(enter('one too many', 'known'), { code: 'service_unavailable' })
  const order = await finish([...strangers, ...known])
  assert.deepEqual(new Set(order.slice(0, 50)), new Set(['known']))
  assert.deepEqual(new Set(order.slice(50)), new Set(['stranger']))
})

test('after ten waiting jobs a holder’s next ones wait among the strangers', async () => {
  const { enter, finish } = fullQueue()
  const greedy = Array.from({ length: 12 }, (_, at) => enter('greedy', `greedy ${at}`))
  const other = enter('other', 'other')
  const order = await finish([...greedy, other])
  assert.equal(order.indexOf('other'), 10)
})

test('a holder’s ten attempts all wait, however many strangers fill the queue', async () => {
  const { enter, finish } = fullQueue()
  const strangers = Array.from({ length: 50 }, () => enter(null, 'stranger'))
  const own = Array.from({ length: 10 }, () => enter('browser', 'own'))
  const order = await finish([...strangers, ...own])
  assert.deepEqual(new Set(order.slice(0, 10)), new Set(['own']))
})

test('a slot is released when the work fails', async () => {
  const queue = createHashQueue()
  for (let round = 0; round < 5; round += 1) {
    const failing = queue.run(null, () => Promise.reject(new Error('broken')))
    await assert.rejects(failing, /broken/)
  }
  assert.equal(await queue.run(null, async () => 'done'), 'done')
})
