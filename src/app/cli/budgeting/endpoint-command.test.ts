import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadDocument } from '#/documents/load.ts'
import { expensesApp } from '#/budget/expenses/app-contract.ts'
import { fundingApp } from '#/budget/funding/app-contract.ts'
import { assertBooks } from '../../../../test/support/ledger.ts'
import { budget } from '../../../../test/support/given.ts'
import { startProduct } from '../../../../test/support/product.ts'
import { readExport } from '../../../../test/support/exported.ts'
import type { Invocation } from '#/app/cli/parsing/command.ts'
import { commands } from '#/app/cli/commands.ts'
import { helpText } from '#/app/cli/help/help-text.ts'
import { understand } from '#/app/cli/parsing/understand.ts'

const product = await startProduct({ limited: false })

/** Runs a line and returns its answer, as `--json` prints it. An element may contain spaces. */
async function run<T = Record<string, unknown>>(...line: string[]): Promise<T> {
  const asked = understand(line, commands)
  assert.equal(asked.kind, 'run', line.join(' '))
  if (asked.kind !== 'run') throw new Error('help')
  const invocation = {
    ...asked,
    withRuntime: (work: (runtime: typeof product.runtime) => unknown) => work(product.runtime),
  } as unknown as Invocation
  const output = await asked.command.run(invocation)
  assert.equal(typeof output!.text, 'string')
  return JSON.parse(JSON.stringify(output!.json)) as T
}

async function household() {
  const loaded = await product.household(budget)
  return { ...loaded, id: loaded.household_id, pay: loaded.funding_schedules['pay']! }
}

test('an operator creates rules for imported payments, and tokens for devices', async () => {
  const { id, categories, accounts, members } = await household()
  const rule = await run<Listed>(
    ...`rule create ${id} --text bakery --direction out --category-id ${categories['food']}`.split(
      ' ',
    ),
  )
  await run('rule', 'change', id, rule.id, '--concept', 'Corner Bakery', '--direction', 'none')
  const [listed] = await run<Listed[]>('rule', 'list', id)
  assert.deepEqual(
    [listed?.['text'], listed?.['concept'], listed?.['direction']],
    ['bakery', 'Corner Bakery', null],
  )
  await run('rule', 'remove', id, rule.id)
  const device = await run<{ id: string; token: string }>('wallet', 'create', id, '--name', 'Phone')
  await run('wallet', 'create', id, '--member', members['ada']!)
  const body = { kind: 'payment', merchant: 'Kiosk', amount: '1,00', card: 'Visa', id: 'a' }
  const push = () =>
    product.request('POST', '/ingest/wallet', { base: '', key: device.token, body })
  assert.equal((await push()).body['added'], 1)
  type Device = Listed & { accounts: Listed[] }
  const [phone] = await run<Device[]>('wallet', 'list', id)
  const visa = phone!.accounts[0]!
  const linked = await run(
    ...`wallet link ${id} ${visa.id} --account-id ${accounts['checking']}`.split(' '),
  )
  assert.equal(linked['account_id'], accounts['checking'])
  await run('wallet', 'revoke', id, device.id)
  assert.equal((await push()).status, 401)
})

type Listed = { id: string; name: string; [field: string]: unknown }

test('an operator plans a budget from the command line, and the audit log says so', async () => {
  const { id, pay, expenses, accounts } = await household()
  const group = await run<Listed>('group', 'create', id, '--name', 'Car')
  const made = await run<Listed>(
    ...`expense create ${id} --name Tax --target-amount 12000 --recurrence-interval-months 12`.split(
      ' ',
    ),
    ...`--recurrence-anchor-date 2026-06-01 --funding-schedule-ids ${pay}`.split(' '),
    ...`--group-id ${group.id} --balance 500`.split(' '),
  )
  await run('expense', 'change', id, made.id, '--target-amount', '15000', '--paused', 'true')
  await run('expense', 'change', id, made.id, '--group-id', 'none', '--paused', 'false')
  const listed = await run<Listed[]>('expense', 'list', id)
  const tax = listed.find((one) => one.id === made.id)!
  assert.deepEqual(
    [tax['target_amount'], tax['group_id'], tax['balance'], tax['is_paused']],
    [15_000, null, 500, false],
  )
  await run('expense', 'archive', id, expenses['groceries']!)
  assert.equal((await run<Listed[]>('expense', 'archived', id)).length, 1)
  await run('group', 'remove', id, group.id)
  await run('schedule', 'payday', id, pay, '--day', '2026-01-15')
  await run('schedule', 'pause', id, pay)
  const [schedule] = await run<Listed[]>('schedule', 'list', id)
  assert.deepEqual([schedule!['enabled'], schedule!['extra_days']], [false, ['2026-01-15']])
  await run('schedule', 'resume', id, pay)
  await run('schedule', 'unpayday', id, pay, '2026-01-15')
  await run('category', 'create', id, '--name', 'Tolls', '--kind', 'expense')
  await run('account', 'change', id, accounts['checking']!, '--spendable', 'false')
  await run('settings', 'set', id, '--floor', '100', '--timezone', 'Europe/Lisbon')
  const settings = await run('settings', 'show', id)
  assert.equal(settings['timezone'], 'Europe/Lisbon')
  const log = await run<Record<string, unknown>[]>('audit', id, '--limit', '500')
  assert.equal(log.length, 13)
  assert.ok(log.every(({ through, member_id }) => through === 'cli' && member_id === null))
  await assertBooks(product.db, id)
})

