import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commands } from '#/app/cli/commands.ts'
import { failureText } from '#/app/cli/words/failure-text.ts'
import { blocks, commandsOf } from '../../../../test/documents/blocks.ts'
import { budget } from '../../../../test/support/given.ts'
import { startCuttingProxy } from '../../../../test/support/cutting-proxy.ts'
import { assertBooks } from '../../../../test/support/ledger.ts'
import { startProduct } from '../../../../test/support/product.ts'
import { runRemotely } from '../../../../test/support/remote-line.ts'
import { runCommand } from '../../../../test/support/run-command.ts'

const product = await startProduct({ start: '2026-01-05T10:00:00Z', limited: false })
const { url } = await product.listen()
const proxy = await startCuttingProxy(url)
const loaded = await product.household(budget)
const household = loaded.household_id
const key = { url, apiKey: loaded.keys['rw']!.api_key }
const cut = { ...key, url: proxy.url }

const remotely = (...line: string[]) => runRemotely(key, line)
const locally = (...line: string[]) => runCommand(product.runtime, line)

test('a command prints the same over HTTP as on the database', async () => {
  const { checking } = loaded.accounts
  const { trip } = loaded.expenses
  for (const line of [
    ['account', 'list'],
    ['account', 'values', checking!],
    ['category', 'list'],
    ['rule', 'list'],
    ['expense', 'list'],
    ['expense', 'archived'],
    ['group', 'list'],
    ['schedule', 'list'],
    ['card', 'list'],
    ['settings', 'show'],
    ['transaction', 'list', '--limit', '3'],
    ['transaction', 'sum'],
    ['past', 'list'],
    ['suggestion', 'list'],
    ['match', 'list'],
    ['forecast', '--months', '2'],
    ['why'],
    ['plan', '--month', '2026-01'],
  ]) {
    const words = commands.find(({ words: known }) =>
      `${line.join(' ')} `.startsWith(`${known} `),
    )!.words
    const rest = line.slice(words.split(' ').length)
    const here = await locally(...words.split(' '), household, ...rest)
    const there = await remotely(...line)
    assert.equal(there.text, here.text, line.join(' '))
    assert.deepEqual(there.json, JSON.parse(JSON.stringify(here.json)), line.join(' '))
  }
  assert.equal((await remotely('explain', trip!)).text, (await locally('explain', trip!)).text)
})

test('a refusal reads the same over HTTP as on the database', async () => {
  const nobody = '01890000-0000-7000-8000-000000000000'
  for (const [line, rest] of [
    ['expense archive', [nobody]],
    ['expense create', ['--name', '']],
    ['expense fund', ['Nothing', '100']],
    ['expense fund', ['Rent', '99999999']],
    ['expense fund', ['Rent']],
    ['forecast', ['--months', '99']],
    ['why', ['--from', 'yesterday']],
    ['transaction split', [nobody, '--parts', '1:none,2:none']],
    ['category change', [nobody, '--name', 'x']],
  ] as const) {
    const said = async (run: Promise<unknown>) => run.then(() => assert.fail(line), failureText)
    const here = await said(locally(...line.split(' '), household, ...rest))
    assert.equal(await said(remotely(...line.split(' '), ...rest)), here, line)
  }
})

test('a household is kept with a key alone, in the name of its member', async () => {
  const { checking } = loaded.accounts
  const made = await remotely(
    ...`transaction record --account-id ${checking} --amount=-450 --concept Coffee --booked-at 2026-01-05`.split(
      ' ',
    ),
  )
  const { id } = made.json as { id: string }
  await remotely('transaction', 'change', id, '--concept', 'Tea')
  const shown = await remotely('transaction', 'show', id)
  assert.equal((shown.json as { concept: string }).concept, 'Tea')
  await remotely('transaction', 'delete', id)
  const moved = await remotely('expense', 'fund', 'trip', '500')
  assert.match(moved.text, /5\.00 EUR set aside in Trip/)
  assert.match(moved.text, /Undo: earmark expense undo [0-9a-f-]{36}$/)
  await remotely('expense', 'undo', (moved.json as { move_id: string }).move_id)
  const authors = await product.db
    .selectFrom('audit_entries')
    .select('member_id')
    .distinct()
    .where('household_id', '=', household)
    .where('through', '=', 'api')
    .execute()
  assert.deepEqual(authors, [{ member_id: loaded.members['ada'] }])
  await assertBooks(product.db, household)
})

