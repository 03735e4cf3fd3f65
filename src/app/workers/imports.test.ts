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
import { bankRow } from '../../../test/support/bank.ts'
import { coffees, givenFiles } from '../../../test/support/given-files.ts'
import { givenBank } from '../../../test/support/given-bank.ts'
import { until, urlOf } from '../../../test/support/other-processes.ts'
import { startProduct, type Product } from '../../../test/support/product.ts'
import { importApart } from './imports.ts'

const dataFolder = mkdtempSync(join(tmpdir(), 'earmark-imports-'))
after(() => rmSync(dataFolder, { recursive: true }))

/** Imports as a server does; `stop` tells it to stop, and answers how many processes that took. */
async function importing({ runtime, db }: Product, woken = false) {
  const databaseUrl = await urlOf(db)
  const config = readConfig({
    EARMARK_DATA: dataFolder,
    EARMARK_SECRET: 'a master secret of the tests',
    EARMARK_ALLOW_CIDRS: '127.0.0.0/8',
    EARMARK_NOW: runtime.now().toString(),
  })
  const stopping = new AbortController()
  const host = { name: hostname(), pid: process.pid, isAlive }
  const place = { config, databaseUrl }
  const running = importApart({ ...runtime, host, wait }, place, { woken, signal: stopping.signal })
  return {
    running,
    stop: () => {
      stopping.abort()
      return running
    },
  }
}

/** A file that a person has confirmed. */
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

test('where nothing is due no process is started', async () => {
  const product = await startProduct()
  const { running } = await importing(product)
  assert.equal(await running, 0)
})

test('where somebody is about to need it the process is there already', async () => {
  const product = await startProduct()
  const { stop } = await importing(product, true)
  const { show } = await confirmed(product)
  await until('the file is in', async () => (await show()).status === 'done')
  assert.equal(await stop(), 1)
})

test('what is due is imported by a process of its own, which ends when it is told to', async () => {
  const product = await startProduct()
  const { show } = await confirmed(product)
  const { stop } = await importing(product)
  await until('the file is in', async () => (await show()).status === 'done')
  assert.equal((await show()).added, 3)
  assert.equal(await stop(), 1)
})

test('what it finds at a bank is told to those who deliver here', async () => {
  const { bank, product, events } = await givenBank([bankRow('1')])
  bank.state.accounts[0]!.transactions.push(bankRow('2'))
  const heard: string[] = []
  const { promise: told, resolve } = Promise.withResolvers<void>()
  product.runtime.bell.listen((word) => {
    heard.push(word)
    resolve()
  })
  product.runtime.advance({ hours: 13 })
  const before = (await events()).length
  const { stop } = await importing(product)
  await told
  assert.deepEqual(heard, ['due'])
  assert.equal((await events()).length, before + 1)
  await stop()
})

test('where the process dies, what it was at waits again', async (t) => {
  const product = await startProduct()
  const { show, household_id: householdId } = await confirmed(product)
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  t.after(() => letGo())
  // The household's lock keeps the import from its end.
  const holding = inTransaction(product.db, async (tx) => {
    await beginWrite({ ...product.runtime, db: tx }, householdId)
    await held
  })
  const { running } = await importing(product)
  const failed = assert.rejects(running, /ended \(SIGKILL\)/)
  await until('it is at work', async () => (await show()).status === 'running')
  // Held by the server, so that whoever finds that dead may take it over.
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
