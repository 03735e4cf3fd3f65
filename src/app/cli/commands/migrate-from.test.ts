import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { givenMoves } from '../../../../test/support/given-moves.ts'
import { ynabBalances, ynabPlan, ynabRegister } from '../../../../test/support/moved-files.ts'
import { startProduct } from '../../../../test/support/product.ts'
import type { Invocation } from '#/app/cli/parsing/command.ts'
import { commands } from '#/app/cli/commands.ts'
import { understand } from '#/app/cli/parsing/understand.ts'

const product = await startProduct({ start: '2026-03-20T10:00:00.000Z', limited: false })
const folder = await mkdtemp(join(tmpdir(), 'earmark-migrate-'))
after(() => rm(folder, { recursive: true }))

type Result = {
  readonly move_id: string
  readonly counts: Readonly<Record<string, number>>
  readonly accounts: readonly { readonly name: string; readonly type: string }[]
}

async function run(...line: string[]) {
  const asked = understand(line, commands)
  if (asked.kind !== 'run') throw new Error('help')
  const invocation = {
    ...asked,
    withRuntime: (work: (runtime: typeof product.runtime) => unknown) => work(product.runtime),
  } as unknown as Invocation
  const { json, text } = (await asked.command.run(invocation))!
  return { json: json as Result, text }
}

async function write(name: string, content: string): Promise<string> {
  await writeFile(join(folder, name), content)
  return join(folder, name)
}

test('several files are moved in, reported in words and as JSON, and taken back', async () => {
  const given = await givenMoves(product)
  const files = [await write('Plan.csv', ynabPlan), await write('Register.csv', ynabRegister)]
  const line = ['migrate-from', 'ynab', ...files, '--household', given.household_id]
  const dry = await run(...line, '--dry-run')
  assert.match(dry.text, /^Nothing is stored\. The move would take:\n/)
  assert.match(dry.text, /Everyday \(depository, new\): 4 payments, balance 2,497\.90 EUR/)
  assert.match(dry.text, /Left out or changed:\n {2}1 budgets of earlier months/)
  assert.deepEqual(await given.balances(), {})
  const { json, text } = await run(...line)
  assert.equal(json.counts['added'], 6)
  assert.match(text, new RegExp(`Undo: earmark migrate-from undo ${json.move_id}$`))
  assert.deepEqual(await given.balances(), ynabBalances)
  assert.equal((await run(...line)).json.counts['added'], 0)
  const undone = await run('migrate-from', 'undo', json.move_id)
  assert.equal(undone.text, 'The move is undone.')
  assert.deepEqual(await given.balances(), {})
})

test('options state kinds, balances and accounts to leave out', async () => {
  const given = await givenMoves(product)
  const file = await write('Register.csv', ynabRegister)
  const line = ['migrate-from', 'ynab', file, '--household', given.household_id]
  const options = ['--leave', 'Visa', '--type', 'Rainy day=investment']
  const { json } = await run(...line, ...options, '--balance', 'Everyday=-12.34')
  assert.deepEqual(
    json.accounts.map(({ name, type }) => [name, type]),
    [
      ['Everyday', 'depository'],
      ['Rainy day', 'investment'],
      ['Visa', 'credit'],
    ],
  )
  assert.deepEqual(await given.balances(), { Everyday: -1234, 'Rainy day': 75_000 })
  await assert.rejects(
    run(...line, '--leave', 'Vista'),
    /no account Vista; it has Everyday, Rainy day, Visa|Vista/,
  )
})

test('a fault names the file, the line and the reason, and an open question its option', async () => {
  const given = await givenMoves(product)
  const household = ['--household', given.household_id]
  const bad = await write('bad.csv', ynabRegister.replace('€42.10', '€4x.10'))
  await assert.rejects(
    run('migrate-from', 'ynab', bad, ...household),
    /bad\.csv line 8: The amount “€4x\.10” is not a number\.$/,
  )
  const rows = 'date,payee,amount,account\n2026-01-01,A,5.00,B\n2026-01-02,C,-5.00,B\n'
  const open = await write('open.csv', rows)
  await assert.rejects(
    run('migrate-from', 'lunchmoney', open, ...household),
    /Say --spending plus or minus\.$/,
  )
  const answered = ['--spending', 'minus', '--dry-run']
  const { json } = await run('migrate-from', 'lunchmoney', open, ...household, ...answered)
  assert.equal(json.counts['added'], 2)
  await assert.rejects(run('migrate-from', 'excel', open), /APPLICATION: one of ynab, actual/)
  await assert.rejects(run('migrate-from', 'ynab', join(folder, 'none.csv')), /cannot be read/)
})
