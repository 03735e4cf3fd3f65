import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { calendarFeeds } from '#/app/calendar-feed/contract.ts'
import type { MoveMeans, MoveOrder } from '#/backups/moving/household-move.ts'
import { moveHousehold } from '#/backups/moving/move-household.ts'
import { noteSecretKeys } from '#/backups/moving/note-secret-keys.ts'
import { type Chance, givenChance } from '#/budget/expenses/rules/given.ts'
import { noticesApp } from '#/notices/app-contract.ts'
import type { WrittenDocument } from '#/documents/document.ts'
import type { Database } from '#/platform/database/database.ts'
import { connectSingle } from '#/platform/database/single-connection.ts'
import { walletApp } from '#/sources/wallet/app-contract.ts'
import { webhooks } from '#/webhooks/contract.ts'
import { createReceivers } from '../fakes/receivers.ts'
import { randomDocument } from '../simulations/engine-household.ts'
import { dyingProcess } from './dying-connection.ts'
import { givenConnection } from './given-connection.ts'
import { everything } from './given-notices.ts'
import { urlOf } from './other-processes.ts'
import { type Product, startProduct } from './product.ts'

export type Home = Awaited<ReturnType<typeof givenHome>>

/** Two instances with databases of their own and the same master secret. */
export async function startTwo() {
  let here!: Product
  const receivers = createReceivers(() => here.runtime.now())
  const options = { limited: false, destinations: receivers.outbound } as const
  here = await startProduct(options)
  const there = await startProduct({ ...options, seed: 'there' })
  for (const { runtime } of [here, there]) {
    await noteSecretKeys(runtime, ['a master secret of the tests'])
  }
  const [from, to] = [await urlOf(here.db), await urlOf(there.db)]
  const means: MoveMeans = { ...here.runtime, connect: connectSingle }
  const orderOf = (householdId: string): MoveOrder => {
    return { householdId, from, to, linkPeople: false }
  }
  return {
    here,
    there,
    receivers,
    means,
    orderOf,
    move: (householdId: string, changes: Partial<MoveOrder & MoveMeans> = {}) =>
      moveHousehold({ ...orderOf(householdId), ...changes }, { ...means, ...changes }),
  }
}

/**
 * A household by chance with all that a move takes along: payments under Idempotency-Keys, a webhook with deliveries that
 * wait, notices, a calendar, a device, a bank with a sealed secret, and a member who signs in. `given`: the number of payments,
 * or what its document has besides.
 */
export async function givenHome(
  product: Product,
  chance: Chance,
  given: number | Partial<WrittenDocument> = 12,
) {
  const { runtime, db } = product
  const [payments, document] = typeof given === 'number' ? [given, {}] : [1, given]
  const email = `${randomUUID()}@example.com`
  const loaded = await product.household({
    ...randomDocument(chance),
    ...document,
    members: [{ ref: 'ada', name: 'Ada', email, role: 'owner' }],
  })
  const { household_id: id, members, accounts } = loaded
  const memberId = members['ada']!
  const key = loaded.keys['rw']!.api_key
  const member = await product.member(id, memberId)
  await member.prove()
  const url = `https://hooks.example/${chance.below(1_000_000)}`
  await product
    .client(webhooks, key)
    .createWebhook({ body: { name: 'Mine', url }, idempotencyKey: 'the-webhook' })
  await member
    .client(noticesApp)
    .changeNoticeSettings({ body: { ...everything, kinds: [...everything.kinds] } })
  await member.client(noticesApp).createNoticeWay({
    body: { kind: 'ntfy', name: 'Mine', url: 'https://ntfy.example', topic: 'ada' },
  })
  await member.client(calendarFeeds).createFeed({ body: {} })
  await member.client(walletApp).createDevice({ body: { name: 'Phone' } })
  const connection = await givenConnection(runtime, { householdId: id, memberId, accounts: 3 })
  const secret = runtime.seal.seal('the secret', `connections.secret:${connection.id}`)
  await db.updateTable('connections').set({ secret }).where('household_id', '=', id).execute()
  const payment = (n: number) => ({
    account_id: accounts['checking'],
    amount: -1 - n * 7,
    concept: `Café "${n}"\t\\ 🥐`,
    booked_at: '2026-01-05',
  })
  const pay = (n: number) => {
    const headers = { 'idempotency-key': `payment-${n}` }
    return product.request('POST', '/transactions', { key, headers, body: payment(n) })
  }
  for (let n = 0; n < payments; n += 1) {
    const { status, text } = await pay(n)
    assert.equal(status, 200, text)
  }
  await product.journal.flush()
  return { id, memberId, key, payment, pay, member, connectionId: connection.id, url }
}

/** The number of statements of a move, about, and three of its commits: it has begun, the household has arrived, and the end. */
export async function countStatements(
  here: Product,
  move: Awaited<ReturnType<typeof startTwo>>['move'],
) {
  const home = await givenHome(here, givenChance(1), 1)
  const { connect, statements, commits } = dyingProcess(null)
  await move(home.id, { connect })
  const last = commits()
  return {
    total: statements(),
    begun: { commit: 1 },
    arrival: { commit: last - 1 },
    end: { commit: last },
  }
}

/** The rows of a household, and of its members' accounts: counts and digests of each table. */
export async function stateOfHousehold(db: Database, householdId: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'household_id'
      and c.relname not in ('sessions', 'household_departures', 'household_arrivals')
    order by 1`.execute(db)
  const people = ['passkeys', 'authenticators', 'recovery_codes', 'person_events'].map(
    (name) => `select '${name}' as name, t::text as row from ${name} t where person_id in (
      select person_id from members where household_id = '${householdId}')`,
  )
  const parts = [
    ...tables.map(
      ({ name }) =>
        `select '${name}' as name, t::text as row from "${name}" t where household_id = '${householdId}'`,
    ),
    ...people,
    `select 'persons', p::text from persons p where id in (
      select person_id from members where household_id = '${householdId}')`,
  ]
  const { rows } = await sql
    .raw<{ line: string }>(
      `select name || ' ' || count(*) || ' ' || md5(string_agg(row, ',' order by row)) as line
       from (${parts.join(' union all ')}) as all_rows (name, row) group by name order by name`,
    )
    .execute(db)
  return rows.map(({ line }) => line)
}
