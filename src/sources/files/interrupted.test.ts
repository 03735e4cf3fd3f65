import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { accounts } from '#/budget/accounts/contract.ts'
import { assignmentsApp } from '#/budget/assignments/app-contract.ts'
import { expensesApp } from '#/budget/expenses/app-contract.ts'
import { expenses } from '#/budget/expenses/contract.ts'
import { transactions } from '#/budget/transactions/contract.ts'
import { budget } from '../../../test/support/given.ts'
import { assertBooks } from '../../../test/support/ledger.ts'
import { hold, until, urlOf } from '../../../test/support/other-processes.ts'
import { startProduct } from '../../../test/support/product.ts'
import { importsApp } from './app-contract.ts'
import { importNextFile } from './import-next-file.ts'

// An import may be cancelled, or its process may die, at any moment: it is stored completely or not at all.

const product = await startProduct({ start: '2026-03-20T10:00:00.000Z' })
const { db, runtime } = product

const ROWS = 2500
const rows = Array.from(
  { length: ROWS },
  (_, n) => `2026-01-${(n % 28) + 1},Shop ${n},-${n + 1}.00`,
)
const csv = `Date,Description,Amount\n${rows.join('\n')}`
const ofx = `OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>1</BANKACCTFROM><BANKTRANLIST>
<STMTTRN><DTPOSTED>20260302<TRNAMT>-4.50<FITID>1<NAME>SHOP</STMTTRN></BANKTRANLIST></STMTRS></OFX>`

async function givenImport(text: string) {
  const loaded = await product.household(budget)
  const accountId = loaded.accounts['checking']!
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  const imports = member.client(importsApp)
  const { id } = await imports.uploadImport({
    query: { account_id: accountId, file_name: 'statement' },
    body: Buffer.from(text),
  })
  const params = { id }
  return {
    accountId,
    member,
    imports,
    params,
    commit: () => imports.commitImport({ params }),
    show: () => imports.showImport({ params }),
    stored: async () =>
      (await member.client(transactions).listTransactions({ query: { limit: 1 } })).total,
    pieces: async () =>
      (await db.selectFrom('import_pieces').selectAll().where('import_id', '=', id).execute())
        .length,
    check: () => assertBooks(db, loaded.household_id),
    /** Blocks all writes of the household: an import gets as far as its first row. */
    holdHousehold: () =>
      hold(db, (tx) =>
        sql`select from households where household_id = ${loaded.household_id} for update`.execute(
          tx,
        ),
      ),
    /** Blocks the progress of an import: it gets as far as its first batch. */
    holdProgress: () =>
      hold(db, (tx) => sql`select from imports where id = ${id} for update`.execute(tx)),
    /** Blocks the deletion of an imported file: an import gets as far as its commit. */
    holdPieces: () =>
      hold(db, (tx) =>
        sql`select from import_pieces where import_id = ${id} for update`.execute(tx),
      ),
  }
}

/** Resolves when another connection waits for the lock. */
const untilItWaits = () =>
  until('it waits', async () => {
    const { rows: found } = await sql<{ waits: boolean }>`
      select exists (select 1 from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock') as waits`.execute(db)
    return found[0]!.waits
  })

for (const [kind, text] of Object.entries({ csv, ofx })) {
  test(`a running import that is cancelled leaves nothing and stays cancelled (${kind})`, async () => {
    const given = await givenImport(text)
    await given.commit()
    const held = await given.holdHousehold()
    const running = importNextFile(runtime)
    await untilItWaits()
    assert.equal((await given.show()).status, 'running')
    assert.equal((await given.imports.cancelImport({ params: given.params })).status, 'cancelled')
    await held.letGo()
    await running
    const shown = await given.show()
    assert.deepEqual([shown.status, shown.added, shown.message], ['cancelled', 0, null])
    assert.deepEqual([await given.stored(), await given.pieces()], [0, 0])
    assert.equal(await importNextFile(runtime), 0)
    await assert.rejects(given.commit())
    await given.check()
  })
}

test('a worker that fails after another one took its import over leaves it the file', async () => {
  const given = await givenImport(csv)
  await given.commit()
  const held = await given.holdHousehold()
  let ids = 0
  // The first id names the lease.
  const newId = () => {
    ids += 1
    if (ids > 1) throw new Error('a fault of ours')
    return runtime.newId()
  }
  const failing = importNextFile({ ...runtime, newId })
  await untilItWaits()
  const taken = { lease_owner: 'elsewhere/1/another' }
  await db.updateTable('imports').set(taken).where('id', '=', given.params.id).execute()
  await held.letGo()
  await failing
  assert.equal((await given.show()).status, 'running')
  assert.equal(await given.pieces(), 1)
})

