import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { givenChance } from '#/budget/expenses/rules/given.ts'
import { budget } from '../support/given.ts'
import { type Loose, startProduct } from '../support/product.ts'
import { requirePython, runPython } from './interpreters.ts'
import { type Fault, faults, startUnreliableProxy } from './unreliable-proxy.ts'

// The Python SDK writes to the real service through a proxy that loses, tears, delays, doubles and repeats, by seed.
// Afterwards the service is asked directly: each write was done once.

const SEED = Number(process.env['EARMARK_SEED'] ?? 1)
const TIMES = 20
/** Seconds after which the SDK gives an attempt up; what is late comes after it. */
const TIMEOUT = 0.4

const product = await startProduct({ limited: false })
const { url } = await product.listen()

async function check(context: TestContext, kind: 'sync' | 'async'): Promise<void> {
  const found = requirePython(context)
  if (found === null) return
  const { keys, accounts, expenses } = await product.household(budget)
  const key = keys['rw']!.api_key
  const chance = givenChance(SEED)
  const quick = faults.filter((one) => one !== 'late')
  let asked = 0
  const choose = (): Fault | null => {
    asked += 1
    // Lateness costs real time, so there is little of it.
    if (asked % 70 === 35) return 'late'
    return chance.below(100) < 45 ? quick[chance.below(quick.length)]! : null
  }
  const proxy = await startUnreliableProxy(url, choose, TIMEOUT * 1500)
  const given = {
    url: proxy.url,
    key,
    kind,
    times: TIMES,
    timeout: TIMEOUT,
    account: accounts['checking'],
    rent: expenses['rent'],
    food: expenses['groceries'],
  }
  const { code, output, errors } = await runPython(
    found,
    ['-X', 'dev', join(import.meta.dirname, 'write_on_unreliable.py')],
    { env: { GIVEN: JSON.stringify(given) } },
  )
  proxy.close()
  assert.equal(code, 0, `seed ${SEED}: ${errors}`)
  assert.doesNotMatch(errors, /em_live_|Warning/)

  const expected = Array.from({ length: TIMES }, (_, number) => [
    `${kind} ${number}`,
    ...Array.from({ length: 5 }, (_one, index) => `${kind} ${number} ${index}`),
  ]).flat()
  const ask = async <T>(path: string) => (await product.request<T>('GET', path, { key })).body
  const [summary, all, pots, transfers] = [
    await ask<Loose>('/transactions/summary'),
    await everything(key),
    await ask<readonly { id: string; balance: number }[]>('/expenses'),
    await ask<readonly unknown[]>('/expense-transfers'),
  ]
  assert.deepEqual(all.toSorted(), expected.toSorted(), `seed ${SEED}`)
  assert.equal(summary['expense'], -TIMES * (100 + 5 * 7))
  assert.equal(transfers.length, TIMES)
  assert.equal(pots.find(({ id }) => id === expenses['groceries'])!.balance, 6_000 + 3 * TIMES)
  // The SDK's own iterators, through the same proxy, have each of them once too.
  assert.deepEqual((JSON.parse(output) as string[]).toSorted(), expected.toSorted())
  for (const [fault, count] of Object.entries(proxy.happened)) {
    assert.ok(count > 0, `${fault} never happened: seed ${SEED} tests less than it says`)
  }
  assert.ok(Math.max(...proxy.attempts.values()) > 2)
}

async function everything(key: string): Promise<string[]> {
  const concepts: string[] = []
  for (let page = 1; ; page += 1) {
    const { body } = await product.request<{
      readonly data: readonly { readonly concept: string }[]
      readonly has_more: boolean
    }>('GET', '/transactions', { key, query: { page, limit: 200 } })
    concepts.push(...body.data.map(({ concept }) => concept))
    if (!body.has_more) return concepts
  }
}

test('the sync client books nothing twice and loses nothing on a bad line', (context) =>
  check(context, 'sync'))

test('the async client books nothing twice and loses nothing on a bad line', (context) =>
  check(context, 'async'))
