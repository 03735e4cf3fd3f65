import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { inTransaction } from '#/platform/database/database.ts'
import { beginWrite } from '#/access/households/begin-write.ts'
import { wait } from '#/platform/runtime/clock.ts'
import { readConfig } from '#/platform/runtime/config.ts'
import { isAlive } from '#/platform/runtime/is-alive.ts'
import { APPLICATION_ID, APPLICATION_KEY } from '../../../test/fakes/enable-banking.ts'
import { bankRow } from '../../../test/support/bank.ts'
import {
  connectedToEurope,
  europeanAccount,
  europeanRow,
} from '../../../test/support/enable-banking.ts'
import { coffees, givenFiles } from '../../../test/support/given-files.ts'
import { givenBank } from '../../../test/support/given-bank.ts'
import { until, urlOf } from '../../../test/support/other-processes.ts'
import { startProduct, type Product } from '../../../test/support/product.ts'
import { importSeparately } from './imports.ts'

const dataFolder = mkdtempSync(join(tmpdir(), 'earmark-imports-'))
after(() => rmSync(dataFolder, { recursive: true }))

/** Imports as a server does. `stop` asks the process to stop, and resolves to the number of processes started. */
async function importing({ runtime, db }: Product, woken = false) {
  const databaseUrl = await urlOf(db)
  const config = readConfig({
    EARMARK_DATA: dataFolder,
    EARMARK_SECRET: 'a master secret of the tests',
    EARMARK_ALLOW_CIDRS: '127.0.0.0/8',
    EARMARK_NOW: runtime.now().toString(),
    ...(runtime.enableBanking && {
      EARMARK_ENABLEBANKING_URL: runtime.enableBanking.url,
      EARMARK_ENABLEBANKING_APPLICATION_ID: APPLICATION_ID,
      EARMARK_ENABLEBANKING_KEY: APPLICATION_KEY,
    }),
  })
  const stopping = new AbortController()
  // A test that fails leaves no process behind, for which the file would wait.
  after(() => stopping.abort())
  const host = { name: hostname(), pid: process.pid, isAlive }
  const settings = { config, databaseUrl }
  const running = importSeparately({ ...runtime, host, wait }, settings, {
    woken,
    signal: stopping.signal,
  })
  return {
    running,
    stop: () => {
      stopping.abort()
      return running
    },
  }
}

/** Uploads a file and confirms it. */
async function confirmed(product: Product) {
  const given = await givenFiles(product)
  const { id } = await given.imports.uploadImport({
    query: { account_id: given.accountId, file_name: 'march.csv' },
    body: Buffer.from(coffees),
  })
  await given.imports.commitImport({ params: { id } })
  const show = () =>
    product.db
      .selectFrom('imports')
      .select(['status', 'added', 'lease_owner'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  return { ...given, show }
}

test('if nothing is due no process is started', async () => {
  const product = await startProduct()
  const { running } = await importing(product)
  assert.equal(await running, 0)
})

test('if work is about to come the process is started in advance', async () => {
  const product = await startProduct()
  const { stop } = await importing(product, true)
  const { show } = await confirmed(product)
  await until('the file is in', async () => (await show()).status === 'done')
  assert.equal(await stop(), 1)
})

test('due work is imported by a separate process, which ends when it is asked to', async () => {
  const product = await startProduct()
  const { show } = await confirmed(product)
  const { stop } = await importing(product)
  await until('the file is in', async () => (await show()).status === 'done')
  assert.equal((await show()).added, 3)
  assert.equal(await stop(), 1)
})

test('new transactions of a bank wake the deliverers of the server', async () => {
  const { bank, product, events } = await givenBank([bankRow('1')])
  bank.state.accounts[0]!.transactions.push(bankRow('2'))
  const heard: string[] = []
  const { promise: rung, resolve } = Promise.withResolvers<void>()
  product.runtime.bell.listen((word) => {
    heard.push(word)
    resolve()
  })
  product.runtime.advance({ hours: 13 })
  const before = (await events()).length
  const { running, stop } = await importing(product)
  // An import that ends without news would be waited for for ever.
  await Promise.race([rung, running])
  assert.deepEqual(heard, ['due'])
  assert.equal((await events()).length, before + 1)
  await stop()
})

test('if the process dies, its import waits again', async (t) => {
  const product = await startProduct()
  const { show, household_id: householdId } = await confirmed(product)
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  t.after(() => letGo())
  // The household's lock keeps the import from finishing.
  const holding = inTransaction(product.db, async (tx) => {
    await beginWrite({ ...product.runtime, db: tx }, householdId)
    await held
  })
  const { running } = await importing(product)
  const failed = assert.rejects(running, /ended \(SIGKILL\)/)
  await until('it is at work', async () => (await show()).status === 'running')
  // The lease is the server's, so that others may take it over after the server's death.
  assert.equal((await show()).lease_owner!.split('/')[1], String(process.pid))
  const { pid } = JSON.parse(product.runtime.logged.at(-1)!) as { pid: number }
  process.kill(pid, 'SIGKILL')
  await failed
  assert.deepEqual(await show(), { status: 'queued', added: 0, lease_owner: null })
  letGo()
  await holding
  const again = await importing(product)
  await until('the file is in', async () => (await show()).status === 'done')
  assert.equal((await show()).added, 3)
  await again.stop()
})

test('an import that is killed between two pages of a bank is repeated, and stores all once', async () => {
  const days = ['03', '04', '05'].map((day) => europeanRow({ booked: `2026-01-${day}` }))
  const { bank, product, householdId, amounts } = await connectedToEurope({
    accounts: [europeanAccount('A', { rows: days })],
  })
  const stored = async () => {
    const rows = product.db.selectFrom('transactions').where('household_id', '=', householdId)
    return (await rows.select('id').execute()).length
  }
  Object.assign(bank.state, { pageSize: 2 })
  const reached = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  bank.state.onPage = (page) => {
    if (page === 0) return undefined
    reached.resolve()
    return released.promise
  }
  const { running } = await importing(product)
  const failed = assert.rejects(running, /ended \(SIGKILL\)/)
  await Promise.race([reached.promise, failed])
  const { pid } = JSON.parse(product.runtime.logged.at(-1)!) as { pid: number }
  process.kill(pid, 'SIGKILL')
  await failed
  released.resolve()
  bank.state.onPage = () => undefined
  assert.deepEqual(await amounts(), [])
  product.runtime.advance({ hours: 12 })
  const again = await importing(product)
  // The answer to a request during which another process writes may be newer than its tag.
  await until('the rows are in', async () => (await stored()) > 0)
  await again.stop()
  assert.deepEqual(await amounts(), [-1234, -1234, -1234])
})