const folder = mkdtempSync(join(tmpdir(), 'earmark-import-'))
const children = new Set<ChildProcess>()
after(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

async function start(...line: readonly string[]): Promise<ChildProcess> {
  runtime.advance({ minutes: 1 })
  const child = spawn(execPath, [join(import.meta.dirname, '../../../bin/earmark.js'), ...line], {
    env: {
      ...process.env,
      PORT: '0',
      DATABASE_URL: await urlOf(db),
      EARMARK_DATA: folder,
      EARMARK_SECRET: 'a master secret of the tests',
      EARMARK_NOW: runtime.now().toString(),
    },
    stdio: 'ignore',
  })
  children.add(child)
  return child
}

test('after kill -9 during an import no row is visible, and the next process imports the file', async () => {
  const given = await givenImport(csv)
  await given.commit()
  const first = await given.holdHousehold()
  const child = await start('serve', '--role', 'worker')
  await untilItWaits()
  const second = await given.holdProgress()
  await first.letGo()
  await untilItWaits()
  child.kill('SIGKILL')
  await once(child, 'close')
  await second.letGo()
  assert.equal(await given.stored(), 0)
  assert.equal((await given.show()).status, 'running')
  const next = await start('serve', '--role', 'worker')
  await until('it is imported', async () => (await given.show()).status === 'done')
  next.kill('SIGTERM')
  await once(next, 'close')
  const shown = await given.show()
  assert.deepEqual([shown.added, shown.duplicates, shown.processed], [ROWS, 0, ROWS])
  assert.deepEqual([await given.stored(), await given.pieces()], [ROWS, 0])
  await given.check()
})

test('a killed import with matches moves no money, and its repetition pays each bill once', async () => {
  const given = await givenImport(`Date,Description,Amount
2026-03-20,Utility Nine,-90.00
2026-03-20,Kite Shop,-12.50
2026-03-20,Flat Four,-400.00
2026-03-20,Owner Association,-300.00
`)
  const client = given.member.client({
    ...expensesApp,
    ...assignmentsApp,
    ...expenses,
    ...accounts,
  })
  const bill = { recurrence_interval_months: 1, recurrence_anchor_date: '2026-03-25' } as const
  // Two bills are known by name; the third only by its amount near its due date.
  const pots = { 'Utility Nine': 90_00, 'Flat Four': 400_00, Fees: 300_00 }
  for (const [name, amount] of Object.entries(pots)) {
    await client.createExpense({ body: { ...bill, name, target_amount: amount, balance: amount } })
  }
  const money = async () => {
    const [shown, summary] = [await client.listExpenses({}), await client.summarizeAccounts({})]
    assert.ok('free_to_spend' in summary)
    const held = Object.keys(pots).map((name) => shown.find((one) => one.name === name)!.balance)
    return [held, summary.free_to_spend]
  }
  const ledger = () =>
    db.selectFrom('ledger_entries').selectAll().where('reason', '=', 'assignment').execute()
  const before = await money()
  await given.commit()
  const held = await given.holdPieces()
  const child = await start('serve', '--role', 'worker')
  await untilItWaits()
  child.kill('SIGKILL')
  await once(child, 'close')
  await held.letGo()
  assert.deepEqual(await money(), before)
  assert.deepEqual([await given.stored(), await ledger()], [0, []])
  assert.deepEqual(await client.listAssignmentSuggestions({}), [])
  await given.check()
  const next = await start('serve', '--role', 'worker')
  await until('it is imported', async () => (await given.show()).status === 'done')
  next.kill('SIGTERM')
  await once(next, 'close')
  // Free-to-spend pays for the kite, and for the fees until a person says that they are the fees.
  const [, free] = before
  assert.deepEqual(await money(), [[0, 0, 300_00], Number(free) - 12_50 - 300_00])
  assert.deepEqual(
    (await ledger()).map(({ amount }) => amount).toSorted((a, b) => a - b),
    [90_00, 400_00],
  )
  const [asked, ...others] = await client.listAssignmentSuggestions({})
  assert.deepEqual([asked!.expense.name, asked!.transaction.amount, others], ['Fees', -300_00, []])
  await client.acceptAssignmentSuggestion({ params: { id: asked!.id } })
  assert.deepEqual(await money(), [[0, 0, 0], Number(free) - 12_50])
  await given.check()
  assert.equal((await given.imports.undoImport({ params: given.params })).removed, 4)
  assert.deepEqual(await money(), before)
  await given.check()
})

test('after kill -9 of the command nothing is stored, and the same command imports the file', async () => {
  const given = await givenImport(csv)
  const file = join(folder, 'statement.csv')
  writeFileSync(file, csv)
  const command = ['import', file, '--account', given.accountId]
  const held = await given.holdHousehold()
  const child = await start(...command)
  await untilItWaits()
  child.kill('SIGKILL')
  await once(child, 'close')
  await held.letGo()
  assert.equal(await given.stored(), 0)
  assert.equal((await once(await start(...command), 'close'))[0], 0)
  assert.equal(await given.stored(), ROWS)
  await given.check()
})
