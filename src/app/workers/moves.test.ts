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
import { givenMoves } from '../../../test/support/given-moves.ts'
import { ynabBalances, ynabRegister } from '../../../test/support/moved-files.ts'
import { until, urlOf } from '../../../test/support/other-processes.ts'
import { startProduct, type Product } from '../../../test/support/product.ts'
import { importSeparately } from './imports.ts'

const dataFolder = mkdtempSync(join(tmpdir(), 'earmark-moves-'))
after(() => rmSync(dataFolder, { recursive: true }))

async function importing({ runtime, db }: Product) {
  const config = readConfig({
    EARMARK_DATA: dataFolder,
    EARMARK_SECRET: 'a master secret of the tests',
    EARMARK_NOW: runtime.now().toString(),
  })
  const pids: number[] = []
  const log: typeof runtime.log = (_, event, facts) => {
    if (event === 'imports.process' && facts && 'pid' in facts) pids.push(Number(facts['pid']))
  }
  const stopping = new AbortController()
  const host = { name: hostname(), pid: process.pid, isAlive }
  const settings = { config, databaseUrl: await urlOf(db) }
  const own = { ...runtime, host, wait, log }
  const running = importSeparately(own, settings, { woken: false, signal: stopping.signal })
  return {
    running,
    pids,
    stop: () => {
      stopping.abort()
      return running
    },
  }
}

async function confirmed(product: Product) {
  const given = await givenMoves(product)
  const { id } = await given.moves.uploadMove({
    query: { app: 'ynab', file_name: 'Register.csv' },
    body: Buffer.from(ynabRegister),
  })
  await given.moves.commitMove({ params: { id } })
  const status = async () => (await given.moves.showMove({ params: { id } })).status
  return { ...given, status }
}

test('a move is carried out by the importing process', async () => {
  const product = await startProduct({ start: '2026-03-20T10:00:00.000Z' })
  const { status, balances } = await confirmed(product)
  const { stop } = await importing(product)
  await until('the move is done', async () => (await status()) === 'done')
  assert.deepEqual(await balances(), ynabBalances)
  assert.equal(await stop(), 1)
})

test('a move whose process is killed leaves nothing, and waits again', async () => {
  const product = await startProduct({ start: '2026-03-20T10:00:00.000Z' })
  const { status, balances, household_id: householdId } = await confirmed(product)
  const letGo = Promise.withResolvers<void>()
  // The household's lock keeps the move from finishing.
  const holding = inTransaction(product.db, async (db) => {
    await beginWrite({ ...product.runtime, db }, householdId)
    await letGo.promise
  })
  const first = await importing(product)
  await until('the move runs', async () => (await status()) === 'running')
  process.kill(first.pids[0]!, 'SIGKILL')
  await assert.rejects(first.running, /ended/)
  letGo.resolve()
  await holding
  assert.equal(await status(), 'queued')
  assert.deepEqual(await balances(), {})
  const { stop } = await importing(product)
  await until('the move is done', async () => (await status()) === 'done')
  assert.deepEqual(await balances(), ynabBalances)
  await stop()
})
