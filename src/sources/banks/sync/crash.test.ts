import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { syncHousehold } from './sync-household.ts'
import { bankAccount, bankRow, noon, openBank } from '../../../../test/support/bank.ts'
import { givenBank, pendingRow } from '../../../../test/support/given-bank.ts'
import { assertBooks } from '../../../../test/support/ledger.ts'
import { hold, openFragile, until, urlOf } from '../../../../test/support/other-processes.ts'

// A killed import loses nothing, duplicates nothing and leaves nothing half done, and the next process continues at
// once.

const booked = (id: string, changes = {}) => bankRow(id, { posted: noon('2026-01-05'), ...changes })

/** A household whose bank has news of every kind: a booking, a change, a new row and a missing one. */
async function givenNews() {
  const fleeting = pendingRow('gone', '2026-01-05', { amount: '-3.00' })
  const bank = await openBank([bankAccount('A'), bankAccount('B')])
  const given = await givenBank([], { bank })
  const [account] = bank.state.accounts
  await given.look([pendingRow('p', '2026-01-05'), booked('c', { amount: '-7.00' }), fleeting])
  await given.look([pendingRow('p', '2026-01-05'), booked('c', { amount: '-7.00' })])
  given.product.runtime.advance({ hours: 1 })
  account!['balance-date'] = bank.state.now() - 60
  account!.balance = '77.00'
  account!.transactions = [
    booked('b'),
    booked('c', { amount: '-8.00' }),
    booked('n', { amount: '-9.00' }),
  ]
  const before = await given.events()
  const state = async () => {
    const rows = await given.rows()
    return JSON.stringify(rows.map(({ amount, status }) => `${amount} ${status}`).toSorted())
  }
  return {
    ...given,
    bank,
    state,
    old: await state(),
    checkDone: async () => {
      const done = ['-1234 booked', '-800 booked', '-900 booked']
      assert.equal(await state(), JSON.stringify(done.toSorted()))
      assert.equal((await given.events()).length, before.length + 1)
      await assertBooks(given.product.db, given.householdId)
    },
  }
}

test('an import killed before any statement is stored whole or not at all', async () => {
  const { product, householdId, state, old, checkDone } = await givenNews()
  const { runtime, db } = product
  const { fuse, fragile } = await openFragile(db)
  let statement = 0
  for (; ; statement += 1) {
    assert.ok(statement < 150, 'the import never completes')
    fuse.left = statement
    const ran = await syncHousehold({ ...runtime, db: fragile }, householdId, null).then(
      (report) => report.connections[0]!.status === 'ok',
      () => false,
    )
    if (ran) break
    const now = await state()
    if (now !== old) {
      await checkDone()
      break
    }
    // Ends the lease. Requests still count against the quota, so a day passes now and then.
    runtime.advance({ minutes: 11 })
    if (statement % 6 === 5) runtime.advance({ hours: 24 })
  }
  assert.ok(statement > 10, 'the fuse interrupted several imports')
  runtime.advance({ minutes: 30 })
  const [last] = (await syncHousehold(runtime, householdId, null)).connections
  assert.equal(last!.error, null)
  await checkDone()
})

const children = new Set<ChildProcess>()
after(() => {
  for (const child of children) child.kill('SIGKILL')
})

for (const [moment, blocked] of [
  ['before the bank is asked', 'provider_requests'],
  ['between fetch and commit', 'households'],
  ['after the commit', 'sync_runs'],
] as const) {
  test(`crash ${moment}: the next process continues at once, without loss or duplicates`, async () => {
    const { product, householdId, state, old, checkDone, bank } = await givenNews()
    const { db, runtime } = product
    const env = {
      ...process.env,
      DATABASE_URL: await urlOf(db),
      EARMARK_SECRET: 'a master secret of the tests',
      EARMARK_ALLOW_CIDRS: '127.0.0.0/8',
    }
    const start = () => {
      const line = [
        join(import.meta.dirname, '../../../../bin/earmark.js'),
        'sync',
        householdId,
        '--json',
      ]
      runtime.advance({ minutes: 1 })
      const now = { EARMARK_NOW: runtime.now().toString() }
      const child = spawn(execPath, line, {
        env: { ...env, ...now },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      children.add(child)
      return child
    }
    // Blocks the process at the chosen moment. The lock on sync_runs is taken late, to block only the end of the run.
    const asked = bank.requests.length
    const child = start()
    const isAsked = () => bank.requests.length > asked
    if (blocked === 'sync_runs') bank.state.delayMs = 400
    const gate = async () => {
      if (blocked === 'sync_runs') await until('the bank is asked', isAsked)
      return hold(db, (tx) => sql`lock table ${sql.table(blocked)} in exclusive mode`.execute(tx))
    }
    const held = await gate()
    await until('it waits', async () => {
      const { rows } = await sql<{ waits: boolean }>`
        select exists (select 1 from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock') as waits`.execute(db)
      return rows[0]!.waits
    })
    const isCommitted = (await state()) !== old
    child.kill('SIGKILL')
    await once(child, 'close')
    await held.letGo()
    bank.state.delayMs = 0
    assert.equal(isAsked(), blocked !== 'provider_requests')
    assert.equal(isCommitted, blocked === 'sync_runs')
    const next = start()
    assert.equal((await once(next, 'close'))[0], 0)
    await checkDone()
    const { rows: runs } = await sql<{ status: string; code: string | null }>`
      select status, error_code as code from sync_runs where household_id = ${householdId}
      order by started_at desc, id desc limit 2`.execute(db)
    // A statement that the killed process had sent still runs. The end of a run is one statement, so this run
    // completed, and the next one answers from stored data.
    const ended = [
      ['nothing_to_do', null],
      ['ok', null],
    ]
    const interrupted = [
      ['ok', null],
      ['failed', 'interrupted'],
    ]
    assert.deepEqual(
      runs.map(({ status, code }) => [status, code]),
      blocked === 'sync_runs' ? ended : interrupted,
    )
  })
}
