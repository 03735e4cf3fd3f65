import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toDay } from '#/core/values/day.ts'
import { matchTransfers, type Side } from './match-transfers.ts'

/** Reads `A -500 03`: 5.00 out of account A on the third of the month; in dollars with a `$`. */
function side(text: string, index: number): Side {
  const [accountId, amount, date] = text.split(' ') as [string, string, string]
  return {
    id: `${index}`,
    accountId,
    amount: Number(amount.replace('$', '')),
    currency: amount.endsWith('$') ? 'USD' : 'EUR',
    booked: toDay(`2026-01-${date}`),
  }
}

const cases: readonly [string, string[], string[]][] = [
  ['equal amounts out and in are one transfer', ['A -500 03', 'B 500 05'], ['0>1']],
  ['four days apart is near', ['A -500 03', 'B 500 07'], ['0>1']],
  ['also where the money arrives first', ['A -500 07', 'B 500 03'], ['0>1']],
  ['five days apart is not', ['A -500 03', 'B 500 08'], []],
  ['another amount is not', ['A -500 03', 'B 501 03'], []],
  ['another currency is not', ['A -500 03', 'B 500$ 03'], []],
  ['the same account is not', ['A -500 03', 'A 500 03'], []],
  ['nothing at all is not', ['A 0 03', 'B 0 03'], []],
  ['two that it could arrive as: neither', ['A -500 03', 'B 500 03', 'C 500 04'], []],
  ['two that it could come from: neither', ['A -500 03', 'C -500 04', 'B 500 04'], []],
  ['a chain in which each could be another’s', ['A -500 01', 'B 500 04', 'C -500 08'], []],
  ['each of two with its own', ['A -500 01', 'B 500 02', 'A -500 20', 'B 500 21'], ['0>1', '2>3']],
]
for (const [name, given, expected] of cases) {
  test(`transfers: ${name}`, () => {
    const found = matchTransfers(given.map(side))
    assert.deepEqual(
      found.map(({ out, into }) => `${out.id}>${into.id}`),
      expected,
    )
  })
}

test('transfers: only payments of the same amount are compared', () => {
  const out = Array.from({ length: 20_000 }, (_, index) => side('A -500 03', index))
  const into = side('B 500 03', 20_000)
  assert.deepEqual(matchTransfers([...out, into]), [])
  assert.equal(matchTransfers([out[0]!, into]).length, 1)
})
