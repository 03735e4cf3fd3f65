import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createAdmission } from '#/access/limits/admit.ts'
import type { Claim } from '#/access/limits/admitted.ts'
import { createApp } from '#/app/http/app.ts'
import { runDueHouseholds } from '#/budget/funding/run-due.ts'
import { isDistributed } from '#/platform/database/is-distributed.ts'
import { budget } from '../../../../test/support/given.ts'
import { assertBooks } from '../../../../test/support/ledger.ts'
import {
  hold,
  openAnother,
  until,
  waitingForLocks,
} from '../../../../test/support/other-processes.ts'
import { ada, startProduct } from '../../../../test/support/product.ts'

const product = await startProduct({ limited: false })
const { runtime, db } = product
let statements: string[] = []
const watched = await openAnother(db, { onStatement: (text) => statements.push(text) })
const elsewhere = await openAnother(db)
const admit = createAdmission(db, runtime.now, { isDistributed: await isDistributed(db) })
const app = createApp({
  runtime: { ...runtime, db: watched },
  admit: async (claim: Claim) => ({ ...(await admit(claim)), exceeded: null }),
  publicUrl: null,
  origin: 'http://earmark.test',
  isServing: () => true,
})

async function home() {
  const {
    household_id: id,
    keys,
    members,
    accounts,
    expenses,
    categories,
  } = await product.household({ ...ada, ...budget })
  await runDueHouseholds(runtime)
  const key = keys['rw']!.api_key
  const coffee = {
    account_id: accounts['checking'],
    amount: -450,
    concept: 'Coffee “Zoë” \\ 5',
    booked_at: '2026-01-05',
    category_id: categories['food'],
    notes: 'with Bo',
  }
  const record = async (body: object, once: string | null = runtime.newId()) => {
    statements = []
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      ...(once !== null && { 'idempotency-key': once }),
    }
    const request = { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await app.fetch(new Request('http://earmark.test/v1/transactions', request))
    const isAtOnce = statements.length === 1 && statements[0]!.includes('record_payment')
    return { status: response.status, text: await response.text(), isAtOnce }
  }
  const stored = async () => {
    const { rows } = await sql<object>`
      select h.revision, t.amount, t.currency, t.concept, t.booked_at, t.type, t.status, t.category_id is not null as filed,
        t.notes, t.merchant, t.provider, t.edited, t.revision as written, t.history, t.hidden, a.balance, a.balance_at,
        (select array_agg(l.cash order by l.quarter) from cash_levels l
          where l.household_id = ${id} and l.account_id = a.id) as cash,
        (select sum(transactions) from transaction_totals s where s.household_id = ${id} and s.facet = 'all'
          and s.grain = 'ever') as counted
      from transactions t join accounts a on a.household_id = ${id} and a.id = t.account_id
      join households h on h.household_id = ${id}
      where t.household_id = ${id} order by t.revision`.execute(db)
    return rows
  }
  return {
    id,
    key,
    member: members['ada']!,
    accounts,
    expenses,
    categories,
    coffee,
    record,
    stored,
  }
}

test('a payment that needs nothing else is recorded as step by step, by one statement', async () => {
  const [one, another, other] = [await home(), await home(), await home()]
  await more['a webhook may want']!(other)
  for (const change of [
    {},
    { amount: 1200 },
    { type: 'income', amount: -5 },
    { category_id: null },
  ]) {
    const atOnce = await one.record({ ...one.coffee, ...change })
    const keyless = await another.record({ ...another.coffee, ...change }, null)
    const stepwise = await other.record({ ...other.coffee, ...change }, null)
    const all = [atOnce, keyless, stepwise]
    assert.deepEqual(
      all.map(({ status, isAtOnce }) => [status, isAtOnce]),
      [
        [200, true],
        [200, true],
        [200, false],
      ],
      atOnce.text,
    )
    const path = `/transactions/${(JSON.parse(atOnce.text) as { id: string }).id}`
    assert.equal((await product.request('GET', path, { key: one.key })).text, atOnce.text)
  }
  const stepwise = await other.stored()
  assert.deepEqual([await one.stored(), await another.stored()], [stepwise, stepwise])
  for (const { id } of [one, another]) await assertBooks(db, id)
  const { rows } = await sql`select key from idempotency_keys
    where household_id = ${another.id}`.execute(db)
  assert.deepEqual(rows, [])
})

test('the same payment without a key is recorded each time', async () => {
  const { coffee, record, stored } = await home()
  for (let times = 1; times <= 2; times += 1) {
    assert.deepEqual((await record(coffee, null)).isAtOnce, true)
    assert.equal((await stored()).length, times)
  }
})

test('its repeat gets the same answer, and changes nothing', async () => {
  const { coffee, record, stored } = await home()
  const first = await record(coffee, 'the-only-one')
  const before = await stored()
  const again = await record(coffee, 'the-only-one')
  assert.deepEqual([first.isAtOnce, again.isAtOnce], [true, false])
  assert.equal(again.text, first.text)
  assert.deepEqual(await stored(), before)
})

type Home = Awaited<ReturnType<typeof home>>

