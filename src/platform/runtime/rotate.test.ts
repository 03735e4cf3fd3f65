import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { rotateSecrets } from './rotate.ts'
import { syncHousehold } from '#/sources/banks/sync/sync-household.ts'
import { openPublicKey } from '#/notices/push/keys.ts'
import { webhooks as webhookContract } from '#/webhooks/contract.ts'
import { createSeal } from './seal.ts'
import { sealedColumns } from './sealed-columns.ts'
import type { Runtime } from './runtime.ts'
import { bankAccount, bankRow, connected, openBank } from '../../../test/support/bank.ts'
import { createReceivers } from '../../../test/fakes/receivers.ts'
import type { Product } from '../../../test/support/product.ts'

const OLD = 'a master secret of the tests'
const NEW = 'another master secret of the tests'

/** Creates a sealed value for each column, by the product where that is short. */
async function givenSecrets() {
  const bank = await openBank([bankAccount('A', { transactions: [bankRow('1')] })])
  const { outbound: destinations } = createReceivers(() =>
    Temporal.Instant.fromEpochMilliseconds(0),
  )
  const given = await connected(bank, { destinations })
  const { product, key, householdId } = given
  const webhooks = product.client(webhookContract, key)
  const url = 'https://receiver.example/hook'
  await webhooks.createWebhook({ body: { name: 'Bare', url } })
  await webhooks.createWebhook({ body: { name: 'Mine', url, headers: { 'X-Mine': 'h' } } })
  const ada = await product.member(householdId, given.members['ada']!)
  await ada.request('POST', '/authenticator')
  await ada.prove()
  const way = { kind: 'gotify', name: 'Mine', url, token: 't' }
  await ada.request('POST', '/notices/ways', { body: way })
  const id = product.runtime.newId()
  const at = product.runtime.now()
  await product.db
    .insertInto('ending_items')
    .values({
      id,
      provider: 'provider_b',
      secret: product.runtime.seal.seal('access', `ending_items.secret:${id}`),
      tries: 0,
      next_try_at: at,
      created_at: at,
    })
    .execute()
  await openPublicKey(product.runtime)
  await givenProviderLogin(product)
  await givenMail(product)
  const under = (...ring: [string, ...string[]]): Runtime => ({
    ...product.runtime,
    seal: createSeal(() => ring, randomBytes),
  })
  /** Opens every sealed value with a ring. */
  const opened = async ({ seal }: Runtime) => {
    const values: string[] = []
    for (const { table, column, key, binding } of sealedColumns) {
      const { rows } = await sql<{ id: string; value: Buffer }>`
        select ${sql.ref(key.at(-1)!)} as id, ${sql.ref(column)} as value from ${sql.table(table)}
        where ${sql.ref(column)} is not null order by 1`.execute(product.db)
      assert.ok(rows.length > 0, `${table}.${column} has no value to rotate`)
      values.push(...rows.map(({ id, value }) => seal.open(value, binding(id))))
    }
    return values
  }
  return { ...given, bank, under, opened, householdId }
}

/** Stores a mail server, and a mail that waits for it. */
async function givenMail({ db, runtime: { seal, now, newId } }: Product) {
  const at = now()
  const name = 'smtp'
  const server = seal.seal('server', `mail_settings.server:${name}`)
  await db.insertInto('mail_settings').values({ name, server, updated_at: at }).execute()
  const id = newId()
  const mail = {
    id,
    kind: 'reset',
    state: 'queued',
    content: seal.seal('mail', `mails.content:${id}`),
    expires_at: at,
    attempts: 0,
    due_at: at,
    created_at: at,
  } as const
  await db.insertInto('mails').values(mail).execute()
}

