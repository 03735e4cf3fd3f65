import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSlots } from './slots.ts'

test('as many run as there are places, the next one as soon as one leaves, in order', async () => {
  const slots = createSlots(2, 3)
  const order: string[] = []
  const take = async (name: string) => {
    const leave = await slots.take('home')
    order.push(name)
    return leave!
  }
  const first = await take('first')
  await take('second')
  const third = take('third')
  const fourth = take('fourth')
  assert.deepEqual(order, ['first', 'second'])
  first()
  // A place that was given back is not given back again.
  first()
  const leaveThird = await third
  assert.deepEqual(order, ['first', 'second', 'third'])
  leaveThird()
  await fourth
  assert.deepEqual(order, ['first', 'second', 'third', 'fourth'])
})

test('no more wait than may, and another key has places of its own', async () => {
  const slots = createSlots(1, 1)
  const leave = await slots.take('home')
  const waiting = slots.take('home')
  assert.equal(await slots.take('home'), null)
  assert.notEqual(await slots.take('elsewhere'), null)
  leave!()
  assert.notEqual(await waiting, null)
})

test('a client that goes away makes room among those that wait', async () => {
  const slots = createSlots(1, 1)
  const leave = await slots.take('home')
  const client = new AbortController()
  const gone = slots.take('home', client.signal)
  client.abort()
  assert.equal(await gone, null)
  const waiting = slots.take('home')
  leave!()
  assert.notEqual(await waiting, null)
  assert.equal(await slots.take('home', AbortSignal.abort()), null)
})