const more: Readonly<Record<string, (home: Home) => Promise<object> | object>> = {
  'is paid from an Expense': ({ expenses }) => ({ expense_goal_id: expenses['groceries'] }),
  'is a transfer': () => ({ type: 'transfer' }),
  'is made by a card': ({ accounts }) => ({ account_id: accounts['visa'] }),
  'has a payee that was decided on': async ({ record, coffee, expenses }) => {
    await record({ ...coffee, expense_goal_id: expenses['groceries'] })
    return {}
  },
  'may be named by a rule': async ({ id, categories, expenses }) => {
    await sql`insert into category_rules (household_id, id, position, match, text, category_id, expense_id, created_at, updated_at)
      values (${id}, ${runtime.newId()}, 1, 'contains', 'tea', ${categories['food']}, ${expenses['trip']}, ${runtime.now()}, ${runtime.now()})`.execute(
      db,
    )
    return {}
  },
  'is income that a payday waits for': async ({ id }) => {
    await sql`insert into payday_waits (household_id, day, until, arrived)
      values (${id}, '2026-01-05', '2026-01-08', false)`.execute(db)
    return { amount: 100_000 }
  },
  'a webhook may want': async ({ id, member }) => {
    await sql`insert into webhooks (household_id, id, member_id, name, url, header_names, secret, enabled, paused_reason, epoch,
      created_at, updated_at) values (${id}, ${runtime.newId()}, ${member}, 'One', 'https://hooks.example/', '{}',
      '\\x00', false, 'user', 0, ${runtime.now()}, ${runtime.now()})`.execute(db)
    return {}
  },
  'comes while days are due': async ({ id }) => {
    await sql`update households set due_at = ${runtime.now()} where household_id = ${id}`.execute(
      db,
    )
    return {}
  },
}

for (const [what, prepare] of Object.entries(more)) {
  test(`a payment that ${what} is recorded step by step`, async () => {
    const one = await home()
    const change = await prepare(one)
    const { status, text, isAtOnce } = await one.record({ ...one.coffee, ...change })
    assert.equal(status, 200, text)
    assert.equal(isAtOnce, false)
    await assertBooks(db, one.id)
  })
}

test('what is refused is refused by name, and leaves no key', async () => {
  const { coffee, accounts, expenses, record, stored } = await home()
  for (const [change, param] of [
    [{ account_id: expenses['trip'] }, 'account_id'],
    [{ category_id: accounts['visa'] }, 'category_id'],
    [{ booked_at: '1969-12-31' }, 'booked_at'],
  ] as const) {
    const { text } = await record({ ...coffee, ...change }, 'the-only-one')
    assert.equal((JSON.parse(text) as { error: { param: string } }).error.param, param)
  }
  assert.deepEqual(await stored(), [])
  assert.equal((await record(coffee, 'the-only-one')).isAtOnce, true)
})

/** Records a payment while another write holds the household, which then commits. */
async function recordBehind(one: Home, write: (tx: typeof elsewhere) => Promise<unknown>) {
  const tx = await elsewhere.startTransaction().execute()
  try {
    await sql`update households set revision = revision + 1 where household_id = ${one.id}`.execute(
      tx,
    )
    const sent = one.record(one.coffee)
    await until('it waits for the household', async () => (await waitingForLocks(db)) === 1)
    await write(tx)
    await tx.commit().execute()
    return await sent
  } finally {
    // Otherwise a failure would leave the payment waiting, and with it this file.
    if (!tx.isCommitted) await tx.rollback().execute()
  }
}

test('a payment that waited for another write is still recorded at once', async () => {
  const one = await home()
  const { status, isAtOnce } = await recordBehind(one, async () => {})
  assert.deepEqual([status, isAtOnce], [200, true])
  assert.equal((await one.stored()).length, 1)
})

test('a payment sees what the write that it waited for has changed', async () => {
  const one = await home()
  const { status, isAtOnce } = await recordBehind(one, (tx) =>
    sql`update households set standing = 'moving' where household_id = ${one.id}`.execute(tx),
  )
  assert.deepEqual([status, isAtOnce], [503, false])
  assert.equal((await one.stored()).length, 0)
})

test('a payment refused behind another write leaves neither a row nor its key', async () => {
  const one = await home()
  const { status } = await recordBehind(one, (tx) =>
    sql`update accounts set hidden = true, subscribed = false
      where household_id = ${one.id} and id = ${one.accounts['checking']}`.execute(tx),
  )
  assert.equal(status, 404)
  assert.equal((await one.stored()).length, 0)
  const { rows } =
    await sql`select key from idempotency_keys where household_id = ${one.id}`.execute(db)
  assert.deepEqual(rows, [])
})

test('a payment has its household looked at for notices if a member wants them', async () => {
  const { id, coffee, record } = await home()
  const far = runtime.now().add({ hours: 9000 })
  await sql`insert into notice_watches (household_id, since, revision, rests_until, look_at)
    values (${id}, ${runtime.now()}, 0, ${runtime.now()}, ${far})`.execute(db)
  assert.equal((await record(coffee)).isAtOnce, true)
  const { rows } = await sql`select look_at from notice_watches where household_id = ${id}`.execute(
    db,
  )
  assert.deepEqual(rows, [{ look_at: runtime.now() }])
})

test('a payment whose key another request holds is in progress after two seconds', async () => {
  const { id, coffee, record } = await home()
  const first = await hold(elsewhere, (tx) =>
    sql`insert into idempotency_keys (household_id, key, fingerprint, request_id, created_at)
      values (${id}, 'the-only-one', '\\x00', 'req_1', ${runtime.now()})`.execute(tx),
  )
  try {
    const { status, text } = await record(coffee, 'the-only-one')
    assert.equal(status, 409)
    assert.match(text, /idempotency_key_in_progress/)
    // Nothing is tried step by step; the second looks for the reason.
    assert.deepEqual(
      statements.map((text) => /record_payment|pg_stat_activity/.exec(text)?.[0]),
      ['record_payment', 'pg_stat_activity'],
    )
  } finally {
    await first.letGo()
  }
})