/** Stores a login at a provider that is under way, and one by which a session was opened. */
async function givenProviderLogin({ db, runtime: { seal, now, newId } }: Product) {
  const at = now()
  const { id: session_id } = await db.selectFrom('sessions').select('id').executeTakeFirstOrThrow()
  const issuer = 'https://id.example'
  const id = newId()
  const login = {
    id,
    state_digest: randomBytes(32),
    browser_digest: randomBytes(32),
    issuer,
    redirect_uri: 'https://budget.example/oidc/1',
    purpose: 'sign_in',
    created_at: at,
    expires_at: at,
    facts: seal.seal('facts', `oidc_logins.facts:${id}`),
  } as const
  await db.insertInto('oidc_logins').values(login).execute()
  const id_token = seal.seal('token', `oidc_sessions.id_token:${session_id}`)
  await db
    .insertInto('oidc_sessions')
    .values({ session_id, issuer, subject: 'ada', sid: null, id_token })
    .execute()
}

test('a rotation reseals every value, and the next one finishes after a crash', async () => {
  const { under, opened, product, householdId } = await givenSecrets()
  const before = await opened(under(OLD))
  const both = under(NEW, OLD)
  let left = 2
  const crashing: Runtime = {
    ...both,
    seal: {
      ...both.seal,
      seal: (...given) => {
        left -= 1
        if (left < 0) throw new Error('the power went')
        return both.seal.seal(...given)
      },
    },
  }
  await assert.rejects(rotateSecrets(crashing), /the power went/)
  assert.deepEqual(await opened(both), before, 'every value opens in the middle of a rotation')
  assert.deepEqual(await rotateSecrets(both), { resealed: before.length - 2, unreadable: 0 })
  assert.deepEqual(await opened(under(NEW)), before, 'the old key is no longer needed')
  assert.deepEqual(await rotateSecrets(both), { resealed: 0, unreadable: 0 })
  const { connections } = await syncHousehold(under(NEW), householdId, null)
  assert.equal(connections[0]!.status, 'ok')
  assert.equal(product.runtime.logged.filter((line) => line.includes('"error"')).length, 0)
})

test('a secret that is replaced during a rotation keeps its new value', async () => {
  const { under, product } = await givenSecrets()
  const both = under(NEW, OLD)
  const { id } = await product.db.selectFrom('connections').select('id').executeTakeFirstOrThrow()
  const place = `connections.secret:${id}` as const
  const renewed = both.seal.seal('renewed', place)
  const replace = product.db.updateTable('connections').set({ secret: renewed })
  // The value is replaced after the rotation has read it.
  const renewing: Promise<unknown>[] = []
  const interrupted: Runtime = {
    ...both,
    seal: {
      ...both.seal,
      open: (sealed, where) => {
        if (where === place) renewing.push(replace.execute())
        return both.seal.open(sealed, where)
      },
    },
  }
  const { resealed } = await rotateSecrets(interrupted)
  assert.equal((await Promise.all(renewing)).length, 1)
  const { secret } = await product.db
    .selectFrom('connections')
    .select('secret')
    .executeTakeFirstOrThrow()
  assert.equal(both.seal.open(secret!, place), 'renewed')
  assert.ok(resealed >= 5)
})

test('without the key nothing changes, and an import works again once the key is back', async () => {
  const { under, product, householdId, opened } = await givenSecrets()
  const lost = under(NEW)
  const { length } = await opened(under(OLD))
  assert.deepEqual(await rotateSecrets(lost), { resealed: 0, unreadable: length })
  const { connections } = await syncHousehold(lost, householdId, null)
  const [failed] = connections
  assert.equal(failed!.status, 'failed')
  assert.match(
    failed!.error!.message,
    /must restore the master secret, or the bank must be connected again/,
  )
  assert.ok(product.runtime.logged.some((line) => line.includes('EARMARK_SECRET_PREVIOUS')))
  assert.equal((await opened(under(OLD))).length, length)
  const again = await syncHousehold(under(NEW, OLD), householdId, null)
  assert.deepEqual([again.connections[0]!.status, again.added], ['ok', 1])
})
