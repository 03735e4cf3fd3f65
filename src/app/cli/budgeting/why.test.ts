import assert from 'node:assert/strict'
import { test } from 'node:test'
import { budget } from '../../../../test/support/given.ts'
import { startProduct } from '../../../../test/support/product.ts'
import type { Invocation } from '#/app/cli/parsing/command.ts'
import { whyCommand } from './why.ts'

const product = await startProduct({ limited: false })
const loaded = await product.household(budget)

function why(options: Record<string, unknown> = {}) {
  const withRuntime: Invocation['withRuntime'] = (work) => work(product.runtime)
  return whyCommand.run({
    operands: [loaded.household_id],
    options,
    withRuntime,
  } as unknown as Invocation)
}

async function pay(amount: number, concept: string, more: object = {}) {
  const { checking: account_id } = loaded.accounts
  const { status, text } = await product.request('POST', '/transactions', {
    key: loaded.keys['rw']!.api_key,
    body: { account_id, amount, concept, booked_at: '2026-01-06', ...more },
  })
  assert.equal(status, 200, text)
}

test('the lines and their sum are printed, and everything as JSON', async () => {
  product.runtime.advance({ hours: 24 })
  await pay(-4_210, 'Groceries')
  await pay(200_000, 'Salary')
  await pay(-3_000, 'Baker', { expense_goal_id: loaded.expenses['groceries'] })
  const output = (await why())!
  // 1,240.00 + 2,000.00 − 42.10; the baker is paid from what groceries hold.
  assert.equal(
    output.text,
    `From the end of 2026-01-05 to now, in EUR.

+2,000.00  Salary (Checking, 2026-01-06)
   -42.10  Groceries (Checking, 2026-01-06)
     0.00  Baker (Checking, 2026-01-06); -30.00 in cash; Expenses: Groceries +30.00
+1,957.90  1,240.00 → 3,197.90`,
  )
  assert.equal((output.json as { change: number }).change, 195_790)
})

test('a day that nobody knows is refused with the days that are known', async () => {
  await assert.rejects(why({ from: '2025-01-01' }), /from 2026-01-05 to 2026-01-06/)
  await assert.rejects(why({ from: 'yesterday' }), /day that exists/)
})
