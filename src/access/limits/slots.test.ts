import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSlots } from './slots.ts'

test('as many run as there are slots; a freed slot goes to the next in order', async () => {
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
  // A slot can be freed only once.
  first()
  const leaveThird = await third
  assert.deepEqual(order, ['first', 'second', 'third'])
  leaveThird()
  await fourth
  assert.deepEqual(order, ['first', 'second', 'third', 'fourth'])
})

test('the number of waiting requests is limited, and each key has separate slots', async () => {
  const slots = createSlots(1, 1)
  const leave = await slots.take('home')
  const waiting = slots.take('home')
  assert.equal(await slots.take('home'), null)
  assert.notEqual(await slots.take('elsewhere'), null)
  leave!()
  assert.notEqual(await waiting, null)
})

test('a client that disconnects leaves the waiting line', async () => {
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
