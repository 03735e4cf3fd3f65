import assert from 'node:assert/strict'
import { test } from 'node:test'
import { budget } from '../../../../test/support/given.ts'
import { startProduct } from '../../../../test/support/product.ts'
import { type Invocation, UsageError } from '#/app/cli/parsing/command.ts'
import { explainCommand } from './explain.ts'
import { forecastCommand } from './forecast.ts'
import { moneyText } from '#/app/cli/words/money-text.ts'

const product = await startProduct()
const loaded = await product.household(budget)

function invoke(operand: string, options: Record<string, unknown> = {}): Invocation {
  const withRuntime: Invocation['withRuntime'] = (work) => work(product.runtime)
  return { operands: [operand], options, withRuntime } as unknown as Invocation
}

test('a forecast prints two tables, and everything as JSON', async () => {
  const output = await forecastCommand.run(invoke(loaded.household_id, { months: '2' }))
  const lines = output!.text.split('\n')
  assert.equal(
    lines[0],
    'From 2026-01-05 through 2026-03-05, in EUR. Free to spend now: 1,240.00; set aside: 1,760.00.',
  )
  assert.match(
    output!.text,
    /^2026-01 +0\.00 +1,456\.67 +1,240\.00 +500\.00 +500\.00 +3,000\.00 +0\.00$/m,
  )
  assert.match(output!.text, /^Rent +1,500\.00 .* 1,000\.00 on 2026-02-01$/m)
  assert.equal((output!.json as { months: unknown[] }).months.length, 3)
})

test('months are a number from 1 to 36', async () => {
  for (const months of ['0', '37', '1.5', 'many', '']) {
    await assert.rejects(forecastCommand.run(invoke(loaded.household_id, { months })), UsageError)
  }
})

test('an explanation is printed in sentences', async () => {
  const { text } = (await explainCommand.run(invoke(loaded.expenses['trip']!)))!
  assert.equal(
    text,
    `Trip (a goal)
  It holds 200.00 EUR: 200.00 EUR for the next payment.
  Its target is 900.00 EUR.
  It is due on 2026-07-01.
  The payday of 2026-01-28 adds 116.67 EUR.

  For the next payment
    What is left is spread over the paydays until 2026-07-01.
    900.00 EUR needed, 200.00 EUR set aside, 700.00 EUR left.
    700.00 EUR ÷ 6 (2026-01-28, 2026-02-28, 2026-03-28, 2026-04-28, 2026-05-28, 2026-06-28) = 116.67 EUR, rounded up.
    With the money of today it gets 116.67 EUR.
      funded first: Visa bill, 500.00 EUR of 500.00 EUR
      funded first: Groceries, 340.00 EUR of 340.00 EUR`,
  )
  const rent = (await explainCommand.run(invoke(loaded.expenses['rent']!)))!
  assert.match(rent.text, /It has everything it needs\./)
  assert.match(rent.text, /One extra payment builds up in each interval/)
  await assert.rejects(explainCommand.run(invoke(loaded.household_id)), /There is no Expense/)
})

test('amounts have the decimals of their currency', () => {
  assert.deepEqual(
    [
      moneyText(-123_456_789, 'EUR'),
      moneyText(5, 'EUR'),
      moneyText(1_234_567, 'JPY'),
      moneyText(1_234, 'KWD'),
    ],
    ['-1,234,567.89', '0.05', '1,234,567', '1.234'],
  )
})
