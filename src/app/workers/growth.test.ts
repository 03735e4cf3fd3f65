import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { CompiledQuery, sql } from 'kysely'
import { releaseDeadQueues } from '#/webhooks/delivering/queues.ts'
import { createDeliverer } from '#/webhooks/delivering/deliverer.ts'
import { type Database, inTransaction, openDatabase } from '#/platform/database/database.ts'
import { readConfig } from '#/platform/runtime/config.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { givenWebhooks } from '../../../test/fakes/receivers.ts'
import { givenConnection } from '../../../test/support/given-connection.ts'
import { afterEach, urlOf } from '../../../test/support/other-processes.ts'
import { releaseDead } from './imports.ts'
import { createPresence } from './presence.ts'
import { listWork } from './start.ts'

const FEW = 100
const MANY = 2500
/** Pages by which indexes may have become deeper, for one statement. */
const DEEPER = 12

/** Each household gets a copy of the rows that one household has in these tables. */
const copied = [
  'households',
  'members',
  'accounts',
  'api_keys',
  'key_usage',
  'connections',
  'provider_accounts',
  'provider_requests',
  'webhooks',
  'webhook_lanes',
  'webhook_health',
  'webhook_events',
  'webhook_deliveries',
  'request_log',
  'audit_entries',
  'idempotency_keys',
  'invitations',
  'wallet_devices',
]

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

/** Copies the household until there are so many. As superuser: the copies need no check of their references. */
async function copyTo(count: number): Promise<void> {
  await inTransaction(admin, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`create temporary table copies on commit drop as
      select gen_random_uuid() as id from generate_series(1, ${sql.lit(count)})`.execute(tx)
    for (const table of copied) {
      const { rows } = await sql<{ columns: string }>`
        select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
        where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(
        tx,
      )
      const columns = sql.raw(rows[0]!.columns)
      await sql`insert into ${sql.table(table)} (${columns}) select ${columns} from (
        select (jsonb_populate_record(t, jsonb_build_object('household_id', c.id))).*
        from ${sql.table(table)} t cross join copies c where t.household_id = ${sql.lit(household)}) copy`.execute(
        tx,
      )
    }
    await sql`insert into persons select (jsonb_populate_record(p,
        jsonb_build_object('id', c.id, 'email', c.id || '@example.com'))).*
      from persons p cross join copies c where p.id = (select id from persons limit 1)`.execute(tx)
    await sql`insert into sessions select (jsonb_populate_record(s, jsonb_build_object('id', c.id,
        'person_id', c.id, 'digest', '\\x' || repeat(replace(c.id::text, '-', ''), 2)))).*
      from sessions s cross join copies c where s.id = (select id from sessions limit 1)`.execute(
      tx,
    )
  })
  await sql`vacuum analyze`.execute(admin)
}

/** Does all background work once, and says how many pages each of its statements reads. */
async function readPages(): Promise<ReadonlyMap<string, number>> {
  const pages = new Map<string, number>()
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
  return pages
}

test('no background statement reads more because there are more households', async () => {
  await queued()
  await deliver()
  runtime.advance({ hours: 3 })
  await copyTo(FEW)
  // The first round may still have something to do.
  await readPages()
  const few = await readPages()
  await copyTo(MANY)
  const many = await readPages()
  assert.ok(few.size > 30, String(few.size))
  const grown = [...many]
    .map(([text, read]) => ({ text, read, before: few.get(text) ?? 0 }))
    .filter(({ read, before }) => read > before + DEEPER)
  assert.deepEqual(grown, [])
})
