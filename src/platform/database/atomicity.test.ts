import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createApp } from '#/app/http/app.ts'
import { createAdmission } from '#/access/limits/admit.ts'
import type { Claim } from '#/access/limits/admitted.ts'
import { stateOf } from '../../../test/support/database-state.ts'
import { givenConnection } from '../../../test/support/given-connection.ts'
import { budget } from '../../../test/support/given.ts'
import { assertBooks } from '../../../test/support/ledger.ts'
import { openFragile } from '../../../test/support/other-processes.ts'
import { ada, startProduct } from '../../../test/support/product.ts'

// Every write is one transaction. The tests let each of its statements fail in turn, including the commit. Nothing may be
// stored then, not even the claim of the Idempotency-Key.

const product = await startProduct({ limited: false })
const { runtime, db } = product

const { fuse, fragile } = await openFragile(db)

const admit = createAdmission(db, runtime.now)
const app = createApp({
  runtime: { ...runtime, db: fragile },
  admit: async (claim: Claim) => ({ ...(await admit(claim)), exceeded: null }),
  publicUrl: null,
  origin: 'http://earmark.test',
  isServing: () => true,
})

const { keys, accounts, expenses, categories, ...loaded } = await product.household({
  ...ada,
  ...budget,
})
const key = keys['rw']!.api_key
const connection = await givenConnection(runtime, {
  householdId: loaded.household_id,
  memberId: loaded.members['ada']!,
  accounts: 3,
})

type Write = readonly [path: string, body: object]

async function send([path, body]: Write, once: string) {
  const [method, where] = path.split(' ') as [string, string]
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'idempotency-key': once,
  }
  const request = { method, headers, body: JSON.stringify(body) }
  const response = await app.fetch(new Request(`http://earmark.test/v1${where}`, request))
  return { status: response.status, text: await response.text() }
}

const purchase = {
  account_id: accounts['visa'],
  amount: -30_000,
  concept: 'Groceries',
  booked_at: '2026-01-05',
  category_id: categories['food'],
}

async function recorded(more: object = {}): Promise<string> {
  const body = { ...purchase, expense_goal_id: expenses['rent'], ...more }
  const answer = await product.request('POST', '/transactions', { key, body })
  return String(answer.body['id'])
}

const writes: Readonly<Record<string, () => Promise<Write>>> = {
  'recording a card purchase that is spent from an Expense': async () => [
    'POST /transactions',
    { ...purchase, expense_goal_id: expenses['rent'] },
  ],
  'changing the amount of a transaction that is spent from an Expense': async () => [
    `PATCH /transactions/${await recorded()}`,
    { amount: -41_000, concept: 'More groceries', booked_at: '2025-12-31' },
  ],
  'changing a purchase into a transfer': async () => [
    `PATCH /transactions/${await recorded()}`,
    { type: 'transfer' },
  ],
  'assigning a transaction to another Expense': async () => [
    `POST /transactions/${await recorded()}/expense`,
    { expense_goal_id: expenses['trip'] },
  ],
  'clearing an assignment': async () => [
    `POST /transactions/${await recorded()}/expense`,
    { expense_goal_id: null },
  ],
  'moving money between Expenses': async () => [
    'POST /expense-transfers',
    { from_expense_id: expenses['rent'], to_expense_id: expenses['trip'], amount: 700 },
  ],
  'recording several transactions': async () => [
    'POST /transactions/bulk',
    {
      transactions: [
        { ...purchase, expense_goal_id: expenses['rent'] },
        {
          ...purchase,
          account_id: accounts['checking'],
          amount: 5,
          external_id: `e${runtime.newId()}`,
        },
        { ...purchase, account_id: accounts['checking'], expense_goal_id: expenses['groceries'] },
      ],
    },
  ],
  'replacing the selection of a connection': async () => [
    `PUT /aggregator/items/${connection.id}/accounts`,
    { account_ids: connection.catalog.slice(0, 2) },
  ],
  'unsubscribing an account': async () => [
    `PUT /accounts/${connection.accounts[0]}/subscription`,
    { subscribed: false },
  ],
}

for (const [what, prepare] of Object.entries(writes)) {
  test(`${what} stores nothing if any of its statements fails`, async () => {
    const write = await prepare()
    const once = `once-${runtime.newId()}`
    const before = await stateOf(db)
    let failures = 0
    for (;;) {
      fuse.left = failures
      const { status, text } = await send(write, once)
      const failed = fuse.left === 0
      fuse.left = null
      if (!failed || status !== 500) {
        assert.equal(status, 200, text)
        break
      }
      assert.match(text, /internal_error/)
      assert.doesNotMatch(text, /injected/)
      assert.equal(await stateOf(db), before, `after a failure at statement ${failures + 1}`)
      failures += 1
      assert.ok(failures < 60)
    }
    // Control: the write has several statements, the last is the commit, and without a failure it changes rows.
    assert.ok(failures >= 5, `${failures}`)
    assert.notEqual(await stateOf(db), before)
    await assertBooks(db, loaded.household_id)
  })
}

test('a write whose commit fails stores nothing and is not answered as done', async () => {
  await sql
    .raw(`
    create function refuse_commit() returns trigger language plpgsql as
      $$ begin raise exception 'refused at commit'; end $$;
    create constraint trigger refuse_commit after insert on transactions
      deferrable initially deferred for each row execute function refuse_commit();`)
    .execute(db)
  const write: Write = ['POST /transactions', { ...purchase, expense_goal_id: expenses['rent'] }]
  try {
    const before = await stateOf(db)
    const { status } = await send(write, 'refused-at-commit')
    assert.equal(status, 500)
    assert.equal(await stateOf(db), before)
  } finally {
    await sql`drop trigger refuse_commit on transactions`.execute(db)
  }
  assert.equal((await send(write, 'refused-at-commit')).status, 200)
})

test('a write that PostgreSQL aborts in favour of another one is run again, and counts once', async () => {
  await sql
    .raw(`
    create sequence attempts;
    create function conflict_twice() returns trigger language plpgsql as $$ begin
      if nextval('attempts') <= 2 then raise exception 'another goes first' using errcode = '40001'; end if;
      return null;
    end $$;
    create trigger conflict_twice after insert on transactions
      for each statement execute function conflict_twice();`)
    .execute(db)
  try {
    const { rows: before } = await sql<{
      n: number
    }>`select count(*) as n from transactions`.execute(db)
    const write: Write = ['POST /transactions', purchase]
    assert.equal((await send(write, 'third-time-lucky')).status, 200)
    const { rows: now } = await sql<{ n: number }>`select count(*) as n from transactions`.execute(
      db,
    )
    assert.equal(now[0]!.n - before[0]!.n, 1)
    await sql`select setval('attempts', 1, false)`.execute(db)
    await sql
      .raw(`create or replace function conflict_twice() returns trigger language plpgsql as
      $$ begin raise exception 'for ever' using errcode = '40P01'; end $$`)
      .execute(db)
    assert.equal((await send(write, 'never-lucky')).status, 500)
  } finally {
    await sql`drop trigger conflict_twice on transactions`.execute(db)
  }
  await assertBooks(db, loaded.household_id)
})
