import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createDeliverer } from '#/webhooks/delivering/deliverer.ts'
import { createBell, type Signal } from '#/platform/runtime/bell.ts'
import { readConfig } from '#/platform/runtime/config.ts'
import { runDueHouseholds } from '#/budget/funding/run-due.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { givenBank } from '../../../test/support/given-bank.ts'
import { givenWebhooks } from '../../../test/fakes/receivers.ts'
import { until } from '../../../test/support/other-processes.ts'
import { startProduct } from '../../../test/support/product.ts'
import { LOOK, lookForWork } from './lookout.ts'
import type { Work } from './loop.ts'
import { createPresence } from './presence.ts'
import { listWork } from './start.ts'

const never = new AbortController().signal

/** Another process on the same database: its own bell, whose messages are listed, and its waits. */
function another(runtime: Runtime) {
  const rung: Signal[] = []
  const waits: number[] = []
  const bell = createBell()
  bell.listen((word) => rung.push(word))
  const wait = (milliseconds: number) => {
    waits.push(milliseconds)
    return Promise.resolve()
  }
  const other: Runtime = { ...runtime, bell, wait }
  const look = async () => {
    rung.splice(0)
    waits.splice(0)
    await lookForWork(other, never)
    // A message about a later moment comes after its wait.
    await Promise.resolve()
    return rung
  }
  return { look, waits }
}

test('one statement finds that nothing is due', async () => {
  const product = await startProduct()
  await product.household()
  await runDueHouseholds(product.runtime)
  const { look } = another(product.runtime)
  product.takeStatements()
  assert.deepEqual(await look(), [])
  assert.equal(product.takeStatements().length, 1)
})

test('days that have passed wake the engine', async () => {
  const product = await startProduct()
  await product.household({
    accounts: [{ ref: 'a', name: 'A', type: 'depository', subtype: 'checking', balance: 100 }],
    funding_schedules: [
      { ref: 'pay', name: 'Pay', frequency: 'weekly', anchor: '2026-01-09', weekend: 'none' },
    ],
  })
  await runDueHouseholds(product.runtime)
  const { look } = another(product.runtime)
  assert.deepEqual(await look(), [])
  product.runtime.advance({ hours: 24 * 5 })
  assert.deepEqual(await look(), ['days'])
})

test('a connection that is due wakes the imports', async () => {
  const { product } = await givenBank()
  const { look } = another(product.runtime)
  assert.deepEqual(await look(), [])
  product.runtime.advance({ hours: 24 })
  assert.ok((await look()).includes('import'))
})

test('what another process has queued wakes the deliveries, and a retry at its moment', async () => {
  const { product, deliver, queued, receivers } = await givenWebhooks()
  const { look, waits } = another(product.runtime)
  const { url } = await queued()
  assert.deepEqual(await look(), ['due'])
  receivers.answer(url, { status: 503, body: '' })
  await deliver()
  assert.deepEqual(await look(), [], 'the retry is due in 30 seconds')
  product.runtime.advance({ milliseconds: 29_300 })
  assert.deepEqual([await look(), waits], [['due'], [700]])
})

test('while nothing is due any number of processes ask about once a second together', async () => {
  const { runtime } = await startProduct()
  const config = readConfig({ EARMARK_DATA: '/nowhere' })
  const settings = { config, databaseUrl: '' }
  const processes = Array.from({ length: 12 }, () => createPresence(runtime))
  for (const presence of [...processes, ...processes]) await presence.beat()
  const lists = [createPresence(runtime), ...processes].map((presence) =>
    listWork(runtime, { settings, presence, signal: never }),
  )
  /** The questions of a loop in a second; the lookout's turns come once a round. */
  const rateOf = ({ name, rest }: Work, count: number) => {
    const milliseconds = typeof rest === 'number' ? rest : rest()
    return name === 'lookout' ? 1000 / LOOK / count : 1000 / milliseconds
  }
  const rate = (some: typeof lists) =>
    some.flat().reduce((sum, work) => sum + rateOf(work, some.length), 0)
  const [alone, together] = [rate(lists.slice(0, 1)), rate(lists.slice(1))]
  assert.ok(alone > 0.8 && alone <= 1, `${alone}`)
  // Only each process's clock, its sign of life and its log of operators are its own.
  assert.ok(together - alone <= 12 * 0.05, `${together}`)
})

test('deliveries without a queue ask nothing until they are woken', async () => {
  const { runtime, takeStatements } = await startProduct()
  const stop = new AbortController()
  const bell = createBell()
  let waits = 0
  const wait = async () => {
    waits += 1
    await nextTurn()
  }
  const running = createDeliverer({ ...runtime, bell, wait }).run(stop.signal)
  await until('it has looked once', () => takeStatements().length > 0)
  for (let turn = 0; turn < 50; turn += 1) await nextTurn()
  assert.deepEqual([takeStatements(), waits], [[], 0])
  bell.ring('due')
  await until('it has looked', () => takeStatements().length > 0)
  stop.abort()
  await running
})
