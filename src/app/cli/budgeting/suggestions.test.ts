import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Invocation } from '#/app/cli/parsing/command.ts'
import { commands } from '#/app/cli/commands.ts'
import { understand } from '#/app/cli/parsing/understand.ts'
import { takeFile } from '../../../../test/support/given-files.ts'
import { assertBooks } from '../../../../test/support/ledger.ts'
import { startProduct } from '../../../../test/support/product.ts'

const product = await startProduct({ start: '2026-03-01T10:00:00Z', limited: false })

async function run(...line: string[]): Promise<unknown> {
  const asked = understand(line, commands)
  assert.equal(asked.kind, 'run', line.join(' '))
  if (asked.kind !== 'run') throw new Error('help')
  const withRuntime = (work: (runtime: typeof product.runtime) => unknown) => work(product.runtime)
  const output = await asked.command.run({ ...asked, withRuntime } as unknown as Invocation)
  return JSON.parse(JSON.stringify(output!.json))
}

test('an operator lists, accepts, dismisses and restores suggestions', async () => {
  const { household_id: id, accounts } = await product.household({
    accounts: [{ ref: 'cash', name: 'Checking', type: 'depository', subtype: 'checking' }],
    expenses: [
      {
        ref: 'gym',
        name: 'Gym',
        target_amount: 5000,
        recurrence_interval_months: 1,
        recurrence_anchor_date: '2026-03-10',
        balance: 3000,
      },
    ],
  })
  await takeFile(product.runtime, accounts['cash']!, {
    text: 'Date,Description,Amount\n2026-03-08,Sports Centre,-50.00\n',
  })
  const list = async () => (await run('suggestion', 'list', id)) as { id: string; why: object }[]
  const [asked] = await list()
  assert.deepEqual(asked!.why, { by: 'amount' })
  for (const [verb, open] of [
    ['dismiss', 0],
    ['restore', 1],
    ['accept', 0],
    ['restore', 1],
  ] as const) {
    assert.deepEqual(await run('suggestion', verb, id, asked!.id), { success: true })
    assert.equal((await list()).length, open, verb)
  }
  await assertBooks(product.db, id)
})
