import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { CompiledQuery, sql } from 'kysely'
import { releaseDeadQueues } from '#/webhooks/delivering/queues.ts'
import { createDeliverer } from '#/webhooks/delivering/deliverer.ts'
import { type Database, openDatabase } from '#/platform/database/database.ts'
import { readConfig } from '#/platform/runtime/config.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { givenWebhooks } from '../../../test/fakes/receivers.ts'
import { givenConnection } from '../../../test/support/given-connection.ts'
import { addHouseholds } from '../../../test/support/many-households.ts'
import { afterEach, urlOf } from '../../../test/support/other-processes.ts'
import { releaseDead } from './imports.ts'
import { createPresence } from './presence.ts'
import { listWork } from './start.ts'

const FEW = 100
const MANY = 100_000
/** Pages by which indexes may have become deeper, for one statement. */
const DEEPER = 12

/** Read by background work, and as long as there are processes. */
const ofProcesses = ['worker_processes']

const { product, deliver, queued, household } = await givenSettled()
const { db, runtime } = product
const admin = openDatabase({ url: asAdmin(await urlOf(db)), connectionsMax: 1 })
after(() => admin.destroy())

/** One household with something of each kind, for which nothing is due any more. */
async function givenSettled() {
  const given = await givenWebhooks()
  const { product } = given
  const { id } = await given.queued()
  await given.deliver()
  const { rows } = await sql<{ household: string; member: string }>`
    select household_id as household, member_id as member from webhooks where id = ${id}`.execute(
    product.db,
  )
  const { household, member } = rows[0]!
  await givenConnection(product.runtime, { householdId: household, memberId: member, accounts: 2 })
  const owner = await product.member(household, member)
  await owner.request('POST', '/invitations', { body: {} })
  await owner.request('POST', '/wallet/devices', { body: {} })
  await product.journal.flush()
  return { ...given, household }
}

function asAdmin(url: string): string {
  const found = new URL(process.env['EARMARK_TEST_ADMIN']!)
  found.pathname = new URL(url).pathname
  return found.href
}

const addMore = (count: number) => addHouseholds(admin, { household, count, now: runtime.now() })

type Reading = {
  /** The pages that each statement reads. */
  readonly pages: ReadonlyMap<string, number>
  readonly tables: ReadonlySet<string>
}

/** Does all background work once, and says what it reads. */
async function readOnce(): Promise<Reading> {
  const pages = new Map<string, number>()
  const tables = new Set<string>()
  const explain = async (text: string, { parameters }: CompiledQuery, on: Database) => {
    if (!/^\s*(with|select|update|delete|insert)/i.test(text) || parameters.length === 0) return
    const query = CompiledQuery.raw(`explain (analyze, buffers, format json) ${text}`, [
      ...parameters,
    ])
    const { rows } = await on.executeQuery<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      query,
    )
    const plan = rows[0]!['QUERY PLAN'][0].Plan
    const read = plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!
    pages.set(text, Math.max(read, pages.get(text) ?? 0))
    for (const [, name] of JSON.stringify(plan).matchAll(/"Relation Name":"(\w+)"/g))
      tables.add(name!)
  }
  const watched: Runtime = {
    ...runtime,
    db: afterEach(db, (text, query) => explain(text, query, db)),
  }
  const presence = createPresence(watched)
  const config = readConfig({ EARMARK_DATA: '/nowhere' })
  const signal = new AbortController().signal
  await releaseDeadQueues(watched)
  await releaseDead(watched)
  for (const work of listWork(watched, {
    settings: { config, databaseUrl: '' },
    presence,
    signal,
  })) {
    await work.batch(watched, false)
  }
  await createDeliverer(watched).deliverDue()
  await presence.leave()
  return { pages, tables }
}

test('no background statement reads more with 100,000 households than with 100', async () => {
  await queued()
  await deliver()
  runtime.advance({ hours: 3 })
  await addMore(FEW)
  // The first round may still have something to do.
  await readOnce()
  const few = await readOnce()
  await addMore(MANY)
  const many = await readOnce()
  assert.ok(few.pages.size > 30, String(few.pages.size))
  const grown = [...many.pages]
    .map(([text, read]) => ({ text, read, before: few.pages.get(text) ?? 0 }))
    .filter(({ read, before }) => read > before + DEEPER)
  assert.deepEqual(grown, [])
  assert.deepEqual(await listShort(many.tables), ofProcesses, 'test/support/many-households.ts')
})

/** The tables in which there is less than a row for each household, so that nothing was shown of them. */
async function listShort(tables: ReadonlySet<string>): Promise<string[]> {
  const short: string[] = []
  for (const table of [...tables].toSorted()) {
    const { rows } = await sql<{ rows: number }>`
      select count(*) as rows from ${sql.table(table)}`.execute(db)
    if (rows[0]!.rows < MANY) short.push(table)
  }
  return short
}