test('a connection that is cut anywhere in a write books once', async () => {
  const { checking } = loaded.accounts
  const record = (concept: string) =>
    runRemotely(cut, [
      ...`transaction record --account-id ${checking} --amount=-100 --booked-at 2026-01-05`.split(
        ' ',
      ),
      '--concept',
      concept,
    ])
  for (const mishaps of [
    ['lost'],
    ['unanswered'],
    ['halved'],
    ['twice'],
    ['lost', 'unanswered', 'halved', 'twice'],
  ] as const) {
    const concept = mishaps.join(' then ')
    proxy.plan(...mishaps)
    const { id } = (await record(concept)).json as { id: string }
    const booked = await product.db
      .selectFrom('transactions')
      .select('id')
      .where('household_id', '=', household)
      .where('concept', '=', concept)
      .execute()
    assert.deepEqual(booked, [{ id }], concept)
  }
  const free = async () => {
    const { json } = await remotely('summary')
    return (json as { accounts: { free_to_spend: number } }).accounts.free_to_spend
  }
  const before = await free()
  // The first request finds the Expense by its name.
  proxy.plan('halved', 'none', 'unanswered', 'twice')
  await runRemotely(cut, ['expense', 'fund', 'Trip', '700'])
  assert.equal(before - (await free()), 700)
  await assertBooks(product.db, household)
})

test('a write that is cut off for good says that the change may have been made', async () => {
  proxy.plan('unanswered', 'lost', 'lost', 'lost', 'lost')
  const said: string[] = []
  await assert.rejects(
    runRemotely(cut, ['group', 'create', '--name', 'Lost'], { said }),
    /does not answer, after 5 attempts .*may have been made all the same/,
  )
  assert.equal(said.length, 4)
  assert.match(said[0]!, /^The connection was cut: trying again in \d+ s \(Ctrl-C cancels\)/)
  proxy.plan('lost', 'lost', 'lost', 'lost', 'lost')
  await assert.rejects(runRemotely(cut, ['group', 'list']), /after 5 attempts \([^)]+\)\.$/)
})

test('a command of the machine of an instance refuses to run elsewhere', async () => {
  for (const line of [
    'doctor',
    'household list',
    `settings set --floor 1`,
    'audit',
    'backup',
    'key list',
  ]) {
    await assert.rejects(
      remotely(...line.split(' ')),
      /works only on the machine of an instance/,
      line,
    )
  }
})

test('what the document shows works with a key alone', async () => {
  const own = blocks.filter(
    ({ path, marks }) =>
      path === 'docs/remote-command-line.md' &&
      marks['run-by'] === 'src/app/cli/remote/remote-line.test.ts',
  )
  const { json } = await remotely('transaction', 'list', '--limit', '1')
  const words: Readonly<Record<string, string | undefined>> = {
    ACCOUNT_ID: loaded.accounts['checking'],
    CATEGORY_ID: loaded.categories['food'],
    EXPENSE_ID: loaded.expenses['groceries'],
    TRANSACTION_ID: (json as { data: { id: string }[] }).data[0]!.id,
  }
  const lines = own.flatMap(commandsOf).map((line) => line.replace(/ +#.*$/, ''))
  for (const line of lines) {
    const typed = line.split(' ').map((word) => words[word] ?? word)
    await remotely(...typed.slice(1))
  }
  assert.ok(lines.length > 10)
})
