import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { importsApp } from '#/sources/files/app-contract.ts'
import { transactions } from '#/budget/transactions/contract.ts'
import { readQuota, spendRequest } from '#/sources/banks/connections/quota-gate.ts'
import { readExport } from '../../../test/support/exported.ts'
import { givenConnection } from '../../../test/support/given-connection.ts'
import { coffees, givenFiles, ofx, ofxRow } from '../../../test/support/given-files.ts'
import { outcome } from '../../../test/support/given-account.ts'
import { startProduct } from '../../../test/support/product.ts'
import { pruneOld } from './prune.ts'

const product = await startProduct({ start: '2026-03-20T10:00:00.000Z', limited: false })
const { db, runtime } = product

const count = async (table: string, householdId: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where household_id = ${householdId}`.execute(
    db,
  )
  return rows[0]!.count
}
const prune = async () => {
  while ((await pruneOld(runtime)) > 0);
}
/** Counts the rows on the day before their retention ends and on the day after. */
async function lives(table: string, householdId: string, days: number): Promise<number[]> {
  runtime.advance({ hours: (days - 1) * 24 })
  await prune()
  const kept = await count(table, householdId)
  runtime.advance({ hours: 48 })
  await prune()
  return [kept, await count(table, householdId)]
}

test('the audit log is kept for two years', async () => {
  const { household_id: id, members } = await product.household()
  const owner = await product.member(id, members['ada']!)
  const settings = { body: { name: 'Ours' } }
  assert.equal((await owner.request('PATCH', '/settings', settings)).status, 200)
  assert.deepEqual(await lives('audit_entries', id, 730), [1, 0])
})

test('invitations are kept for ninety days after they end', async () => {
  const { household_id: id, members } = await product.household()
  const owner = await product.member(id, members['ada']!)
  assert.equal((await owner.request('POST', '/invitations', { body: {} })).status, 201)
  assert.deepEqual(await lives('invitations', id, 97), [1, 0])
})

test('keys are kept for ninety days after they were revoked or expired; others stay', async () => {
  const { household_id: id, members } = await product.household({
    keys: [
      { ref: 'old', member: 'ada', scopes: ['data.read'], expires_at: '2026-03-21T00:00:00Z' },
      { ref: 'on', member: 'ada', scopes: ['data.read'], expires_at: '2099-01-01T00:00:00Z' },
      { ref: 'off', member: 'ada', scopes: ['data.read'], expires_at: '2099-01-01T00:00:00Z' },
    ],
  })
  await db
    .updateTable('api_keys')
    .set({ expires_at: runtime.now().add({ hours: 1 }) })
    .where('household_id', '=', id)
    .where('expires_at', '<', Temporal.Instant.from('2090-01-01T00:00:00Z'))
    .execute()
  const owner = await product.member(id, members['ada']!)
  const keys = (await owner.request<{ id: string; expires_at: string }[]>('GET', '/keys')).body
  const off = keys.find(({ expires_at }) => expires_at.startsWith('2099'))!
  assert.equal((await owner.request('DELETE', `/keys/${off.id}`)).status, 200)
  assert.deepEqual(await lives('api_keys', id, 90), [3, 1])
  assert.equal(await count('key_lookup', id), 1)
})

test('a revoked device is deleted after ninety days, or keeps its row without a token if used', async () => {
  const { household_id: id, members } = await product.household()
  const owner = await product.member(id, members['ada']!)
  const device = async () =>
    (await owner.request<{ id: string; token: string }>('POST', '/wallet/devices', { body: {} }))
      .body
  const [idle, used] = [await device(), await device()]
  const body = { kind: 'payment', merchant: 'Bakery', amount: '4.50 €', card: 'Visa' }
  await product.request('POST', '/ingest/wallet', { base: '', key: used.token, body })
  for (const { id: one } of [idle, used]) {
    await owner.request('POST', `/wallet/devices/${one}/revoke`, { body: {} })
  }
  assert.deepEqual(await lives('wallet_devices', id, 90), [2, 1])
  assert.equal(await count('wallet_lookup', id), 0)
  assert.equal(await count('provider_accounts', id), 1)
})

test('requests to providers are kept for a week, so every quota still counts its last day', async () => {
  const { household_id: householdId, members } = await product.household()
  const memberId = members['ada']!
  const { id } = await givenConnection(runtime, { householdId, memberId, accounts: 1 })
  const asking = { householdId, connectionId: id, purpose: 'manual' as const }
  await spendRequest(runtime, asking)
  assert.deepEqual(await lives('provider_requests', householdId, 7), [1, 0])
  await spendRequest(runtime, asking)
  runtime.advance({ hours: 23 })
  await prune()
  assert.equal((await readQuota(db, asking, runtime.now())).remaining, 23)
})

test('the protocol of an import is kept for ninety days', async () => {
  const { household_id: householdId, members } = await product.household()
  const memberId = members['ada']!
  const { id } = await givenConnection(runtime, { householdId, memberId, accounts: 1 })
  const run = {
    household_id: householdId,
    id: runtime.newId(),
    connection_id: id,
    purpose: 'schedule',
    started_at: runtime.now(),
    finished_at: runtime.now(),
    status: 'ok',
    requests: 1,
    added: 0,
    updated: 0,
    removed: 0,
    dropped: 0,
    error_code: null,
    error_message: null,
  }
  await db
    .insertInto('sync_runs')
    .values(run as never)
    .execute()
  assert.deepEqual(await lives('sync_runs', householdId, 90), [1, 0])
})

test('an import can be undone for 400 days, then it is deleted and its transactions stay', async () => {
  const given = await givenFiles(product)
  const member = await product.member(given.household_id, given.members['ada']!, 4000)
  const imports = member.client(importsApp)
  await given.take(coffees)
  const { id } = (await imports.listImports({ query: {} }))[0]!
  runtime.advance({ hours: 399 * 24 })
  await prune()
  const late = await imports.undoImport({ params: { id } })
  assert.equal(late.removed, 3)
  await given.take(coffees)
  assert.deepEqual(await lives('imports', given.household_id, 400), [1, 0])
  const { data } = await member.client(transactions).listTransactions({ query: {} })
  assert.equal(data.length, 3)
})

test('the last import that names its account stays, and can no longer be undone', async () => {
  const given = await givenFiles(product)
  await given.take(ofx(ofxRow('1', '20260302', '-4.50')))
  await given.take(ofx(ofxRow('2', '20260303', '-4.50')))
  assert.deepEqual(await lives('imports', given.household_id, 400), [2, 1])
  const member = await product.member(given.household_id, given.members['ada']!)
  const [kept] = await member.client(importsApp).listImports({ query: {} })
  const undone = await member.request('POST', `/imports/${kept!.id}/undo`, { body: {} })
  assert.deepEqual(outcome(undone), [409, 'edit_conflict'])
  assert.match(undone.body.error.message, /400 days/)
})

test('an import that left nothing is deleted after ninety days', async () => {
  const given = await givenFiles(product)
  await given.take(coffees)
  const { id } = (await given.imports.listImports({ query: {} }))[0]!
  await given.imports.undoImport({ params: { id } })
  assert.deepEqual(await lives('imports', given.household_id, 90), [1, 0])
})

test('no other data of a household expires', async () => {
  const given = await givenFiles(product)
  await given.take(coffees)
  const { state, keys, ...before } = await readExport(runtime, given.household_id)
  runtime.advance({ hours: 3 * 366 * 24 })
  await prune()
  const { state: later, keys: expired, ...after } = await readExport(runtime, given.household_id)
  assert.ok(state && later && keys && expired)
  assert.deepEqual(after, before)
})

test('every look finds old rows by an index, in tables of any size', async () => {
  product.takeStatements()
  await pruneOld(runtime)
  // Windows of addresses live for two hours and change with every request, so an index on their age would cost more than
  // it saves.
  const looks = product
    .takeStatements()
    .filter(
      (text) =>
        /^\s*(?:delete|select (?:distinct )?(?:\w\.)?household_id)/.test(text) &&
        !text.includes('address_windows'),
    )
  assert.ok(looks.length > 9)
  for (const look of looks) {
    const parameters = new Set(look.match(/\$\d+/g)).size
    const nothing = Array.from({ length: parameters }, () => 'null').join(', ')
    const plan = await db.transaction().execute(async (tx) => {
      // Disables sequential scans, as the planner does for a large table.
      await sql`set local enable_seqscan = off`.execute(tx)
      await sql`set local plan_cache_mode = force_generic_plan`.execute(tx)
      await sql`prepare look as ${sql.raw(look)}`.execute(tx)
      const { rows } = await sql<Record<string, string>>`
        explain execute look ${sql.raw(parameters > 0 ? `(${nothing})` : '')}`.execute(tx)
      await sql`deallocate look`.execute(tx)
      return rows.map((row) => Object.values(row)[0]).join('\n')
    })
    assert.doesNotMatch(plan, /Seq Scan/, `${look}\n${plan}`)
  }
})