test('an operator sets money aside, takes it back and undoes both, by name or by id', async () => {
  const { id, expenses } = await household()
  type Moved = { move_id: string; amount: number; balance: number; free_to_spend: number }
  // The trip holds 200.00 of 900.00, and 1,240.00 are free to spend.
  const filled = await run<Moved>('expense', 'fund', id, 'trip', '--fill')
  assert.deepEqual([filled.amount, filled.balance, filled.free_to_spend], [70_000, 90_000, 54_000])
  const more = await run<Moved>('expense', 'fund', id, expenses['groceries']!, '2500')
  assert.deepEqual([more.balance, more.free_to_spend], [8_500, 51_500])
  const taken = await run<Moved>('expense', 'release', id, 'Trip', '--all')
  assert.deepEqual([taken.balance, taken.free_to_spend], [0, 141_500])
  const undone = await run('expense', 'undo', id, taken.move_id)
  assert.deepEqual([undone['restored'], undone['free_to_spend']], [90_000, 51_500])
  await assert.rejects(run('expense', 'undo', id, taken.move_id), { code: 'already_undone' })
  await assert.rejects(run('expense', 'fund', id, 'Trip', '51501'), {
    code: 'insufficient_free_to_spend',
  })
  await assert.rejects(run('expense', 'fund', id, 'Trip', '--fill'), { code: 'nothing_to_move' })
  await assert.rejects(run('expense', 'release', id, 'Trip', '0'), { param: 'amount' })
  await assert.rejects(run('expense', 'release', id, 'Trip', '1.50'), /whole number of cents/)
  await assert.rejects(run('expense', 'release', id, 'Trip'), /either an AMOUNT or --all/)
  await assert.rejects(run('expense', 'fund', id, 'Trip', '5', '--fill'), /either an AMOUNT/)
  await assert.rejects(run('expense', 'fund', id, 'Boat', '5'), /There is no Expense "Boat"/)
  await assertBooks(product.db, id)
})

test('a refusal names its parameter, and a misspelt line is refused before anything is opened', async () => {
  const { id, expenses } = await household()
  const ghost = '01890000-0000-7000-8000-000000000000'
  await assert.rejects(run('expense', 'create', id, '--name', 'x', '--target-amount', '0'), {
    param: 'target_amount',
  })
  await assert.rejects(run('expense', 'archive', id, ghost), { param: 'id' })
  await assert.rejects(run('expense', 'list', ghost), { param: 'household_id' })
  await assert.rejects(run('expense', 'change', id, 'x', '--name', 'x'), { param: 'id' })
  await assert.rejects(
    run('expense', 'change', id, expenses['rent']!, '--target-amount', '1e3'),
    /--target-amount: a whole number/,
  )
  await assert.rejects(
    run('expense', 'change', id, expenses['rent']!, '--paused', 'yes'),
    /--paused: true or false/,
  )
  assert.throws(() => understand(['expense', 'fly'], commands), /There is no command/)
  const help = understand(['expense', 'create', '--help'], commands)
  assert.ok(help.kind === 'help')
  assert.match(helpText(help), /earmark expense create HOUSEHOLD_ID --name TEXT \[options\]/)
})

test('a household that people have changed is exported, loaded and equal, including its log', async () => {
  const { id, members, pay, expenses } = await household()
  const member = await product.member(id, members['ada']!)
  const app = member.client(expensesApp)
  const { id: groupId } = await app.createExpenseGroup({ body: { name: 'Gone' } })
  await app.changeExpense({
    params: { id: expenses['trip']! },
    body: { group_id: groupId, funding_schedule_ids: [] },
  })
  await app.removeExpenseGroup({ params: { id: groupId }, query: {} })
  await app.archiveExpense({ params: { id: expenses['groceries']! }, body: {} })
  await member.client(fundingApp).addPayday({ params: { id: pay }, body: { day: '2026-01-15' } })
  await run('account', 'create', id, '--name', 'Old', '--type', 'wallet')
  const accounts = await run<Listed[]>('account', 'list', id)
  await run('account', 'close', id, accounts.find(({ name }) => name === 'Old')!.id)
  await run('settings', 'set', id, '--name', 'Ada and Bo')
  const document = await readExport(product.runtime, id)
  const copy = await loadDocument(product.runtime, JSON.parse(JSON.stringify(document)))
  assert.deepEqual(await readExport(product.runtime, copy.household_id), document)
  assert.equal(document.state!.changes!.length, 8)
  const log = await run<{ action: string; subject_id: string }[]>('audit', copy.household_id)
  const archived = log.find(({ action }) => action === 'expense.archive')!
  assert.equal(archived.subject_id, copy.expenses['expense2'])
  await assertBooks(product.db, copy.household_id)
})

