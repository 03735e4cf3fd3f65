import assert from 'node:assert/strict'
import { test } from 'node:test'

import { inTurn } from './in-turn.ts'

/** Never over by itself: only the signal ends it. */
const patiently = (_: number, signal?: AbortSignal) =>
  new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()))
const impatiently = () => Promise.resolve()

function given() {
  const order: string[] = []
  const gates = new Map<string, (error?: Error) => void>()
  const record = (name: string) => () => {
    order.push(`${name} begins`)
    return new Promise<string>((resolve, reject) => {
      gates.set(name, (error) => (error ? reject(error) : resolve(name)))
    })
  }
  return { order, record, end: (name: string, error?: Error) => gates.get(name)!(error) }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

test('payments of a household are recorded one after another, also after a failure', async () => {
  const { order, record, end } = given()
  const one = inTurn('home', patiently, record('one'))
  const two = inTurn('home', patiently, record('two'))
  const three = inTurn('home', patiently, record('three'))
  await settled()
  assert.deepEqual(order, ['one begins'])
  end('one', new Error('refused'))
  await assert.rejects(one, /refused/)
  await settled()
  assert.deepEqual(order, ['one begins', 'two begins'])
  end('two')
  assert.equal(await two, 'two')
  await settled()
  end('three')
  assert.equal(await three, 'three')
})

test('payments of two households do not wait for each other', async () => {
  const { order, record, end } = given()
  const all = [
    inTurn('one home', patiently, record('a')),
    inTurn('another', patiently, record('b')),
  ]
  await settled()
  assert.deepEqual(order, ['a begins', 'b begins'])
  for (const name of ['a', 'b']) end(name)
  await Promise.all(all)
})

test('a payment does not wait for ever: then the lock of the household decides', async () => {
  const { order, record, end } = given()
  const one = inTurn('home', patiently, record('one'))
  const two = inTurn('home', impatiently, record('two'))
  await settled()
  assert.deepEqual(order, ['one begins', 'two begins'])
  for (const name of ['two', 'one']) end(name)
  assert.deepEqual(await Promise.all([one, two]), ['one', 'two'])
})