test('an operator splits a transaction, joins its parts and undoes that', async () => {
  const { id, categories, expenses, accounts, keys } = await household()
  const key = keys['rw']!.api_key
  const body = {
    account_id: accounts['checking'],
    amount: -1_000,
    concept: 'Market',
    booked_at: '2026-01-05',
  }
  const { body: made } = await product.request<Listed>('POST', '/transactions', { key, body })
  const parts = `600:${categories['food']}:${expenses['groceries']},400:none`
  await run('transaction', 'split', id, made.id, '--parts', parts)
  const shown = async () => {
    const { body: row } = await product.request('GET', `/transactions/${made.id}`, { key })
    return (row['splits'] as { amount: number }[]).map(({ amount }) => amount)
  }
  assert.deepEqual(await shown(), [-600, -400])
  const { undo } = await run<{ undo: string }>('transaction', 'join', id, made.id)
  assert.deepEqual(await shown(), [])
  await run('transaction', 'undo-split', id, made.id, '--change', undo)
  assert.deepEqual(await shown(), [-600, -400])
  await assertBooks(product.db, id)
  await assert.rejects(run('transaction', 'split', id, made.id, '--parts', '600'), {
    message: /CENTS:CATEGORY_ID/,
  })
})

test('an operator lists, covers and dismisses cards that owe money', async () => {
  const { household_id: id, accounts } = await product.household({
    accounts: [
      {
        ref: 'checking',
        name: 'Checking',
        type: 'depository',
        subtype: 'checking',
        balance: 200_000,
      },
      { ref: 'visa', name: 'River Visa', type: 'credit', balance: -41_200 },
      { ref: 'store', name: 'Store card', type: 'credit', balance: -1_000 },
    ],
  })
  type Asked = {
    free_to_spend: number
    cards: { account_id: string; free_after: number; dismissed: boolean }[]
  }
  const list = async () => {
    const { free_to_spend: free, cards } = await run<Asked>('card', 'list', id)
    return [free, ...cards.map((card) => [card.account_id, card.free_after, card.dismissed])]
  }
  const [visa, store] = [accounts['visa']!, accounts['store']!]
  assert.deepEqual(await list(), [200_000, [visa, 158_800, false], [store, 199_000, false]])
  const covered = await run('card', 'cover', id, visa)
  assert.deepEqual([covered['set_aside'], covered['free_after']], [41_200, 158_800])
  await run('card', 'dismiss', id, store)
  // 1,588.00 − 10.00 = 1,578.00.
  assert.deepEqual(await list(), [158_800, [store, 157_800, true]])
  await run('card', 'restore', id, store)
  assert.deepEqual(await list(), [158_800, [store, 157_800, false]])
})

test('an operator deletes and restores transactions, reconciles accounts and states values', async () => {
  const { id, accounts, keys } = await household()
  const { body } = await product.request<{ id: string }>('POST', '/transactions', {
    key: keys['rw']!.api_key,
    body: {
      account_id: accounts['checking'],
      amount: -500,
      concept: 'Coffee',
      booked_at: '2026-01-05',
    },
  })
  assert.deepEqual(await run('transaction', 'delete', id, body.id), { success: true })
  assert.deepEqual(await run('transaction', 'restore', id, body.id), {
    success: true,
    differences: [],
  })
  const checking = accounts['checking']!
  // 3,000.00 − 5.00 = 2,995.00
  const compared = await run('account', 'compare', id, checking, '--balance', '299000')
  assert.equal(compared['difference'], -500)
  const done = await run<{ id: string; difference: number }>(
    ...`account reconcile ${id} ${checking} --balance 299000 --note none`.split(' '),
  )
  assert.equal(done.difference, -500)
  await run(...`account undo-reconcile ${id} ${checking} --reconciliation-id ${done.id}`.split(' '))
  const car = await run<Listed>(
    ...`account create ${id} --name Car --type other --balance 900000`.split(' '),
  )
  const line = `account value ${id} ${car.id} --value 800000 --day 2026-01-01`
  assert.equal((await run(...line.split(' ')))['difference'], -100_000)
  type Value = { day: string; balance: number }
  const values = await run<Value[]>('account', 'values', id, car.id)
  assert.deepEqual(values.find(({ day }) => day === '2026-01-01')?.balance, 800_000)
  await run(...`account remove-value ${id} ${car.id} 2026-01-01`.split(' '))
  assert.deepEqual(await run<Value[]>('account', 'values', id, car.id), [])
  await assertBooks(product.db, id)
})
